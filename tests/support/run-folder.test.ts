import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeRunFolder } from './run-folder.ts';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'parent-'));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

test('removes what a killed run left, and nothing of a running one or of others', () => {
  const ended = spawnSync(process.execPath, ['--version']).pid;
  const [left, running, foreign] = [
    `chatelier-tests-${ended}`,
    `chatelier-tests-${process.ppid}`,
    'notes-12',
  ];
  for (const folder of [left, running, foreign]) {
    mkdirSync(path.join(parent, folder));
    writeFileSync(path.join(parent, folder, 'file'), '');
  }
  const own = makeRunFolder(parent);
  expect(
    [own, ...[left, running, foreign].map((folder) => path.join(parent, folder))].map(existsSync),
  ).toEqual([true, false, true, true]);
});

/** A killed run's folder in which a small disk of its test of full disks is still mounted. */
function leaveMounted(): { folder: string; disk: string; isMounted: boolean } {
  const ended = spawnSync(process.execPath, ['--version']).pid;
  const folder = path.join(parent, `chatelier-tests-${ended}`);
  const disk = path.join(folder, 'disk with a name');
  mkdirSync(disk, { recursive: true });
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]);
  writeFileSync(path.join(disk, 'file'), '');
  return { folder, disk, isMounted: status === 0 };
}

test('removes what a killed run had mounted', () => {
  // Where this machine mounts nothing, the folder is a plain one.
  const { folder } = leaveMounted();
  makeRunFolder(parent);
  expect(existsSync(folder)).toBe(false);
});

test('begins although something left behind cannot be removed', () => {
  const { folder, disk, isMounted } = leaveMounted();
  const used = openSync(path.join(disk, 'file'), 'r');
  try {
    expect(existsSync(makeRunFolder(parent))).toBe(true);
    expect(existsSync(folder)).toBe(isMounted);
  } finally {
    closeSync(used);
    if (isMounted) spawnSync('umount', [disk]);
  }
});
