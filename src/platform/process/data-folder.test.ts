import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
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

  test.runIf(process.platform === 'linux')('of a dead process whose parent has not noticed is taken over', async () => {
    // The shell becomes a program that asks for no child, so its child stays a zombie.
    const parent = spawn('sh', ['-c', 'true & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      const [line] = (await once(parent.stdout, 'data')) as [Buffer];
      const pid = Number(line.toString());
      const fields = async (): Promise<string[]> => (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
      await expect.poll(async () => (await fields())[0]).toBe('Z');
      await writeFile(path.join(folder, 'server.lock'), JSON.stringify({ pid, started: (await fields())[19] }));
      await (await takeDataFolder(folder)).release();
    } finally {
      parent.kill('SIGKILL');
    }
  });
});
