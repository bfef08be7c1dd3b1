import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

const name = /^chatelier-tests-(\d+)$/;

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * The folder of this run in the given one: what the run makes lies in it and goes when its process ends. What runs that
 * were killed left behind is removed, which in memory soon is gigabytes.
 */
export function makeRunFolder(parent: string): string {
  for (const entry of readdirSync(parent)) {
    const processId = Number(name.exec(entry)?.[1] ?? Number.NaN);
    if (processId && !isAlive(processId)) rmSync(path.join(parent, entry), { recursive: true, force: true });
  }
  const folder = path.join(parent, `chatelier-tests-${process.pid}`);
  // A database's own user goes through it to its folder.
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}
