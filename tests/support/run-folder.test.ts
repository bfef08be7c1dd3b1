import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
