import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** What one task may cost. */
export type BoundedLimits = {
  /** Wall time of one task, in milliseconds. */
  timeoutMs: number;
  /** Resident memory of the process in bytes, watched on Linux. */
  maxMemoryBytes: number;
};

/** Which program does the work, and what of this machine it may touch. */
export type BoundedProgram = {
  /** Its file. It answers each `{ id, task, limits }` by `answerTasks`. */
  entry: URL;
  /** Folders that it may read beside its own and the dependencies. */
  readable?: readonly URL[];
  /** Whether it needs native code, which is not held back by Node's permissions. */
  usesAddons?: boolean;
};

export type BoundedFault = 'ended' | 'too_slow' | 'out_of_memory' | 'refused';

/**
 * Why a task gave no result. `refused` is the program's own word, with its code; the others ended the
 * process.
 */
export class BoundedError extends Error {
  readonly fault: BoundedFault;
  readonly code: string | undefined;
  readonly detail: string | undefined;

  constructor(fault: BoundedFault, detail?: string, code?: string) {
    super(`A task in a process of its own: ${fault}${detail ? ` (${detail})` : ''}`);
    this.name = 'BoundedError';
    this.fault = fault;
    this.detail = detail;
    this.code = code;
  }
}

type Result = Record<string, unknown>;
type Outcome =
  | { id: number; result: Result }
  | { id: number; failure: { code: string; detail?: string | undefined } }
  | BoundedError;

const answerSchema = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ id: z.number(), result: z.record(z.string(), z.unknown()) }),
  z.object({ id: z.number(), failure: z.object({ code: z.string(), detail: z.string().optional() }) }),
]);

const watchEveryMs = 10;

/**
 * The code that the child may read: its folder and the dependencies. It may read nothing else, write nothing
 * and start nothing.
 */
function readablePaths(entry: string, more: readonly URL[]): string[] {
  const paths = [dirname(dirname(entry)), ...more.map((url) => realpathSync(fileURLToPath(url)))];
  for (let folder = dirname(entry); ; folder = dirname(folder)) {
    for (const name of ['node_modules', 'package.json'])
      if (existsSync(join(folder, name))) paths.push(join(folder, name));
    if (folder === dirname(folder)) return paths;
  }
}

function residentBytes(pid: number): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return Number(kilobytes ?? 0) * 1_024;
  } catch {
    return 0;
  }
}

function commandLine(
  { entry, readable = [], usesAddons = false }: BoundedProgram,
  limits: BoundedLimits,
): { file: string; options: string[] } {
  const file = realpathSync(fileURLToPath(entry));
  const options = [
    `--max-old-space-size=${Math.round(limits.maxMemoryBytes / 2_000_000)}`,
    '--max-semi-space-size=16',
    '--no-warnings',
    '--permission',
    ...(usesAddons ? ['--allow-addons'] : []),
    ...readablePaths(file, readable).map((path) => `--allow-fs-read=${path}`),
  ];
  return { file, options };
}

/**
 * A process for work on what strangers wrote: it has no environment, reads its own code only, and is ended
 * when a task takes too long or too much memory. Runs one task at a time; after a failure that is not the
 * task's own, or a limit, it is dead and must be replaced.
 */
export class BoundedProcess {
  readonly #child: ChildProcess;
  readonly #limits: BoundedLimits;
  readonly exited: Promise<void>;
  #nextId = 1;
  #errorOutput = '';
  #resolve: ((outcome: Outcome) => void) | null = null;
  isAlive = true;
  tasksDone = 0;

  constructor(program: BoundedProgram, limits: BoundedLimits) {
    this.#limits = limits;
    const { file, options } = commandLine(program, limits);
    this.#child = fork(file, [], {
      execArgv: options,
      env: {},
      cwd: tmpdir(),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#errorOutput = (this.#errorOutput + text).slice(-4_000);
    });
    this.exited = new Promise((resolve) => {
      const end = (reason: BoundedError) => {
        this.isAlive = false;
        this.#resolve?.(reason);
        resolve();
      };
      this.#child.once('exit', (code, signal) => end(this.#reasonOfExit(code, signal)));
      this.#child.once('error', (error) => end(new BoundedError('ended', error.message)));
    });
    this.#child.on('message', (message) => {
      const answer = answerSchema.safeParse(message);
      if (!answer.success) this.kill();
      else if ('id' in answer.data) this.#resolve?.(answer.data);
    });
    this.rest();
  }

  /** Our own kills have their reason already: another SIGKILL comes from a system that is short of memory. */
  #reasonOfExit(code: number | null, signal: NodeJS.Signals | null): BoundedError {
    const isShort =
      /heap out of memory|Allocation failed|heap limit/i.test(this.#errorOutput) ||
      signal === 'SIGABRT' ||
      signal === 'SIGKILL';
    return isShort
      ? new BoundedError('out_of_memory', `exit ${signal ?? code}`)
      : new BoundedError('ended', `exit ${signal ?? code} ${this.#errorOutput.slice(-300)}`);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get residentBytes(): number {
    return residentBytes(this.pid);
  }

  /** Lets the application end although the process waits for work. */
  rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
    const output = this.#child.stderr;
    if (output && 'unref' in output && typeof output.unref === 'function') output.unref();
  }

  /** @throws BoundedError, or the reason of `signal` */
  async run(task: object, signal?: AbortSignal): Promise<Result> {
    const id = this.#nextId;
    this.#nextId += 1;
    this.#child.ref();
    this.#child.channel?.ref();
    let timer: NodeJS.Timeout | undefined;
    let watch: NodeJS.Timeout | undefined;
    let onAbort: (() => void) | undefined;
    try {
      return await new Promise((resolve, reject) => {
        const stop = (reason: unknown) => {
          reject(reason);
          this.kill();
        };
        this.#resolve = (outcome) => {
          if (outcome instanceof BoundedError) reject(outcome);
          else if (outcome.id !== id) return;
          else if ('failure' in outcome)
            reject(new BoundedError('refused', outcome.failure.detail, outcome.failure.code));
          else resolve(outcome.result);
        };
        timer = setTimeout(() => stop(new BoundedError('too_slow')), this.#limits.timeoutMs);
        watch = setInterval(() => {
          // Killed a little before the bound: memory grows on while this timer waits for its turn.
          if (this.residentBytes > this.#limits.maxMemoryBytes * 0.85)
            stop(new BoundedError('out_of_memory'));
        }, watchEveryMs);
        onAbort = () => stop(signal?.reason);
        if (signal?.aborted) return onAbort();
        signal?.addEventListener('abort', onAbort, { once: true });
        if (!this.isAlive) return reject(new BoundedError('ended', 'the process had ended before'));
        this.#child.send({ id, task, limits: this.#limits }, (error) => {
          if (error) stop(new BoundedError('ended', error.message));
        });
      });
    } finally {
      clearTimeout(timer);
      clearInterval(watch);
      if (onAbort) signal?.removeEventListener('abort', onAbort);
      this.#resolve = null;
      this.tasksDone += 1;
      this.rest();
    }
  }

  kill(): void {
    this.isAlive = false;
    // Whoever waits for the end of the process must not be left alone by an event loop that has nothing else
    // to do.
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.#child.ref();
    this.#child.kill('SIGKILL');
  }
}
