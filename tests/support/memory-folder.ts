import { readFileSync, statfsSync } from 'node:fs';

const gigabyte = 2 ** 30;

/**
 * Linux's folder in memory, where it is roomy and programs may run in it; null where not. A test database has
 * two thousand files, made for every test file anew: on an idle disk that takes a third more work, on one
 * that others keep busy (servers that force what they write to it, browsers, other builds) up to nine times
 * as much, and waits besides.
 */
export function memoryFolder(): string | null {
  const folder = '/dev/shm';
  try {
    const [, , , options = ''] =
      readFileSync('/proc/mounts', 'utf8')
        .split('\n')
        .map((line) => line.split(' '))
        .find(([, place]) => place === folder) ?? [];
    if (!/^rw\b/.test(options) || /\bnoexec\b/.test(options)) return null;
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > 3 * gigabyte && process.availableMemory() > 6 * gigabyte ? folder : null;
  } catch {
    // No Linux.
    return null;
  }
}
