/** Does something with each of a list, `atOnce` of them beside each other, and begins them in the list's order. */
export async function eachBeside<T>(
  list: readonly T[],
  atOnce: number,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const rest = list.values();
  async function next(): Promise<void> {
    for (const one of rest) await work(one);
  }
  // Nothing goes on behind the back of whoever hears of a failure.
  const ends = await Promise.allSettled(Array.from({ length: Math.min(atOnce, list.length) }, next));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}
