import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import type { Database } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import type { CssCompiler } from '#platform/custom-css/css-compiler.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import { findUserNames } from '#features/accounts/server/accounts.usecases.ts';
import type { KnowledgeUsecases } from '#features/knowledge/server/knowledge.usecases.ts';
import {
  changesTo,
  knowledgeChanges,
  knowledgeState,
} from '#features/knowledge/server/sources/states.usecases.ts';
import { writeEvent } from '#features/webhooks/server/events/events.usecases.ts';
import { agentConfiguration, type AgentConfiguration } from '../../agents-configuration.contract.ts';
import {
  agentsErrors,
  type Agent,
  type AgentVersion,
  type ConfigurationChange,
  type FunctionChange,
  type KnowledgeChange,
} from '../../agents.contract.ts';
import { findAgentRow, presentAgent, tellAgentChanged } from '../agents-rows.usecases.ts';
import { checkLook } from '../look/images.usecases.ts';
import type { AgentSubscribers } from './lifecycle.usecases.ts';
import type { PublishGate } from './publish-gate.usecases.ts';
import type { VersionedFunctions } from './versioned-functions.usecases.ts';
import { diffConfigurations, hasChanges } from '../agents.models.ts';
import { guardPrices, guardPublishedPrices } from '../usage/prices.policy.ts';
import { agentsRepository, type AgentRow } from '../agents.repository.ts';
import { afterPublishing } from '../experiments/subjects.models.ts';

export type AgentVersionsServices = {
  database: Database;
  clock: Clock;
  box: SecretBox;
  realtime: Pick<Realtime, 'publish'>;
  subscribers: AgentSubscribers;
  knowledge: Pick<KnowledgeUsecases, 'setEmbedding' | 'applyState'>;
  css: Pick<CssCompiler, 'compile'>;
  publishGate: PublishGate;
  versionedFunctions: VersionedFunctions;
};

/** The draft of an agent, what is published of it, and the versions to which it can go back. */
export function createAgentVersions(services: AgentVersionsServices) {
  const { database, clock, realtime } = services;
  return {
    async saveDraft(
      scope: AccountScope,
      id: string,
      input: { revision: number; configuration: AgentConfiguration },
    ) {
      const compiled = await services.css.compile(input.configuration.css.code, scope.accountId);
      return scope.run(async (tx) => {
        const row = await agentsRepository(tx).locked(id);
        if (!row || row.binnedAt) throw new AppError(agentsErrors.notFound);
        const { revision, configuration } = overProposedQuestions(row, input);
        guardPrices(scope, agentConfiguration.parse(row.draft).payment, configuration.payment);
        await checkLook(tx, scope.accountId, configuration, compiled);
        const draftRevision = await agentsRepository(tx).saveDraft(id, revision, configuration, clock.now());
        if (draftRevision === null) throw new AppError(agentsErrors.draftChanged);
        await services.knowledge.setEmbedding(
          tx,
          scope.accountId,
          row.collectionId,
          configuration.knowledge.embedding,
        );
        await tellAgentChanged(realtime, tx, row);
        return {
          draftRevision,
          hasUnpublishedChanges: hasChanges({ live: row.live, draft: configuration }),
        };
      });
    },

    async changes(scope: AccountScope, id: string): Promise<Changes> {
      return scope.run(async (tx) => {
        const row = await findAgentRow(tx, id);
        const repository = agentsRepository(tx);
        const knew = row.liveVersion === null ? null : await repository.versionKnowledge(id, row.liveVersion);
        return {
          changes: diffConfigurations(
            row.live && agentConfiguration.parse(row.live),
            agentConfiguration.parse(row.draft),
          ),
          knowledge: knew && knowledgeChanges(knew, await knowledgeState(tx, row.collectionId)),
        };
      });
    },

    async publish(
      scope: AccountScope,
      id: string,
      input: {
        revision: number;
        name: string;
        subscribers?: 'refund' | 'period' | undefined;
        override?: { reason: string } | undefined;
      },
    ): Promise<Agent> {
      return scope.run(async (tx) => {
        const repository = agentsRepository(tx);
        const row = await repository.locked(id);
        if (!row) throw new AppError(agentsErrors.notFound);
        if (row.status === 'live' && !hasChanges(row)) throw new AppError(agentsErrors.nothingToPublish);
        guardPublishedPrices(scope, row);
        const failing = await services.publishGate.failing(tx, { accountId: scope.accountId, agentId: id });
        if (failing.length > 0 && !input.override)
          throw new AppError(agentsErrors.testsNotPassed, { details: { suites: failing } });
        const now = clock.now();
        const published = await repository.publish(id, currentRevision(row, input.revision), now);
        if (!published) throw new AppError(agentsErrors.draftChanged);
        await repository.insertVersion({
          id: newId('ver'),
          accountId: scope.accountId,
          agentId: id,
          version: published.version,
          name: input.name,
          configuration: published.configuration,
          knowledge: await knowledgeState(tx, row.collectionId),
          functions: await services.versionedFunctions.state(tx, published.configuration.functions.enabled),
          publishedBy: scope.userId,
          createdAt: now,
        });
        if (row.live && row.experiments.length > 0)
          await repository.setExperiments(
            id,
            afterPublishing(
              row.experiments,
              agentConfiguration.parse(row.live),
              agentConfiguration.parse(published.configuration),
              now,
            ),
          );
        const isFreed = row.live?.payment.enabled === true && !published.configuration.payment.enabled;
        if (isFreed) await services.subscribers.freed(tx, scope, id, input.subscribers);
        await writeAudit(tx, scope, 'agents.published', {
          id,
          name: row.name,
          details: { to: String(published.version) },
        });
        if (failing.length > 0 && input.override)
          await writeAudit(tx, scope, 'agents.published_untested', {
            id,
            name: row.name,
            details: { to: String(published.version), reason: input.override.reason },
          });
        await writeEvent(tx, {
          accountId: scope.accountId,
          type: 'agent.published',
          at: now,
          data: { agent: { id, number: row.number, name: row.name }, version: published.version },
        });
        await tellAgentChanged(realtime, tx, row);
        return presentAgent(services, scope, await findAgentRow(tx, id));
      });
    },

    async versions(scope: AccountScope, id: string): Promise<AgentVersion[]> {
      const { row, versions } = await scope.run(async (tx) => ({
        row: await findAgentRow(tx, id),
        versions: await agentsRepository(tx).versions(id),
      }));
      const names = await findUserNames(
        database,
        versions.map((version) => version.publishedBy),
      );
      return versions.map((version) => ({
        ...version,
        publishedBy: names.get(version.publishedBy) ?? '',
        createdAt: version.createdAt.toISOString(),
        isLive: version.version === row.liveVersion,
      }));
    },

    async versionChanges(scope: AccountScope, id: string, version: number): Promise<VersionChanges> {
      return scope.run(async (tx) => {
        const row = await findAgentRow(tx, id);
        const repository = agentsRepository(tx);
        const configuration = await repository.version(id, version);
        if (!configuration) throw new AppError(agentsErrors.notFound);
        const knew = await repository.versionKnowledge(id, version);
        const called = (await repository.versionFunctions(id, version)) ?? [];
        return {
          changes: diffConfigurations(
            agentConfiguration.parse(row.draft),
            agentConfiguration.parse(configuration),
          ),
          knowledge: knew && (await changesTo(tx, row.collectionId, knew)),
          functions: await services.versionedFunctions.changes(tx, scope, id, called),
        };
      });
    },

    /**
     * Gives visitors what a version gave them: it becomes the draft, is published anew, and what it knew and called
     * comes back.
     * It was let out before, so the tests of today don't hold it up; the reason is written down.
     */
    async rollback(
      scope: AccountScope,
      id: string,
      version: number,
      input: { reason: string; subscribers?: 'refund' | 'period' | undefined },
    ): Promise<{ agent: Agent; missing: string[]; kept: string[] }> {
      const restored = await this.restore(scope, id, version);
      const { knew, called } = await scope.run(async (tx) => ({
        knew: await agentsRepository(tx).versionKnowledge(id, version),
        called: (await agentsRepository(tx).versionFunctions(id, version)) ?? [],
      }));
      const isSame = restored.status === 'live' && !restored.hasUnpublishedChanges;
      const { reason, subscribers } = input;
      const agent = isSame
        ? restored
        : await this.publish(scope, id, {
            revision: restored.draftRevision,
            name: '',
            subscribers,
            override: { reason },
          });
      const missing = knew ? await services.knowledge.applyState(scope, agent.collectionId, knew) : [];
      const kept = await services.versionedFunctions.apply(scope, called);
      await scope.run(async (tx) => {
        // The version that was just published knows what came back. One that was live already stays what it was: what
        // can't come back now may do so later.
        if (!isSame && agent.liveVersion !== null)
          await agentsRepository(tx).changeVersion(id, agent.liveVersion, {
            knowledge: await knowledgeState(tx, agent.collectionId),
            functions: await services.versionedFunctions.state(tx, agent.draft.functions.enabled),
          });
        await writeAudit(tx, scope, 'agents.rolled_back', {
          id,
          name: agent.name,
          details: { to: String(version), reason },
        });
      });
      return { agent, missing, kept };
    },

    async restore(scope: AccountScope, id: string, version: number): Promise<Agent> {
      return scope.run(async (tx) => {
        const row = await findAgentRow(tx, id);
        const configuration = await agentsRepository(tx).version(id, version);
        if (!configuration) throw new AppError(agentsErrors.notFound);
        const restored = agentConfiguration.parse(configuration);
        guardPrices(scope, agentConfiguration.parse(row.draft).payment, restored.payment);
        if ((await agentsRepository(tx).saveDraft(id, row.draftRevision, restored, clock.now())) === null)
          throw new AppError(agentsErrors.draftChanged);
        await tellAgentChanged(realtime, tx, row);
        return presentAgent(services, scope, await findAgentRow(tx, id));
      });
    },
  };
}

type Changes = {
  changes: ConfigurationChange[];
  knowledge: KnowledgeChange[] | null;
};
type VersionChanges = Changes & { functions: FunctionChange[] };
type SavedDraft = {
  revision: number;
  configuration: AgentConfiguration;
};

/** The draft's revision where only first questions were proposed since `seen`; `seen` itself otherwise. */
function currentRevision(row: AgentRow, seen: number): number {
  const proposed = row.firstQuestions;
  const isSince =
    proposed?.revision === row.draftRevision && seen >= proposed.base && seen < row.draftRevision;
  return isSince ? row.draftRevision : seen;
}

/**
 * Whoever typed while first questions were proposed is no conflict: what they typed is saved over them, and
 * the proposed questions stay unless they changed those.
 */
function overProposedQuestions(row: AgentRow, input: SavedDraft): SavedDraft {
  const proposed = row.firstQuestions;
  if (!proposed || currentRevision(row, input.revision) === input.revision) return input;
  const { configuration } = input;
  const isUntouched = isDeepStrictEqual(configuration.prompt.iceBreakers, proposed.before);
  return {
    revision: row.draftRevision,
    configuration: isUntouched
      ? { ...configuration, prompt: { ...configuration.prompt, iceBreakers: proposed.questions } }
      : configuration,
  };
}
