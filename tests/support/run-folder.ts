import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
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

/** What is mounted below a folder, the innermost first; nothing where the system has no such list. */
function mountedBelow(folder: string): string[] {
  let list: string;
  try {
    list = readFileSync('/proc/self/mounts', 'utf8');
  } catch {
    // No Linux.
    return [];
  }
  return list
    .split('\n')
    .map((line) => (line.split(' ')[1] ?? '').replaceAll('\\040', ' '))
    .filter((place) => place.startsWith(`${folder}/`))
    .reverse();
}

/** Removes a run's folder with what its tests of full disks mounted there. What is still in use stays, and is named. */
function removeRunFolder(folder: string): void {
  for (const place of mountedBelow(folder)) spawnSync('umount', [place]);
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    process.stderr.write(`${folder} could not be removed: ${(error as Error).message}\n`);
  }
}

/**
 * The folder of this run in the given one: what the run makes lies in it and goes when its process ends. What runs that
 * were killed left behind is removed, which in memory soon is gigabytes.
 */
export function makeRunFolder(parent: string): string {
  for (const entry of readdirSync(parent)) {
    const processId = Number(name.exec(entry)?.[1] ?? Number.NaN);
    if (processId && !isAlive(processId)) removeRunFolder(path.join(parent, entry));
  }
  const folder = path.join(parent, `chatelier-tests-${process.pid}`);
  // A database's own user goes through it to its folder.
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  process.once('exit', () => removeRunFolder(folder));
  return folder;
}
