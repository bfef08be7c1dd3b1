import { z } from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

export const receiptJob = defineJob({
  name: 'payments.receipt',
  payload: z.object({ accountId: z.string(), purchaseId: z.string(), reference: z.string() }),
  retryLimit: 6,
  expireInSeconds: 60,
  concurrency: 1,
});

/** Tells forms that a submission was paid for. */
export const formPaidJob = defineJob({
  name: 'payments.form-paid',
  payload: z.object({ accountId: z.string(), formId: z.string(), purchaseId: z.string() }),
  retryLimit: 6,
  expireInSeconds: 60,
  concurrency: 2,
});

/**
 * What happened to a subscription whose service stopped or came back, or that its person had twice; for
 * whoever tells buyer and owner.
 */
export const serviceNews = [
  'paused',
  'resumed',
  'ended',
  'ending',
  'ended_by_team',
  'ending_by_team',
  'given_back',
  'twice',
  'tried',
  'merged',
] as const;

export const serviceNewsJob = defineJob({
  name: 'payments.service-news',
  payload: z.object({
    accountId: z.string(),
    purchaseId: z.string(),
    news: z.enum(serviceNews),
    amount: z.number(),
    at: z.string(),
  }),
  retryLimit: 6,
  expireInSeconds: 60,
  concurrency: 1,
});

/** Carries out what a rule asked for: gives money back, or ends a subscription at once. */
export const carryOutJob = defineJob({
  name: 'payments.carry-out',
  payload: z.object({ accountId: z.string(), purchaseId: z.string(), key: z.string() }),
  retryLimit: 6,
  expireInSeconds: 60,
  concurrency: 2,
});

/** Closes the pages on which something could be paid to an agent that does not answer any more. */
export const closePagesJob = defineJob({
  name: 'payments.close-pages',
  payload: z.object({ accountId: z.string(), agentId: z.string() }),
  retryLimit: 3,
  expireInSeconds: 300,
  concurrency: 1,
});

/** Closes the pages on which somebody who subscribed could subscribe once more. */
export const closeOthersJob = defineJob({
  name: 'payments.close-others',
  payload: z.object({ accountId: z.string(), purchaseId: z.string() }),
  retryLimit: 3,
  expireInSeconds: 120,
  concurrency: 2,
});
