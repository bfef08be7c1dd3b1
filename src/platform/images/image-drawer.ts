import { createBoundedPool } from '#platform/process/bounded-pool.ts';
import { BoundedError, type BoundedLimits } from '#platform/process/bounded-process.ts';
import {
  looksLikeImage,
  type ChatImage,
  type DrawingTask,
  type ImageKind,
  type PictureFault,
  type SizedImage,
  type StoredImage,
} from './picture-types.ts';

/** Draws pictures of strangers anew, in processes of their own. Of one account one is drawn at a time. */
export type ImageDrawer = {
  /**
   * A picture for an agent, a person or a brand; see `drawStoredImage`. `elaborate`: a drawing that costs too
   * much.
   */
  stored(bytes: Uint8Array, kind: ImageKind, accountId: string): Promise<StoredImage | PictureFault>;
  /** A picture for a page in several widths; see `drawSizedImage`. */
  sized(bytes: Uint8Array, widths: readonly number[], accountId: string): Promise<SizedImage | PictureFault>;
  /**
   * A picture that was sent in a chat or a form; see `drawChatImage`. Null when it can't be had. Visitors'
   * pictures stand in line beside the account's own, and those of each `sender` take turns.
   */
  chat(bytes: Uint8Array, accountId: string, sender?: string): Promise<ChatImage | null>;
  close(): Promise<void>;
};

export type ImageDrawerOptions = {
  limits?: Partial<BoundedLimits>;
  log?: { warn(fields: object, message: string): void };
};

const program = {
  entry: new URL('./child/main.ts', import.meta.url),
  readable: [new URL('../process/answer-tasks.ts', import.meta.url)],
  usesAddons: true,
};
/** A picture of forty million pixels takes some hundred megabytes and two or three seconds. */
const defaultLimits: BoundedLimits = { timeoutMs: 15_000, maxMemoryBytes: 1_000_000_000 };

/** Creates the pool of drawing processes; the first process starts with the first picture. */
export function createImageDrawer(options: ImageDrawerOptions = {}): ImageDrawer {
  const limits = { ...defaultLimits, ...options.limits };
  const pool = createBoundedPool({
    program,
    limits,
    size: 2,
    idleMs: 60_000,
    name: 'pictures',
    log: options.log,
  });

  /** What the process drew, or why there is nothing. */
  async function drawnBy<T>(task: DrawingTask, key: string, sender?: string): Promise<T | PictureFault> {
    try {
      const { fault, drawn } = (await pool.run({ task, key, sender })) as { fault?: PictureFault; drawn?: T };
      return drawn ?? fault ?? 'unusable';
    } catch (error) {
      if (!(error instanceof BoundedError)) throw error;
      return error.fault === 'too_slow' || error.fault === 'out_of_memory' ? 'elaborate' : 'unusable';
    }
  }

  /** The picture without its bytes' clothes, or why there is none. */
  async function draw<T extends { bytes: Buffer }>(
    task: DrawingTask,
    key: string,
    sender?: string,
  ): Promise<T | PictureFault> {
    const drawn = await drawnBy<T>(task, key, sender);
    return typeof drawn === 'string' ? drawn : { ...drawn, bytes: Buffer.from(drawn.bytes) };
  }

  return {
    async sized(bytes, widths, accountId) {
      const drawn = await drawnBy<SizedImage>({ type: 'sized', widths, bytes }, accountId);
      if (typeof drawn === 'string') return drawn;
      return {
        ...drawn,
        files: drawn.files.map((file) => ({ ...file, bytes: Buffer.from(file.bytes) })),
      };
    },
    stored: (bytes, kind, accountId) => draw<StoredImage>({ type: 'stored', kind, bytes }, accountId),
    async chat(bytes, accountId, sender) {
      if (!looksLikeImage(bytes)) return null;
      const drawn = await draw<ChatImage>(
        { type: 'chat', bytes },
        sender ? `${accountId} visitors` : accountId,
        sender,
      );
      return typeof drawn === 'string' ? null : drawn;
    },
    close: () => pool.close(),
  };
}
