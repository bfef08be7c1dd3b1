import { readFile, stat } from 'node:fs/promises';
import { DocumentError } from './document-error.ts';
import { defaultDocumentLimits } from './document-types.ts';
import type { DocumentKind, DocumentLimits, ParsedDocument, ParsedHtml, ParseTask } from './document-types.ts';
import { ParserProcess } from './parser-process.ts';

export type DocumentSource = {
  /** Only a hint for the kind of text and the title; never used as a path. */
  fileName: string;
  mimeType?: string | null;
  /** Set when the kind is known for certain; the content must match. */
  kind?: DocumentKind;
} & ({ bytes: Uint8Array } | { path: string });

export type DocumentParser = {
  /**
   * Reads a file in a separate process. Takes up to `timeoutMs` once it is its turn; tasks wait for a free process in order.
   * @throws DocumentError with one of eight codes, or the reason of `signal`. Never ends or blocks the calling process.
   */
  parse(source: DocumentSource, options?: { signal?: AbortSignal }): Promise<ParsedDocument>;
  /** Reads a web page in the same processes. Malformed markup is no error. @throws DocumentError `too_large`, `too_slow`, `out_of_memory` */
  parseHtml(page: { bytes: Uint8Array; url: string; contentType?: string | null }, options?: { signal?: AbortSignal }): Promise<ParsedHtml>;
  /** Ends the processes and refuses what waits. */
  close(): Promise<void>;
};

export type DocumentParserOptions = {
  limits?: Partial<DocumentLimits>;
  /** Processes that work side by side. Default 2 (1–4). */
  poolSize?: number;
  /** An unused process is ended after this time. Default 60 s. */
  idleMs?: number;
  log?: { warn(fields: object, message: string): void };
};

const tasksPerProcess = 500;

type Waiting = { task: ParseTask; signal: AbortSignal | undefined; resolve(result: Record<string, unknown>): void; reject(reason: unknown): void };

/** Creates the pool of parsing processes; the first process starts with the first file. */
export function createDocumentParser(options: DocumentParserOptions = {}): DocumentParser {
  const limits: DocumentLimits = { ...defaultDocumentLimits, ...options.limits };
  const poolSize = Math.min(4, Math.max(1, options.poolSize ?? 2));
  const idleMs = options.idleMs ?? 60_000;
  const idle: ParserProcess[] = [];
  const busy = new Set<ParserProcess>();
  const waiting: Waiting[] = [];
  let idleTimer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function next(): void {
    while (waiting.length > 0 && busy.size < poolSize) {
      const job = waiting.shift();
      if (!job) return;
      if (job.signal?.aborted) {
        job.reject(job.signal.reason);
        continue;
      }
      let worker = idle.pop();
      while (worker && !worker.isAlive) worker = idle.pop();
      void work(worker ?? new ParserProcess(limits), job);
    }
  }

  async function work(worker: ParserProcess, job: Waiting): Promise<void> {
    busy.add(worker);
    try {
      job.resolve(await worker.run(job.task, job.signal));
    } catch (error) {
      if (!worker.isAlive && error instanceof DocumentError) options.log?.warn({ code: error.code, detail: error.detail, pid: worker.pid }, 'A parsing process was ended and is replaced');
      job.reject(error);
    } finally {
      if (worker.isAlive && (worker.tasksDone >= tasksPerProcess || worker.residentBytes > limits.maxMemoryBytes * 0.5 || isClosed)) worker.kill();
      // The next file waits until a killed process is gone, so that two never use the memory of one.
      if (!worker.isAlive) await worker.exited;
      busy.delete(worker);
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

  function enqueue(task: ParseTask, signal: AbortSignal | undefined): Promise<Record<string, unknown>> {
    return new Promise((resolve, reject) => {
      if (isClosed) return reject(new Error('The document parser is closed'));
      if (signal?.aborted) return reject(signal.reason);
      if (task.bytes.byteLength > limits.maxFileBytes) return reject(new DocumentError('document.too_large', `${task.bytes.byteLength} bytes`));
      const onAbort = () => {
        const place = waiting.indexOf(job);
        if (place < 0) return;
        waiting.splice(place, 1);
        reject(signal?.reason);
      };
      const settled = () => signal?.removeEventListener('abort', onAbort);
      const job: Waiting = {
        task,
        signal,
        resolve: (result) => (settled(), resolve(result)),
        reject: (reason) => (settled(), reject(reason)),
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      waiting.push(job);
      next();
    });
  }

  return {
    async parse(source, { signal } = {}) {
      let bytes: Uint8Array;
      if ('path' in source) {
        if ((await stat(source.path)).size > limits.maxFileBytes) throw new DocumentError('document.too_large');
        bytes = await readFile(source.path, { signal });
      } else bytes = source.bytes;
      if (bytes.byteLength === 0) throw new DocumentError('document.empty');
      return (await enqueue({ type: 'document', fileName: source.fileName.slice(-300), mimeType: source.mimeType ?? null, kind: source.kind ?? null, bytes }, signal)) as ParsedDocument;
    },
    async parseHtml(page, { signal } = {}) {
      return (await enqueue({ type: 'html', url: page.url, contentType: page.contentType ?? null, bytes: page.bytes }, signal)) as ParsedHtml;
    },
    async close() {
      isClosed = true;
      clearTimeout(idleTimer);
      for (const job of waiting.splice(0)) job.reject(new Error('The document parser is closed'));
      const all = [...idle.splice(0), ...busy];
      for (const worker of all) worker.kill();
      await Promise.all(all.map((worker) => worker.exited));
    },
  };
}
