import { parentPort } from 'node:worker_threads';
import { parsers } from './parser-list.ts';

/** Reads texts one after the other and says of each how much processor time it took, in milliseconds. */
parentPort?.on(
  'message',
  ({ name, texts }: { name: string; texts: readonly string[] }) => void readAll(name, texts),
);

async function readAll(name: string, texts: readonly string[]): Promise<void> {
  const parser = parsers[name];
  for (const [at, text] of texts.entries()) {
    const before = process.threadCpuUsage();
    let failure: string | null = null;
    try {
      await parser?.read(text);
    } catch (error) {
      failure = error instanceof Error ? (error.stack ?? error.message).slice(0, 600) : String(error);
    }
    const { user, system } = process.threadCpuUsage(before);
    parentPort?.postMessage({ at, ms: (user + system) / 1_000, failure });
  }
  parentPort?.postMessage({ at: texts.length, ms: 0, failure: null });
}
