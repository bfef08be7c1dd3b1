import { z } from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { SourceKind } from '../knowledge.contract.ts';

export const runPayload = z.object({ accountId: z.string(), sourceId: z.string(), run: z.number() });
export type RunPayload = z.infer<typeof runPayload>;
const nothing = z.object({});

const ofAccount = (payload: { accountId: string }): string => payload.accountId;

/** Websites: they wait for others most of the time, so many run side by side, two of one account. */
export const crawlJob = defineJob({
  name: 'knowledge.crawl',
  payload: runPayload,
  retryLimit: 3,
  expireInSeconds: 4 * 3_600,
  concurrency: 12,
  fairness: { keyOf: ofAccount, atOnce: 2 },
});
/**
 * Files, texts, questions: they need the processor, and files are read two at a time by the parsing
 * processes.
 */
export const readJob = defineJob({
  name: 'knowledge.read',
  payload: runPayload,
  retryLimit: 3,
  expireInSeconds: 900,
  concurrency: 4,
  fairness: { keyOf: ofAccount, atOnce: 1 },
});
export const embedJob = defineJob({
  name: 'knowledge.embed',
  payload: z.object({ accountId: z.string(), collectionId: z.string() }),
  retryLimit: 4,
  expireInSeconds: 3_600,
  concurrency: 4,
  fairness: { keyOf: ofAccount, atOnce: 1 },
});
/** Every minute: runs that were cut off or whose job was lost. */
export const recoverJob = defineJob({
  name: 'knowledge.recover',
  payload: nothing,
  retryLimit: 0,
  expireInSeconds: 55,
  concurrency: 1,
});
/**
 * Every five minutes: websites to fetch again, stored pages to clean, chunks that an embedding model has not
 * seen.
 */
export const resyncJob = defineJob({
  name: 'knowledge.resync',
  payload: nothing,
  retryLimit: 1,
  expireInSeconds: 240,
  concurrency: 1,
});
/** Daily: what lay in the bin for seven days. */
export const emptyBinJob = defineJob({
  name: 'knowledge.empty-bin',
  payload: nothing,
  retryLimit: 2,
  expireInSeconds: 900,
  concurrency: 1,
});

export function jobFor(kind: SourceKind): typeof crawlJob {
  return kind === 'website' || kind === 'page' ? crawlJob : readJob;
}
