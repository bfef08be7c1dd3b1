import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { diskFault } from './start-error.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'chatelier-disk-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What Node throws for a fault of the disk. */
const fault = (code: string, more: object): Error =>
  Object.assign(new Error(`${code}: it failed`), { code, ...more });

test.each([
  [
    'ENOSPC',
    { path: '/srv/data/lock' },
    'The disk is full (/srv/data/lock). Mend this and start again; what was saved is kept.',
  ],
  [
    'EROFS',
    { path: '/a', dest: '/srv/data/b' },
    'The disk is read-only (/srv/data/b). Mend this and start again; what was saved is kept.',
  ],
  ['EDQUOT', {}, 'The disk quota is used up. Mend this and start again; what was saved is kept.'],
])('a start that fails with %s says in one line what to mend', (code, more, line) => {
  expect(diskFault(fault(code, more))).toBe(line);
});

test('a fault of the program is not taken for one of the disk', () => {
  expect(diskFault(new Error('undefined is not a function'))).toBeNull();
  mkdirSync(path.join(folder, 'is-a-folder'));
  let thrown: unknown;
  try {
    writeFileSync(path.join(folder, 'is-a-folder'), '');
  } catch (error) {
    thrown = error;
  }
  expect(diskFault(thrown)).toBeNull();
});
