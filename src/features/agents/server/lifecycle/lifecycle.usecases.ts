import { AppError, commonErrors } from '#shared/errors.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import type { CssCompiler } from '#platform/custom-css/css-compiler.ts';
import type { StoredImage } from '#platform/images/picture-types.ts';
import { admit, type RateLimiter } from '#platform/rate-limit/rate-limit.ts';
import type { ImageDrawer } from '#platform/images/image-drawer.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import type { KnowledgeUsecases, PreparedSource } from '#features/knowledge/server/knowledge.usecases.ts';
import { agentConfiguration } from '../../agents-configuration.contract.ts';
import {
  agentsLifecycleErrors,
  exportVersion,
  type AgentExport,
  type ImportedAgent,
} from '../../agents-lifecycle.contract.ts';
import type { Suite } from '../../agents-tests.contract.ts';
import type { Agent, SubscribersChoice } from '../../agents.contract.ts';
import { agentsImagesRepository } from '../look/images.repository.ts';
import {
  findAgentRow,
  insertAgent,
  presentAgent,
  tellAgentChanged,
  withFreeNumber,
} from '../agents-rows.usecases.ts';
import { checkLook, keepImage } from '../look/images.usecases.ts';
import { canonicalExport, imagesOf, withImages } from './transfer.models.ts';
import { guardPrices } from '../usage/prices.policy.ts';
import { agentsRepository, type AgentRow } from '../agents.repository.ts';

const imports = { name: 'agent-imports', limit: 60, windowSeconds: 3_600 };

/**
 * Who is told that an agent closes or opens, because people pay for it again and again; in the transaction in
 * which it does.
 */
export type AgentSubscribers = {
  /** @throws AppError `subscribersUndecided` where somebody is affected and nothing was chosen. */
  closing(
    tx: Transaction,
    scope: AccountScope,
    agentId: string,
    choice: SubscribersChoice | undefined,
  ): Promise<void>;
  opened(tx: Transaction, scope: AccountScope, agentId: string): Promise<void>;
  /** What was sold is free for everybody from now on. */
  freed(
    tx: Transaction,
    scope: AccountScope,
    agentId: string,
    choice: 'refund' | 'period' | undefined,
  ): Promise<void>;
};

/** What agents are tested with, which travels with them. */
export type AgentTests = {
  suitesOf(tx: Transaction, agentId: string): Promise<Suite[]>;
  add(
    tx: Transaction,
    agent: { accountId: string; agentId: string },
    suites: readonly Suite[],
  ): Promise<void>;
};

export type AgentsLifecycleServices = {
  clock: Clock;
  box: SecretBox;
  realtime: Pick<Realtime, 'publish'>;
  subscribers: AgentSubscribers;
  knowledge: Pick<
    KnowledgeUsecases,
    'sources' | 'source' | 'createCollection' | 'addPrepared' | 'addWebsite'
  >;
  limiter: Pick<RateLimiter, 'takeAll'>;
  drawer: Pick<ImageDrawer, 'stored'>;
  css: Pick<CssCompiler, 'compile'>;
  tests: AgentTests;
};

/** Opening and closing agents, and carrying them to another account or instance. */
export function createAgentsLifecycle(services: AgentsLifecycleServices) {
  const { clock, realtime, knowledge, limiter, drawer, css } = services;

  async function exportedKnowledge(
    scope: AccountScope,
    collectionId: string,
  ): Promise<Pick<AgentExport, 'knowledge' | 'leftOut'>> {
    const { sources } = await knowledge.sources(scope, collectionId);
    const entries: AgentExport['knowledge'] = [];
    const leftOut: string[] = [];
    for (const source of sources) {
      if (source.kind === 'file') leftOut.push(source.title);
      else if (source.kind === 'website' || source.kind === 'page') {
        if (source.url)
          entries.push({
            kind: 'website',
            url: source.url,
            mode: source.kind === 'website' ? 'site' : 'page',
            include: [],
            exclude: [],
            maxPages: 100,
            maxDepth: 3,
            useSitemap: true,
            ...source.website,
            resync: source.resync,
          });
      } else {
        const { body, pairs } = await knowledge.source(scope, collectionId, source.id);
        if (body) entries.push({ kind: 'text', title: source.title, body });
        if (pairs) entries.push({ kind: 'qa', title: source.title, pairs });
      }
    }
    return { knowledge: entries, leftOut };
  }

  /** An agent's draft with its pictures, knowledge and tests. */
  async function fileOf(scope: AccountScope, row: AgentRow): Promise<AgentExport> {
    const configuration = agentConfiguration.parse(row.draft);
    const hashes = imagesOf(configuration);
    const images = await scope.run((tx) => agentsImagesRepository(tx).pictures(scope.accountId, hashes));
    return {
      kind: 'chatelier.agent',
      schemaVersion: exportVersion,
      configuration,
      images: Object.fromEntries(
        images.map(({ hash, kind, bytes }) => [
          hash,
          { kind, type: 'image/webp' as const, data: bytes.toString('base64') },
        ]),
      ),
      ...(await exportedKnowledge(scope, row.collectionId)),
      tests: await scope.run((tx) => services.tests.suitesOf(tx, row.id)),
    };
  }

  return {
    async setStatus(
      scope: AccountScope,
      id: string,
      input: {
        status: AgentRow['status'];
        closedMessage: string;
        subscribers?: SubscribersChoice | undefined;
      },
    ): Promise<Agent> {
      return scope.run(async (tx) => {
        const row = await findAgentRow(tx, id);
        const needsLive = input.status === 'live' || input.status === 'paused';
        if (needsLive && row.live === null) throw new AppError(agentsLifecycleErrors.neverPublished);
        const { status, closedMessage, subscribers } = input;
        // Only a paused agent can still answer those who use up what they paid for.
        if (subscribers === 'period' && status !== 'paused') throw new AppError(commonErrors.invalidInput);
        const isClosing = status !== 'live' && (status !== row.status || subscribers !== undefined);
        if (isClosing) await services.subscribers.closing(tx, scope, id, subscribers);
        const servesPaid =
          status === 'paused' && (subscribers === undefined ? row.servesPaid : subscribers === 'period');
        await agentsRepository(tx).setStatus(id, { status, closedMessage, servesPaid }, clock.now());
        if (status === 'live' && row.status !== 'live') await services.subscribers.opened(tx, scope, id);
        await tellAgentChanged(realtime, tx, row);
        return presentAgent(services, scope, await findAgentRow(tx, id));
      });
    },

    /** What an export of the agent would hold, for what is made of it here. */
    exported: async (scope: AccountScope, id: string): Promise<AgentExport> =>
      fileOf(scope, await scope.run((tx) => findAgentRow(tx, id))),

    /** The draft as a file; the same agent gives the same bytes until it changes. */
    async exportAgent(scope: AccountScope, id: string): Promise<{ fileName: string; json: string }> {
      const row = await scope.run(async (tx) => {
        const found = await findAgentRow(tx, id);
        await writeAudit(tx, scope, 'agents.exported', { id, name: found.name });
        return found;
      });
      const file = await fileOf(scope, row);
      const name =
        file.configuration.basic.name
          .normalize('NFKD')
          .replace(/[^\w -]+/g, '')
          .trim()
          .replace(/\s+/g, '-')
          .toLowerCase() || 'agent';
      return { fileName: `${name}.chatelier.json`, json: canonicalExport(file) };
    },

    /** Throws where an account brings too many files; asked before one is read. */
    checkImport: (scope: AccountScope): Promise<void> =>
      admit(limiter, commonErrors.tooManyRequests, [{ rule: imports, key: scope.accountId }]),

    /**
     * Makes a draft out of a file, and says what stayed behind. Pictures are painted anew, unless the account
     * has the very same ones already.
     */
    async importAgent(scope: AccountScope, file: AgentExport): Promise<ImportedAgent> {
      guardPrices(scope, agentConfiguration.parse({}).payment, file.configuration.payment);
      const owned = await scope.run((tx) =>
        agentsImagesRepository(tx).owned(scope.accountId, imagesOf(file.configuration)),
      );
      const painted = new Map<string, StoredImage>();
      for (const hash of imagesOf(file.configuration)) {
        const picture = file.images[hash];
        if (owned.has(hash) || !picture) continue;
        const image = await drawer.stored(Buffer.from(picture.data, 'base64'), picture.kind, scope.accountId);
        if (typeof image !== 'string') painted.set(hash, image);
      }
      const configuration = withImages(file.configuration, (hash) =>
        owned.has(hash) ? hash : (painted.get(hash)?.hash ?? ''),
      );
      const leftOut: ImportedAgent['leftOut'] = {
        documents: file.leftOut,
        websites: [],
        agents: 0,
        pictures: imagesOf(file.configuration).filter((hash) => !owned.has(hash) && !painted.get(hash))
          .length,
      };
      const compiled = await css.compile(configuration.css.code, scope.accountId);
      const row = await withFreeNumber(() =>
        scope.run(async (tx) => {
          for (const [hash, image] of painted)
            await keepImage(tx, scope.accountId, image, file.images[hash]?.kind ?? 'avatar', clock.now());
          // Only agents of this account can be switched to.
          const known = await agentsRepository(tx).existing(configuration.switching.agents);
          leftOut.agents = file.configuration.switching.agents.filter((agent) => !known.has(agent)).length;
          configuration.switching.agents = file.configuration.switching.agents.filter((agent) =>
            known.has(agent),
          );
          await checkLook(tx, scope.accountId, configuration, compiled);
          const collectionId = await knowledge.createCollection(tx, scope.accountId);
          const made = await insertAgent(
            tx,
            scope.accountId,
            { configuration, siteUrl: null, collectionId },
            clock.now(),
          );
          const prepared = file.knowledge.flatMap((entry): PreparedSource[] =>
            entry.kind === 'website'
              ? []
              : entry.kind === 'text'
                ? [{ kind: 'text', title: entry.title, body: entry.body }]
                : [{ kind: 'qa', title: entry.title ?? '', pairs: entry.pairs }],
          );
          await knowledge.addPrepared(tx, scope.accountId, collectionId, prepared);
          await services.tests.add(tx, { accountId: scope.accountId, agentId: made.id }, file.tests);
          await tellAgentChanged(realtime, tx, made);
          return findAgentRow(tx, made.id);
        }),
      );
      for (const entry of file.knowledge) {
        if (entry.kind !== 'website') continue;
        const { kind: _kind, ...website } = entry;
        // An address that may not be fetched from here must not cost the agent.
        await knowledge
          .addWebsite(scope, row.collectionId, { ...website, ifPresent: 'add' })
          .catch((error: unknown) => {
            if (!(error instanceof AppError)) throw error;
            leftOut.websites.push(website.url);
          });
      }
      return { ...presentAgent(services, scope, row), leftOut };
    },
  };
}

export type AgentsLifecycle = ReturnType<typeof createAgentsLifecycle>;
