import { mkdtemp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { earlierChats, keepChatFiles } from './earlier-chats.ts';
import { serveStaticFiles } from './static-files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'earlier-chats-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function build(name: string, files: string[]): Promise<string> {
  const from = path.join(folder, name);
  await mkdir(from);
  for (const file of files) await writeFile(path.join(from, file), file);
  return from;
}

test('what an update takes away is kept for two weeks after its last build', async () => {
  const to = path.join(folder, 'kept');
  const first = await build('first', ['main-a.js', 'main-a.js.br', 'Paywall-a.js']);
  const second = await build('second', ['main-b.js', 'main-b.js.br', 'Paywall-a.js']);
  await keepChatFiles({ from: first, to, now: new Date('2026-03-01T10:00:00Z') });
  await keepChatFiles({ from: second, to, now: new Date('2026-03-10T10:00:00Z') });
  expect((await readdir(to)).sort()).toEqual([
    'Paywall-a.js',
    'main-a.js',
    'main-a.js.br',
    'main-b.js',
    'main-b.js.br',
  ]);
  await keepChatFiles({ from: second, to, now: new Date('2026-03-15T11:00:00Z') });
  expect((await readdir(to)).sort()).toEqual(['Paywall-a.js', 'main-b.js', 'main-b.js.br']);
});

test('processes that begin together keep them once, and none meets what another is at', async () => {
  const to = path.join(folder, 'together');
  const files = Array.from({ length: 30 }, (_, at) => `part-${at}.js`);
  const from = await build('together-build', files);
  const now = new Date('2026-03-01T10:00:00Z');
  await Promise.all(Array.from({ length: 12 }, () => keepChatFiles({ from, to, now })));
  expect((await readdir(to)).sort()).toEqual(files.toSorted());
});

test('a chat that is open on a page gets its later parts after an update, from anywhere', async () => {
  const dist = path.join(folder, 'dist');
  for (const name of ['web', 'pages-client/assets', 'chat/assets'])
    await mkdir(path.join(dist, name), { recursive: true });
  await writeFile(path.join(dist, 'chat/assets/main-new.js'), 'export default 2');
  const from = await build('before', ['Paywall-old.js']);
  const kept = earlierChats(path.join(folder, 'data'));
  await keepChatFiles({ from, to: kept, now: new Date('2026-03-01T10:00:00Z') });
  const app = Fastify();
  await serveStaticFiles(app, { dist, locales: folder, earlierChats: kept });
  for (const name of ['main-new.js', 'Paywall-old.js']) {
    const answer = await app.inject(`/chat/assets/${name}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin');
  }
  expect((await app.inject('/chat/assets/Paywall-never.js')).statusCode).toBe(404);
  expect((await app.inject('/chat/assets/..%2f..%2fdist/web/index.html')).statusCode).not.toBe(200);
  await app.close();
});
