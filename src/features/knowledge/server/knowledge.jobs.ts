import type { Jobs } from '#platform/jobs/jobs.ts';
import { crawlJob, embedJob, emptyBinJob, readJob, recoverJob, resyncJob } from './knowledge-jobs.models.ts';
import type { KnowledgeUsecases } from './knowledge.usecases.ts';

/** The background work of this feature; before the jobs start. */
export function registerKnowledgeJobs(
  jobs: Pick<Jobs, 'handle' | 'schedule'>,
  usecases: KnowledgeUsecases,
): void {
  jobs.handle(crawlJob, (payload, signal) => usecases.processSource(payload, signal));
  jobs.handle(readJob, (payload, signal) => usecases.processSource(payload, signal));
  jobs.handle(embedJob, ({ accountId, collectionId }, signal) =>
    usecases.embedCollection(accountId, collectionId, signal),
  );
  jobs.handle(recoverJob, async () => {
    await usecases.recover();
  });
  jobs.schedule(recoverJob, '* * * * *');
  jobs.handle(resyncJob, async () => {
    await usecases.syncDue();
    await usecases.cleanStored();
    await usecases.embedWhatIsBehind();
  });
  jobs.schedule(resyncJob, '*/5 * * * *');
  jobs.handle(emptyBinJob, async () => {
    await usecases.emptyBin();
  });
  jobs.schedule(emptyBinJob, '17 3 * * *');
}
