import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmdirSync, statSync } from 'node:fs';
import path from 'node:path';

const project = path.join(import.meta.dirname, '../..');
const built = path.join(project, 'dist/web/index.html');
const sources = ['src/apps/web', 'src/ui', 'src/shared', 'src/features', 'vite.web.config.ts'];

/** What a browser gets: code, styles, pages; not tests and not the server's parts. */
const isBrowserSource = (name: string) => /\.(tsx?|css|html|svg|js)$/.test(name) && !/\.test\.tsx?$/.test(name) && !/[\\/]server[\\/]/.test(name);

function newest(at: string): number {
  const about = statSync(at);
  if (!about.isDirectory()) return isBrowserSource(at) ? about.mtimeMs : 0;
  return Math.max(0, ...readdirSync(at).map((name) => newest(path.join(at, name))));
}

function isFresh(): boolean {
  return existsSync(built) && Math.max(...sources.map((source) => newest(path.join(project, source)))) <= statSync(built).mtimeMs;
}

/** Builds the dashboard when it is missing or older than its sources. Test files run side by side: one of them builds. */
export function ensureWebBuild(): void {
  const lock = path.join(project, 'node_modules/.web-build-lock');
  for (let waited = 0; !isFresh(); waited++) {
    try {
      mkdirSync(lock);
    } catch (error) {
      if (waited > 900 || (error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
      continue;
    }
    try {
      if (isFresh()) return;
      const result = spawnSync(process.execPath, [path.join(project, 'node_modules/vite/bin/vite.js'), 'build', '--config', 'vite.web.config.ts'], { cwd: project, encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } });
      if (result.status !== 0) throw new Error(`The dashboard does not build:\n${result.stdout}\n${result.stderr}`);
      return;
    } finally {
      rmdirSync(lock);
    }
  }
}
