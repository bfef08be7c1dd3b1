import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The data folder can't be used; `message` is one line for the person who started the server. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
}

/** Holds a data folder for this process until `release`. */
export type DataFolder = { path: string; release(): Promise<void> };

/**
 * Where data lies when no setting says so: `data` in the checkout. Root's checkouts often lie where other users can't
 * enter (`/root`), but the database may not run as root, so then it is a folder of its own under `/var/lib/chatelier`.
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

/** Makes the folder if needed and takes it for this process alone. Throws `DataFolderError`. */
export async function takeDataFolder(folder: string): Promise<DataFolder> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK | constants.X_OK);
    await writeFile(path.join(folder, '.writable'), '');
    await rm(path.join(folder, '.writable'));
  } catch (cause) {
    throw new DataFolderError(`The data folder ${folder} can't be written. Give this user the right to, or set DATA_DIR to another folder.`, { cause });
  }
  const lock = path.join(folder, 'server.lock');
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      const file = await open(lock, 'wx', 0o600);
      await file.writeFile(JSON.stringify({ pid: process.pid, started: await startTime(process.pid) }));
      await file.close();
      return { path: folder, release: () => rm(lock, { force: true }) };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const holder = await readHolder(lock);
    if (holder === 'starting') {
      await new Promise((resolve) => setTimeout(resolve, 100));
      continue;
    }
    if (holder && (await startTime(holder.pid)) === holder.started) throw new DataFolderError(`The data folder ${folder} is in use by another server (process ${holder.pid}). Stop that one first, or set DATA_DIR to another folder.`);
    // The holder died. Of several that see this, the one whose rename works removes the lock.
    const stale = `${lock}.${process.pid}`;
    await rename(lock, stale).then(() => rm(stale, { force: true }), () => undefined);
  }
  throw new DataFolderError(`The data folder ${folder} could not be taken: its lock file keeps changing.`);
}

async function readHolder(lock: string): Promise<{ pid: number; started: string | null } | 'starting' | null> {
  const text = await readFile(lock, 'utf8').catch(() => null);
  if (text === null) return null;
  const holder = parseHolder(text);
  if (holder) return holder;
  // A lock is written in a moment. One that still says nothing readable was left by a crash or a full disk.
  const written = await stat(lock).then(({ mtimeMs }) => mtimeMs, () => 0);
  return Date.now() - written < 5_000 ? 'starting' : null;
}

function parseHolder(text: string): { pid: number; started: string | null } | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('pid' in value) || typeof value.pid !== 'number' || !Number.isInteger(value.pid)) return null;
    return { pid: value.pid, started: 'started' in value && typeof value.started === 'string' ? value.started : null };
  } catch {
    return null;
  }
}

/** When a process began, in ticks since the machine's start: tells a process from a later one with the same number. Null when it is gone. */
async function startTime(pid: number): Promise<string | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text !== null) return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  if (process.platform === 'linux') return null;
  try {
    process.kill(pid, 0);
    return 'alive';
  } catch {
    return null;
  }
}
