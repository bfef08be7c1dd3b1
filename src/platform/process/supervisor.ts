import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { inspectorIsOpen } from './heartbeat.ts';

/** How long a server's event loop may stand still, in seconds in which its watcher itself was awake. */
export const longestStallSeconds = 10;

const tickMs = 1_000;
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
/** A server that ran for so long begins with the shortest pause again. */
const steadyMs = 600_000;

/**
 * Counts how long nothing was heard of a server. Seconds are counted one by one as the watcher lives through
 * them, so a machine that slept, or stood still as a whole, has counted one. Nothing is counted before the
 * first beat (a start may take its time) and while a debugger may hold the server.
 */
export function createStallDetector(limit: number = longestStallSeconds): {
  beat(isDebugged: boolean): void;
  tick(): boolean;
} {
  let ticks: number | null = null;
  return {
    beat(isDebugged) {
      ticks = isDebugged ? null : 0;
    },
    /** Once a second; true when the server has stood still for too long. */
    tick() {
      if (ticks === null) return false;
      ticks += 1;
      return ticks > limit;
    },
  };
}

/**
 * The pause before a server is started again: twice as long each time, unless it ran well in between.
 * Milliseconds.
 */
export function createPauses(): { next(ranMs: number): number } {
  let pause = firstPauseMs / 2;
  return {
    next(ranMs) {
      pause = ranMs >= steadyMs ? firstPauseMs : Math.min(longestPauseMs, pause * 2);
      return pause;
    },
  };
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs the server in a process of its own and starts it again when its event loop stands still, with a pause
 * and one line in the log. However else it ends, this process ends in the same way, so that whoever started
 * it (a person, npm, a service manager, a container) decides what follows. Signals are passed on.
 */
export async function supervise(entry: URL, tell: (line: string) => Promise<void> | void): Promise<void> {
  const pauses = createPauses();
  let server: ChildProcess | null = null;
  let isStopping = false;
  for (const signal of signals) {
    process.on(signal, () => {
      isStopping = true;
      if (server) server.kill(signal);
      // Between two servers there is nothing to be stopped.
      else process.exit(0);
    });
  }
  const parent = process.ppid;
  if (process.env['npm_lifecycle_event']) {
    // npm passes a signal that it gets itself on to nobody; when it is gone, so is whoever started us.
    setInterval(() => process.ppid !== parent && process.emit('SIGTERM', 'SIGTERM'), tickMs).unref();
  }
  for (;;) {
    const startedAt = performance.now();
    const stalls = createStallDetector();
    let stoodStill = false;
    const child = fork(entry, ['serve'], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
    server = child;
    child.on('message', (message) => stalls.beat(inspectorIsOpen(message)));
    const watch = setInterval(() => {
      if (stoodStill || !stalls.tick()) return;
      stoodStill = true;
      // It can't stop in good order: whoever starts next cleans up, as after any crash.
      child.kill('SIGKILL');
    }, tickMs);
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    clearInterval(watch);
    server = null;
    if (!stoodStill || isStopping) return endAs(code, signal);
    const pauseMs = pauses.next(performance.now() - startedAt);
    await tell(
      `The server's event loop stood still for ${longestStallSeconds} s (process ${child.pid}). It was ended and is started again in ${pauseMs / 1_000} s.`,
    );
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** Ends this process as another one ended; a signal becomes the number that shells give it. */
function endAs(code: number | null, signal: NodeJS.Signals | null): void {
  const numbers: Partial<Record<NodeJS.Signals, number>> = {
    SIGHUP: 1,
    SIGINT: 2,
    SIGABRT: 6,
    SIGKILL: 9,
    SIGSEGV: 11,
    SIGTERM: 15,
  };
  process.exit(code ?? 128 + ((signal && numbers[signal]) ?? 0));
}
