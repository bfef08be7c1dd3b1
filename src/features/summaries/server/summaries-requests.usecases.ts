import { newId } from '#shared/ids.ts';
import { summariesRepository } from './summaries.repository.ts';
import { toVisitors, writeSummaryJob, type SummariesServices } from './summaries.usecases.ts';

/** Summaries that visitors ask for themselves. */
export function createSummaryRequests(
  services: Pick<SummariesServices, 'database' | 'clock' | 'jobs' | 'limiter'>,
) {
  const { database, clock } = services;
  return {
    /**
     * Has a summary of all that was said before their request mailed to a visitor who asked for one. `to` is
     * where it will go; an address gets so many a day and no more, whoever asks. False where it had them.
     */
    async mailCopy(request: {
      accountId: string;
      agentId: string;
      conversationId: string;
      to: string;
    }): Promise<boolean> {
      if ((await services.limiter.take(toVisitors, request.to)) !== null) return false;
      const { accountId, agentId, conversationId } = request;
      const now = clock.now();
      await database.system(async (tx) => {
        const repository = summariesRepository(tx);
        // Neither the request nor the answer that is being written.
        const throughSeq = Math.max(1, (await repository.messageCount(conversationId)) - 2);
        const id = newId('sum');
        const row = { id, accountId, agentId, conversationId, kind: 'copy', fromSeq: 1, throughSeq } as const;
        if (await repository.claim({ ...row, state: 'waiting', createdAt: now, queuedAt: now }))
          await services.jobs.send(tx, writeSummaryJob, { id });
      });
      return true;
    },
  };
}
