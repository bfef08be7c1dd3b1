/**
 * What `work` costs in milliseconds of this process' processor time. Bounds on it hold where a machine does
 * other work too; a bound on the clock breaks there.
 */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
