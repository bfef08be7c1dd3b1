/**
 * Begins to count the processor time of this thread; the function that it gives says how many milliseconds
 * were used since. For tests of what is made to be slow: unlike the time on the clock it does not grow when
 * the machine is busy with something else.
 */
export function countProcessorTime(): () => number {
  const before = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  };
}
