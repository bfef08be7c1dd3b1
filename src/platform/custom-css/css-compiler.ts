import { LRUCache } from 'lru-cache';
import { AppError } from '#shared/errors.ts';
import type { CompiledCss } from '#shared/custom-css/custom-css.ts';
import { createBoundedPool } from '#platform/process/bounded-pool.ts';
import { BoundedError, type BoundedLimits } from '#platform/process/bounded-process.ts';

export type CssTask = {
  type: 'compile' | 'clean';
  code: string;
};

/**
 * Reads owners' CSS in a process of its own, which is ended when it takes too long. Of one account one text
 * at a time.
 */
export type CssCompiler = {
  /**
   * What `compileCss` says, remembered for texts that were read before; null when it could not be read in
   * time.
   */
  compile(code: string, accountId: string): Promise<CompiledCss | null>;
  /** The CSS without what would be refused; empty when it could not be read in time. */
  clean(code: string, accountId: string): Promise<string>;
  close(): Promise<void>;
};

export type CssCompilerOptions = {
  limits?: Partial<BoundedLimits>;
  log?: { warn(fields: object, message: string): void };
};

const program = {
  entry: new URL('./child/main.ts', import.meta.url),
  readable: [
    new URL('../process/answer-tasks.ts', import.meta.url),
    new URL('../../shared/', import.meta.url),
  ],
};
/**
 * Twenty kilobytes take some hundredths of a second; the rest is for the start of the process on a busy
 * machine.
 */
const defaultLimits: BoundedLimits = { timeoutMs: 5_000, maxMemoryBytes: 300_000_000 };
/** A text that was not read in time is tried again later: the machine may have been busy. */
const retryMs = 60_000;

/** Creates the pool of reading processes; the first process starts with the first text that is not known. */
export function createCssCompiler(options: CssCompilerOptions = {}): CssCompiler {
  const limits = { ...defaultLimits, ...options.limits };
  const pool = createBoundedPool({
    program,
    limits,
    size: 2,
    idleMs: 60_000,
    name: 'custom CSS',
    log: options.log,
  });
  const known = new LRUCache<string, Promise<CompiledCss | null>>({ max: 300 });

  async function run<T>(task: CssTask, accountId: string): Promise<T | null> {
    try {
      return (await pool.run({ task, key: accountId })) as T;
    } catch (error) {
      // Too many of the account's own wait already: as if it had not been read in time.
      if (error instanceof BoundedError || error instanceof AppError) return null;
      throw error;
    }
  }

  return {
    compile(code, accountId) {
      if (code === '') return Promise.resolve({ css: '', problems: [], images: [] });
      const before = known.get(code);
      if (before) return before;
      const compiled = run<CompiledCss>({ type: 'compile', code }, accountId).then(
        (read) => {
          if (read === null) known.set(code, compiled, { ttl: retryMs });
          return read;
        },
        (error: unknown) => {
          known.delete(code);
          throw error;
        },
      );
      known.set(code, compiled);
      return compiled;
    },
    clean: async (code, accountId) =>
      code === '' ? '' : ((await run<{ code: string }>({ type: 'clean', code }, accountId))?.code ?? ''),
    close: () => pool.close(),
  };
}
