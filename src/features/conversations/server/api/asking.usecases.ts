import { randomUUID } from 'node:crypto';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Language } from '#shared/languages.ts';
import type { AgentKey, VisitorIdentity, VisitorPlace } from '#platform/http/access.ts';
import { admit, type RateLimiter } from '#platform/rate-limit/rate-limit.ts';
import type { RunningAgent } from '#features/agents/server/agents.usecases.ts';
import { conversationsApiErrors } from '../../conversations-api.contract.ts';
import { conversationsErrors, type ChatMessage } from '../../conversations.contract.ts';
import type { AnswerEvent } from '../streaming/live-answer.models.ts';
import { isAllowedOrigin } from '../sessions/places.policy.ts';
import { conversationsRepository } from '../conversations.repository.ts';
import type { ConversationsServices, ConversationsUsecases } from '../conversations.usecases.ts';

const longestWaitMs = 120_000;
/** So long may a visitor that was started with a key go on; a new one takes one request. */
const placeMs = 12 * 3_600_000;

/** Visitors that one secret key may begin in an hour, by whichever door. */
const begun = { name: 'api-sessions-key', limit: 1_000, windowSeconds: 3_600 };

/** Who starts a visitor: a key of the agent or of the account by its id, or whoever shows no secret one. */
type StartedBy = (Pick<AgentKey, 'keyId'> & { kind: 'secret' }) | { kind: 'public' };

export const byKey = (key: AgentKey | null): StartedBy =>
  key?.kind === 'secret' ? { kind: 'secret', keyId: key.keyId } : { kind: 'public' };

/** What a program asks an agent. */
export type Asked = {
  text: string;
  conversationId: string | null;
  /** The same once more gives the same answer. */
  clientMessageId?: string | undefined;
  language: Language;
  /** It was said aloud, and the answer is read out. */
  isSpoken?: boolean;
  /** Of whoever asks without a key: messages and free messages are counted by it, too. */
  address: string | null;
  /** The key of a program that does not say for whom it asks: new visitors' free messages are counted by it. */
  unnamedBy?: string | undefined;
};

/** How programs talk with agents: as visitors, under the same limits and the same paywall. */
export function createAsking(
  services: Pick<ConversationsServices, 'database' | 'clock' | 'agents'> & {
    limiter: Pick<RateLimiter, 'takeAll'>;
  },
  conversations: ConversationsUsecases,
) {
  async function agentOf(key: AgentKey): Promise<RunningAgent> {
    const agent = await services.agents.runningById(key.accountId, key.agentId, false);
    if (!agent) throw new AppError(conversationsErrors.notFound);
    return agent;
  }

  /**
   * A page proves itself by its origin; a server that holds a secret key speaks for the first of the agent's
   * pages.
   */
  function placeOf(
    agent: RunningAgent,
    kind: AgentKey['kind'],
    origin: string | null,
  ): VisitorPlace | undefined {
    const { access } = agent.configuration;
    if (!access.restrictDomains || agent.isPreview) return undefined;
    const [first] = access.allowedDomains;
    const shown = kind === 'secret' ? (first ? `https://${first.replace('*.', '')}` : null) : origin;
    if (!shown || !isAllowedOrigin(access, shown))
      throw new AppError(conversationsApiErrors.originNotAllowed);
    const now = services.clock.now().getTime();
    return { origin: shown, kind: 'embed', provenAt: now, freshUntil: now + placeMs };
  }

  /**
   * Asks; resolves once the question is accepted, with the answer to come, at the latest after two minutes as far
   * as it is then. The answer is null while a person has the conversation. `hear` hears it as it is written. An
   * abort of `signal` stops it.
   */
  async function begin(
    identity: VisitorIdentity,
    asked: Asked,
    hear: (event: AnswerEvent) => void = () => undefined,
    signal?: AbortSignal,
  ): Promise<{ conversationId: string; answer: Promise<ChatMessage | null> }> {
    let finish: (message: ChatMessage) => void = () => undefined;
    const answered = new Promise<ChatMessage>((resolve) => (finish = resolve));
    const listen = (event: AnswerEvent): void => {
      hear(event);
      if (event.type === 'done' || event.type === 'failed') finish(event.message);
    };
    const pageUrl = identity.place ? `${identity.place.origin}/` : undefined;
    const visitor: VisitorIdentity = { ...identity, isByProgram: true };
    const call = { visitor, agent: await conversations.agentOf(identity) };
    // Nobody sends what is simulated: no limit of a sender is used up by it.
    if (!identity.simulation) await conversations.limitMessages(call, asked.address);
    const { accepted, joined } = await conversations.send(
      call,
      {
        conversationId: asked.conversationId,
        clientMessageId: asked.clientMessageId ?? randomUUID(),
        text: asked.text,
        isSpoken: asked.isSpoken ?? false,
        attachments: [],
        ownKey: null,
        pageUrl,
        address: asked.address ?? asked.unnamedBy ?? null,
        fallback: asked.language,
      },
      listen,
    );
    const { conversationId, assistantMessage } = accepted;
    if (!joined || !assistantMessage) return { conversationId, answer: Promise.resolve(null) };
    if (joined.end) listen(joined.end);
    const stop = (): void => void conversations.stop(identity, assistantMessage.id).catch(() => undefined);
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<ChatMessage>(
      (resolve) => (timer = setTimeout(() => resolve(assistantMessage), longestWaitMs)),
    );
    const answer = Promise.race([answered, late]).finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      joined.leave();
    });
    return { conversationId, answer };
  }

  return {
    agentOf,

    /** A visitor who was started before. */
    resume(agent: RunningAgent, kind: AgentKey['kind'], visitorId: string): VisitorIdentity {
      const place = placeOf(agent, kind, null);
      return {
        visitorId,
        accountId: agent.accountId,
        agentId: agent.id,
        isPreview: agent.isPreview,
        ...(place ? { place } : {}),
      };
    },

    /**
     * The agent that a program of the account asks: the live one, or its draft, which counts nothing.
     * @throws AppError notFound
     */
    async agentById(accountId: string, agentId: string, isPreview: boolean): Promise<RunningAgent> {
      const agent = await services.agents.runningById(accountId, agentId, isPreview);
      if (!agent) throw new AppError(conversationsErrors.notFound);
      return agent;
    },

    /** The visitor of a conversation that a program began with this agent. @throws AppError notFound */
    async visitorOf(agent: RunningAgent, conversationId: string): Promise<string> {
      const found = await services.database.account(agent.accountId, (tx) =>
        conversationsRepository(tx).conversation(conversationId),
      );
      if (found?.agentId !== agent.id || found.channel !== 'api' || found.isPreview !== agent.isPreview)
        throw new AppError(conversationsErrors.notFound);
      return found.visitorId;
    },

    /**
     * Starts a visitor for a program. `by` is the key by which it came, `public` without one: whoever lets such in
     * counts them by their address. @throws AppError tooManyMessages where a secret key began so many
     */
    async open(
      agent: RunningAgent,
      by: StartedBy,
      input: {
        language: Language;
        tag: string | null;
        origin: string | null;
        /** A visitor who may be there already. */
        visitorId?: string | undefined;
      },
    ): Promise<{ identity: VisitorIdentity; token: string }> {
      const place = placeOf(agent, by.kind, input.origin);
      const now = services.clock.now();
      const id = input.visitorId ?? newId('vis', now.getTime());
      const isThere =
        input.visitorId !== undefined &&
        (await services.database.account(agent.accountId, (tx) =>
          conversationsRepository(tx).visitor(id),
        )) !== null;
      if (by.kind === 'secret' && !isThere)
        await admit(services.limiter, conversationsErrors.tooManyMessages, [{ rule: begun, key: by.keyId }]);
      await services.database.account(agent.accountId, (tx) =>
        conversationsRepository(tx).insertVisitorOnce({
          id,
          accountId: agent.accountId,
          agentId: agent.id,
          isPreview: agent.isPreview,
          language: input.language,
          tag: input.tag,
          channel: 'api',
          createdAt: now,
          lastSeenAt: now,
        }),
      );
      const identity: VisitorIdentity = {
        visitorId: id,
        accountId: agent.accountId,
        agentId: agent.id,
        isPreview: agent.isPreview,
        ...(place ? { place } : {}),
      };
      return { identity, token: conversations.mintVisitorToken(agent, identity) };
    },

    begin,

    /** What was said last in a conversation; null where there is none. */
    async lastSaid(
      agent: RunningAgent,
      conversationId: string,
    ): Promise<{ id: string; createdAt: Date; role: string } | null> {
      return services.database.account(agent.accountId, (tx) =>
        conversationsRepository(tx).lastSaid(conversationId),
      );
    },

    /** Asks, and waits for the whole answer. */
    async ask(
      ...given: Parameters<typeof begin>
    ): Promise<{ conversationId: string; message: ChatMessage | null }> {
      const { conversationId, answer } = await begin(...given);
      return { conversationId, message: await answer };
    },
  };
}

export type Asking = ReturnType<typeof createAsking>;
