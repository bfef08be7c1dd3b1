import { Worker } from 'node:worker_threads';
import type {
  SandboxErrorCode,
  SandboxFetchAnswer,
  SandboxFetchRequest,
  SandboxMessage,
  SandboxOrder,
} from './sandbox-types.ts';

/** Why code gave nothing; the message is for whoever wrote it. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
  readonly code: SandboxErrorCode;
  readonly logs: readonly string[];
  constructor(code: SandboxErrorCode, message: string, logs: readonly string[] = []) {
    super(message);
    this.code = code;
    this.logs = logs;
  }
}

export type SandboxRun = {
  /** The body of an async function with `args`. */
  code: string;
  args: unknown;
  /** Milliseconds until the run is ended, waiting included. */
  timeoutMs: number;
  /** The only way out; a rejection's message is thrown in the code. */
  fetch(request: SandboxFetchRequest): Promise<SandboxFetchAnswer>;
  signal?: AbortSignal;
};
export type SandboxResult = {
  value: unknown;
  /** What the code wrote to its console. */
  logs: string[];
};

export type CodeSandbox = {
  /** Runs code of strangers once. @throws SandboxError, or the reason of `signal`. */
  run(task: SandboxRun): Promise<SandboxResult>;
  close(): Promise<void>;
};

const entry = new URL('./child/main.ts', import.meta.url);
const cpuMs = 2_000;
/** What is native in the interpreter does not look at its budget; the thread's own clock does. */
const mostActiveMs = 3_500;
const memoryBytes = 64 * 1_024 * 1_024;
const longestResult = 1_000_000;
const mostFetches = 10;
const mostRunning = 4;
const mostWaiting = 100;
/** A thread that waits for its run is ended after so long without one. */
const idleMs = 60_000;

type Warm = {
  worker: Worker;
  ready: Promise<void>;
};

/**
 * Runs JavaScript of strangers in an interpreter of its own (QuickJS in WebAssembly), in a thread of its own for each
 * run. The code has no files, no modules, no clock to wait for and no network but the `fetch` that is handed in.
 * One thread is kept warm for the next run; none is used twice.
 */
export function createCodeSandbox(): CodeSandbox {
  let warm: Warm | null = null;
  let idle: NodeJS.Timeout | undefined;
  let running = 0;
  let isClosed = false;
  const waiting: (() => void)[] = [];
  const workers = new Set<Worker>();

  function start(): Warm {
    const worker = new Worker(entry, {
      env: {},
      argv: [],
      stdin: false,
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    });
    worker.unref();
    workers.add(worker);
    worker.once('exit', () => workers.delete(worker));
    const ready = new Promise<void>((resolve, reject) => {
      worker.once('message', () => resolve());
      worker.once('error', reject);
      worker.once('exit', () => reject(new SandboxError('ended', 'The run could not begin.')));
    });
    // Whoever takes it hears of the failure.
    ready.catch(() => undefined);
    return { worker, ready };
  }

  function keepWarm(): void {
    clearTimeout(idle);
    if (isClosed) return;
    warm ??= start();
    idle = setTimeout(() => {
      void warm?.worker.terminate();
      warm = null;
    }, idleMs);
    idle.unref();
  }

  async function takePlace(): Promise<void> {
    if (running < mostRunning) {
      running += 1;
      return;
    }
    if (waiting.length >= mostWaiting) throw new SandboxError('ended', 'Too much runs at once.');
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  function leavePlace(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  async function runIn({ worker, ready }: Warm, task: SandboxRun): Promise<SandboxResult> {
    let timer: NodeJS.Timeout | undefined;
    let watch: NodeJS.Timeout | undefined;
    let abort = (): void => undefined;
    try {
      return await new Promise<SandboxResult>((resolve, reject) => {
        timer = setTimeout(() => reject(new SandboxError('too_slow', 'It took too long.')), task.timeoutMs);
        const before = worker.performance.eventLoopUtilization();
        watch = setInterval(() => {
          if (worker.performance.eventLoopUtilization(before).active > mostActiveMs)
            reject(new SandboxError('too_slow', 'It computed for too long.'));
        }, 250);
        abort = () => reject(task.signal?.reason as Error);
        if (task.signal?.aborted) return abort();
        task.signal?.addEventListener('abort', abort, { once: true });
        worker.on('error', (error: Error & { code?: string }) =>
          reject(
            error.code === 'ERR_WORKER_OUT_OF_MEMORY'
              ? new SandboxError('out_of_memory', 'It needed too much memory.')
              : new SandboxError('ended', 'It could not be run to its end.'),
          ),
        );
        worker.once('exit', () => reject(new SandboxError('ended', 'It could not be run to its end.')));
        const order = (message: SandboxOrder): void => worker.postMessage(message);
        ready.then(() => {
          worker.on('message', (message: SandboxMessage) => {
            if (message.type === 'done')
              resolve({ value: JSON.parse(message.json) as unknown, logs: message.logs });
            else if (message.type === 'failed')
              reject(new SandboxError(message.code, message.message, message.logs));
            else if (message.type === 'fetch') {
              const { id } = message;
              task.fetch(message.request).then(
                (answer) => order({ type: 'fetched', id, answer }),
                (error: unknown) =>
                  order({
                    type: 'fetchFailed',
                    id,
                    message: error instanceof Error ? error.message : 'The request failed',
                  }),
              );
            }
          });
          order({
            type: 'run',
            task: {
              code: task.code,
              input: JSON.stringify(task.args ?? {}),
              cpuMs,
              memoryBytes,
              longestResult,
              mostFetches,
            },
          });
        }, reject);
      });
    } finally {
      clearTimeout(timer);
      clearInterval(watch);
      task.signal?.removeEventListener('abort', abort);
      void worker.terminate();
    }
  }

  return {
    async run(task) {
      if (isClosed) throw new SandboxError('ended', 'The server stops.');
      await takePlace();
      try {
        const mine = warm ?? start();
        warm = null;
        return await runIn(mine, task);
      } finally {
        leavePlace();
        // The next thread is warmed up once this run is over: warming up takes a processor's time.
        keepWarm();
      }
    },
    async close() {
      isClosed = true;
      clearTimeout(idle);
      await Promise.all([...workers].map((worker) => worker.terminate()));
    },
  };
}
