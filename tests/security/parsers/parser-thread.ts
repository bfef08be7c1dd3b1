import { parentPort } from 'node:worker_threads';
import { longText, longTexts } from './nasty-texts.ts';
import { parsers } from './parser-list.ts';

type Task = {
  name: string;
  /** Texts, or how long the largest ones are. */
  texts: readonly string[] | { length: number };
};

/** What is looked at a second time, in milliseconds of processor time. */
const suspicious = 400;
/** Twice the text takes twice the time, or four times where it takes the square of the length. */
const mostGrowth = 3;

/** Reads texts one after the other and says of each how much processor time it took, in milliseconds. */
parentPort?.on('message', (task: Task) => void readAll(task));

async function readAll({ name, texts }: Task): Promise<void> {
  const count = 'at' in texts ? texts.length : longTexts;
  for (let at = 0; at < count; at++) {
    const text = 'at' in texts ? (texts[at] ?? '') : longText(at, texts.length);
    const { ms, failure } = await read(name, text);
    const { longest, isInBrowser } = parsers[name] ?? { longest: 0 };
    const isLookedAt = failure === null && 'at' in texts && ms > suspicious && longest !== 0 && !isInBrowser;
    const growth = isLookedAt ? await growthOf(name, text) : 0;
    const grown = `takes ${growth.toFixed(1)} times as long for twice the length`;
    parentPort?.postMessage({ at, ms, failure: growth > mostGrowth ? grown : failure });
  }
  parentPort?.postMessage({ at: count, ms: 0, failure: null });
}

async function read(name: string, text: string): Promise<{ ms: number; failure: string | null }> {
  const before = process.threadCpuUsage();
  let failure: string | null = null;
  try {
    await parsers[name]?.read(text);
  } catch (error) {
    failure = error instanceof Error ? (error.stack ?? error.message).slice(0, 600) : String(error);
  }
  const { user, system } = process.threadCpuUsage(before);
  return { ms: (user + system) / 1_000, failure };
}

/**
 * How much longer a text takes than its half, which ends as it does; the best of two tries of both. What seems to be
 * too much is measured up to five times more: whose neighbours need the memory waits for it, which is no growth.
 */
async function growthOf(name: string, text: string): Promise<number> {
  const half = text.slice(0, text.length / 2 - 12) + text.slice(-12);
  const least = async (each: string): Promise<number> =>
    Math.min((await read(name, each)).ms, (await read(name, each)).ms);
  let growth = Infinity;
  for (let round = 0; round < 6 && growth > mostGrowth; round++) {
    growth = Math.min(growth, (await least(text)) / Math.max(50, await least(half)));
    // Measuring again is no standstill.
    parentPort?.postMessage('measured');
  }
  return growth;
}
