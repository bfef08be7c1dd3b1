import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ask, openSession, publishAgent, register, say } from './people.ts';
import {
  cleanUp,
  startInVain,
  startServer,
  temporaryFolder,
  until,
  type ServerProcess,
} from './server-process.ts';

const mounted: string[] = [];

/** A folder on a disk of its own that holds so many megabytes; null where this machine mounts none. */
function smallDisk(megabytes: number): string | null {
  const folder = temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
  } catch {
    return null;
  }
  mounted.push(folder);
  return folder;
}
/** Everything that fits still; gives the way to make room again. */
function fill(folder: string): () => void {
  const file = path.join(folder, 'somebody-elses-film');
  const open = openSync(file, 'w');
  // Until not even a small piece fits.
  for (let size = 1_048_576; size >= 4_096;) {
    try {
      writeSync(open, Buffer.alloc(size, 1));
    } catch {
      size /= 2;
    }
  }
  closeSync(open);
  return () => rmSync(file);
}

const small = smallDisk(24);
const large = small === null ? null : smallDisk(400);
let server: ServerProcess | null = null;
afterAll(async () => {
  await server?.stop();
  for (const folder of mounted) {
    await until('nobody uses the disk', () => {
      try {
        execFileSync('umount', [folder], { stdio: 'ignore' });
        return true;
      } catch {
        return false;
      }
    });
  }
  await cleanUp();
});

test.runIf(small !== null)('a start on a disk that is too small says so in one line', async () => {
  const ended = await startInVain({ DATA_DIR: small ?? '' });
  expect(ended.code).toBe(1);
  expect(ended.stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(ended.stderr).toMatch(/[Nn]o space left on device|disk is full/);
  expect(ended.stdout).not.toMatch(/^\s+at /m);
});

test.runIf(large !== null)(
  'a server whose disk is full refuses what it cannot keep, loses nothing, and goes on when there is room',
  async () => {
    const started = await startServer({ DATA_DIR: large ?? '' });
    server = started;
    const owner = await register(started.url);
    const agent = await publishAgent(owner);
    const { collectionId } = await owner.get<{ collectionId: string }>(`/api/agents/${agent.id}`);
    const visitor = await openSession(started.url, agent.number);
    expect(
      await (
        await say(started.url, visitor, { text: 'Before', clientMessageId: randomUUID() })
      ).ended,
    ).toBe('done');
    const makeRoom = fill(large ?? '');
    const kept: string[] = [];
    const write = (title: string) =>
      owner.request<{ code: string }>('POST', `/api/knowledge/${collectionId}/sources/text`, {
        body: { title, body: `${title}. ${'The bakery is open again. '.repeat(4_000)}` },
      });
    // What was reserved before takes some of it still.
    const refused = await until(
      'something is refused',
      async () => {
        const title = `Text ${kept.length}`;
        const answer = await write(title);
        if (answer.status < 300) kept.push(title);
        return answer.status < 300 ? null : answer;
      },
      60_000,
    );
    expect([refused.status, refused.body.code]).toEqual([503, 'common.unavailable']);
    await until('the log says why', () => started.output().includes('No space left on device'));
    expect((await ask('GET', `${started.url}/healthz`)).status).toBe(200);
    makeRoom();
    await until('it takes texts again', async () => (await write('Afterwards')).status < 300, 90_000);
    const { sources } = await owner.get<{ sources: { title: string }[] }>(
      `/api/knowledge/${collectionId}/sources`,
    );
    const titles = sources.map(({ title }) => title);
    for (const title of [...kept, 'Afterwards']) expect(titles).toContain(title);
    const again = await say(started.url, visitor, { text: 'After', clientMessageId: randomUUID() });
    expect(await again.ended).toBe('done');
    expect((await started.stop()).code).toBe(0);
  },
);
