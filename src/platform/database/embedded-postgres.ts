import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, lstat, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createHash } from 'node:crypto';
import {
  cleanEnvironment,
  EmbeddedPostgresError,
  installedPostgres,
  placeBinaries,
  type Identity,
} from './postgres-binaries.ts';
import { clearLeftOvers, LeftOverError } from './postgres-left-overs.ts';
import { memoryHere, sharedBuffersFor } from './shared-buffers.ts';

export type EmbeddedPostgres = {
  /** Connection address over a Unix socket; no network port is open. */
  url(database: string): string;
  /** Asks the database to stop after finishing what runs, and waits for it. */
  stop(): Promise<void>;
  /** Says why, once the database ended without being asked to. */
  onDeath(listener: (reason: string) => void): void;
};

/** Recovery after a crash reads up to `max_wal_size` of log again. */
const readyMs = 300_000;

/** Of one server with what else looks into its database. */
const usualConnections = 120;

const settings = [
  'listen_addresses=',
  'unix_socket_permissions=0700',
  'log_min_messages=warning',
  'max_wal_size=1GB',
];

/**
 * Starts the PostgreSQL that comes with the dependencies on `<folder>/postgres`, initialising it at first
 * use.
 * PostgreSQL refuses to run as root: root's server runs it as an unprivileged user, from a copy of the
 * binaries where this user can't read those that were installed. If this process dies without stopping it, a
 * guard stops the database. `meanwhile` is called while the database makes its files or starts, once whatever
 * can be known to be wrong before that has been told.
 */
export async function startEmbeddedPostgres(options: {
  folder: string;
  meanwhile?: () => void;
  maxConnections?: number;
}): Promise<EmbeddedPostgres> {
  const identity = process.getuid?.() === 0 ? await unprivilegedUser() : undefined;
  await mkdir(options.folder, { recursive: true });
  if (identity) await assertReachable(options.folder);
  const data = path.join(options.folder, 'postgres');
  // Told before anything is made in a folder of somebody else.
  const isNew = !(await hasDatabase(data, identity));
  const native = await placeBinaries(installedPostgres(), options.folder, identity);
  const sockets = await socketFolder(options.folder, identity);
  const stale = await clearLeftOvers(data, sockets).catch((cause: unknown) => {
    throw cause instanceof LeftOverError ? new EmbeddedPostgresError(cause.message, { cause }) : cause;
  });
  if (isNew) await initialise(native, data, identity, options.meanwhile);

  const chosen = [
    ...settings,
    `shared_buffers=${sharedBuffersFor(memoryHere())}`,
    `max_connections=${options.maxConnections ?? usualConnections}`,
  ];
  const child = spawn(
    path.join(native, 'bin', 'postgres'),
    ['-D', data, '-k', sockets, ...chosen.flatMap((setting) => ['-c', setting])],
    {
      ...identity,
      cwd: '/',
      env: cleanEnvironment(native),
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    },
  );
  const lastLines = collectLines(child);
  if (!isNew) options.meanwhile?.();
  await ready(child, data, stale, lastLines);
  const guard = startGuard(child);
  let isStopping = false;
  child.once('exit', () => {
    // Its number may soon be somebody else's, who must not get the guard's signal.
    guard.kill('SIGKILL');
  });
  return {
    url: (database) => `postgresql://chatelier@/${database}?host=${encodeURIComponent(sockets)}`,
    onDeath(listener) {
      child.once('exit', () => {
        if (!isStopping) listener(lastLines());
      });
    },
    async stop() {
      isStopping = true;
      guard.stdin?.end();
      await stopChild(child);
    },
  };
}

/**
 * Whether a database is there. Throws for one that can't be looked at, and for another user's: PostgreSQL
 * opens its own only.
 */
async function hasDatabase(data: string, identity: Identity): Promise<boolean> {
  const codeOf = (error: unknown): string =>
    error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  try {
    const { uid } = await stat(data);
    const user = identity?.uid ?? process.getuid?.();
    const isMarked = await stat(path.join(data, 'PG_VERSION')).then(
      () => true,
      (error: unknown) => codeOf(error) !== 'ENOENT',
    );
    if (isMarked && user !== undefined && uid !== user) {
      throw new EmbeddedPostgresError(
        `The database in ${data} belongs to user ${uid}, and here it would run as user ${user}. Start the server as the user who started it before, or give the database to this one: chown -R ${user} ${data}`,
      );
    }
    return isMarked;
  } catch (cause) {
    if (cause instanceof EmbeddedPostgresError) throw cause;
    // A link that leads nowhere, as to a disk that is not mounted, stands for a database, too.
    const isAbsent =
      codeOf(cause) === 'ENOENT' &&
      (await lstat(data).then(
        () => false,
        () => true,
      ));
    if (isAbsent) return false;
    throw new EmbeddedPostgresError(
      `The database in ${data} can't be read (${codeOf(cause)}). Mend this and start again; nothing was changed.`,
      { cause },
    );
  }
}

/** Folder whose parents every user may enter; else the unprivileged user could not reach the data. */
async function assertReachable(folder: string): Promise<void> {
  await chmod(folder, 0o711);
  for (let parent = path.dirname(path.resolve(folder)); ; parent = path.dirname(parent)) {
    const { mode } = await stat(parent);
    if ((mode & 0o001) === 0) {
      throw new EmbeddedPostgresError(
        `The data folder ${folder} lies under ${parent}, which only its owner may enter, and PostgreSQL does not run as root. Set DATA_DIR to another folder, for example /var/lib/chatelier, or set DATABASE_URL.`,
      );
    }
    if (parent === path.dirname(parent)) return;
  }
}

async function unprivilegedUser(): Promise<{ uid: number; gid: number }> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const entry = lines.find(([name]) => name === 'nobody');
  return { uid: Number(entry?.[2] ?? 65_534), gid: Number(entry?.[3] ?? 65_534) };
}

async function initialise(
  native: string,
  data: string,
  identity: Identity,
  meanwhile?: () => void,
): Promise<void> {
  const temporary = `${data}.new`;
  await rm(temporary, { recursive: true, force: true });
  await mkdir(temporary, { mode: 0o700 });
  if (identity) await chown(temporary, identity.uid, identity.gid);
  const child = spawn(
    path.join(native, 'bin', 'initdb'),
    [
      '-D',
      temporary,
      '-U',
      'chatelier',
      '--encoding=UTF8',
      '--locale=C',
      '--auth=trust',
      '--no-instructions',
    ],
    { ...identity, cwd: '/', env: cleanEnvironment(native), stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const lastLines = collectLines(child);
  const ended = once(child, 'exit');
  meanwhile?.();
  const [code] = (await ended) as [number | null];
  if (code !== 0)
    throw new EmbeddedPostgresError(`The database could not be made in ${data}: ${lastLines()}`);
  await rename(temporary, data);
}

/**
 * Unix socket addresses hold at most 107 bytes, so deep data folders get their socket in the temporary
 * folder.
 */
async function socketFolder(folder: string, identity: Identity): Promise<string> {
  const near = path.join(folder, 'run');
  const name = createHash('sha256').update(path.resolve(folder)).digest('hex').slice(0, 16);
  const sockets =
    Buffer.byteLength(path.join(near, '.s.PGSQL.5432')) <= 100
      ? near
      : path.join(tmpdir(), `chatelier-${name}`);
  await mkdir(sockets, { recursive: true, mode: 0o700 });
  const { uid } = await stat(sockets);
  if (uid !== process.getuid?.() && uid !== identity?.uid)
    throw new EmbeddedPostgresError(`The folder ${sockets} belongs to another user.`);
  if (identity) await chown(sockets, identity.uid, identity.gid);
  await chmod(sockets, 0o700);
  return sockets;
}

function collectLines(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString('utf8')).slice(-2_000);
  });
  child.on('error', (error) => {
    text += error.message;
  });
  return () => {
    const lines = text.trim().split('\n');
    // Of what it says last, most is how it stops; why stands before it.
    const reasons = lines.filter(
      (line) => /\b(PANIC|FATAL|ERROR|error):/.test(line) && !/the database system is/.test(line),
    );
    return (reasons.length > 0 ? reasons : lines).slice(-3).join(' ') || 'no reason given';
  };
}

/**
 * Waits until the database takes connections, crash recovery included: the eighth line of its lock file says
 * so then.
 * What a power cut left of an earlier one (`stale`) says "ready", too, and may even name the same process.
 */
async function ready(
  child: ChildProcess,
  data: string,
  stale: string,
  lastLines: () => string,
): Promise<void> {
  const pidFile = path.join(data, 'postmaster.pid');
  const stateLine = 7;
  for (let waited = 0; waited < readyMs; waited += 20) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new EmbeddedPostgresError(`The database did not start: ${lastLines()}`);
    }
    const text = await readFile(pidFile, 'utf8').catch(() => '');
    const lines = text.split('\n');
    const isOwn = text !== stale && Number(lines[0]) === child.pid;
    if (isOwn && lines[stateLine]?.trim() === 'ready') return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  child.kill('SIGQUIT');
  throw new EmbeddedPostgresError(
    `The database was not ready within ${readyMs / 60_000} minutes: ${lastLines()}`,
  );
}

/**
 * A shell that waits for our end of a pipe to close, which happens however we die, and then stops the
 * database.
 */
function startGuard(child: ChildProcess): ChildProcess {
  const guard = spawn(
    '/bin/sh',
    ['-c', 'cat >/dev/null; kill -INT "$1" 2>/dev/null', 'guard', String(child.pid)],
    { stdio: ['pipe', 'ignore', 'ignore'], detached: true },
  );
  guard.unref();
  return guard;
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGQUIT'), 15_000);
  await exited;
  clearTimeout(timer);
}
