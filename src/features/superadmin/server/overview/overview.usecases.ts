import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Overview } from '../../superadmin.contract.ts';
import { overviewRepository } from './overview.repository.ts';

const weekMs = 7 * 86_400_000;

/** What happens on the whole server, in figures that are counted when they are asked for. */
export function createOverview(services: { database: Database; clock: Clock; jobs: Pick<Jobs, 'counts'> }) {
  return {
    async read(): Promise<Overview> {
      const now = services.clock.now();
      const month = `${now.toISOString().slice(0, 7)}-01`;
      const repository = overviewRepository(services.database.direct);
      const [counts, volume, jobs] = await Promise.all([
        repository.counts(new Date(now.getTime() - weekMs), month),
        repository.volume(new Date(`${month}T00:00:00Z`)),
        services.jobs.counts(),
      ]);
      return {
        accounts: { all: counts.accounts, recent: counts.recent, active: counts.active },
        liveAgents: counts.live_agents,
        conversations: counts.conversations,
        messages: Number(counts.messages),
        spentMicros: Number(counts.spent),
        volume,
        jobs: { waiting: jobs.waiting, failed: jobs.failed },
        stuckMails: counts.stuck,
      };
    },
  };
}
