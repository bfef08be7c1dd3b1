import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { conversationFaults, query, type Acknowledged } from './checker.ts';
import {
  changePageUntilItEnds,
  landingPageFaults,
  makePage,
  moveOnPages,
  pageAt,
  publishPage,
  restorePage,
  rewordPage,
  shownWords,
  versionsOf,
  type ToldPage,
} from './landing-page-story.ts';
import { ask, openSession, publishAgent, register, say, type Owner, type Visitor } from './people.ts';
import {
  cleanUp,
  databaseProcess,
  embeddedUrl,
  fillDataFolder,
  type ServerProcess,
  startServer,
  temporaryFolder,
  until,
} from './server-process.ts';

const dataDir = temporaryFolder();
const pidFile = path.join(dataDir, 'postgres/postmaster.pid');
const socketLock = path.join(dataDir, 'run/.s.PGSQL.5432.lock');
const told: Acknowledged[] = [];
let server: ServerProcess;
let owner: Owner;
let agentNumber: number;
let visitor: Visitor;

beforeAll(async () => {
  await fillDataFolder(dataDir);
  server = await startServer({ DATA_DIR: dataDir });
  owner = await register(server.url);
  agentNumber = (
    await publishAgent(owner, ({ people, access }) => {
      people.enabled = true;
      access.messagesPerMinute = 60;
    })
  ).number;
  visitor = await openSession(server.url, agentNumber);
});
afterAll(cleanUp);

async function talk(text: string): Promise<void> {
  const clientMessageId = crypto.randomUUID();
  const reader = await say(server.url, visitor, { text, clientMessageId });
  const { visitorMessage, conversationId } = (await reader.next('accepted')).data as ReturnType<
    typeof reader.accepted
  > &
    object;
  told.push({ visitorMessageId: visitorMessage.id, conversationId, clientMessageId, text });
  expect(await reader.ended).toBe('done');
}

const isReady = async (): Promise<boolean> => (await ask('GET', `${server.url}/readyz`)).status === 200;

/** Nothing of server and database says goodbye: their locks and sockets stay behind. */
async function cutThePower(): Promise<void> {
  const database = databaseProcess(dataDir)!;
  // The server must not see its database die, nor the database be stopped by the server's guard.
  process.kill(server.pid, 'SIGSTOP');
  process.kill(-database, 'SIGKILL');
  await server.kill();
  await until('the database is gone', () => databaseProcess(dataDir) === null);
  expect(readFileSync(pidFile, 'utf8')).toContain('ready');
}

const restart = async (): Promise<void> => {
  server = await startServer({ DATA_DIR: dataDir });
  owner = owner.at(server.url);
};
const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

test('after a power cut the next start works, again and again, and nothing is lost', async () => {
  const url = embeddedUrl(dataDir);
  const shown = (page: { slug: string }): Promise<string | null> => shownWords(server.url, page.slug);
  await talk('Question before power cut 1');
  const first = await publishPage(owner, await makePage(owner, 'First words'));
  const second = await publishPage(owner, await rewordPage(owner, first, 'Second words'));
  await restorePage(owner, second, 1);
  await cutThePower();
  await restart();
  // Visitors see what was published, the draft is what was restored.
  expect(await shown(second)).toBe('Second words');
  const restored = await owner.get<typeof first>(pageAt(first.id));
  expect(restored).toMatchObject({
    hasChanges: true,
    draft: { data: { content: [{ props: { title: 'First words' } }] } },
  });
  await publishPage(owner, restored);
  expect(await versionsOf(owner, first.id)).toEqual([3, 2, 1]);

  await talk('Question before power cut 2');
  const titles = Array.from({ length: 20 }, (_, at) => `Due page ${at}`);
  const due: { id: string; slug: string }[] = [];
  for (const title of titles) due.push(await makePage(owner, title));
  // Every other one is over before anybody looked, and one page begins and ends later.
  for (const [at, { id }] of due.entries())
    await owner.put(pageAt(id, '/schedule'), {
      publishAt: inHours(-2),
      endAt: at % 2 === 0 ? inHours(1) : inHours(-1),
    });
  const later = await makePage(owner, 'Later');
  await owner.put(pageAt(later.id, '/schedule'), { publishAt: inHours(2), endAt: inHours(3) });
  await moveOnPages(url);
  await until('some pages have begun', async () => {
    const begun = await query(url, `SELECT FROM landing_pages WHERE title LIKE 'Due %' AND last_version > 0`);
    return begun.length > 0;
  });
  await cutThePower();
  await restart();
  await moveOnPages(url);
  const scheduled = `SELECT FROM landing_pages WHERE title LIKE 'Due %' AND publish_at IS NOT NULL`;
  await until('every page has begun', async () => (await query(url, scheduled)).length === 0);
  for (const [at, page] of due.entries()) {
    const hasBegun = at % 2 === 0;
    expect(await shown(page)).toBe(hasBegun ? titles[at] : null);
    expect(await versionsOf(owner, page.id)).toEqual(hasBegun ? [1] : []);
  }
  expect(await owner.get(pageAt(later.id))).toMatchObject({ isOnline: false, publishedVersion: null });

  await talk('Question before power cut 3');
  // An end that comes while nobody runs is the end from the first moment on.
  const [ending] = due;
  await owner.put(pageAt(ending!.id, '/schedule'), { publishAt: null, endAt: inHours(0) });
  await cutThePower();
  await restart();
  expect(await shown(ending!)).toBeNull();
  expect(await conversationFaults(url, told)).toEqual([]);
  expect(await landingPageFaults(url, [])).toEqual([]);
});

test('places and counts are right where the power fails while people talk and pages are changed', async () => {
  const toldPages: ToldPage[] = [];
  const published = (): number => toldPages.reduce((sum, { versions }) => sum + versions.size, 0);
  for (const round of [1, 2, 3]) {
    const visitors = await Promise.all(Array.from({ length: 4 }, () => openSession(server.url, agentNumber)));
    const stories = [
      ...visitors.map((each, at) => handOver(each, `${round}.${at}`)),
      ...[1, 2].map((at) => changePageUntilItEnds(owner, `Page ${round}.${at}`, toldPages)),
    ];
    // Somewhere in the middle, elsewhere in each round.
    await until(
      'some of them talk to a person, and pages have versions',
      async () => {
        const written = `SELECT FROM messages WHERE role = 'human' AND body LIKE 'Reply ${round}.%'`;
        const replies = await query(embeddedUrl(dataDir), written);
        return replies.length >= round * 2 && published() > round * 2;
      },
      60_000,
    );
    await cutThePower();
    await Promise.all(stories);
    await restart();
    expect(await conversationFaults(embeddedUrl(dataDir), told)).toEqual([]);
    expect(await landingPageFaults(embeddedUrl(dataDir), toldPages)).toEqual([]);
  }
});

/** Visitor and owner take turns until the server is gone. */
async function handOver(each: Visitor, name: string): Promise<void> {
  try {
    for (let turn = 0; turn < 50; turn++) {
      const asked = await say(server.url, each, {
        text: `Question ${name}.${turn}`,
        clientMessageId: crypto.randomUUID(),
      });
      await asked.ended;
      const conversationId = asked.accepted()?.conversationId;
      if (!conversationId) return;
      const inbox = `/api/inbox/conversations/${conversationId}`;
      const reply = { text: `Reply ${name}.${turn}`, clientMessageId: crypto.randomUUID() };
      await owner.request('POST', `${inbox}/messages`, { body: reply });
      await say(server.url, each, {
        text: `To a person ${name}.${turn}`,
        clientMessageId: crypto.randomUUID(),
        conversationId,
      });
      await owner.request('POST', `${inbox}/handler`, { body: { to: 'ai', force: true } });
    }
  } catch {
    // The power failed.
  }
}

test('a start works where another program has the number of the process that the power cut ended', async () => {
  await cutThePower();
  // As the machine starts anew, numbers are given out again: this one is a living process of somebody else.
  for (const file of [pidFile, socketLock]) {
    const [, ...lines] = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, [String(process.pid), ...lines].join('\n'));
  }
  server = await startServer({ DATA_DIR: dataDir });
  await talk('Question after the numbers were given out again');
});

test('a database that is killed under a running server comes back, and the server goes on', async () => {
  const { pid } = server;
  const before = databaseProcess(dataDir)!;
  process.kill(before, 'SIGKILL');
  await until('another database runs', () => {
    const now = databaseProcess(dataDir);
    return now !== null && now !== before;
  });
  await until('the server is ready again', isReady, 30_000);
  expect(server.pid).toBe(pid);
  expect(server.output()).toContain('the database ended by itself and is started again');
  await talk('Question after the database came back');
  expect(await conversationFaults(embeddedUrl(dataDir), told)).toEqual([]);
});

test('a start waits for what an orphan of a dead database still does', async () => {
  const busy = new pg.Client({ connectionString: embeddedUrl(dataDir) });
  busy.on('error', () => undefined);
  await busy.connect();
  // It computes and never looks whether its postmaster lives.
  const endless = busy.query('SELECT count(*) FROM generate_series(1, 1000000000)').catch(() => 'ended');
  await until('it computes', async () => {
    const running = `SELECT FROM pg_stat_activity
      WHERE state = 'active' AND query LIKE 'SELECT count(*) FROM generate_series%'`;
    return (await query(embeddedUrl(dataDir), running)).length === 1;
  });
  process.kill(server.pid, 'SIGSTOP');
  process.kill(databaseProcess(dataDir)!, 'SIGKILL');
  await server.kill();
  server = await startServer({ DATA_DIR: dataDir });
  expect(await endless).toBe('ended');
  await talk('Question after the orphan');
  expect((await server.stop()).code).toBe(0);
  expect(databaseProcess(dataDir)).toBeNull();
});
