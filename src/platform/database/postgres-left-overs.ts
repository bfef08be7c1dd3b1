import { execFile } from 'node:child_process';
import { readFile, readdir, readlink, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** Processes of PostgreSQL that work on one data folder. */
type LeftOvers = {
  postmaster: number | null;
  backends: number[];
};

const stopMs = 20_000;
const lookMs = 50;

/** The processes of an earlier database do not end; `pids` names them. */
export class LeftOverError extends Error {
  override readonly name = 'LeftOverError';
}

/**
 * Ends what an earlier database left running on `data` and clears lock files that name a process of somebody
 * else.
 *
 * After a power cut PostgreSQL's lock files are still there, and the process number in them may belong to any
 * program by now; PostgreSQL would then refuse to start. A lock file whose process is gone is left to
 * PostgreSQL, which removes the shared memory it names as well.
 *
 * @returns the text of the lock file that is left, so that it can be told from the one of the next start
 */
export async function clearLeftOvers(data: string, sockets: string): Promise<string> {
  const pidFile = path.join(data, 'postmaster.pid');
  const socketLock = path.join(sockets, '.s.PGSQL.5432.lock');
  await stopProcesses(data, pidFile);
  for (const file of [pidFile, socketLock]) {
    const pid = await pidIn(file);
    if (pid !== null && isAlive(pid)) await rm(file, { force: true });
  }
  return readFile(pidFile, 'utf8').catch(() => '');
}

async function stopProcesses(data: string, pidFile: string): Promise<void> {
  for (let waited = 0, asked = false; ; waited += lookMs) {
    const { postmaster, backends } = await leftOvers(data, pidFile);
    if (postmaster === null && backends.length === 0) return;
    if (waited >= stopMs) {
      const pids = [postmaster, ...backends].filter((pid) => pid !== null);
      throw new LeftOverError(`An earlier database (process ${pids.join(', ')}) on ${data} does not stop.`);
    }
    // A postmaster ends its backends. Without one they save nothing more, and must be gone before another one
    // starts.
    if (postmaster !== null && !asked) signal(postmaster, 'SIGINT');
    if (postmaster === null)
      for (const pid of backends) signal(pid, waited < stopMs / 4 ? 'SIGQUIT' : 'SIGKILL');
    asked = true;
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
}

async function leftOvers(data: string, pidFile: string): Promise<LeftOvers> {
  const named = await pidIn(pidFile);
  const pids = process.platform === 'linux' ? await processesIn(data) : await postmastersOf(data);
  return {
    postmaster: named !== null && pids.includes(named) ? named : null,
    backends: pids.filter((pid) => pid !== named),
  };
}

/** PostgreSQL's processes all work in their data folder, also those whose postmaster died. */
async function processesIn(data: string): Promise<number[]> {
  const folder = await realpath(data).catch(() => null);
  if (folder === null) return [];
  const pids = (await readdir('/proc')).map(Number).filter((pid) => Number.isInteger(pid));
  const owned = await Promise.all(
    pids.map(async (pid) => {
      const [cwd, name] = await Promise.all([
        readlink(`/proc/${pid}/cwd`).catch(() => null),
        readFile(`/proc/${pid}/comm`, 'utf8').catch(() => ''),
      ]);
      return cwd === folder && name.trim() === 'postgres';
    }),
  );
  return pids.filter((_pid, at) => owned[at]);
}

/** Where there is no `/proc`, only a postmaster can be told: it names its data folder. */
async function postmastersOf(data: string): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axo', 'pid=,command=']);
  return stdout
    .split('\n')
    .filter((line) => line.includes('postgres') && line.includes(`-D ${data}`))
    .map((line) => Number.parseInt(line, 10));
}

async function pidIn(file: string): Promise<number | null> {
  const [line = ''] = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  const pid = Number(line.trim());
  return Number.isInteger(pid) && pid > 1 ? pid : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // It ended between the look and the signal.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
