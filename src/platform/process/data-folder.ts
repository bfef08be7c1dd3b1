import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, link, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * A killed process is still there while its memory is given back: whoever starts again at once waits so long,
 * in milliseconds.
 */
const endingMs = 1_000;

/** The data folder can't be used; `message` is one line for the person who started the server. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
}

/** Holds a data folder for this process until `release`. */
export type DataFolder = {
  path: string;
  release(): Promise<void>;
};

/**
 * Where data lies when no setting says so: `data` in the checkout. Root's checkouts often lie where other
 * users can't enter (`/root`), but the database may not run as root, so then it is a folder of its own under
 * `/var/lib/chatelier`.
 */
export async function defaultDataFolder(checkout: string): Promise<string> {
  const near = path.join(checkout, 'data');
  if (process.getuid?.() !== 0 || (await isOpenToAll(checkout))) return near;
  const name = `${path.basename(checkout)}-${createHash('sha256').update(path.resolve(checkout)).digest('hex').slice(0, 8)}`;
  return path.join('/var/lib/chatelier', name);
}

async function isOpenToAll(folder: string): Promise<boolean> {
  for (let current = path.resolve(folder); ; current = path.dirname(current)) {
    if (((await stat(current)).mode & 0o001) === 0) return false;
    if (current === path.dirname(current)) return true;
  }
}

/**
 * Makes a folder with its parents. Node's own `recursive` tries for ever where nothing can be made, as below
 * `/proc`.
 */
export async function makeFolder(folder: string): Promise<void> {
  const make = (): Promise<void> =>
    mkdir(folder).catch(async (error: unknown) => {
      if (
        !(
          error instanceof Error &&
          'code' in error &&
          error.code === 'EEXIST' &&
          (await stat(folder)).isDirectory()
        )
      )
        throw error;
    });
  const parent = path.dirname(folder);
  await make().catch(async (error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT') || parent === folder)
      throw error;
    await makeFolder(parent);
    await make();
  });
}

/** Makes the folder if needed and takes it for this process alone. Throws `DataFolderError`. */
export async function takeDataFolder(folder: string): Promise<DataFolder> {
  try {
    await makeFolder(folder);
    await access(folder, constants.W_OK | constants.X_OK);
    const probe = path.join(folder, `.writable-${process.pid}`);
    await writeFile(probe, '');
    await rm(probe);
  } catch (cause) {
    throw new DataFolderError(
      `The data folder ${folder} can't be written. Give this user the right to, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
  const lock = path.join(folder, 'server.lock');
  const patience = Date.now() + endingMs;
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      const file = await open(lock, 'wx', 0o600);
      try {
        await file.writeFile(JSON.stringify({ pid: process.pid, started: await startTime(process.pid) }));
      } catch (error) {
        await rm(lock, { force: true });
        throw error;
      } finally {
        await file.close();
      }
      return { path: folder, release: () => rm(lock, { force: true }) };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const holder = await readHolder(lock);
    if (holder === 'starting') {
      await new Promise((resolve) => setTimeout(resolve, 100));
      continue;
    }
    const isHeld = holder !== null && (await startTime(holder.pid)) === holder.started;
    if (isHeld && Date.now() < patience) {
      attempt -= 1;
      await new Promise((resolve) => setTimeout(resolve, 50));
      continue;
    }
    if (isHeld)
      throw new DataFolderError(
        `The data folder ${folder} is in use by another server (process ${holder.pid}). Stop that one first, or set DATA_DIR to another folder.`,
      );
    await removeStale(lock, holder);
  }
  throw new DataFolderError(`The data folder ${folder} could not be taken: its lock file keeps changing.`);
}

/**
 * Removes the lock of a holder that died. Between the look and the removal another start may have done the
 * same and taken the folder: then it is its lock that was moved away, and it is put back.
 */
async function removeStale(
  lock: string,
  dead: { pid: number; started: string | null } | null,
): Promise<void> {
  const stale = `${lock}.${process.pid}`;
  try {
    await rename(lock, stale);
  } catch {
    return;
  }
  const moved = await readHolder(stale);
  const isLiving =
    moved !== null &&
    moved !== 'starting' &&
    !(moved.pid === dead?.pid && moved.started === dead.started) &&
    (await startTime(moved.pid)) === moved.started;
  if (isLiving || moved === 'starting') await link(stale, lock).catch(() => undefined);
  await rm(stale, { force: true });
}

async function readHolder(
  lock: string,
): Promise<{ pid: number; started: string | null } | 'starting' | null> {
  const text = await readFile(lock, 'utf8').catch((cause: unknown) => {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    if (code === 'ENOENT') return null;
    // It may be another user's, whose server runs.
    throw new DataFolderError(
      `The lock ${lock} can't be read (${code}). Start the server as the user it belongs to, or remove it if no server runs.`,
      { cause },
    );
  });
  if (text === null) return null;
  const holder = parseHolder(text);
  if (holder) return holder;
  // A lock is written in a moment. One that still says nothing readable was left by a crash or a full disk.
  const written = await stat(lock).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
  return Date.now() - written < 5_000 ? 'starting' : null;
}

function parseHolder(text: string): { pid: number; started: string | null } | null {
  try {
    const value: unknown = JSON.parse(text);
    if (
      typeof value !== 'object' ||
      value === null ||
      !('pid' in value) ||
      typeof value.pid !== 'number' ||
      !Number.isInteger(value.pid)
    )
      return null;
    return {
      pid: value.pid,
      started: 'started' in value && typeof value.started === 'string' ? value.started : null,
    };
  } catch {
    return null;
  }
}

/**
 * When a process began, in ticks since the machine's start: tells a process from a later one with the same
 * number.
 * Null when it is gone, also where its parent has not asked yet how it ended.
 */
async function startTime(pid: number): Promise<string | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text !== null) {
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null);
  }
  if (process.platform === 'linux') return null;
  try {
    process.kill(pid, 0);
    return 'alive';
  } catch {
    return null;
  }
}
