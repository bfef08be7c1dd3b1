import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const sources = ['src/apps/chat', 'src/apps/loader', 'src/features/conversations/chat', 'src/shared', 'vite.chat.config.ts', 'vite.loader.config.ts', 'vite.embed.config.ts'];
const built = ['dist/chat/manifest.json', 'dist/loader/loader.js', 'dist/embed/panel.mjs'];

function newest(path: string): number {
  const about = statSync(path);
  if (!about.isDirectory()) return about.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** Whether the visitor's scripts are built from the sources as they are now. */
function isFresh(): boolean {
  if (!built.every((file) => existsSync(join(root, file)))) return false;
  const oldest = Math.min(...built.map((file) => statSync(join(root, file)).mtimeMs));
  return Math.max(...sources.map((path) => newest(join(root, path)))) <= oldest;
}

/** Builds the chat and the loader when they are missing or older than their sources. Test files run side by side: one of them builds. */
export function ensureBrowserBundles(): void {
  if (isFresh()) return;
  const lock = join(root, 'node_modules/.chat-build-lock');
  for (let waited = 0; ; waited++) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if (waited > 600 || (error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    }
  }
  try {
    if (isFresh()) return;
    for (const config of ['vite.chat.config.ts', 'vite.loader.config.ts', 'vite.embed.config.ts']) {
      const result = spawnSync(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--config', config], {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, NODE_ENV: 'production', VITEST: '' },
      });
      if (result.status !== 0) throw new Error(`Building with ${config} failed:\n${result.stdout}${result.stderr}`);
    }
  } finally {
    rmdirSync(lock);
  }
}
