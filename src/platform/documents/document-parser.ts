import { readFile, stat } from 'node:fs/promises';
import { createBoundedPool } from '#platform/process/bounded-pool.ts';
import { BoundedError } from '#platform/process/bounded-process.ts';
import type { ApiDescription } from './api-description.ts';
import { DocumentError, documentErrorCodes, type DocumentErrorCode } from './document-error.ts';
import { defaultDocumentLimits } from './document-types.ts';
import type {
  DocumentKind,
  DocumentLimits,
  ParsedDocument,
  ParsedHtml,
  ParseTask,
} from './document-types.ts';

export type DocumentSource = {
  /** Only a hint for the kind of text and the title; never used as a path. */
  fileName: string;
  mimeType?: string | null;
  /** Set when the kind is known for certain; the content must match. */
  kind?: DocumentKind;
} & ({ bytes: Uint8Array } | { path: string });

/** Whose document it is: see `BoundedTask`. Those of nobody in particular are read in order. */
export type DocumentOptions = {
  key?: string;
  sender?: string;
  signal?: AbortSignal;
};

export type DocumentParser = {
  /**
   * Reads a file in a separate process. Takes up to `timeoutMs` once it is its turn; those who send take
   * turns.
   * @throws DocumentError with one of eight codes, `tooManyRequests` where too many of the same wait, or the
   *   reason of `signal`. Never ends or blocks the calling process.
   */
  parse(source: DocumentSource, options?: DocumentOptions): Promise<ParsedDocument>;
  /**
   * Reads a web page in the same processes. Malformed markup is no error. @throws DocumentError `too_large`,
   * `too_slow`, `out_of_memory`
   */
  parseHtml(
    page: { bytes: Uint8Array; url: string; contentType?: string | null },
    options?: DocumentOptions,
  ): Promise<ParsedHtml>;
  /**
   * Reads a description of OpenAPI 3 in the same processes, with the operations in which all words of `search`
   * stand. Nothing that it refers to elsewhere is fetched.
   * @throws DocumentError `damaged` (no JSON and no YAML), `unsupported` (no OpenAPI 3), `too_large` (also: aliases
   *   of aliases), `too_slow`, `out_of_memory`
   */
  parseApi(
    document: { bytes: Uint8Array; search: string },
    options?: DocumentOptions,
  ): Promise<ApiDescription>;
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

const program = {
  entry: new URL('./child/main.ts', import.meta.url),
  readable: [new URL('../process/answer-tasks.ts', import.meta.url)],
};
const faults = {
  too_slow: 'document.too_slow',
  out_of_memory: 'document.out_of_memory',
  ended: 'document.damaged',
  refused: 'document.damaged',
} as const;

/** What went wrong in the process, in the words of documents. */
function documentErrorOf(error: unknown): unknown {
  if (!(error instanceof BoundedError)) return error;
  const own = documentErrorCodes.find((code): code is DocumentErrorCode => code === error.code);
  return new DocumentError(own ?? faults[error.fault], error.detail);
}

/** Creates the pool of parsing processes; the first process starts with the first file. */
export function createDocumentParser(options: DocumentParserOptions = {}): DocumentParser {
  const limits: DocumentLimits = { ...defaultDocumentLimits, ...options.limits };
  const size = Math.min(4, Math.max(1, options.poolSize ?? 2));
  const pool = createBoundedPool({
    program,
    limits,
    size,
    idleMs: options.idleMs ?? 60_000,
    name: 'documents',
    log: options.log,
  });

  async function run(task: ParseTask, whose: DocumentOptions): Promise<Record<string, unknown>> {
    if (task.bytes.byteLength > limits.maxFileBytes)
      throw new DocumentError('document.too_large', `${task.bytes.byteLength} bytes`);
    try {
      return await pool.run({ task, ...whose });
    } catch (error) {
      throw documentErrorOf(error);
    }
  }

  return {
    async parse(source, options = {}) {
      const { signal } = options;
      let bytes: Uint8Array;
      if ('path' in source) {
        if ((await stat(source.path)).size > limits.maxFileBytes)
          throw new DocumentError('document.too_large');
        bytes = await readFile(source.path, { signal });
      } else bytes = source.bytes;
      if (bytes.byteLength === 0) throw new DocumentError('document.empty');
      const task: ParseTask = {
        type: 'document',
        fileName: source.fileName.slice(-300),
        mimeType: source.mimeType ?? null,
        kind: source.kind ?? null,
        bytes,
      };
      return (await run(task, options)) as ParsedDocument;
    },
    async parseHtml(page, options = {}) {
      return (await run(
        { type: 'html', url: page.url, contentType: page.contentType ?? null, bytes: page.bytes },
        options,
      )) as ParsedHtml;
    },
    async parseApi({ bytes, search }, options = {}) {
      return (await run({ type: 'api', search, bytes }, options)) as ApiDescription;
    },
    close: () => pool.close(),
  };
}
