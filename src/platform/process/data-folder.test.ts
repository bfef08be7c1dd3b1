import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstat, mkdtemp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
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

  test.each([
    ['nothing', ''],
    ['half a word', '{"pi'],
    ['something else', 'null'],
  ])('whose lock holds %s, left by a crash, is taken over', async (_what, text) => {
    const lock = path.join(folder, 'server.lock');
    await writeFile(lock, text);
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(lock, longAgo, longAgo);
    await (await takeDataFolder(folder)).release();
  });

  test("whose lock can't be read stays with whoever holds it", async () => {
    const lock = path.join(folder, 'server.lock');
    await symlink('server.lock', lock);
    await expect(takeDataFolder(folder)).rejects.toThrow(`The lock ${lock} can't be read (ELOOP)`);
    expect((await lstat(lock)).isSymbolicLink()).toBe(true);
  });

  test.runIf(process.platform === 'linux')(
    'of a dead process whose parent has not noticed is taken over',
    async () => {
      // The shell becomes a program that asks for no child, so its child stays a zombie.
      const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      try {
        const [line] = (await once(parent.stdout, 'data')) as [Buffer];
        const pid = Number(line.toString());
        const fields = async (): Promise<string[]> =>
          (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
        // As long as it is a shell, it would notice.
        await expect.poll(() => readFile(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n');
        process.kill(pid, 'SIGKILL');
        await expect.poll(async () => (await fields())[0]).toBe('Z');
        await writeFile(
          path.join(folder, 'server.lock'),
          JSON.stringify({ pid, started: (await fields())[19] }),
        );
        await (await takeDataFolder(folder)).release();
      } finally {
        parent.kill('SIGKILL');
      }
    },
  );
});
