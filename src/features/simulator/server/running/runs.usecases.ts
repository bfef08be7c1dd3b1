import { z } from 'zod';
import { AppError, commonErrors } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { Logger } from '#platform/log/logger.ts';
import { admit, type RateLimiter, type RateRule } from '#platform/rate-limit/rate-limit.ts';
import { findUserNames } from '#features/accounts/server/accounts.usecases.ts';
import { findTriedAgent } from '#features/agents/server/agents-facts.usecases.ts';
import type { IntegrationsUsecases } from '#features/integrations/server/integrations.usecases.ts';
import { simulatorErrors, type Run } from '../../simulator.contract.ts';
import type { Compared, Result, Transcript } from '../../simulator-results.contract.ts';
import { comparisonOf } from '../export/comparison.models.ts';
import { asJUnit, asJson } from '../export/exports.models.ts';
import { secretsIn } from '../judging/checks.models.ts';
import {
  simulatorRepository,
  type ResultRow,
  type ResultSummaryRow,
  type RunRow,
} from '../simulator.repository.ts';
import {
  judgedByRules,
  scripted,
  type Held,
  type Judge,
  type SimulatedConversations,
} from './conversation.usecases.ts';
import { fingerprintOf } from './fingerprint.usecases.ts';
import { modelJudge, modelPlayer } from './model-player.usecases.ts';
import { planOf, scriptFor, type PersonaLines, type Planned } from './personas.models.ts';

export const runJob = defineJob({
  name: 'simulator.run',
  payload: z.object({ accountId: z.string(), runId: z.string() }),
  retryLimit: 2,
  expireInSeconds: 3_600,
  concurrency: 4,
  fairness: { keyOf: ({ accountId }) => accountId, atOnce: 2 },
});

const starting: RateRule = { name: 'simulator-runs', limit: 240, windowSeconds: 3_600 };
/** Conversations of one run that are held at a time. */
const atOnce = 4;
/** A run that cost so much in models is stopped: five US dollars. */
const mostMicros = 5_000_000;

export type RunsServices = {
  database: Database;
  clock: Clock;
  log: Logger;
  jobs: Pick<Jobs, 'send'>;
  limiter: Pick<RateLimiter, 'takeAll'>;
  translator: Pick<Translator, 'text'>;
  integrations: Pick<IntegrationsUsecases, 'ready'>;
  conversations: SimulatedConversations;
};

const presentResult = ({
  runId: _run,
  accountId: _account,
  agentId: _agent,
  ...row
}: ResultSummaryRow): Result => row;

/** A run as it is told, with the id of the person who began it in place of their name. */
export type Unnamed = Omit<Run, 'startedBy'> & { startedById: string };

/** Runs of suites: begun by somebody, held in the background, kept to be compared. */
export function createRuns(services: RunsServices) {
  const { database, clock } = services;

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
  async function currentFingerprint(tx: Transaction, row: RunRow): Promise<string | null> {
    const suite = await simulatorRepository(tx).suite(row.suiteId);
    const tried = suite && (await findTriedAgent(tx, row.agentId, row.version));
    return tried ? fingerprintOf(tx, row.accountId, tried, suite.scenarios) : null;
  }

  /** Runs as they are told, but for who began them: see `named`. */
  async function present(tx: Transaction, rows: readonly RunRow[]): Promise<Unnamed[]> {
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
  async function presentOne(tx: Transaction, row: RunRow): Promise<Unnamed> {
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

  const linesIn =
    ({ language }: Planned['scenario']): PersonaLines =>
    (persona) =>
      services.translator.text(language, `simulated-visitors:${persona}`);

  /** The agent's model, where one is connected and the run wants it. */
  async function modelFor(accountId: string, ai: { provider: string; model: string }) {
    const ready =
      ai.provider === 'built-in' || ai.model === ''
        ? null
        : await services.integrations.ready(accountId, ai.provider);
    return ready && { ready, model: ai.model };
  }

  /** Holds all conversations of a run, several at a time. */
  async function hold(run: RunRow, signal: AbortSignal): Promise<void> {
    const { accountId, agentId, version } = run;
    const inAccount = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
      database.account(accountId, work);
    const tried = await inAccount((tx) => findTriedAgent(tx, agentId, version));
    if (!tried) throw new Error('The agent, or its version, is gone');
    const model = run.player === 'model' ? await modelFor(accountId, tried.configuration.ai) : null;
    const judge: Judge = model ? modelJudge(model) : judgedByRules;
    const secrets = secretsIn(tried.configuration.prompt.systemPrompt);
    const plan = planOf(run.scenarios);
    const stop = new AbortController();
    const either = AbortSignal.any([signal, stop.signal]);

    async function holdOne(planned: Planned): Promise<void> {
      const { scenario, persona, place, attempt } = planned;
      const script = scriptFor(scenario, persona, linesIn(scenario));
      const row = (held: Held): ResultRow => ({
        runId: run.id,
        place,
        accountId,
        agentId,
        scenario: scenario.name,
        persona,
        wallet: scenario.wallet,
        attempt,
        ...held,
      });
      const held = await services.conversations
        .hold({
          accountId,
          agentId,
          version,
          isReading: run.isReading,
          scenario,
          persona,
          secrets,
          player: model ? modelPlayer(model, scenario, persona, script) : scripted(script),
          judge,
          signal: either,
          progress: (far) => inAccount((tx) => simulatorRepository(tx).putResult(row(far))),
        })
        .catch((error: unknown): Held => {
          services.log.error({ err: error, runId: run.id, place }, 'a simulated conversation broke off');
          return { status: 'broken', turns: [], checks: [], costMicros: 0, milliseconds: 0 };
        });
      if (!held) throw new Error('The agent, or its version, is gone');
      const counted = await inAccount(async (tx) => {
        const repository = simulatorRepository(tx);
        if (!(await repository.run(run.id))) return null;
        await repository.putResult(row(held));
        return repository.countResult(run.id, { ...held, isPassed: held.status === 'passed' });
      });
      if (counted?.status !== 'running' || counted.costMicros > mostMicros) stop.abort();
    }

    const waiting = [...plan];
    async function work(): Promise<void> {
      for (let next = waiting.shift(); next && !either.aborted; next = waiting.shift()) await holdOne(next);
    }
    await Promise.all(Array.from({ length: atOnce }, work));
  }

  return {
    async start(
      scope: AccountScope,
      suiteId: string,
      input: { version: number | null; player: RunRow['player']; isReading: boolean },
    ): Promise<Run> {
      await admit(services.limiter, commonErrors.tooManyRequests, [{ rule: starting, key: scope.accountId }]);
      const wanted = await scope.run((tx) => triedBy(tx, scope, suiteId, input.version));
      // Outside of the transaction: it takes a connection of its own.
      if (input.player === 'model' && !(await modelFor(scope.accountId, wanted.tried.configuration.ai)))
        throw new AppError(simulatorErrors.noModel);
      const begun = await scope.run(async (tx) => {
        const repository = simulatorRepository(tx);
        const { suite, tried } = await triedBy(tx, scope, suiteId, input.version);
        const row: RunRow = {
          id: newId('run', clock.now().getTime()),
          accountId: scope.accountId,
          agentId: suite.agentId,
          suiteId,
          suiteName: suite.name,
          scenarios: suite.scenarios,
          ...input,
          fingerprint: await fingerprintOf(tx, scope.accountId, tried, suite.scenarios),
          status: 'queued',
          total: planOf(suite.scenarios).length,
          done: 0,
          passed: 0,
          costMicros: 0,
          milliseconds: 0,
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

    /** Holds a run to its end. The second time, after a process died, it begins anew. */
    async work(accountId: string, runId: string, signal: AbortSignal): Promise<void> {
      const started = performance.now();
      const run = await database.account(accountId, async (tx) => {
        const repository = simulatorRepository(tx);
        await repository.clearResults(runId);
        return repository.changeOpenRun(runId, { status: 'running', done: 0, passed: 0, costMicros: 0 });
      });
      if (!run) return;
      let isBroken = false;
      try {
        await hold(run, signal);
      } catch (error) {
        services.log.error({ err: error, runId }, 'a run of simulated conversations broke off');
        isBroken = true;
      }
      // A process that stops leaves the rest to the next one.
      if (signal.aborted) throw new Error('The run was interrupted');
      await database.account(accountId, async (tx) => {
        const repository = simulatorRepository(tx);
        const now = await repository.run(runId);
        if (!now) return;
        const isWhole = now.done === now.total;
        const status = isBroken
          ? 'broken'
          : !isWhole
            ? 'stopped'
            : now.passed === now.total
              ? 'passed'
              : 'failed';
        const end = { milliseconds: Math.round(performance.now() - started), endedAt: clock.now() };
        if (!(await repository.changeOpenRun(runId, { status, ...end })))
          await repository.changeRun(runId, end);
      });
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

    async read(scope: AccountScope, id: string): Promise<{ run: Run; results: Result[] }> {
      const { run, results } = await scope.run(async (tx) => ({
        run: await presentOne(tx, await reachedRun(tx, scope, id)),
        results: (await simulatorRepository(tx).results(id)).map(presentResult),
      }));
      return { run: await namedOne(run), results };
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

    present,
    named,
  };
}

export type Runs = ReturnType<typeof createRuns>;
