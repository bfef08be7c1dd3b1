import { totalmem } from 'node:os';

const mebibyte = 1_024 ** 2;
/** What PostgreSQL takes by default. */
const leastMb = 128;
/** More brought nothing for ten million events. */
const mostMb = 512;

/**
 * How much of the machine's memory, in bytes, the embedded database keeps its pages in, as `shared_buffers`: a part
 * that leaves room for a small machine, and halves the time of figures over millions of events on a larger one. What a
 * small database doesn't fill is not taken.
 */
export const sharedBuffersFor = (memory: number): string =>
  `${Math.min(Math.max(Math.floor(memory / 32 / mebibyte), leastMb), mostMb)}MB`;

/** Memory of this machine, or what the container may use of it, in bytes. */
export function memoryHere(): number {
  // It is far above the machine's memory where nothing is constrained, and 0 where that is unknown.
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}
