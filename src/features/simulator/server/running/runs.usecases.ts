import { AppError, commonErrors } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { admit, type RateLimiter, type RateRule } from '#platform/rate-limit/rate-limit.ts';
import { findUserNames } from '#features/accounts/server/accounts.usecases.ts';
import { findTriedAgent } from '#features/agents/server/agents-facts.usecases.ts';
import { simulatorErrors, type Run } from '../../simulator.contract.ts';
import type { Compared, Result, SpeechSum, Transcript } from '../../simulator-results.contract.ts';
import { comparisonOf } from '../export/comparison.models.ts';
import { asJUnit, asJson } from '../export/exports.models.ts';
import {
  simulatorRepository,
  type ResultSummaryRow,
  type RunRow,
  type RunSummaryRow,
} from '../simulator.repository.ts';
import { openSpokenLine } from '../speaking/spoken-line.usecases.ts';
import { sumOf } from '../speaking/speech-sums.models.ts';
import { fingerprintOf } from './fingerprint.usecases.ts';
import { createHolding, isDaySpent, modelOf, runJob, type HoldingServices } from './holding.usecases.ts';
import { planOf } from './personas.models.ts';

const starting: RateRule = { name: 'simulator-runs', limit: 240, windowSeconds: 3_600 };
/** Runs of an account that wait or are held. */
const mostOpen = 5;

export type RunsServices = HoldingServices & {
  limiter: Pick<RateLimiter, 'takeAll'>;
};

const presentResult = ({
  runId: _run,
  accountId: _account,
  agentId: _agent,
  ...row
}: ResultSummaryRow): Result => row;

/** A run as it is told, with the id of the person who began it in place of their name. */
export type Unnamed = Omit<Run, 'startedBy'> & { startedById: string };

type RunWithResults = {
  run: Run;
  results: Result[];
  speech: SpeechSum | null;
};

/** Runs of suites: begun by somebody, held in the background, kept to be compared. */
export function createRuns(services: RunsServices) {
  const { database, clock } = services;
  const holding = createHolding(services);

  async function reachedRun(tx: Transaction, scope: AccountScope, id: string): Promise<RunRow> {
    const row = await simulatorRepository(tx).run(id);
    if (!row || !scope.reaches(row.agentId)) throw new AppError(simulatorErrors.notFound);
    return row;
  }

  /** A suite that a member reaches, with the agent that it tries. */
  async function triedBy(tx: Transaction, scope: AccountScope, suiteId: string, version: number | null) {
    const suite = await simulatorRepository(tx).suite(suiteId);
    const tried =
      suite && scope.reaches(suite.agentId) ? await findTriedAgent(tx, suite.agentId, version) : null;
    if (!suite || !tried) throw new AppError(simulatorErrors.notFound);
    return { suite, tried };
  }

  /** The name of what a suite would try now on the draft; null where that can't be told. */
  async function currentFingerprint(tx: Transaction, row: RunSummaryRow): Promise<string | null> {
    const suite = await simulatorRepository(tx).suite(row.suiteId);
    const tried = suite && (await findTriedAgent(tx, row.agentId, row.version));
    return tried ? fingerprintOf(tx, row.accountId, tried, suite.scenarios) : null;
  }

  /** Runs as they are told, but for who began them: see `named`. */
  async function present(tx: Transaction, rows: readonly RunSummaryRow[]): Promise<Unnamed[]> {
    const known = new Map<string, string | null>();
    const runs: Unnamed[] = [];
    for (const row of rows) {
      const key = `${row.suiteId} ${row.version}`;
      if (!known.has(key)) known.set(key, await currentFingerprint(tx, row));
      const { startedBy: startedById, ...run } = row;
      runs.push({
        ...run,
        startedById,
        isCurrent: known.get(key) === row.fingerprint,
        createdAt: row.createdAt.toISOString(),
        endedAt: row.endedAt?.toISOString() ?? null,
      });
    }
    return runs;
  }
  async function presentOne(tx: Transaction, row: RunSummaryRow): Promise<Unnamed> {
    const [run] = await present(tx, [row]);
    if (!run) throw new AppError(simulatorErrors.notFound);
    return run;
  }

  /**
   * Puts the names of those who began them to runs. After the transaction in which they were read: whoever holds
   * one connection and waits for a second stops everybody when many do so at once.
   */
  async function named(runs: readonly Unnamed[]): Promise<Run[]> {
    const names = await findUserNames(
      database,
      runs.map(({ startedById }) => startedById),
    );
    return runs.map(({ startedById, ...run }) => ({ ...run, startedBy: names.get(startedById) ?? '' }));
  }
  async function namedOne(run: Unnamed): Promise<Run> {
    const [one] = await named([run]);
    if (!one) throw new AppError(simulatorErrors.notFound);
    return one;
  }

  return {
    async start(
      scope: AccountScope,
      suiteId: string,
      input: { version: number | null; player: RunRow['player']; isReading: boolean; isSpoken: boolean },
    ): Promise<Run> {
      await admit(services.limiter, commonErrors.tooManyRequests, [{ rule: starting, key: scope.accountId }]);
      const wanted = await scope.run((tx) => triedBy(tx, scope, suiteId, input.version));
      // Outside of the transaction: it takes a connection of its own.
      if (
        input.player === 'model' &&
        !(await modelOf(services, scope.accountId, wanted.tried.configuration.ai))
      )
        throw new AppError(simulatorErrors.noModel);
      const { voice } = wanted.tried.configuration;
      if (input.isSpoken && !(await openSpokenLine(services, scope.accountId, voice)))
        throw new AppError(simulatorErrors.noSpeech);
      const begun = await scope.run(async (tx) => {
        const repository = simulatorRepository(tx);
        const { suite, tried } = await triedBy(tx, scope, suiteId, input.version);
        await repository.lockRuns(scope.accountId);
        if ((await repository.countOpenRuns()) >= mostOpen) throw new AppError(simulatorErrors.tooManyRuns);
        if (await isDaySpent(tx, scope.accountId, clock.now())) throw new AppError(simulatorErrors.daySpent);
        const row: RunRow = {
          id: newId('run', clock.now().getTime()),
          accountId: scope.accountId,
          agentId: suite.agentId,
          suiteId,
          suiteName: suite.name,
          scenarios: suite.scenarios,
          ...input,
          draftRevision: input.version === null ? tried.draftRevision : null,
          fingerprint: await fingerprintOf(tx, scope.accountId, tried, suite.scenarios),
          status: 'queued',
          total: planOf(suite.scenarios).length,
          done: 0,
          passed: 0,
          costMicros: 0,
          spentMicros: 0,
          milliseconds: 0,
          attempt: 0,
          stalls: 0,
          movedAt: null,
          startedBy: scope.userId,
          createdAt: clock.now(),
          endedAt: null,
        };
        await repository.insertRun(row);
        await services.jobs.send(tx, runJob, { accountId: scope.accountId, runId: row.id });
        return presentOne(tx, row);
      });
      return namedOne(begun);
    },

    async stop(scope: AccountScope, id: string): Promise<Run> {
      const stopped = await scope.run(async (tx) => {
        const row = await reachedRun(tx, scope, id);
        const change = { status: 'stopped', endedAt: clock.now() } as const;
        return presentOne(tx, (await simulatorRepository(tx).changeOpenRun(id, change)) ?? row);
      });
      return namedOne(stopped);
    },

    async list(scope: AccountScope, suiteId: string): Promise<Run[]> {
      const runs = await scope.run(async (tx) => {
        const suite = await simulatorRepository(tx).suite(suiteId);
        if (!suite || !scope.reaches(suite.agentId)) throw new AppError(simulatorErrors.notFound);
        return present(tx, await simulatorRepository(tx).runs(suiteId));
      });
      return named(runs);
    },

    async read(scope: AccountScope, id: string): Promise<RunWithResults> {
      const { run, results } = await scope.run(async (tx) => ({
        run: await presentOne(tx, await reachedRun(tx, scope, id)),
        results: (await simulatorRepository(tx).results(id)).map(presentResult),
      }));
      return { run: await namedOne(run), results, speech: sumOf(results.map(({ speech }) => speech)) };
    },

    async transcript(scope: AccountScope, id: string, place: number): Promise<Transcript> {
      return scope.run(async (tx) => {
        await reachedRun(tx, scope, id);
        const row = await simulatorRepository(tx).result(id, place);
        if (!row) throw new AppError(simulatorErrors.notFound);
        return { ...row, turnCount: row.turns.length };
      });
    },

    /** Without another run it is held against the one before it; null where there was none. */
    async compare(
      scope: AccountScope,
      id: string,
      otherId: string | undefined,
    ): Promise<{ before: Run | null; after: Run; scenarios: Compared[] }> {
      const compared = await scope.run(async (tx) => {
        const repository = simulatorRepository(tx);
        const after = await reachedRun(tx, scope, id);
        const before = otherId ? await reachedRun(tx, scope, otherId) : await repository.runBefore(after);
        if (before && before.suiteId !== after.suiteId) throw new AppError(simulatorErrors.notFound);
        return {
          before: before && (await presentOne(tx, before)),
          after: await presentOne(tx, after),
          scenarios: comparisonOf(
            before ? await repository.results(before.id) : [],
            await repository.results(after.id),
          ),
        };
      });
      return {
        ...compared,
        before: compared.before && (await namedOne(compared.before)),
        after: await namedOne(compared.after),
      };
    },

    async export(
      scope: AccountScope,
      id: string,
      format: 'junit' | 'json',
    ): Promise<{ fileName: string; type: string; text: string }> {
      const { unnamed, results } = await scope.run(async (tx) => ({
        unnamed: await presentOne(tx, await reachedRun(tx, scope, id)),
        results: await simulatorRepository(tx).wholeResults(id),
      }));
      const run = await namedOne(unnamed);
      return format === 'junit'
        ? { fileName: 'simulation.xml', type: 'application/xml', text: asJUnit(run, results) }
        : { fileName: 'simulation.json', type: 'application/json', text: asJson(run, results) };
    },

    work: holding.work,
    endStranded: holding.endStranded,
    present,
    named,
  };
}

export type Runs = ReturnType<typeof createRuns>;
