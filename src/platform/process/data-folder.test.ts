import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { DataFolderError, takeDataFolder } from './data-folder.ts';

const made: string[] = [];
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'chatelier-folder-'));
  made.push(folder);
});
afterAll(() => Promise.all(made.map((each) => rm(each, { recursive: true, force: true }))));

describe('a data folder', () => {
  test('is held by one process until it is released', async () => {
    const held = await takeDataFolder(folder);
    await expect(takeDataFolder(folder)).rejects.toThrow(DataFolderError);
    await held.release();
    await (await takeDataFolder(folder)).release();
  });

  test.each([['nothing', ''], ['half a word', '{"pi'], ['something else', 'null']])('whose lock holds %s, left by a crash, is taken over', async (_what, text) => {
    const lock = path.join(folder, 'server.lock');
    await writeFile(lock, text);
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(lock, longAgo, longAgo);
    await (await takeDataFolder(folder)).release();
  });
});
