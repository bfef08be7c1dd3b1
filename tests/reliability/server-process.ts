import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildOnce } from '#tests/support/app/built.ts';
import { supervisedServer } from '#tests/support/app/supervised.ts';

const project = path.join(import.meta.dirname, '../..');
const starter = path.join(project, 'tools/start.mjs');

/** How a process ended. */
export type Ended = {
  code: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
  milliseconds: number;
};

/** A server of its own process, as `npm start` runs it. */
export type ServerProcess = {
  url: string;
  /** Of the server itself; what was started watches over it and ends as it ends. */
  pid: number;
  output(): string;
  /** SIGKILL: the server gets no chance to do anything. */
  kill(): Promise<void>;
  /** SIGTERM, as a service manager stops it. */
  stop(): Promise<Ended>;
  ended: Promise<Ended>;
};

const running = new Set<ChildProcess>();
const folders = new Set<string>();

/** A data folder that root's unprivileged database can enter. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'chatelier-reliability-'));
  chmodSync(folder, 0o755);
  folders.add(folder);
  return folder;
}

/** Settings that every server of these tests has; nothing of the person's own environment gets in. */
function environmentOf(given: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return {
    PATH,
    HOME,
    ...(TMPDIR ? { TMPDIR } : {}),
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_FORMAT: 'json',
    LOCAL_MODEL_URLS: 'none',
    ALLOW_PRIVATE_ADDRESSES: '127.0.0.1',
    ...given,
  };
}

function launch(
  given: Record<string, string>,
  script = starter,
): { child: ChildProcess; ended: Promise<Ended>; output: { stdout: string; stderr: string } } {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [script], {
    env: environmentOf(given),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const output = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  const ended = once(child, 'close').then(([code, signal]) => {
    running.delete(child);
    return {
      code: code as number | null,
      signal: signal as string | null,
      ...output,
      milliseconds: performance.now() - startedAt,
    };
  });
  return { child, ended, output };
}

/** Starts a server and waits for its address. */
export async function startServer(given: Record<string, string>): Promise<ServerProcess> {
  await buildOnce();
  const { child, ended, output } = launch(given);
  const url = await new Promise<string>((resolve, reject) => {
    const look = (): void => {
      const found = /Chatelier runs at (\S+)/.exec(output.stdout)?.[1];
      if (found) resolve(found.replace('localhost', '127.0.0.1'));
    };
    child.stdout?.on('data', look);
    void ended.then((end) =>
      reject(
        new Error(
          `The server ended with ${end.code ?? end.signal}:\n${end.stderr}${end.stdout.slice(-2_000)}`,
        ),
      ),
    );
  });
  let isAsked = false;
  // A server that ends by itself makes all that follows fail, without a word of why.
  void ended.then(({ code, signal }) => {
    if (isAsked) return;
    const last = `${output.stdout}${output.stderr}`.slice(-4_000);
    process.stderr.write(`A server ended by itself with ${code ?? signal}. Its last words:\n${last}\n`);
  });
  let lastPid = 0;
  const serverPid = (): number => (lastPid = supervisedServer(child.pid ?? 0) ?? lastPid);
  return {
    url,
    get pid() {
      return serverPid();
    },
    output: () => output.stdout + output.stderr,
    async kill() {
      isAsked = true;
      process.kill(serverPid(), 'SIGKILL');
      await ended;
    },
    async stop() {
      isAsked = true;
      const asked = performance.now();
      child.kill('SIGTERM');
      return { ...(await ended), milliseconds: performance.now() - asked };
    },
    ended,
  };
}

let used: Promise<string> | undefined;

/**
 * Fills a new data folder with what a first start makes in it: the database of a server that nobody used. That is half of
 * such a start, and here done once for all files of a worker; `start-faults` begins with nothing.
 */
export async function fillDataFolder(folder: string): Promise<void> {
  used ??= (async () => {
    const first = mkdtempSync(path.join(tmpdir(), 'chatelier-first-start-'));
    chmodSync(first, 0o755);
    const server = await startServer({ DATA_DIR: first });
    await server.stop();
    return first;
  })();
  // With the owners of its files: the database runs as another user.
  execFileSync('cp', ['-a', `${await used}/.`, folder]);
}

/** Starts a server that is expected to give up, and waits for its end. */
export async function startInVain(given: Record<string, string>): Promise<Ended> {
  await buildOnce();
  return launch(given).ended;
}

/**
 * A checkout as it is after `npm ci`: nothing is built yet. Gives a way to start a server in it that is
 * expected to give up.
 */
export function unbuiltCheckout(): { startInVain(given: Record<string, string>): Promise<Ended> } {
  const folder = temporaryFolder();
  for (const name of readdirSync(project)) {
    if (
      ['src', 'tools', 'content', 'locales', 'migrations'].includes(name) ||
      /\.(json|config\.ts)$/.test(name)
    ) {
      cpSync(path.join(project, name), path.join(folder, name), { recursive: true });
    }
  }
  symlinkSync(path.join(project, 'node_modules'), path.join(folder, 'node_modules'));
  return { startInVain: (given) => launch(given, path.join(folder, 'tools/start.mjs')).ended };
}

/** The process of the database in a data folder, or null when none is left. */
export function databaseProcess(dataDir: string): number | null {
  const pid = Number(textOf(path.join(dataDir, 'postgres/postmaster.pid'))?.split('\n')[0] ?? Number.NaN);
  if (!Number.isInteger(pid)) return null;
  return textOf(`/proc/${pid}/cmdline`)?.includes(dataDir) ? pid : null;
}

/** What a file holds that may go away at any moment; null when it has. */
function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

/** Address of the database that a server keeps in its data folder. */
export const embeddedUrl = (dataDir: string): string =>
  `postgresql://chatelier@/postgres?host=${encodeURIComponent(path.join(dataDir, 'run'))}`;

/** Ends whatever a test left running and removes its folders. For `afterAll`. */
export async function cleanUp(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      const server = supervisedServer(child.pid ?? 0);
      if (server === null) child.kill('SIGKILL');
      else process.kill(server, 'SIGKILL');
      await once(child, 'close');
    }),
  );
  for (const folder of folders) {
    // The database of a killed server is stopped by its guard; its files can only go then.
    await until('the database is gone', () => databaseProcess(folder) === null, 20_000);
    rmSync(folder, { recursive: true, force: true });
  }
  folders.clear();
}

/** Asks again and again until the answer is neither null nor false. */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  milliseconds = 15_000,
): Promise<NonNullable<Exclude<T, false>>> {
  const end = performance.now() + milliseconds;
  for (;;) {
    const found = await look();
    if (found !== null && found !== undefined && found !== false)
      return found as NonNullable<Exclude<T, false>>;
    if (performance.now() > end) throw new Error(`Not within ${milliseconds} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
