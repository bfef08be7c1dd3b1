import { z } from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

const payload = z.object({ accountId: z.string(), id: z.string() });
const ofAccount = ({ accountId }: { accountId: string }): string => accountId;

/** Asks a vendor once: a second try might make a second voice there, and is a person's to decide. */
export const cloneJob = defineJob({
  name: 'cloned-voices.clone',
  payload,
  retryLimit: 0,
  expireInSeconds: 600,
  concurrency: 2,
  fairness: { keyOf: ofAccount, atOnce: 1 },
});
export const removeCloneJob = defineJob({
  name: 'cloned-voices.remove',
  payload,
  retryLimit: 4,
  expireInSeconds: 60,
  concurrency: 2,
  fairness: { keyOf: ofAccount, atOnce: 1 },
});
/** Hourly: what was left half, and what is still at a vendor that did not answer. */
export const sweepClonesJob = defineJob({
  name: 'cloned-voices.sweep',
  payload: z.object({}),
  retryLimit: 0,
  expireInSeconds: 300,
  concurrency: 1,
});
