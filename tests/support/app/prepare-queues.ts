import { registerJobs } from '#apps/server/jobs.ts';
import { openDatabase } from '#platform/database/database.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import { createSilentLogger } from '#platform/log/logger.ts';

/**
 * Run by the global setup, in a process of its own: makes the tables and the queues of background work in the database of
 * its argument, as the first start of a server does. No handler is ever called.
 */
const log = createSilentLogger();
const database = openDatabase({ url: process.argv[2] ?? '', log });
const jobs = createJobs({ database, log });
registerJobs({ jobs } as unknown as Parameters<typeof registerJobs>[0]);
await jobs.start({ work: false });
await jobs.stop();
await database.close();
