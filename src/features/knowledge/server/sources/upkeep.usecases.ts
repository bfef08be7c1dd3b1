import type { DeathListener } from '#platform/process/server-process.ts';
import { knowledgeLimits } from '../../knowledge.contract.ts';
import { jobFor } from '../knowledge-jobs.models.ts';
import type { KnowledgeServices } from '../knowledge.models.ts';
import { nextSync } from '../knowledge-presentation.models.ts';
import type { Processing } from '../processing/processing.usecases.ts';
import type { PublishProgress } from './progress.usecases.ts';
import { knowledgeSourcesRepository } from './sources.repository.ts';
import type { SourceWriting } from './writing.usecases.ts';

const mostCutOffs = 5;
const lostAfterMs = 120_000;
const cleanedAtOnce = 5;
const syncsAtOnce = 50;
const purgedAtOnce = 20;

/** Sees to it that nothing stays stuck, old or for ever. Works over all accounts. */
export function createUpkeep(
  services: Pick<KnowledgeServices, 'database' | 'clock' | 'jobs' | 'log' | 'processId' | 'isPlanExpired'>,
  processing: Pick<Processing, 'activeIds'>,
  sources: Pick<SourceWriting, 'startRun'>,
  tell: PublishProgress,
) {
  const { database, clock, jobs } = services;

  /** Puts runs whose process is gone back into the queue. */
  async function requeue(deadProcessId?: string): Promise<void> {
    await database.system(async (tx) => {
      const cutOff = await knowledgeSourcesRepository(tx).requeueCutOff({
        processId: services.processId,
        activeIds: processing.activeIds(),
        mostCutOffs,
        now: clock.now(),
        ...(deadProcessId ? { deadProcessId } : {}),
      });
      for (const source of cutOff) await tell(tx, source, { always: true });
    });
  }

  /** Sends jobs again that may be lost. */
  async function sendWaiting(waitedMs: number): Promise<void> {
    await database.system(async (tx) => {
      const now = clock.now();
      const waiting = await knowledgeSourcesRepository(tx).takeWaiting(
        new Date(now.getTime() - waitedMs),
        now,
      );
      for (const source of waiting)
        await jobs.send(tx, jobFor(source.kind), {
          accountId: source.accountId,
          sourceId: source.id,
          run: source.run,
        });
    });
  }

  /**
   * What was cut off goes on, and what waits for too long gets its job. `waitedMs` 0 sends the jobs of
   * everything that waits.
   */
  async function recover(waitedMs = lostAfterMs): Promise<void> {
    await requeue();
    await sendWaiting(waitedMs);
  }

  const deathListeners: DeathListener[] = [
    async (processId) => {
      await requeue(processId);
      // At the start of the server the queue does not take jobs yet; then they are sent once it does.
      await sendWaiting(lostAfterMs).catch((error: unknown) =>
        services.log.info({ err: error }, 'the jobs of a dead process are sent later'),
      );
    },
  ];

  return {
    recover,
    deathListeners,

    /**
     * Starts runs of websites whose time has come; those of an account without a plan wait for the next time.
     * Answers how many began.
     */
    async syncDue(): Promise<number> {
      return database.system(async (tx) => {
        const now = clock.now();
        const due = await knowledgeSourcesRepository(tx).due(now, syncsAtOnce);
        let started = 0;
        for (const source of due) {
          await knowledgeSourcesRepository(tx).update(source.id, {
            nextSyncAt: nextSync(source.resync, now),
          });
          if (await services.isPlanExpired(source.accountId)) continue;
          await sources.startRun(tx, source, 'all');
          started += 1;
        }
        return started;
      });
    },

    /**
     * Begins to clean some of the sites that were read before lines were compared across their pages, from
     * their stored copies. Few at a time, so that a server that was just renewed answers as ever.
     */
    cleanStored(): Promise<number> {
      return database.system(async (tx) => {
        const sites = await knowledgeSourcesRepository(tx).uncleaned(cleanedAtOnce);
        for (const site of sites) await sources.startRun(tx, site, 'stored');
        return sites.length;
      });
    },

    /** Removes for good what lay in the bin for seven days. */
    async emptyBin(): Promise<number> {
      const before = new Date(clock.now().getTime() - knowledgeLimits.binDays * 86_400_000);
      for (let total = 0; ;) {
        const removed = await database.system((tx) =>
          knowledgeSourcesRepository(tx).purge(before, purgedAtOnce),
        );
        total += removed;
        if (removed < purgedAtOnce) return total;
      }
    },
  };
}
