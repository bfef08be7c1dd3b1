import { Worker } from 'node:worker_threads';
import type { CountingHelper } from '#features/analytics/server/events/counting.usecases.ts';

export type CountingThreadOptions = {
  databaseUrl: string;
  /** How the thread logs; to the same place as its process. */
  log: { level: string; format: 'json' | 'pretty' };
};

const entry = new URL('./child/main.ts', import.meta.url);

/**
 * Counts what happens in a thread of its own, so that answers are not kept waiting. On Linux the thread gives way to
 * whoever else wants the processor (decision 0143).
 */
export function createCountingThread(options: CountingThreadOptions): CountingHelper {
  let worker: Worker | null = null;
  return {
    async run() {
      const thread = new Worker(entry, { workerData: options, stdin: false });
      worker = thread;
      try {
        await new Promise<void>((resolve, reject) => {
          thread.once('error', reject);
          thread.once('exit', (code) => {
            if (code === 0) resolve();
            else reject(new Error(`The thread that counts ended with ${code}`));
          });
        });
      } finally {
        worker = null;
      }
    },
    stop() {
      worker?.postMessage('stop');
    },
  };
}
