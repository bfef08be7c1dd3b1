import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { testLimits, type Suite } from '#features/agents/agents-tests.contract.ts';
import type { AgentTests } from '#features/agents/server/lifecycle/lifecycle.usecases.ts';
import { findTriedAgent } from '#features/agents/server/agents-facts.usecases.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import { simulatorErrors, type StoredSuite, type SuiteSummary } from '../../simulator.contract.ts';
import type { Runs } from '../running/runs.usecases.ts';
import { simulatorRepository, type SuiteRow } from '../simulator.repository.ts';

export const suiteOf = ({ name, isRequired, scenarios }: SuiteRow): Suite => ({
  name,
  isRequired,
  scenarios,
});

const presentSuite = (row: SuiteRow): StoredSuite => ({
  id: row.id,
  agentId: row.agentId,
  revision: row.revision,
  suite: suiteOf(row),
});

/** Adds a suite to an agent, in the caller's transaction. */
export async function addSuite(
  tx: Transaction,
  input: { accountId: string; agentId: string; suite: Suite; isFromAnswers?: boolean },
  now: Date,
): Promise<SuiteRow> {
  const row: SuiteRow = {
    id: newId('sui', now.getTime()),
    accountId: input.accountId,
    agentId: input.agentId,
    ...input.suite,
    isFromAnswers: input.isFromAnswers ?? false,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
  await simulatorRepository(tx).insertSuite(row);
  return row;
}

/** What agents are tested with, as their files and templates carry it. */
export function createAgentTests({ clock }: { clock: Clock }): AgentTests {
  return {
    // What repeats a visitor's words stays where it can be erased with them.
    suitesOf: async (tx, agentId) =>
      (await simulatorRepository(tx).suites(agentId))
        .map((row) => ({
          ...suiteOf(row),
          scenarios: row.scenarios.filter((one) => !one.sourceConversationId),
        }))
        .filter(({ scenarios }) => scenarios.length > 0),
    async add(tx, agent, suites) {
      for (const suite of suites) await addSuite(tx, { ...agent, suite }, clock.now());
    },
  };
}

/** Suites as members read and write them. */
export function createSuites(services: { clock: Clock; runs: Pick<Runs, 'present' | 'named'> }) {
  const { clock } = services;

  async function reached(tx: Transaction, scope: AccountScope, id: string): Promise<SuiteRow> {
    const row = await simulatorRepository(tx).lockedSuite(id);
    if (!row || !scope.reaches(row.agentId)) throw new AppError(simulatorErrors.notFound);
    return row;
  }

  /** What stands before publishing does not go without a trace. */
  async function tellUnrequired(tx: Transaction, scope: AccountScope, row: SuiteRow): Promise<void> {
    if (row.isRequired)
      await writeAudit(tx, scope, 'agents.test_unrequired', { id: row.agentId, name: row.name });
  }

  return {
    reached,

    async list(scope: AccountScope, agentId: string | undefined): Promise<SuiteSummary[]> {
      const { rows, unnamed } = await scope.run(async (tx) => {
        const repository = simulatorRepository(tx);
        const suites = (await repository.suiteSummaries(agentId)).filter((row) => scope.reaches(row.agentId));
        const last = await repository.lastRuns(suites.map(({ id }) => id));
        return { rows: suites, unnamed: await services.runs.present(tx, last) };
      });
      const runs = await services.runs.named(unnamed);
      return rows.map((row) => ({
        id: row.id,
        agentId: row.agentId,
        name: row.name,
        isRequired: row.isRequired,
        scenarioCount: row.scenarioCount,
        conversationCount: row.conversationCount,
        lastRun: runs.find(({ suiteId }) => suiteId === row.id) ?? null,
        updatedAt: row.updatedAt.toISOString(),
      }));
    },

    async create(scope: AccountScope, agentId: string, suite: Suite): Promise<StoredSuite> {
      return scope.run(async (tx) => {
        if (!scope.reaches(agentId) || !(await findTriedAgent(tx, agentId, null)))
          throw new AppError(simulatorErrors.notFound);
        const repository = simulatorRepository(tx);
        await repository.lockAgent(agentId);
        if ((await repository.countSuites(agentId)) >= testLimits.suites)
          throw new AppError(simulatorErrors.tooMany);
        return presentSuite(await addSuite(tx, { accountId: scope.accountId, agentId, suite }, clock.now()));
      });
    },

    async read(scope: AccountScope, id: string): Promise<StoredSuite> {
      return scope.run(async (tx) => presentSuite(await reached(tx, scope, id)));
    },

    async save(
      scope: AccountScope,
      id: string,
      { revision, suite }: { revision: number; suite: Suite },
    ): Promise<StoredSuite> {
      return scope.run(async (tx) => {
        const row = await reached(tx, scope, id);
        if (row.revision !== revision) throw new AppError(simulatorErrors.changedMeanwhile);
        const change = { ...suite, revision: revision + 1, updatedAt: clock.now() };
        await simulatorRepository(tx).changeSuite(id, change);
        if (!suite.isRequired) await tellUnrequired(tx, scope, row);
        return presentSuite({ ...row, ...change });
      });
    },

    async remove(scope: AccountScope, id: string): Promise<void> {
      await scope.run(async (tx) => {
        const row = await reached(tx, scope, id);
        await simulatorRepository(tx).removeSuite(id);
        await tellUnrequired(tx, scope, row);
      });
    },
  };
}
