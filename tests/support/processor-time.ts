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

/**
 * Calls back once when this process used so much of the processor's time since it was last told to go on (`goOn`),
 * however long that takes on a busy machine; `end` stops the watch.
 */
export function watchStandstill(mostMs: number, onStandstill: () => void): { goOn(): void; end(): void } {
  let timer: NodeJS.Timeout | undefined;
  const end = (): void => clearTimeout(timer);
  return {
    goOn(): void {
      end();
      const before = process.cpuUsage();
      const look = (): void => {
        const { user, system } = process.cpuUsage(before);
        const leftMs = mostMs - (user + system) / 1_000;
        if (leftMs > 0) timer = setTimeout(look, Math.max(leftMs, 20));
        else onStandstill();
      };
      timer = setTimeout(look, mostMs);
    },
    end,
  };
}
