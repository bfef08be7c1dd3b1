import http from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSite, testPage } from '#tests/support/models/knowledge-setup.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { KnowledgeSource } from '#features/knowledge/knowledge.contract.ts';
import { knowledgeFaults, query } from './checker.ts';
import { publishAgent, register, type Owner } from './people.ts';
import {
  cleanUp,
  embeddedUrl,
  fillDataFolder,
  type ServerProcess,
  startServer,
  temporaryFolder,
  until,
} from './server-process.ts';

const pages = 60;
const dataDir = temporaryFolder();
const url = embeddedUrl(dataDir);
let server: ServerProcess;
let owner: Owner;
let agent: Agent;

beforeAll(async () => {
  await fillDataFolder(dataDir);
  server = await startServer({ DATA_DIR: dataDir });
  owner = await register(server.url);
  agent = await publishAgent(owner);
});
afterAll(cleanUp);

const restart = async (): Promise<void> => {
  server = await startServer({ DATA_DIR: dataDir });
  owner = owner.at(server.url);
};
const base = (): string => `/api/knowledge/${agent.collectionId}`;
const sources = async (): Promise<KnowledgeSource[]> =>
  (await owner.get<{ sources: KnowledgeSource[] }>(`${base()}/sources`)).sources;
const allOver = async (): Promise<KnowledgeSource[] | null> => {
  const list = await sources();
  return list.every(({ status }) => status === 'ready' || status === 'failed') ? list : null;
};
const finds = async (words: string): Promise<string[]> =>
  (await owner.post<{ hits: { text: string }[] }>(`${base()}/search`, { query: words })).hits.map(
    ({ text }) => text,
  );

function upload(name: string, bytes: Buffer): { headers: Record<string, string>; raw: Buffer } {
  const boundary = 'a-boundary-of-this-test';
  const raw = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/plain\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, raw };
}

test('a crawl goes on after the server was killed in its middle, twice, and visits no page for nothing', async () => {
  const links = Array.from({ length: pages }, (_, at) => `/page-${at}`);
  const site = await openTestSite({
    '/': testPage('Start', 'The bakery of the harbour.', links),
    ...Object.fromEntries(
      links.map((link, at) => [
        link,
        testPage(
          `Page ${at}`,
          `The unmistakable word of this page is zanzibar${at}, and it is about loaf number ${at}.`,
        ),
      ]),
    ),
  });
  const slow = new Set<NodeJS.Timeout>();
  const proxy = http.createServer((request, response) => {
    const timer = setTimeout(() => {
      slow.delete(timer);
      http.get(site.url + (request.url ?? '/'), (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
    }, 60);
    slow.add(timer);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = proxy.address() as { port: number };
    await owner.post(`${base()}/sources/website`, { url: `http://127.0.0.1:${port}/`, mode: 'site' });
    const stored = async (): Promise<number> =>
      (await query(url, `SELECT FROM knowledge_documents WHERE status = 'ready'`)).length;
    for (const enough of [8, 25]) {
      await until(`${enough} pages are stored`, async () => (await stored()) >= enough, 30_000);
      await server.kill();
      await restart();
    }
    const [source] = await until('the crawl ends', allOver, 60_000);
    expect(source).toMatchObject({ status: 'ready' });
    expect(await stored()).toBe(pages + 1);
    expect(await knowledgeFaults(url)).toEqual([]);
    expect((await finds('zanzibar3'))[0]).toContain('zanzibar3');
    expect((await finds('zanzibar58'))[0]).toContain('zanzibar58');
    // A page that was stored before a kill is not fetched again; the few that were under way may be.
    expect(site.requests.filter((path) => path.startsWith('/page-')).length).toBeLessThan(pages * 1.5);
  } finally {
    for (const timer of slow) clearTimeout(timer);
    proxy.closeAllConnections();
    proxy.close();
    await site.close();
  }
});

test('an upload that was cut by the kill leaves nothing behind; one that was acknowledged is read after the restart', async () => {
  const before = (await sources()).length;
  const lines = Array.from(
    { length: 40_000 },
    (_, at) => `Loaf ${at} of the kind marzipan${at} is baked at ${at % 24} o'clock and costs ${at} cents.`,
  ).join('\n\n');
  const whole = upload('loaves.txt', Buffer.from(lines));
  const cut = upload('cut.txt', Buffer.from(lines));

  const { source } = await owner
    .request<{ source: KnowledgeSource }>('POST', `${base()}/sources/file`, whole)
    .then((answer) => answer.body);
  const half = http.request(`${server.url}${base()}/sources/file`, {
    method: 'POST',
    agent: false,
    headers: { ...cut.headers, cookie: owner.cookie, 'content-length': cut.raw.length },
  });
  half.on('error', () => undefined);
  await new Promise<void>((resolve) => half.write(cut.raw.subarray(0, cut.raw.length / 2), () => resolve()));
  await until(
    'the file is being read',
    async () => (await sources()).some(({ id, status }) => id === source.id && status !== 'queued'),
    20_000,
  );
  await server.kill();
  half.destroy();
  await restart();

  const after = await until('every source is over', allOver, 90_000);
  expect(after.length).toBe(before + 1);
  expect(after.find(({ id }) => id === source.id)).toMatchObject({ status: 'ready' });
  expect(await knowledgeFaults(url)).toEqual([]);
  expect((await query(url, 'SELECT FROM knowledge_originals')).length).toBe(1);
  expect((await finds('marzipan39999'))[0]).toContain('marzipan39999');
});

test('a source that takes its server down each time is given up, with a reason', async () => {
  const { body } = await owner.request<{ source: KnowledgeSource }>(
    'POST',
    `${base()}/sources/file`,
    upload('poison.txt', Buffer.from('A loaf that is hard to digest.')),
  );
  await until('it is read', async () => (await sources()).every(({ status }) => status === 'ready'));
  // As if its run had been cut off as often as is put up with, by a process that is gone.
  await query(
    url,
    `INSERT INTO server_processes (id, lock_number, host, pid) VALUES ('prc_gone', 4711, 'elsewhere', 1)`,
  );
  await query(
    url,
    `UPDATE knowledge_sources SET status = 'parsing', process_id = 'prc_gone', cut_off_count = 99
      WHERE id = $1`,
    [body.source.id],
  );
  const given = await until(
    'it is given up',
    async () =>
      (await sources()).find(({ id, status }) => id === body.source.id && status === 'failed') ?? null,
    30_000,
  );
  expect(given.errorCode).toBe('knowledge.interrupted');
  expect(await knowledgeFaults(url)).toEqual([]);
});
