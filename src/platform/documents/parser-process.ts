import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { DocumentError, documentErrorCodes } from './document-error.ts';
import type { DocumentLimits, ParseTask } from './document-types.ts';

const answerSchema = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ id: z.number(), result: z.record(z.string(), z.unknown()) }),
  z.object({ id: z.number(), failure: z.object({ code: z.enum(documentErrorCodes), detail: z.string().optional() }) }),
]);

const entry = realpathSync(fileURLToPath(new URL('./child/main.ts', import.meta.url)));
const watchEveryMs = 10;

/** The code that the child may read: this folder and the dependencies. It may read nothing else, write nothing and start nothing. */
function readablePaths(): string[] {
  const paths = [dirname(dirname(entry))];
  for (let folder = dirname(entry); ; folder = dirname(folder)) {
    for (const name of ['node_modules', 'package.json']) if (existsSync(join(folder, name))) paths.push(join(folder, name));
    if (folder === dirname(folder)) return paths;
  }
}

let permissionArguments: string[] | undefined;

function residentBytes(pid: number): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return Number(kilobytes ?? 0) * 1_024;
  } catch {
    return 0;
  }
}

/** One parsing process. Runs one task at a time; after a failure that is not the file's fault, or a limit, it is dead and must be replaced. */
export class ParserProcess {
  readonly #child: ChildProcess;
  readonly #limits: DocumentLimits;
  readonly exited: Promise<void>;
  #nextId = 1;
  #errorOutput = '';
  #settle: ((outcome: { id: number; result: Record<string, unknown> } | { id: number; failure: { code: DocumentError['code']; detail?: string | undefined } } | DocumentError) => void) | null = null;
  isAlive = true;
  tasksDone = 0;

  constructor(limits: DocumentLimits) {
    this.#limits = limits;
    permissionArguments ??= ['--permission', ...readablePaths().map((path) => `--allow-fs-read=${path}`)];
    this.#child = fork(entry, [], {
      execArgv: [`--max-old-space-size=${Math.round(limits.maxMemoryBytes / 2_000_000)}`, '--max-semi-space-size=16', '--no-warnings', ...permissionArguments],
      env: {},
      cwd: tmpdir(),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#errorOutput = (this.#errorOutput + text).slice(-4_000);
    });
    this.exited = new Promise((resolve) => {
      const end = (reason: DocumentError) => {
        this.isAlive = false;
        this.#settle?.(reason);
        resolve();
      };
      this.#child.once('exit', (code, signal) => end(this.#reasonOfExit(code, signal)));
      this.#child.once('error', (error) => end(new DocumentError('document.damaged', error.message)));
    });
    this.#child.on('message', (message) => {
      const answer = answerSchema.safeParse(message);
      if (!answer.success) this.kill();
      else if ('id' in answer.data) this.#settle?.(answer.data);
    });
    this.rest();
  }

  /** Our own kills have their reason already: another SIGKILL comes from a system that is short of memory. */
  #reasonOfExit(code: number | null, signal: NodeJS.Signals | null): DocumentError {
    if (/heap out of memory|Allocation failed|heap limit/i.test(this.#errorOutput) || signal === 'SIGABRT' || signal === 'SIGKILL') return new DocumentError('document.out_of_memory', `exit ${signal ?? code}`);
    return new DocumentError('document.damaged', `exit ${signal ?? code} ${this.#errorOutput.slice(-300)}`);
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

  /** @throws DocumentError, or the reason of `signal` */
  async run(task: ParseTask, signal?: AbortSignal): Promise<Record<string, unknown>> {
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
        this.#settle = (outcome) => {
          if (outcome instanceof DocumentError) reject(outcome);
          else if (outcome.id !== id) return;
          else if ('failure' in outcome) reject(new DocumentError(outcome.failure.code, outcome.failure.detail));
          else resolve(outcome.result);
        };
        timer = setTimeout(() => stop(new DocumentError('document.too_slow')), this.#limits.timeoutMs);
        watch = setInterval(() => {
          // Killed a little before the bound: memory grows on while this timer waits for its turn.
          if (this.residentBytes > this.#limits.maxMemoryBytes * 0.85) stop(new DocumentError('document.out_of_memory'));
        }, watchEveryMs);
        onAbort = () => stop(signal?.reason);
        if (signal?.aborted) return onAbort();
        signal?.addEventListener('abort', onAbort, { once: true });
        if (!this.isAlive) return reject(new DocumentError('document.damaged', 'the parsing process ended'));
        this.#child.send({ id, task, limits: this.#limits }, (error) => {
          if (error) stop(new DocumentError('document.damaged', error.message));
        });
      });
    } finally {
      clearTimeout(timer);
      clearInterval(watch);
      if (onAbort) signal?.removeEventListener('abort', onAbort);
      this.#settle = null;
      this.tasksDone += 1;
      this.rest();
    }
  }

  kill(): void {
    this.isAlive = false;
    // Whoever waits for the end of the process must not be left alone by an event loop that has nothing else to do.
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.#child.ref();
    this.#child.kill('SIGKILL');
  }
}
