import { randomUUID } from 'node:crypto';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Language } from '#shared/languages.ts';
import type { AgentKey, VisitorIdentity, VisitorPlace } from '#platform/http/access.ts';
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

/** Conversations that programs hold with an agent's key. */
export function createConversationsApi(
  services: Pick<ConversationsServices, 'database' | 'clock' | 'agents'>,
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
  function placeOf(agent: RunningAgent, key: AgentKey, origin: string | null): VisitorPlace | undefined {
    const { access } = agent.configuration;
    if (!access.restrictDomains) return undefined;
    const [first] = access.allowedDomains;
    const shown = key.kind === 'secret' ? (first ? `https://${first.replace('*.', '')}` : null) : origin;
    if (!shown || !isAllowedOrigin(access, shown))
      throw new AppError(conversationsApiErrors.originNotAllowed);
    const now = services.clock.now().getTime();
    return { origin: shown, kind: 'embed', provenAt: now, freshUntil: now + placeMs };
  }

  async function open(
    key: AgentKey,
    input: { language: Language; tag: string | null; origin: string | null },
  ): Promise<{ identity: VisitorIdentity; agent: RunningAgent; token: string }> {
    const agent = await agentOf(key);
    const place = placeOf(agent, key, input.origin);
    const [id, now] = [newId('vis'), services.clock.now()];
    await services.database.account(agent.accountId, (tx) =>
      conversationsRepository(tx).insertVisitor({
        id,
        accountId: agent.accountId,
        agentId: agent.id,
        isPreview: false,
        language: input.language,
        timezone: null,
        device: null,
        browser: null,
        os: null,
        landingUrl: null,
        referrer: null,
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
      isPreview: false,
      ...(place ? { place } : {}),
    };
    return { identity, agent, token: conversations.mintVisitorToken(agent, identity) };
  }

  return {
    async session(
      key: AgentKey,
      input: { language: Language; tag: string | null; origin: string | null },
    ): Promise<{ token: string; agent: { number: number; name: string } }> {
      const { agent, token } = await open(key, input);
      return { token, agent: { number: agent.number, name: agent.configuration.basic.name } };
    },

    async message(
      key: AgentKey,
      input: {
        text: string;
        token: string | undefined;
        conversationId: string | null;
        clientMessageId: string | undefined;
        language: Language;
      },
    ): Promise<{ token: string; conversationId: string; message: ChatMessage | null }> {
      if (key.kind !== 'secret') throw new AppError(conversationsApiErrors.secretKeyNeeded);
      const known = input.token ? conversations.readVisitorToken(input.token) : null;
      if (input.token && (known?.agentId !== key.agentId || known.isPreview))
        throw new AppError(conversationsErrors.notFound);
      const { identity, token } =
        known && input.token
          ? { identity: known, token: input.token }
          : await open(key, { language: input.language, tag: null, origin: null });
      let finish: (message: ChatMessage) => void = () => undefined;
      const answered = new Promise<ChatMessage>((resolve) => (finish = resolve));
      const hear = (event: AnswerEvent): void => {
        if (event.type === 'done' || event.type === 'failed') finish(event.message);
      };
      const pageUrl = identity.place ? `${identity.place.origin}/` : undefined;
      const { accepted, joined } = await conversations.send(
        { visitor: identity, agent: await conversations.agentOf(identity) },
        {
          conversationId: input.conversationId,
          clientMessageId: input.clientMessageId ?? randomUUID(),
          text: input.text,
          attachments: [],
          ownKey: null,
          pageUrl,
          address: null,
          fallback: input.language,
        },
        hear,
      );
      if (!joined || !accepted.assistantMessage)
        return { token, conversationId: accepted.conversationId, message: null };
      const { assistantMessage } = accepted;
      if (joined.end) hear(joined.end);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<ChatMessage>(
        (resolve) => (timer = setTimeout(() => resolve(assistantMessage), longestWaitMs)),
      );
      const message = await Promise.race([answered, late]);
      clearTimeout(timer);
      joined.leave();
      return { token, conversationId: accepted.conversationId, message };
    },
  };
}

export type ConversationsApi = ReturnType<typeof createConversationsApi>;
