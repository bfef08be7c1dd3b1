import type { Language } from '#shared/languages.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { detectLanguage } from '#platform/language/detect-language.ts';
import { readToken } from '#platform/crypto/signed-token.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import type { Database } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import type { CssCompiler } from '#platform/custom-css/css-compiler.ts';
import type { RateLimiter } from '#platform/rate-limit/rate-limit.ts';
import type { ImageDrawer } from '#platform/images/image-drawer.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import type { ClientFeature } from '#features/accounts/accounts-clients.contract.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import type { KnowledgeUsecases } from '#features/knowledge/server/knowledge.usecases.ts';
import { agentConfiguration, type AgentConfiguration } from '../agents-configuration.contract.ts';
import { avatarUrlOf } from '../agents-public.contract.ts';
import type { Agent, AgentSummary } from '../agents.contract.ts';
import {
  draftFromDescription,
  draftFromSite,
  type DraftTexts,
  type SiteProfile,
} from './generation/drafting.models.ts';
import { factsInDescription } from './generation/naming.models.ts';
import { keepImage } from './look/images.usecases.ts';
import { createAgentVersions } from './lifecycle/versions.usecases.ts';
import { createAgentsBin } from './lifecycle/bin.usecases.ts';
import type { PublishGate } from './lifecycle/publish-gate.usecases.ts';
import type { VersionedFunctions } from './lifecycle/versioned-functions.usecases.ts';
import {
  createAgentsLifecycle,
  type AgentSubscribers,
  type AgentTests,
} from './lifecycle/lifecycle.usecases.ts';
import {
  findAgentRow,
  insertAgent,
  presentAgent,
  presentAgentSummary,
  previewToken,
  tellAgentChanged,
  withFreeNumber,
} from './agents-rows.usecases.ts';
import { asVisitorHasIt } from './experiments/subjects.models.ts';
import { createAgentExperiments } from './experiments/experiments.usecases.ts';
import type { AgentExperiment } from '../agents-experiments.contract.ts';
import { withoutFeatures } from './agents-client-features.policy.ts';
import { agentsRepository, type AgentRow } from './agents.repository.ts';

export type { SiteProfile };

export type AgentsServices = {
  database: Database;
  clock: Clock;
  realtime: Realtime;
  translator: Translator;
  box: SecretBox;
  subscribers: AgentSubscribers;
  knowledge: Pick<
    KnowledgeUsecases,
    | 'createCollection'
    | 'sources'
    | 'source'
    | 'addPrepared'
    | 'copyCollection'
    | 'removeCollection'
    | 'addWebsite'
    | 'collectionOverview'
    | 'setEmbedding'
    | 'applyState'
  >;
  limiter: Pick<RateLimiter, 'takeAll'>;
  drawer: Pick<ImageDrawer, 'stored'>;
  css: Pick<CssCompiler, 'compile'>;
  publishGate: PublishGate;
  versionedFunctions: VersionedFunctions;
  tests: AgentTests;
  /** What the account may not use, as its agency says. */
  featuresOff(accountId: string): Promise<readonly ClientFeature[]>;
  /** By what new agents of an account answer; null: by the built-in engine. */
  modelForNew(accountId: string): Promise<{ provider: string; model: string } | null>;
  /** Reads a website's front page; throws an error with a `code` when it can't. */
  readSite(url: string, accountId: string): Promise<SiteProfile>;
};

/** What a conversation needs to know of an agent, live or draft. */
export type RunningAgent = {
  id: string;
  accountId: string;
  number: number;
  collectionId: string;
  configuration: AgentConfiguration;
  avatarUrl: string | null;
  css: string;
  isPreview: boolean;
  /** What visitors of a paused agent read; empty: the chat's own text. Null when it is open. */
  closed: string | null;
  /** Closed because the owner's plan is over, which has words of its own. */
  isPlanExpired?: true;
  /** Its model gave no answer the last time. */
  hasModelFailure?: true;
  /** While it is closed: those who paid are answered until what they paid for is over. */
  servesPaid?: true;
  /** What is tried with a part of its visitors; nothing where they all have the same. See `agentFor`. */
  experiments?: readonly AgentExperiment[];
};

/** The agent as one visitor has it. What they are asked to pay is taken from here and never from the agent itself. */
export function agentFor(
  { experiments, ...agent }: RunningAgent,
  visitorId: string,
  now: Date,
): RunningAgent {
  return experiments
    ? { ...agent, configuration: asVisitorHasIt(agent.configuration, experiments, visitorId, now) }
    : agent;
}

export function createAgentsUsecases(services: AgentsServices) {
  const { database, clock, realtime } = services;

  async function toRunning(row: AgentRow, isPreview: boolean): Promise<RunningAgent | null> {
    const configuration = isPreview ? row.draft : row.live;
    if (!configuration || (!isPreview && row.status !== 'live' && row.status !== 'paused')) return null;
    const { id, accountId, number, collectionId } = row;
    const parsed = withoutFeatures(
      agentConfiguration.parse(configuration),
      await services.featuresOff(accountId),
    );
    // The harmless part of what the owner wrote, within the chat; without it rather than late.
    const compiled = await services.css.compile(parsed.css.code, accountId);
    const isHeld = row.heldAt !== null;
    const closed = isPreview ? null : isHeld ? '' : row.status === 'paused' ? row.closedMessage : null;
    const experiments = isPreview
      ? []
      : row.experiments.filter(({ endedAt, keptUntil }) => endedAt === null || keptUntil !== null);
    const servesPaid = row.servesPaid && !isHeld && { servesPaid: true as const };
    return {
      id,
      accountId,
      number,
      collectionId,
      configuration: parsed,
      avatarUrl: avatarUrlOf(parsed),
      css: compiled?.css ?? '',
      isPreview,
      closed,
      ...(row.modelFailure && { hasModelFailure: true as const }),
      ...servesPaid,
      ...(experiments.length > 0 && { experiments }),
    };
  }
  const texts =
    (language: Language): DraftTexts =>
    (key, variables) =>
      services.translator.text(language, `agent-drafts:${key}`, variables);

  return {
    async list(scope: AccountScope, search: string | undefined): Promise<AgentSummary[]> {
      return scope.run(async (tx) => {
        const repository = agentsRepository(tx);
        const rows = await repository.list(search?.trim() || undefined);
        const counts = await repository.conversationCounts();
        return rows
          .filter(({ id }) => scope.reaches(id))
          .map((row) => presentAgentSummary(row, counts.get(row.id) ?? 0));
      });
    },

    async get(scope: AccountScope, id: string): Promise<Agent> {
      return scope.run(async (tx) => presentAgent(services, scope, await findAgentRow(tx, id)));
    },

    /**
     * Makes an agent. From a website: named and coloured after it, its pages being fetched in the background.
     */
    async create(
      scope: AccountScope,
      input: { from: 'website' | 'description' | 'blank'; input: string; language: Language },
    ): Promise<Agent> {
      const site = input.from === 'website' ? await services.readSite(input.input, scope.accountId) : null;
      const isDescribed = input.from === 'description' && input.input.trim() !== '';
      // What somebody writes about their business is in the language of those who will ask.
      const language =
        site?.language ?? (isDescribed ? detectLanguage(input.input, input.language) : input.language);
      const text = texts(language);
      const configuration = site
        ? draftFromSite(site, language, text)
        : isDescribed
          ? draftFromDescription(input.input, text)
          : agentConfiguration.parse({
              basic: { name: text('defaultName') },
              prompt: { welcomeMessage: text('welcomeDescription', { name: text('defaultName') }) },
            });
      Object.assign(configuration.ai, await services.modelForNew(scope.accountId));
      const drawn = site?.icon
        ? await services.drawer.stored(site.icon, 'avatar', scope.accountId)
        : 'unusable';
      const icon = typeof drawn === 'string' ? null : drawn;
      if (icon) configuration.appearance.avatar = icon.hash;
      const row = await withFreeNumber(() =>
        scope.run(async (tx) => {
          const collectionId = await services.knowledge.createCollection(tx, scope.accountId);
          if (icon) await keepImage(tx, scope.accountId, icon, 'avatar', clock.now());
          const made = await insertAgent(
            tx,
            scope.accountId,
            {
              configuration,
              siteUrl: site?.url ?? null,
              collectionId,
              firstQuestions: {
                questions: configuration.prompt.iceBreakers,
                before: configuration.prompt.iceBreakers,
                revision: 1,
                base: 1,
              },
            },
            clock.now(),
          );
          const facts = isDescribed ? factsInDescription(input.input) : '';
          if (facts !== '')
            await services.knowledge.addPrepared(tx, scope.accountId, collectionId, [
              { kind: 'text', title: text('aboutTitle', { name: made.name }), body: facts },
            ]);
          await tellAgentChanged(realtime, tx, made);
          return findAgentRow(tx, made.id);
        }),
      );
      if (site) await services.knowledge.addWebsite(scope, row.collectionId, { url: site.url, mode: 'site' });
      return presentAgent(services, scope, row);
    },

    ...createAgentVersions(services),

    async duplicate(scope: AccountScope, id: string): Promise<Agent> {
      return withFreeNumber(() =>
        scope.run(async (tx) => {
          const row = await findAgentRow(tx, id);
          const configuration = agentConfiguration.parse(row.draft);
          configuration.basic.name = `${configuration.basic.name.slice(0, 76)} (2)`;
          configuration.basic.tag = '';
          const collectionId = await services.knowledge.copyCollection(tx, scope.accountId, row.collectionId);
          const made = await insertAgent(
            tx,
            scope.accountId,
            { configuration, siteUrl: row.siteUrl, collectionId },
            clock.now(),
          );
          await tellAgentChanged(realtime, tx, made);
          return presentAgent(services, scope, await findAgentRow(tx, made.id));
        }),
      );
    },

    ...createAgentsLifecycle(services),
    ...createAgentsBin(services),
    experiments: createAgentExperiments(services),

    /** `subscribers` is what becomes of those who pay for it; where there are any it must be said. */
    async remove(scope: AccountScope, id: string, subscribers?: 'refund'): Promise<void> {
      await scope.run(async (tx) => {
        const row = await findAgentRow(tx, id);
        await services.subscribers.closing(tx, scope, id, subscribers);
        await agentsRepository(tx).setBinned(id, clock.now(), 'archived');
        await writeAudit(tx, scope, 'agents.deleted', { id, name: row.name });
        await tellAgentChanged(realtime, tx, row);
      });
    },

    /** The agent that visitors talk with, or null when the number is unknown or the agent is not live. */
    async runningByNumber(number: number): Promise<RunningAgent | null> {
      const row = await agentsRepository(database.direct).byNumber(number);
      return row ? toRunning(row, false) : null;
    },

    async runningById(accountId: string, id: string, isPreview: boolean): Promise<RunningAgent | null> {
      const row = await agentsRepository(database.direct).byId(id);
      return row && row.accountId === accountId && !row.binnedAt ? toRunning(row, isPreview) : null;
    },

    /** An agent as it is tried out: its draft (null), or what one of its published versions says. */
    async runningVersion(
      accountId: string,
      id: string,
      version: number | null,
    ): Promise<RunningAgent | null> {
      const repository = agentsRepository(database.direct);
      const row = await repository.byId(id);
      if (!row || row.accountId !== accountId || row.binnedAt) return null;
      const draft = version === null ? row.draft : await repository.version(id, version);
      return draft && toRunning({ ...row, draft }, true);
    },

    /** Those of an account's agents that are running, in any order. */
    async runningMany(
      accountId: string,
      ids: readonly string[],
      isPreview: boolean,
    ): Promise<RunningAgent[]> {
      const rows = (await agentsRepository(database.direct).byIds(accountId, ids)).filter(
        (row) => row.status === 'live',
      );
      return (await Promise.all(rows.map((row) => toRunning(row, isPreview)))).filter(
        (agent) => agent !== null,
      );
    },

    /** The agent of a preview ticket, with its draft. */
    async runningByTicket(ticket: string, number: number): Promise<RunningAgent | null> {
      const payload = readToken(services.box, previewToken, ticket, clock.now().getTime());
      const running = payload ? await this.runningById(payload.accountId, payload.agentId, true) : null;
      return running?.number === number ? running : null;
    },

    /**
     * Remembers that the tag was seen on a page. Query and fragment may hold private things and are dropped.
     */
    async markSeen(agent: RunningAgent, pageUrl: string): Promise<void> {
      await database.account(agent.accountId, async (tx) => {
        const isNews = await agentsRepository(tx).markSeen(agent.id, pageUrl.slice(0, 500), clock.now());
        if (isNews)
          await services.realtime.publish(tx, {
            topic: `account:${agent.accountId}`,
            data: { type: 'agent.seen', agentId: agent.id },
          });
      });
    },
  };
}

export type AgentsUsecases = ReturnType<typeof createAgentsUsecases>;
