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
  /** Whose code it is: nobody takes more than a share of the places. */
  owner: string;
  /** The body of an async function with `args`. */
  code: string;
  args: unknown;
  /** Milliseconds until the run is ended, waiting for a place and for answers included. */
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
  /** Resolves once the next run can begin at once, as far as a thread is kept for it. */
  ready(): Promise<void>;
  close(): Promise<void>;
};

const entry = new URL('./child/main.ts', import.meta.url);
const cpuMs = 2_000;
/** What is native in the interpreter does not look at its budget; the thread's own clock does. */
const mostActiveMs = 3_500;
const memoryBytes = 64 * 1_024 * 1_024;
const longestResult = 1_000_000;
const mostFetches = 10;
/** At once in all and of one owner, and how many of one owner may wait for a place. */
const mostRunning = 4;
const mostOfOwner = 2;
const mostWaiting = 10;
/** A thread that waits for its run is ended after so long without one. */
const idleMs = 60_000;

type Warm = {
  worker: Worker;
  ready: Promise<void>;
};

/** What the code wrote as its result; code that replaced what writes JSON can return what is none. */
async function resultOf({ json, logs }: Extract<SandboxMessage, { type: 'done' }>): Promise<SandboxResult> {
  try {
    return { value: JSON.parse(json) as unknown, logs };
  } catch {
    throw new SandboxError('threw', 'What it returned is no JSON.', logs);
  }
}

/**
 * Runs JavaScript of strangers in an interpreter of its own (QuickJS in WebAssembly), in a thread of its own for each
 * run. The code has no files, no modules, no clock to wait for and no network but the `fetch` that is handed in.
 * One thread is kept warm for the next run; none is used twice.
 */
export function createCodeSandbox(): CodeSandbox {
  let warm: Warm | null = null;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;
  const running: string[] = [];
  const waiting: { owner: string; begin: () => void }[] = [];
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

  const hasRoom = (owner: string): boolean =>
    running.length < mostRunning && running.filter((other) => other === owner).length < mostOfOwner;

  /** Waits for a place, no longer than the run may take and its caller waits. */
  async function takePlace({ owner, timeoutMs, signal }: SandboxRun): Promise<void> {
    if (hasRoom(owner)) return void running.push(owner);
    if (waiting.filter((other) => other.owner === owner).length >= mostWaiting)
      throw new SandboxError('ended', 'Too much runs at once.');
    await new Promise<void>((resolve, reject) => {
      const leave = (reason: Error): void => {
        waiting.splice(waiting.indexOf(entry), 1);
        end();
        reject(reason);
      };
      const timer = setTimeout(() => leave(new SandboxError('too_slow', 'It waited too long.')), timeoutMs);
      const abort = (): void => leave(signal?.reason as Error);
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      };
      const entry = {
        owner,
        begin: () => {
          end();
          running.push(owner);
          resolve();
        },
      };
      waiting.push(entry);
      signal?.addEventListener('abort', abort, { once: true });
    });
  }
  function leavePlace({ owner }: SandboxRun): void {
    running.splice(running.indexOf(owner), 1);
    const next = waiting.findIndex((other) => hasRoom(other.owner));
    if (next >= 0) waiting.splice(next, 1)[0]?.begin();
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
            if (message.type === 'done') resolve(resultOf(message));
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
      if (task.signal?.aborted) throw task.signal.reason as Error;
      const began = performance.now();
      await takePlace(task);
      try {
        const timeoutMs = Math.max(1, task.timeoutMs - (performance.now() - began));
        const mine = warm ?? start();
        warm = null;
        return await runIn(mine, { ...task, timeoutMs });
      } finally {
        leavePlace(task);
        // The next thread is warmed up once this run is over: warming up takes a processor's time.
        keepWarm();
      }
    },
    async ready() {
      await warm?.ready;
    },
    async close() {
      isClosed = true;
      clearTimeout(idle);
      await Promise.all([...workers].map((worker) => worker.terminate()));
    },
  };
}
