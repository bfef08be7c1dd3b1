import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import { writeEvent } from '#features/webhooks/server/events/events.usecases.ts';
import { knowledgeState } from '#features/knowledge/server/sources/states.usecases.ts';
import { agentConfiguration, type AgentConfiguration } from '../../agents-configuration.contract.ts';
import {
  agentExperimentsErrors,
  type AgentExperiment,
  type ExperimentOutcome,
  type ExperimentValues,
} from '../../agents-experiments.contract.ts';
import { findAgentRow, tellAgentChanged } from '../agents-rows.usecases.ts';
import { agentsRepository, type AgentRow } from '../agents.repository.ts';
import { mayPrice } from '../usage/prices.policy.ts';
import { agentsErrors } from '../../agents.contract.ts';
import type { VersionedFunctions } from '../lifecycle/versioned-functions.usecases.ts';
import { ended, termsWith, valuesOf, withNew, withValues } from './subjects.models.ts';

export { isOfVariant, takesPart, valuesOf } from './subjects.models.ts';

export type AgentExperimentsServices = {
  database: Database;
  clock: Clock;
  realtime: Pick<Realtime, 'publish'>;
  versionedFunctions: VersionedFunctions;
};

/** What is tried, and how it ends. */
type Begun = {
  variant: ExperimentValues;
  share: number;
  harmPercent: number;
};

/** What is tried with a part of an agent's new visitors: beginning it, ending it, and giving it to everybody. */
export function createAgentExperiments(services: AgentExperimentsServices) {
  const { database, clock, realtime } = services;

  /** What is asked of visitors in money is changed by whoever may set prices. */
  function guard(scope: AccountScope, { subject }: ExperimentValues): void {
    if (subject !== 'welcome' && !mayPrice(scope)) throw new AppError(agentsErrors.pricesLocked);
  }

  async function locked(tx: Transaction, id: string): Promise<AgentRow> {
    const row = await agentsRepository(tx).locked(id);
    if (!row || row.binnedAt) throw new AppError(agentsErrors.notFound);
    return row;
  }

  function found(row: AgentRow, experimentId: string): AgentExperiment {
    const one = row.experiments.find(({ id }) => id === experimentId);
    if (!one) throw new AppError(agentExperimentsErrors.notFound);
    if (one.endedAt !== null) throw new AppError(agentExperimentsErrors.over);
    return one;
  }

  const replaced = (row: AgentRow, one: AgentExperiment): AgentExperiment[] =>
    row.experiments.map((known) => (known.id === one.id ? one : known));

  /** Writes the version that everybody gets now; what else stands in the draft stays there, unpublished. */
  async function publish(
    tx: Transaction,
    scope: AccountScope,
    row: AgentRow,
    live: AgentConfiguration,
    { base, variant }: AgentExperiment,
  ): Promise<void> {
    const now = clock.now();
    const draft = agentConfiguration.parse(row.draft);
    // Whoever wrote something else into the draft since then meant it.
    const isUntouched = isDeepStrictEqual(valuesOf(base.subject, draft), base);
    const version = await agentsRepository(tx).publishBeside(
      row.id,
      { live, draft: isUntouched ? withValues(draft, variant) : null },
      now,
    );
    await agentsRepository(tx).insertVersion({
      id: newId('ver'),
      accountId: scope.accountId,
      agentId: row.id,
      version,
      name: '',
      configuration: live,
      knowledge: await knowledgeState(tx, row.collectionId),
      functions: await services.versionedFunctions.state(tx, live.functions.enabled),
      publishedBy: scope.userId,
      createdAt: now,
    });
    await writeEvent(tx, {
      accountId: scope.accountId,
      type: 'agent.published',
      at: now,
      data: { agent: { id: row.id, number: row.number, name: row.name }, version },
    });
  }

  return {
    /** The experiments of an agent, newest first, with what is published of it. */
    of: (scope: AccountScope, id: string) =>
      scope.run(async (tx) => {
        const row = await findAgentRow(tx, id);
        return { experiments: row.experiments, live: row.live && agentConfiguration.parse(row.live) };
      }),

    /**
     * Begins to give a part of the visitors who come from now on something else.
     * @throws `agent_experiments.running` where the same is tried already, `…not_live`, `…not_sold`, `…same`, `…price`
     */
    async start(scope: AccountScope, id: string, input: Begun): Promise<AgentExperiment> {
      const { variant, share, harmPercent } = input;
      const { subject } = variant;
      guard(scope, variant);
      return scope.run(async (tx) => {
        const row = await locked(tx, id);
        if (!row.live || row.status !== 'live') throw new AppError(agentExperimentsErrors.notLive);
        const live = agentConfiguration.parse(row.live);
        if (subject !== 'welcome' && !live.payment.enabled)
          throw new AppError(agentExperimentsErrors.notSold);
        if (row.experiments.some(({ endedAt, base }) => endedAt === null && base.subject === subject))
          throw new AppError(agentExperimentsErrors.running);
        const base = valuesOf(subject, live);
        const tried = withValues(live, variant);
        const isOfOffers =
          variant.subject !== 'price' ||
          base.subject !== 'price' ||
          isDeepStrictEqual(Object.keys(variant.amounts).toSorted(), Object.keys(base.amounts).toSorted());
        if (!isOfOffers || !agentConfiguration.safeParse(tried).success)
          throw new AppError(agentExperimentsErrors.price);
        // A second price that is not offered would begin to be, or end.
        if (termsWith(subject, tried) !== termsWith(subject, live))
          throw new AppError(agentExperimentsErrors.price);
        if (isDeepStrictEqual(valuesOf(subject, tried), base))
          throw new AppError(agentExperimentsErrors.same);
        const one: AgentExperiment = {
          id: newId('xpm'),
          base,
          variant: valuesOf(subject, tried),
          terms: termsWith(subject, live),
          currency: live.payment.currency,
          share,
          harmPercent,
          startedAt: clock.now().toISOString(),
          endedAt: null,
          outcome: null,
          keptUntil: null,
        };
        await agentsRepository(tx).setExperiments(id, withNew(row.experiments, one));
        await writeAudit(tx, scope, 'agents.experiment_started', {
          id,
          name: row.name,
          details: { subject },
        });
        await tellAgentChanged(realtime, tx, row);
        return one;
      });
    },

    /** Ends it: visitors who come from now on have what is published. */
    async stop(scope: AccountScope, id: string, experimentId: string): Promise<void> {
      await scope.run(async (tx) => {
        const row = await locked(tx, id);
        const one = found(row, experimentId);
        guard(scope, one.base);
        await agentsRepository(tx).setExperiments(id, replaced(row, ended(one, 'stopped', clock.now())));
        await writeAudit(tx, scope, 'agents.experiment_ended', {
          id,
          name: row.name,
          details: { subject: one.base.subject, outcome: 'stopped' },
        });
        await tellAgentChanged(realtime, tx, row);
      });
    },

    /** Ends it and publishes what was tried, as a version of its own. Nobody is asked for more than they saw. */
    async adopt(scope: AccountScope, id: string, experimentId: string): Promise<void> {
      await scope.run(async (tx) => {
        const row = await locked(tx, id);
        const one = found(row, experimentId);
        guard(scope, one.base);
        if (!row.live) throw new AppError(agentExperimentsErrors.notLive);
        const live = withValues(agentConfiguration.parse(row.live), one.variant);
        await agentsRepository(tx).setExperiments(id, replaced(row, ended(one, 'adopted', clock.now())));
        await publish(tx, scope, row, live, one);
        await writeAudit(tx, scope, 'agents.experiment_ended', {
          id,
          name: row.name,
          details: { subject: one.base.subject, outcome: 'adopted' },
        });
        await tellAgentChanged(realtime, tx, row);
      });
    },

    /** Ends one that does harm, and tells of it in the same step; nothing where somebody was quicker. */
    async endBySelf(
      accountId: string,
      {
        agentId,
        experimentId,
        outcome,
      }: { agentId: string; experimentId: string; outcome: ExperimentOutcome },
      tell: (tx: Transaction, agent: { name: string }) => Promise<void>,
    ): Promise<void> {
      // Over the wall, as mails are written.
      await database.system(async (tx) => {
        const row = await agentsRepository(tx).locked(agentId);
        const one = row?.experiments.find(({ id, endedAt }) => id === experimentId && endedAt === null);
        if (row?.accountId !== accountId || !one) return;
        await agentsRepository(tx).setExperiments(agentId, replaced(row, ended(one, outcome, clock.now())));
        await writeAudit(
          tx,
          { accountId, userId: null, userName: '', address: null },
          'agents.experiment_ended',
          { id: agentId, name: row.name, details: { subject: one.base.subject, outcome } },
        );
        await tell(tx, row);
        await tellAgentChanged(realtime, tx, row);
      });
    },

    /** Whatever is tried now, in all accounts. */
    running: (): Promise<{ accountId: string; agentId: string; experiments: AgentExperiment[] }[]> =>
      database.system(async (tx) =>
        (await agentsRepository(tx).withExperiments()).map(({ id, accountId, experiments }) => ({
          accountId,
          agentId: id,
          experiments: experiments.filter(({ endedAt }) => endedAt === null),
        })),
      ),
  };
}

export type AgentExperiments = ReturnType<typeof createAgentExperiments>;
