import { LRUCache } from 'lru-cache';
import { AppError, commonErrors } from '#shared/errors.ts';
import { BoundedError, BoundedProcess, type BoundedLimits, type BoundedProgram } from './bounded-process.ts';

export type BoundedPoolOptions = {
  program: BoundedProgram;
  limits: BoundedLimits;
  /** Processes that work side by side. */
  size: number;
  /** An unused process is ended after this time, in milliseconds. */
  idleMs: number;
  /** What this pool is for, in its log lines. */
  name: string;
  log?: { warn(fields: object, message: string): void } | undefined;
};

export type BoundedTask = {
  task: object;
  /**
   * Whose task it is. Of tasks with the same key one runs at a time, and of several keys that one is next
   * which waited longest since its last turn: whoever sends many leaves room for others, and so do a few who
   * send many.
   */
  key?: string | undefined;
  /** Who sent it, of those who share a key: they take turns alike. */
  sender?: string | undefined;
  signal?: AbortSignal | undefined;
};

export type BoundedPool = {
  /**
   * Runs a task in a process of its own; tasks wait for a free one.
   * @throws BoundedError, `tooManyRequests` where too many of the same key or sender wait already (each holds
   *   its file in memory), or the reason of `signal`. Never blocks the calling process.
   */
  run(task: BoundedTask): Promise<Record<string, unknown>>;
  /** Ends the processes and refuses what waits. */
  close(): Promise<void>;
};

const tasksPerProcess = 500;
/**
 * Tasks that wait beside those that run: of one sender, of one key, and of a key for whoever has none
 * waiting.
 */
const mostWaiting = { ofSender: 10, ofKey: 20, forFirst: 40 };
const crowdedSeconds = 20;
/** Of so many keys and senders it is known when they had their last turn. */
const mostTurns = 2_000;

type Waiting = BoundedTask & {
  resolve(result: Record<string, unknown>): void;
  reject(reason: unknown): void;
};

/** Keeps processes for bounded work; the first one starts with the first task. */
export function createBoundedPool(options: BoundedPoolOptions): BoundedPool {
  const { program, limits, size, idleMs, name, log } = options;
  const idle: BoundedProcess[] = [];
  const busy = new Set<BoundedProcess>();
  const busyKeys = new Set<string>();
  const waiting: Waiting[] = [];
  /** Which turn was the last one of a key, and of a sender. */
  const turns = new LRUCache<string, number>({ max: mostTurns });
  let turn = 0;
  let idleTimer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const lastTurn = (name: string | undefined): number => (name === undefined ? 0 : (turns.get(name) ?? 0));
  const senderOf = ({ key, sender }: BoundedTask): string | undefined =>
    sender && `${key ?? ''} by ${sender}`;

  /** Whose turn it is: the key, and within it the sender, that had none for longest; in order otherwise. */
  function takeNext(): Waiting | undefined {
    const ready = waiting.filter(({ key }) => key === undefined || !busyKeys.has(key));
    const order = (a: Waiting, b: Waiting): number =>
      lastTurn(a.key) - lastTurn(b.key) || lastTurn(senderOf(a)) - lastTurn(senderOf(b));
    const [job] = ready.toSorted(order);
    if (!job) return undefined;
    waiting.splice(waiting.indexOf(job), 1);
    turn += 1;
    for (const name of [job.key, senderOf(job)]) if (name !== undefined) turns.set(name, turn);
    return job;
  }

  function isCrowded({ key, sender }: BoundedTask): boolean {
    const ofKey = key === undefined ? [] : waiting.filter((other) => other.key === key);
    const ofSender = sender === undefined ? [] : ofKey.filter((other) => other.sender === sender);
    const isFirst = sender !== undefined && ofSender.length === 0;
    const mostOfKey = isFirst ? mostWaiting.forFirst : mostWaiting.ofKey;
    return ofKey.length >= mostOfKey || ofSender.length >= mostWaiting.ofSender;
  }

  function next(): void {
    while (busy.size < size) {
      const job = takeNext();
      if (!job) return;
      if (job.signal?.aborted) {
        job.reject(job.signal.reason);
        continue;
      }
      let worker = idle.pop();
      while (worker && !worker.isAlive) worker = idle.pop();
      void work(worker ?? new BoundedProcess(program, limits), job);
    }
  }

  async function work(worker: BoundedProcess, job: Waiting): Promise<void> {
    busy.add(worker);
    if (job.key !== undefined) busyKeys.add(job.key);
    try {
      job.resolve(await worker.run(job.task, job.signal));
    } catch (error) {
      if (!worker.isAlive && error instanceof BoundedError) {
        log?.warn(
          { pool: name, fault: error.fault, detail: error.detail, pid: worker.pid },
          'A process for bounded work was ended and is replaced',
        );
      }
      job.reject(error);
    } finally {
      const isUsedUp =
        worker.tasksDone >= tasksPerProcess || worker.residentBytes > limits.maxMemoryBytes * 0.5;
      if (worker.isAlive && (isUsedUp || isClosed)) worker.kill();
      // The next task waits until a killed process is gone, so that two never use the memory of one.
      if (!worker.isAlive) await worker.exited;
      busy.delete(worker);
      if (job.key !== undefined) busyKeys.delete(job.key);
      if (worker.isAlive) idle.push(worker);
      scheduleIdleStop();
      next();
    }
  }

  function scheduleIdleStop(): void {
    clearTimeout(idleTimer);
    idleTimer = setTimeout(() => {
      for (const worker of idle.splice(0)) worker.kill();
    }, idleMs);
    idleTimer.unref();
  }

  return {
    run({ task, key, sender, signal }) {
      return new Promise((resolve, reject) => {
        if (isClosed) return reject(new Error(`The pool of processes for ${name} is closed`));
        if (signal?.aborted) return reject(signal.reason);
        if (isCrowded({ task, key, sender })) {
          return reject(new AppError(commonErrors.tooManyRequests, { retryAfterSeconds: crowdedSeconds }));
        }
        const onAbort = () => {
          const place = waiting.indexOf(job);
          if (place < 0) return;
          waiting.splice(place, 1);
          reject(signal?.reason);
        };
        const unlisten = () => signal?.removeEventListener('abort', onAbort);
        const job: Waiting = {
          task,
          key,
          sender,
          signal,
          resolve: (result) => (unlisten(), resolve(result)),
          reject: (reason) => (unlisten(), reject(reason)),
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        waiting.push(job);
        next();
      });
    },
    async close() {
      isClosed = true;
      clearTimeout(idleTimer);
      for (const job of waiting.splice(0))
        job.reject(new Error(`The pool of processes for ${name} is closed`));
      const all = [...idle.splice(0), ...busy];
      for (const worker of all) worker.kill();
      await Promise.all(all.map((worker) => worker.exited));
    },
  };
}
