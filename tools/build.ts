import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { flushFolderToDisk } from '../src/platform/process/durable-file.ts';

const root = path.join(import.meta.dirname, '..');
/** What the server draws pages and mails with: small, and needed before all else. */
const drawing = 'vite.pages.config.ts';
const configs = [
  drawing,
  'vite.web.config.ts',
  'vite.chat.config.ts',
  'vite.loader.config.ts',
  'vite.push-worker.config.ts',
  'vite.embed.config.ts',
  'vite.react-wrapper.config.ts',
  'vite.element-wrapper.config.ts',
  'vite.pages-client.config.ts',
];
const sources = [
  'src/apps/web',
  'src/apps/chat',
  'src/apps/loader',
  'src/apps/pages',
  'src/features',
  'src/shared',
  'src/ui',
  'src/providers/llm',
  'content',
  ...['cs', 'en', 'es', 'fr', 'nl', 'pt'].map((language) => `locales/${language}/chat.json`),
  'package-lock.json',
  ...configs,
];
const stamp = path.join(root, 'dist/build-stamp');

/** A fingerprint of everything that goes into the browser's files: names and contents. */
function fingerprint(): string {
  const hash = createHash('sha256');
  const visit = (file: string): void => {
    const full = path.join(root, file);
    if (!existsSync(full)) return;
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).toSorted()) visit(path.join(file, name));
      return;
    }
    if (/(^|\/)server\/|\.test\.tsx?$/.test(file)) return;
    hash.update(file).update(readFileSync(full));
  };
  for (const source of sources) visit(source);
  return hash.digest('hex');
}

/**
 * Whether `dist` belongs to the sources as they are now. A deployed copy without sources is taken as it is.
 */
export function isBuilt(): boolean {
  return (
    existsSync(stamp) &&
    (!existsSync(path.join(root, 'vite.web.config.ts')) || readFileSync(stamp, 'utf8') === fingerprint())
  );
}

function runVite(config: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [path.join(root, 'node_modules/vite/bin/vite.js'), 'build', '--config', config, '--logLevel', 'warn'],
      { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NODE_ENV: 'production' } },
    );
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new BuildError(`Building with ${config} failed:\n${output}`)),
    );
  });
}

/** The screens could not be built; `message` says why. */
export class BuildError extends Error {
  override readonly name = 'BuildError';
}

const lock = path.join(root, 'dist/build-lock');

/**
 * Lets one process build at a time; a lock that nobody has touched for a while was left by a process that
 * died.
 */
async function withLock(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      mkdirSync(path.dirname(lock), { recursive: true });
      mkdirSync(lock);
      break;
    } catch (cause) {
      if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST'))
        throw new BuildError(
          `The screens have to be built, and ${root} can't be written. Run "npm run build" once as a user who may.`,
          { cause },
        );
    }
    const touched = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
    if (touched !== undefined && Date.now() - touched > 20_000)
      rmSync(lock, { recursive: true, force: true });
    else await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const alive = setInterval(() => existsSync(lock) && utimesSync(lock, new Date(), new Date()), 3_000);
  try {
    await work();
  } finally {
    clearInterval(alive);
    rmSync(lock, { recursive: true, force: true });
  }
}

/**
 * Builds all files for browsers, when they are missing or older than their sources. `tell` is called before
 * work begins, `onDrawing` as soon as the server can draw pages and mails, while the rest is still built.
 */
export async function ensureBuilt(tell: () => void, onDrawing: () => void = () => undefined): Promise<void> {
  if (!isBuilt()) {
    tell();
    await withLock(async () => {
      // Another process may have built while this one waited.
      if (!isBuilt()) await build(onDrawing);
    });
  }
  onDrawing();
}

async function build(onDrawing: () => void): Promise<void> {
  const before = fingerprint();
  rmSync(stamp, { force: true });
  const waiting = configs.filter((config) => existsSync(path.join(root, config)));
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await runVite(next);
      if (next === drawing) onDrawing();
    }
  };
  await Promise.all([work(), work()]);
  mkdirSync(path.dirname(stamp), { recursive: true });
  // The stamp may not reach the disk before what it speaks for.
  await flushFolderToDisk(path.dirname(stamp));
  writeFileSync(stamp, before);
}

if (process.argv[1] === import.meta.filename) {
  await ensureBuilt(() => process.stdout.write('Building the screens …\n'));
  process.stdout.write('The screens are built.\n');
}
