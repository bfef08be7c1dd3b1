import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { openTestSite, testPage } from '#tests/support/models/knowledge-setup.ts';
import type { KnowledgeSource } from '../knowledge.contract.ts';

let app: TestApp;
type Person = Awaited<ReturnType<TestApp['register']>>;
let person: Person;
let base: string;

async function newCollection(owner: Person): Promise<string> {
  const { services } = app.server;
  const id = await services.database.account(owner.user.accountId, (tx) =>
    services.knowledge.createCollection(tx, owner.user.accountId),
  );
  return `/api/knowledge/${id}`;
}

/** Looks again until the source has come to its end; jobs run in the background of the real server. */
async function waitUntilReady(owner: Person, at: string, id: string): Promise<KnowledgeSource> {
  const { services } = app.server;
  return new Promise<KnowledgeSource>((resolve, reject) => {
    const look = (): void => {
      owner.get<{ source: KnowledgeSource }>(`${at}/sources/${id}`).then(({ source }) => {
        if (source.status !== 'ready' && source.status !== 'failed') return;
        stop();
        resolve(source);
      }, reject);
    };
    const stop = services.realtime.subscribe(`account:${owner.user.accountId}`, look);
    look();
  });
}

const upload = (at: string, name: string, content: string | Uint8Array<ArrayBuffer>, field = 'file') => {
  const form = new FormData();
  form.append(field, new Blob([content]), name);
  return person.request('POST', `${at}/sources/file`, { raw: form });
};

beforeAll(async () => {
  app = await startTestApp();
  person = await app.register();
  base = await newCollection(person);
});
afterAll(() => app.close());

describe('knowledge over HTTP', () => {
  it('takes a website, a file and a text through to ready and finds what they say', async () => {
    const site = await openTestSite({
      '/': testPage('Inn', 'The inn has twelve rooms with a view of the river.', ['/food']),
      '/food': testPage('Food', 'Breakfast costs eleven euros for each guest.'),
    });
    const { source: website } = await person.post<{ source: KnowledgeSource }>(`${base}/sources/website`, {
      url: site.url,
    });
    const { source: text } = await person.post<{ source: KnowledgeSource }>(`${base}/sources/text`, {
      title: 'Pool',
      body: 'The pool opens at seven.',
    });
    const uploaded = await upload(
      base,
      '<img src=x onerror=alert(1)>.md',
      '# Parking\n\nParking is free behind the house.',
    );
    expect(uploaded.status).toBe(200);
    const file = (uploaded.body as { source: KnowledgeSource }).source;
    for (const { id } of [website, text, file])
      expect(await waitUntilReady(person, base, id)).toMatchObject({ status: 'ready', errorCode: null });
    const { hits } = await person.post<{ hits: { title: string; url: string | null; passes: boolean }[] }>(
      `${base}/search`,
      { query: 'What does breakfast cost?' },
    );
    expect(hits[0]).toMatchObject({ title: 'Food', url: `${site.url}/food`, passes: true });
    await site.close();
  });

  it('refuses uploads without a file, of an unknown kind, empty or too large, and bodies that are no form', async () => {
    expect((await upload(base, 'run.exe', 'MZ')).status).toBe(415);
    expect((await upload(base, 'a.txt', '')).body).toMatchObject({ code: 'knowledge.file_empty' });
    expect((await upload(base, 'a.txt', 'words', 'other')).body).toMatchObject({
      code: 'knowledge.file_missing',
    });
    expect((await upload(base, 'a.txt', new Uint8Array(15_728_641))).status).toBe(413);
    expect((await person.request('POST', `${base}/sources/file`, { body: { file: 'x' } })).status).toBe(400);
    expect(
      (
        await person.request('POST', `${base}/sources/file`, {
          raw: '--broken',
          headers: { 'content-type': 'multipart/form-data; boundary=x' },
        })
      ).status,
    ).toBeLessThan(500);
  });

  it('says beside the address why it is refused', async () => {
    const answer = await person.request('POST', `${base}/sources/website`, {
      body: { url: 'http://169.254.169.254/latest/meta-data' },
      headers: { 'accept-language': 'nl' },
    });
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'knowledge.address_refused', fields: { url: 'Dit adres mag niet worden opgehaald.' } },
    });
  });

  it('refuses input that is malformed, too long or has unknown keys', async () => {
    for (const body of [
      {},
      { url: 5 },
      { url: 'https://example.com', maxPages: 0 },
      { url: 'https://example.com', maxPages: 5_001 },
      { url: 'https://example.com', accountId: 'acc_x' },
      { url: 'x'.repeat(2_001) },
      { url: 'https://example.com', include: Array.from({ length: 51 }, () => '/a') },
    ]) {
      expect((await person.request('POST', `${base}/sources/website`, { body })).status).toBe(400);
    }
    expect(
      (
        await person.request('POST', `${base}/sources/text`, {
          body: { title: 'a', body: 'x'.repeat(500_001) },
        })
      ).status,
    ).toBe(400);
    expect((await person.request('POST', `${base}/sources/qa`, { body: { pairs: [] } })).status).toBe(400);
    expect((await person.request('POST', `${base}/search`, { body: { query: '' } })).status).toBe(400);
    expect((await person.request('GET', `${base}/sources/src_nothing/documents?page=-1`)).status).toBe(400);
    expect((await person.request('GET', `${base}/sources/..%2f..%2fetc`)).status).toBe(404);
  });

  it('answers nothing of another account', async () => {
    const other = await app.register();
    const { source } = await person.post<{ source: KnowledgeSource }>(`${base}/sources/text`, {
      title: 'Plan',
      body: 'The zebra plan is secret.',
    });
    await waitUntilReady(person, base, source.id);
    for (const path of ['/sources', '/bin', `/sources/${source.id}`, `/sources/${source.id}/documents`])
      expect((await other.request('GET', base + path)).status, path).toBe(404);
    expect((await other.request('POST', `${base}/search`, { body: { query: 'zebra plan' } })).status).toBe(
      404,
    );
    expect((await other.request('DELETE', `${base}/sources/${source.id}`)).status).toBe(404);
    const own = await newCollection(other);
    expect((await other.request('GET', `${own}/sources/${source.id}`)).status).toBe(404);
    expect((await app.browser().request('GET', `${base}/sources`)).status).toBe(401);
  });
});
