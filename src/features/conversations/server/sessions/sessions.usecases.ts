import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { toLanguage, type Language } from '#shared/languages.ts';
import { campaignOf, firstCampaign, pageAddress } from '#shared/campaign.ts';
import { mintToken, readToken, type TokenKind } from '#platform/crypto/signed-token.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import { agentsErrors } from '#features/agents/agents.contract.ts';
import { agentFor, type RunningAgent } from '#features/agents/server/agents.usecases.ts';
import { accessErrors } from '../../conversations-access.contract.ts';
import type { PublicAgent } from '#features/agents/agents-public.contract.ts';
import type { ChatMessage } from '../../conversations.contract.ts';
import type { VisitorProgress } from '../../conversations-visitor.contract.ts';
import { channelOf } from './channel.models.ts';
import { presentAgent, presentMessage } from '../messages/present.models.ts';
import { isOver } from '../handoff/handoff.models.ts';
import { createPlaces, type PlaceClaim } from './places.usecases.ts';
import { createResuming } from './resuming.usecases.ts';
import { presentProgress } from '../gates/progress.models.ts';
import type { WentOn } from '../switching/switching.models.ts';
import { switchingRepository } from '../switching/switching.repository.ts';
import { presentSwitchables, type Switchable } from '../switching/switching.usecases.ts';
import { readProgress } from '../visitors/visitor.usecases.ts';
import { conversationsRepository } from '../conversations.repository.ts';
import type { VisitorAgents } from './visitor-agents.usecases.ts';
import type { ConversationPaywall } from '#features/paywall/server/paywall-terms.usecases.ts';
import type { ConversationsServices } from '../conversations.usecases.ts';

const place = z.object({
  origin: z.string(),
  kind: z.enum(['embed', 'page']),
  provenAt: z.number(),
  freshUntil: z.number(),
});
const visitorIdentity = z.object({
  visitorId: z.string(),
  accountId: z.string(),
  agentId: z.string(),
  isPreview: z.boolean(),
  place: place.optional(),
  rootAgentId: z.string().optional(),
  onlyConversation: z.string().optional(),
});
const visitorToken: TokenKind<VisitorIdentity> = {
  purpose: 'visitor',
  parse: (value) => visitorIdentity.safeParse(value).data ?? null,
};

const dayMs = 86_400_000;
const visitorDays = 180;
const previewDays = 0.5;
/**
 * Where the browser forgets the token with the tab or the page, it is good for no longer than such a visit.
 */
const shortDays = 1;

/** What somebody uses: `smartphone`, `tablet` or `desktop`, and the names of browser and system. */
type Device = {
  device: string | null;
  browser: string | null;
  os: string | null;
};
type Thread = {
  id: string;
  messages: ChatMessage[];
};

/** Who visitors are, and what they find when they open the chat. */
export function createSessions(
  services: ConversationsServices,
  switchable: Switchable,
  agents: Pick<VisitorAgents, 'pause'>,
  paywall: Pick<ConversationPaywall, 'balanceFor'>,
) {
  const { database, clock } = services;
  const places = createPlaces(services);
  const resuming = createResuming(services);

  function languageFor(agent: RunningAgent, wanted: string | undefined, fallback: Language): Language {
    const { language } = agent.configuration.basic;
    return language === 'auto' ? (toLanguage(wanted) ?? fallback) : language;
  }

  /**
   * The conversation that a visitor finds again: none where nothing is to be remembered, and none that was
   * ended.
   */
  async function threadOf(
    tx: Transaction,
    agent: RunningAgent,
    { visitorId, onlyConversation }: Pick<VisitorIdentity, 'visitorId' | 'onlyConversation'>,
  ): Promise<Thread | null> {
    const repository = conversationsRepository(tx);
    if (agent.configuration.access.history === 'off' && !onlyConversation) return null;
    const conversation = await (onlyConversation
      ? repository.conversation(onlyConversation)
      : repository.newestOfVisitor(visitorId));
    if (!conversation || isOver(conversation, clock.now())) return null;
    return {
      id: conversation.id,
      messages: (await repository.messagesOf([conversation.id])).map((row) =>
        presentMessage(row, services.signStoredCopy),
      ),
    };
  }

  async function publicAgent(
    agent: RunningAgent,
    wanted: string | undefined,
    fallback: Language,
  ): Promise<PublicAgent> {
    const language = languageFor(agent, wanted, fallback);
    const shown = presentAgent(agent, language, services.translator.namespace(language, 'chat'));
    return { ...shown, iceBreakers: await services.questionsIn(shown.iceBreakers, language) };
  }

  const mintVisitorToken = (agent: RunningAgent, identity: VisitorIdentity): string =>
    mintToken(
      services.box,
      visitorToken,
      identity,
      clock.now().getTime() +
        (agent.isPreview
          ? previewDays
          : agent.configuration.access.history === 'local' && !identity.onlyConversation
            ? visitorDays
            : shortDays) *
          dayMs,
    );

  /** What a visitor's browser gets who talks with this agent now. */
  async function answer(
    running: RunningAgent,
    identity: VisitorIdentity,
    given: {
      thread: Thread | null;
      progress: VisitorProgress;
      pageUrl: string | null;
      language: string | undefined;
      fallback: Language;
      /** The agent with which the visitor went on before. */
      wentOn?: WentOn | null;
    },
  ) {
    const agent = await agents.pause(agentFor(running, identity.visitorId, clock.now()), identity);
    return {
      token: mintVisitorToken(agent, identity),
      agent: await publicAgent(agent, given.language, given.fallback),
      conversation: given.thread,
      progress: given.progress,
      balance: await paywall.balanceFor(agent, identity),
      switchable: presentSwitchables(
        await switchable(
          agent,
          identity.rootAgentId,
          { place: identity.place, pageUrl: given.pageUrl },
          given.wentOn,
        ),
        given.wentOn?.agentId,
      ),
    };
  }

  /** A session with one conversation and nothing else of its visitor, for whoever has the link to it. */
  async function openResumed(token: string, input: { agent: number; language?: string | undefined }) {
    const found = await resuming.find(token);
    if (!found?.agent || found.isOver || found.agent.number !== input.agent)
      throw new AppError(accessErrors.resumeOver);
    const { agent, conversation } = found;
    const identity: VisitorIdentity = {
      visitorId: conversation.visitorId,
      accountId: agent.accountId,
      agentId: agent.id,
      isPreview: false,
      onlyConversation: conversation.id,
    };
    const { thread, progress } = await database.account(agent.accountId, async (tx) => {
      const repository = conversationsRepository(tx);
      await repository.touchVisitor(identity.visitorId, clock.now());
      return {
        thread: await threadOf(tx, agent, identity),
        progress: await readProgress(tx, agent, await repository.visitor(identity.visitorId)),
      };
    });
    const opened = await answer(agent, identity, {
      thread,
      progress,
      pageUrl: null,
      language: input.language,
      fallback: toLanguage(conversation.language) ?? 'en',
    });
    return { ...opened, switchable: [] };
  }

  return {
    resuming,
    threadOf,
    mintVisitorToken,
    answer,
    publicAgent,
    placeTicket: places.placeTicket,

    readVisitorToken: (token: string): VisitorIdentity | null =>
      readToken(services.box, visitorToken, token, clock.now().getTime()),

    /** Starts or renews a visitor's session. `checkNew` may refuse to make another new visitor. */
    async openSession(
      input: {
        agent: number;
        token?: string | null | undefined;
        preview?: string | null | undefined;
        page?: { url: string; referrer?: string | undefined } | null | undefined;
        timezone?: string | undefined;
        language?: string | undefined;
        tag?: string | null | undefined;
        resume?: string | null | undefined;
      } & PlaceClaim,
      from: Device & {
        fallback: Language;
        ownHost: string;
        /** The address of the chat itself, which has the campaign where the chat is the page. */
        shownAt: string | null;
        address: string;
        userAgent: string;
        checkNew(): Promise<void>;
      },
    ) {
      if (input.resume) return openResumed(input.resume, input);
      const agent = input.preview
        ? await services.agents.runningByTicket(input.preview, input.agent)
        : await services.agents.runningByNumber(input.agent);
      if (!agent) throw new AppError(agentsErrors.notFound);
      const given = input.token ? this.readVisitorToken(input.token) : null;
      const now = clock.now();
      const known =
        given && !given.onlyConversation && given.agentId === agent.id && given.isPreview === agent.isPreview
          ? given
          : null;
      const place = places.proven(agent, input, known);
      const pageUrl = pageAddress(input.page?.url);
      const opened =
        known &&
        (await database.account(agent.accountId, async (tx) => {
          const repository = conversationsRepository(tx);
          if (!(await repository.touchVisitor(known.visitorId, now))) return null;
          const row = await repository.visitor(known.visitorId);
          return {
            visitorId: known.visitorId,
            wentOn: row?.wentOnWith ? await switchingRepository(tx).wentOn(row.id) : null,
            thread: await threadOf(tx, agent, known),
            progress: await readProgress(tx, agent, row),
          };
        }));
      let visitorId = opened?.visitorId;
      if (!visitorId) {
        await from.checkNew();
        const id = newId('vis', now.getTime());
        const page = agent.isPreview
          ? null
          : await services.landingPageOf(agent.accountId, [input.page?.url, input.page?.referrer], from);
        await database.account(agent.accountId, (tx) =>
          conversationsRepository(tx).insertVisitor({
            id,
            accountId: agent.accountId,
            agentId: agent.id,
            isPreview: agent.isPreview,
            language: toLanguage(input.language) ?? from.fallback,
            timezone: input.timezone ?? null,
            device: from.device,
            browser: from.browser,
            os: from.os,
            landingUrl: pageUrl,
            referrer: pageAddress(input.page?.referrer),
            tag: input.tag || null,
            channel: channelOf({ pageUrl, tag: input.tag, ownHost: from.ownHost }),
            landingPageId: page?.pageId ?? null,
            landingPageVersion: page?.version ?? null,
            utm: firstCampaign(page?.utm, campaignOf(input.page?.url), campaignOf(from.shownAt)),
            createdAt: now,
            lastSeenAt: now,
          }),
        );
        visitorId = id;
      }
      // The agent's own page and the demo are not the owner's site.
      if (pageUrl && !agent.isPreview && new URL(pageUrl).host !== from.ownHost)
        await services.agents.markSeen(agent, pageUrl);
      const identity: VisitorIdentity = {
        visitorId,
        accountId: agent.accountId,
        agentId: agent.id,
        isPreview: agent.isPreview,
        ...(place ? { place } : {}),
        ...(opened && known?.rootAgentId ? { rootAgentId: known.rootAgentId } : {}),
      };
      return answer(agent, identity, {
        thread: opened?.thread ?? null,
        wentOn: opened?.wentOn ?? null,
        progress: opened?.progress ?? presentProgress(null, 0),
        pageUrl,
        language: input.language,
        fallback: from.fallback,
      });
    },
  };
}

export type Sessions = ReturnType<typeof createSessions>;
