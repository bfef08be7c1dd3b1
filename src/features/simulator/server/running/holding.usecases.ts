import { z } from 'zod';
import { runLimits } from '#shared/simulation-limits.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { Logger } from '#platform/log/logger.ts';
import { findTriedAgent } from '#features/agents/server/agents-facts.usecases.ts';
import type { IntegrationsUsecases } from '#features/integrations/server/integrations.usecases.ts';
import { writeEvent } from '#features/webhooks/server/events/events.usecases.ts';
import { secretsIn } from '../judging/checks.models.ts';
import { deadLine, openSpokenLine } from '../speaking/spoken-line.usecases.ts';
import { speechOf } from '../speaking/speech-sums.models.ts';
import { simulatorRepository, type ResultRow, type RunRow, type Spent } from '../simulator.repository.ts';
import {
  judgedByRules,
  scripted,
  type Held,
  type Judge,
  type SimulatedConversations,
} from './conversation.usecases.ts';
import { fingerprintOf, type Tried } from './fingerprint.usecases.ts';
import { modelJudge, modelPlayer } from './model-player.usecases.ts';
import { planOf, scriptFor, type PersonaLines, type Planned } from './personas.models.ts';

/** Holds a slice of a run, and sends itself again for the next one. */
export const runJob = defineJob({
  name: 'simulator.run',
  payload: z.object({ accountId: z.string(), runId: z.string() }),
  retryLimit: 2,
  expireInSeconds: 3_600,
  concurrency: 4,
  fairness: { keyOf: ({ accountId }) => accountId, atOnce: 1 },
});

/** Conversations of one run that are held at a time. */
const atOnce = 4;
/** After so many conversations, or so long, others have their turn. */
const slice = { conversations: 20, ms: 120_000 } as const;
/** So often a run is taken up without that a conversation of it ends: as often as its job is tried. */
const mostStalls = runJob.retryLimit + 1;
/** A run that did not move for so long is held by nobody. */
const strandedMs = 6 * 3_600_000;

export type HoldingServices = {
  database: Database;
  clock: Clock;
  log: Logger;
  jobs: Pick<Jobs, 'send'>;
  translator: Pick<Translator, 'text'>;
  integrations: Pick<IntegrationsUsecases, 'ready' | 'readySpeech'>;
  conversations: SimulatedConversations;
  /** Whether the account has the simulator; asked again with whatever a run writes. */
  isOn(accountId: string): boolean;
};

const dayOf = (now: Date): string => now.toISOString().slice(0, 10);
/** Whether an account may take no more from models today. */
export async function isDaySpent(tx: Transaction, accountId: string, now: Date): Promise<boolean> {
  return (await simulatorRepository(tx).spend(accountId, dayOf(now), 0)) >= runLimits.dayMicros;
}

/** Names of scenarios that an event carries. */
const mostNamed = 20;

/** Tells webhooks of a run that did not pass. */
const tellOfFailure = (tx: Transaction, run: RunRow, at: Date): Promise<void> =>
  writeEvent(tx, {
    accountId: run.accountId,
    type: 'agent.test_failed',
    at,
    async data() {
      const repository = simulatorRepository(tx);
      const suite = await repository.suite(run.suiteId);
      const results = await repository.results(run.id);
      const failed = results.filter(({ status }) => status !== 'passed').map(({ scenario }) => scenario);
      return {
        agentId: run.agentId,
        runId: run.id,
        suite: { id: run.suiteId, name: run.suiteName, isRequired: suite?.isRequired ?? false },
        version: run.version,
        total: run.total,
        passed: run.passed,
        failed: [...new Set(failed)].slice(0, mostNamed),
      };
    },
  });

/** The agent's model, where one is connected. It takes a connection of its own: not within a transaction. */
export async function modelOf(
  { integrations }: Pick<HoldingServices, 'integrations'>,
  accountId: string,
  ai: { provider: string; model: string },
) {
  const ready =
    ai.provider === 'built-in' || ai.model === '' ? null : await integrations.ready(accountId, ai.provider);
  return ready && { ready, model: ai.model };
}

/**
 * What a run tries, while it is still what it was begun on; else null. A draft that was changed and changed back in
 * between has another number.
 */
async function triedAsBegun(tx: Transaction, run: RunRow): Promise<Tried | null> {
  const tried = await findTriedAgent(tx, run.agentId, run.version);
  if (!tried) return null;
  if (run.draftRevision !== null && run.draftRevision !== tried.draftRevision) return null;
  const fingerprint = await fingerprintOf(tx, run.accountId, tried, run.scenarios);
  return fingerprint === run.fingerprint ? tried : null;
}

/** Holds the conversations of runs in the background, slice by slice. */
export function createHolding(services: HoldingServices) {
  const { database, clock } = services;

  const linesIn =
    ({ language }: Planned['scenario']): PersonaLines =>
    (persona) =>
      services.translator.text(language, `simulated-visitors:${persona}`);

  /** Takes a run up; null where it is over, or was begun on something else than there is now. */
  async function take(accountId: string, runId: string) {
    return database.account(accountId, async (tx) => {
      const repository = simulatorRepository(tx);
      const run = await repository.takeUp(runId, clock.now());
      if (!run) return null;
      const tried = services.isOn(accountId) ? await triedAsBegun(tx, run) : null;
      if (tried && run.stalls <= mostStalls)
        return { run, tried, ended: new Set(await repository.endedPlaces(runId)) };
      await repository.changeOpenRun(runId, {
        status: tried ? 'broken' : 'stopped',
        endedAt: clock.now(),
      });
      return null;
    });
  }

  /** Holds as many of a run's conversations as one slice has room for, several at a time. */
  async function holdSlice(
    { run, tried, ended }: NonNullable<Awaited<ReturnType<typeof take>>>,
    signal: AbortSignal,
  ): Promise<{ isOver: boolean }> {
    const { accountId, agentId, version } = run;
    const until = performance.now() + slice.ms;
    const stop = new AbortController();
    const either = AbortSignal.any([signal, stop.signal]);
    const model = run.player === 'model' ? await modelOf(services, accountId, tried.configuration.ai) : null;
    const judge: Judge = model ? modelJudge(model, either) : judgedByRules;
    const line = run.isSpoken
      ? ((await openSpokenLine(services, accountId, tried.configuration.voice)) ?? deadLine)
      : null;
    const secrets = secretsIn(tried.configuration.prompt.systemPrompt);

    /** Writes what came of a conversation, and stops all where the run may not go on. */
    async function write(row: ResultRow, by: Spent): Promise<void> {
      await database.account(accountId, async (tx) => {
        const repository = simulatorRepository(tx);
        const now = await repository.moveOn(run, by, clock.now());
        if (!now) return stop.abort();
        await repository.putResult(row);
        if (row.status !== 'running') await repository.countResults(run.id);
        const ofDay = await repository.spend(accountId, dayOf(clock.now()), by.spentMicros);
        const isSpent = now.spentMicros > runLimits.runMicros || ofDay > runLimits.dayMicros;
        if (!services.isOn(accountId) || now.status !== 'running' || (by.spentMicros > 0 && isSpent))
          stop.abort();
      });
    }

    async function holdOne(planned: Planned): Promise<void> {
      const { scenario, persona, place, attempt } = planned;
      const script = scriptFor(scenario, persona, linesIn(scenario));
      const written: Spent = { costMicros: 0, spentMicros: 0 };
      const put = async ({ spentMicros, ...held }: Held): Promise<void> => {
        const by = {
          costMicros: held.costMicros - written.costMicros,
          spentMicros: spentMicros - written.spentMicros,
        };
        Object.assign(written, { costMicros: held.costMicros, spentMicros });
        const { name, wallet } = scenario;
        const speech = speechOf(held.turns);
        const of = { runId: run.id, place, accountId, agentId };
        await write({ ...of, scenario: name, persona, wallet, attempt, ...held, speech }, by);
      };
      const held = await services.conversations
        .hold({
          accountId,
          agentId,
          version,
          isReading: run.isReading,
          scenario,
          persona,
          secrets,
          script,
          player: model ? modelPlayer(model, scenario, persona, script, either) : scripted(script),
          line,
          judge,
          signal: either,
          progress: put,
        })
        .catch((error: unknown): Held => {
          if (!either.aborted)
            services.log.error({ err: error, runId: run.id, place }, 'a simulated conversation broke off');
          return { status: 'broken', turns: [], checks: [], milliseconds: 0, ...written };
        });
      if (!held) throw new Error('The agent, or its version, is gone');
      // A process that stops leaves what it was at to the next one.
      if (!signal.aborted) await put(held);
    }

    const waiting = planOf(run.scenarios)
      .filter(({ place }) => !ended.has(place))
      .slice(0, slice.conversations);
    async function work(): Promise<void> {
      for (let next = waiting.shift(); next && !either.aborted; next = waiting.shift()) {
        await holdOne(next);
        if (performance.now() > until) return;
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work));
    return { isOver: stop.signal.aborted };
  }

  return {
    /** Holds a slice of a run. After a process died, the next one goes on where it was. */
    async work(accountId: string, runId: string, signal: AbortSignal): Promise<void> {
      const started = performance.now();
      const taken = await take(accountId, runId);
      if (!taken) return;
      let isBroken = false;
      let isOver = false;
      try {
        ({ isOver } = await holdSlice(taken, signal));
      } catch (error) {
        services.log.error({ err: error, runId }, 'a run of simulated conversations broke off');
        isBroken = true;
      }
      await database.account(accountId, async (tx) => {
        const repository = simulatorRepository(tx);
        const now = await repository.moveOn(taken.run, { costMicros: 0, spentMicros: 0 }, clock.now());
        if (!now) return;
        const milliseconds = now.milliseconds + Math.round(performance.now() - started);
        await repository.changeRun(runId, { milliseconds });
        const end = async (status: RunRow['status']) => {
          const ended = await repository.changeOpenRun(runId, { status, endedAt: clock.now() });
          if (ended?.status === 'failed') await tellOfFailure(tx, ended, clock.now());
        };
        if (signal.aborted) {
          if (now.stalls >= mostStalls) await end('broken');
        } else if (isBroken) await end('broken');
        else if (!services.isOn(accountId)) await end('stopped');
        else if (now.done === now.total)
          await end(
            !(await triedAsBegun(tx, now)) ? 'stopped' : now.passed === now.total ? 'passed' : 'failed',
          );
        else if (isOver) await end('stopped');
        else await services.jobs.send(tx, runJob, { accountId, runId });
      });
      if (signal.aborted) throw new Error('The run was interrupted');
    },

    /** Ends runs of all accounts that nobody holds any more. */
    async endStranded(): Promise<void> {
      const now = clock.now();
      await database.system((tx) =>
        simulatorRepository(tx).breakStranded(new Date(now.getTime() - strandedMs), now),
      );
    },
  };
}
