import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '#platform/clock/clock.ts';
import { openDatabase } from '#platform/database/database.ts';
import { createTranslator } from '#platform/i18n/translator.ts';
import { createLogger } from '#platform/log/logger.ts';
import { createCounting } from '#features/analytics/server/events/counting.usecases.ts';
import type { CountingThreadOptions } from '../counting-thread.ts';
import { localesFolder } from '../../project-folder.ts';
import { unsureReaderOf } from '../../unsure-reader.ts';

const options = workerData as CountingThreadOptions;

// Linux knows a priority for each thread, and 0 is the one that asks; elsewhere it would be the whole process.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);

const stopping = new AbortController();
parentPort?.on('message', () => stopping.abort());

const log = createLogger(options.log);
const database = openDatabase({ url: options.databaseUrl, log, maxConnections: 2 });
try {
  await createCounting({
    database,
    clock: systemClock,
    log,
    isUnsure: unsureReaderOf(createTranslator(localesFolder)),
  }).countWhileBusy(stopping.signal);
} finally {
  await database.close();
  // It would keep the thread alive.
  parentPort?.close();
}
