import { LRUCache } from 'lru-cache';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { agentsRepository } from '../agents.repository.ts';
import type { RunningAgent } from '../agents.usecases.ts';

/** A model that was asked for an answer; `errorCode` is null when it gave one. */
export type ModelAttempt = {
  provider: string;
  model: string;
  errorCode: string | null;
};

export type ModelHealthServices = {
  database: Database;
  clock: Clock;
  log: Logger;
  realtime: Pick<Realtime, 'publish'>;
};

/** The same failure is written anew at most this often, in ms. */
const repeatsEvery = 60_000;
const mostRemembered = 10_000;

/**
 * Remembers at an agent why its model gave no answer, until it gives one again, so that its owner reads it at
 * the agent and not in a log. Costs nothing while all is well.
 */
export function createModelHealth({ database, clock, log, realtime }: ModelHealthServices) {
  /** What this process wrote last: a failure's code with its time, or null for an agent that is well again. */
  const written = new LRUCache<string, { code: string | null; at: number }>({ max: mostRemembered });
  const writing = new Set<Promise<void>>();

  async function write(
    agent: Pick<RunningAgent, 'id' | 'accountId'>,
    failure: { provider: string; model: string; code: string } | null,
  ): Promise<void> {
    const now = clock.now();
    await database.account(agent.accountId, async (tx) => {
      await agentsRepository(tx).setModelFailure(agent.id, failure && { ...failure, at: now.toISOString() });
      await realtime.publish(tx, {
        topic: `account:${agent.accountId}`,
        data: { type: 'agent.changed', agentId: agent.id },
      });
      await realtime.publish(tx, { topic: 'agents', data: { agentId: agent.id } });
    });
  }

  return {
    /** Takes note of how an agent's own model did in an answer: the first that was asked. */
    reportModel(
      agent: Pick<RunningAgent, 'id' | 'accountId' | 'hasModelFailure'>,
      attempts: readonly ModelAttempt[],
    ): void {
      const [first] = attempts;
      if (!first || first.provider === 'built-in') return;
      const now = clock.now().getTime();
      const last = written.get(agent.id);
      const { provider, model, errorCode: code } = first;
      if (code === null ? !(last ? last.code !== null : agent.hasModelFailure) : isSame(last, code, now))
        return;
      written.set(agent.id, { code, at: now });
      const work = write(agent, code === null ? null : { provider, model, code })
        .catch((error: unknown) => {
          written.delete(agent.id);
          log.warn({ err: error, agentId: agent.id }, 'the state of a model could not be noted');
        })
        .finally(() => writing.delete(work));
      writing.add(work);
    },

    /** Waits for what is being written. */
    async flushModelHealth(): Promise<void> {
      await Promise.all(writing);
    },
  };
}

function isSame(last: { code: string | null; at: number } | undefined, code: string, now: number): boolean {
  return last?.code === code && now - last.at < repeatsEvery;
}

export type ModelHealth = ReturnType<typeof createModelHealth>;
