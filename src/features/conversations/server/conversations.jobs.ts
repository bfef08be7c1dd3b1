import { z } from 'zod';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { IdleVisitors } from './erasure/idle-visitors.usecases.ts';
import { handBackJob, type HandBack } from './handoff/hand-back.usecases.ts';
import type { Teamwork } from './handoff/team.usecases.ts';

const removeIdleJob = defineJob({
  name: 'conversations.remove-idle',
  payload: z.object({}),
  retryLimit: 2,
  expireInSeconds: 900,
  concurrency: 1,
});

const dueJob = defineJob({
  name: 'conversations.due',
  payload: z.object({}),
  retryLimit: 0,
  expireInSeconds: 55,
  concurrency: 1,
});

/** The background work of this feature; before the jobs start. */
export function registerConversationsJobs(
  jobs: Pick<Jobs, 'handle' | 'schedule'>,
  idle: IdleVisitors,
  teamwork: Pick<Teamwork, 'doWhatIsDue'>,
  handBack: HandBack,
): void {
  jobs.handle(handBackJob, (member) => handBack.handBackOf(member));
  jobs.handle(removeIdleJob, async (_payload, signal) => {
    await idle.remove(signal);
  });
  jobs.schedule(removeIdleJob, '53 3 * * *');
  jobs.handle(dueJob, (_payload, signal) => teamwork.doWhatIsDue(signal));
  jobs.schedule(dueJob, '* * * * *');
}
