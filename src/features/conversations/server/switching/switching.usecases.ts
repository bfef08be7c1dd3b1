import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Language } from '#shared/languages.ts';
import type { VisitorIdentity, VisitorPlace } from '#platform/http/access.ts';
import type { RunningAgent } from '#features/agents/server/agents.usecases.ts';
import type { LlmTool } from '#providers/llm/llm.port.ts';
import { accessErrors, type SwitchableAgent } from '../../conversations-access.contract.ts';
import { conversationsErrors, type ChatMessage } from '../../conversations.contract.ts';
import { isAllowedPage } from '../sessions/places.policy.ts';
import { continuedPlace } from '../sessions/places.usecases.ts';
import { excerpt } from '#shared/text/excerpt.ts';
import { presentMessage } from '../messages/present.models.ts';
import type { Sessions } from '../sessions/sessions.usecases.ts';
import { namedBy, switchTool, type WentOn } from './switching.models.ts';
import { switchingRepository } from './switching.repository.ts';
import { readProgress } from '../visitors/visitor.usecases.ts';
import { conversationsRepository } from '../conversations.repository.ts';
import type { VisitorAgents } from '../sessions/visitor-agents.usecases.ts';
import type { ConversationsServices } from '../conversations.usecases.ts';

/** What an answer's model may offer: to go on with another agent. */
export type SwitchOffers = {
  offered(): Promise<LlmTool | null>;
  named(input: unknown): Promise<SwitchableAgent | null>;
  /** What the others are called. */
  names(): Promise<string[]>;
};

type Here = {
  place?: VisitorPlace | undefined;
  pageUrl: string | null;
};

function mayRun(agent: RunningAgent, { place, pageUrl }: Here): boolean {
  const { access } = agent.configuration;
  return (
    !access.restrictDomains ||
    agent.isPreview ||
    Boolean(place && pageUrl && isAllowedPage(access, pageUrl, place.kind))
  );
}

function listedBy({ configuration: { switching } }: RunningAgent): string[] {
  return switching.enabled ? switching.agents : [];
}

function presentSwitchable(agent: RunningAgent, lastId: string | null = null): SwitchableAgent {
  const { basic, appearance, prompt } = agent.configuration;
  return {
    number: agent.number,
    name: basic.name,
    avatarUrl: agent.avatarUrl,
    color: appearance.color,
    line: excerpt(basic.seoDescription || prompt.welcomeMessage),
    isLast: agent.id === lastId,
  };
}

/**
 * Whom a visitor may go on with now: those that the owner listed, the one that they came from, and the one
 * with which they went on before, however many agents lie between; what is paused, gone or not allowed here
 * is left out.
 */
export function createSwitchable(services: Pick<ConversationsServices, 'agents'>) {
  return async (
    agent: RunningAgent,
    rootAgentId: string | undefined,
    here: Here,
    wentOn: WentOn | null = null,
  ): Promise<RunningAgent[]> => {
    const listed = listedBy(agent);
    const isFar = wentOn && wentOn.agentId !== rootAgentId && !listed.includes(wentOn.agentId);
    const ids = [
      ...new Set([...(rootAgentId ? [rootAgentId] : []), ...listed, ...(isFar ? [wentOn.agentId] : [])]),
    ].filter((id) => id !== agent.id);
    if (ids.length === 0) return [];
    const found = await services.agents.runningMany(
      agent.accountId,
      [...ids, ...(isFar ? wentOn.met : [])],
      agent.isPreview,
    );
    const isOffered = (id: string): boolean =>
      !isFar ||
      id !== wentOn.agentId ||
      found.some((other) => wentOn.met.includes(other.id) && listedBy(other).includes(id));
    return ids.flatMap(
      (id) =>
        found.find(
          (other) => other.id === id && other.closed === null && mayRun(other, here) && isOffered(id),
        ) ?? [],
    );
  };
}
export type Switchable = ReturnType<typeof createSwitchable>;
export const presentSwitchables = (
  agents: readonly RunningAgent[],
  lastId: string | null = null,
): SwitchableAgent[] => agents.map((agent) => presentSwitchable(agent, lastId));

export type Carrying = {
  agent: { name: string; avatarUrl: string | null; color: string };
  messages: ChatMessage[];
};

/** Going from one agent to another, and back. */
export function createSwitching(
  services: ConversationsServices,
  switchable: Switchable,
  agents: Pick<VisitorAgents, 'agentOf'>,
  sessions: Pick<Sessions, 'answer' | 'threadOf'>,
) {
  const { database, clock } = services;
  return {
    /**
     * Opens the session of another agent for the same person. `conversationId` is the conversation that they
     * come from, if it has begun.
     */
    async switchAgent(
      visitor: VisitorIdentity,
      input: {
        agent: number;
        conversationId: string | null;
        pageUrl: string | null;
        language: string | undefined;
        fallback: Language;
      },
    ) {
      const now = clock.now();
      const current = await agents.agentOf(visitor);
      const place = continuedPlace(visitor, now);
      const wentOn = await database.account(visitor.accountId, (tx) =>
        switchingRepository(tx).wentOn(visitor.visitorId),
      );
      const here = { place, pageUrl: input.pageUrl };
      const choices = await switchable(current, visitor.rootAgentId, here, wentOn);
      const target = choices.find(({ number }) => number === input.agent);
      if (!target) throw new AppError(accessErrors.notSwitchable);
      // Going back, it is the first agent's owner who said whether what was said goes along.
      const mode = (target.id === visitor.rootAgentId ? target : current).configuration.switching.history;
      const rootAgentId = visitor.rootAgentId ?? current.id;
      const arrived = await database.account(visitor.accountId, async (tx) => {
        const repository = conversationsRepository(tx);
        const switching = switchingRepository(tx);
        const row = await repository.visitor(visitor.visitorId);
        const rootId = row?.rootId ?? visitor.visitorId;
        // Two switches at the same moment must not make two visitors of one person.
        if (!row || !(await repository.lockVisitor(rootId))) throw new AppError(conversationsErrors.notFound);
        const left = input.conversationId ? await repository.conversation(input.conversationId) : null;
        if (input.conversationId && left?.visitorId !== visitor.visitorId)
          throw new AppError(conversationsErrors.notFound);
        /* The page came again: what was taken along there, and from whom, stands already. */
        const isReturn = row.id === rootId && row.wentOnWith === target.id;
        const carries = mode === 'carry' && left !== null;
        let known = await switching.relative(rootId, target.id, target.isPreview);
        if (!known) {
          const {
            timezone,
            language,
            device,
            browser,
            os,
            landingUrl,
            referrer,
            tag,
            utm,
            landingPageId,
            landingPageVersion,
            channel,
            variables,
            contactId,
          } = row;
          const id = newId('vis', now.getTime());
          await repository.insertVisitor({
            id,
            accountId: visitor.accountId,
            agentId: target.id,
            isPreview: visitor.isPreview,
            rootId,
            contactId,
            timezone,
            language,
            device,
            browser,
            os,
            landingUrl,
            referrer,
            tag,
            utm,
            landingPageId,
            landingPageVersion,
            channel,
            variables,
            createdAt: now,
            lastSeenAt: now,
          });
          known = await repository.visitor(id);
        }
        if (!known) throw new AppError(conversationsErrors.notFound);
        const thread = await sessions.threadOf(tx, target, { visitorId: known.id });
        await switching.goOn(rootId, known.id === rootId ? null : target.id);
        const came = isReturn ? known : { cameFrom: left?.id ?? null, carries };
        if (thread && left && !isReturn) await switching.resume(thread.id, left.id, carries);
        await switching.arrive(known.id, {
          cameFrom: thread ? null : came.cameFrom,
          carries: !thread && came.carries,
          contactId: row.contactId,
          now,
        });
        const transferredId = !thread && came.carries ? came.cameFrom : null;
        const messages = transferredId
          ? (await repository.messagesOf([transferredId])).map((message) =>
              presentMessage(message, services.signStoredCopy),
            )
          : [];
        const transferredFrom = transferredId
          ? ((await repository.conversation(transferredId))?.agentId ?? null)
          : null;
        return {
          visitorId: known.id,
          thread,
          messages,
          transferredFrom,
          progress: await readProgress(tx, target, known),
        };
      });
      const identity: VisitorIdentity = {
        visitorId: arrived.visitorId,
        accountId: visitor.accountId,
        agentId: target.id,
        isPreview: visitor.isPreview,
        ...(place ? { place } : {}),
        ...(rootAgentId === target.id ? {} : { rootAgentId }),
      };
      const { transferredFrom } = arrived;
      const before =
        transferredFrom && transferredFrom !== current.id
          ? await services.agents.runningById(visitor.accountId, transferredFrom, visitor.isPreview)
          : null;
      const transferred: Carrying | null =
        arrived.messages.length > 0
          ? { agent: presentSwitchable(before ?? current), messages: arrived.messages }
          : null;
      return {
        ...(await sessions.answer(target, identity, {
          thread: arrived.thread,
          progress: arrived.progress,
          pageUrl: input.pageUrl,
          language: input.language,
          fallback: input.fallback,
        })),
        transferred,
      };
    },

    /** For the model of one answer; looked up when it is asked, and not before. */
    offersFor(
      agent: RunningAgent,
      visitor: VisitorIdentity,
      pageUrl: string | null,
    ): SwitchOffers | undefined {
      const { enabled, agents } = agent.configuration.switching;
      if (!enabled || agents.length === 0) return undefined;
      let found: Promise<SwitchableAgent[]> | null = null;
      const others = (): Promise<SwitchableAgent[]> =>
        (found ??= switchable(agent, visitor.rootAgentId, { place: visitor.place, pageUrl }).then(
          presentSwitchables,
        ));
      return {
        offered: async () => switchTool(await others()),
        named: async (input) => namedBy(input, await others()),
        names: async () => (await others()).map(({ name }) => name),
      };
    },
  };
}
