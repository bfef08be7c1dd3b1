import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';
import type { SiteFinding } from '../../agents-install.contract.ts';
import type { Agent } from '../../agents.contract.ts';

let app: TestApp;
let vera: TestBrowser & { email: string };
let agent: Agent;
let site: Server;
let origin: string;
let page: { html: string; headers: Record<string, string>; status?: number } = { html: '', headers: {} };
beforeAll(async () => {
  app = await startTestApp();
  vera = await app.register('Vera');
  const made = await vera.post<Agent>('/api/agents', { from: 'blank' });
  agent = await vera.post<Agent>(`/api/agents/${made.id}/publish`, { revision: made.draftRevision });
  site = createServer((request, response) => {
    if (request.url === '/moved') return void response.writeHead(302, { location: '/' }).end();
    if (request.url === '/picture')
      return void response.writeHead(200, { 'content-type': 'image/png' }).end('x');
    response
      .writeHead(page.status ?? 200, { 'content-type': 'text/html; charset=utf-8', ...page.headers })
      .end(`<!doctype html><title>Shop</title>${page.html}`);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await app.close();
  site.close();
});

const check = (url: string) => vera.request('POST', `/api/agents/${agent.id}/site-check`, { body: { url } });
const kinds = (answer: { body: unknown }): string[] =>
  (answer.body as { findings: SiteFinding[] }).findings.map(({ kind }) => kind);

describe('a look at the owner’s site', () => {
  test('finds the tag, follows redirects, and names the directive that refuses', async () => {
    page = {
      html: `<script async src="${app.url}/widgets/${agent.number}.js?tag=chatelier"></script>`,
      headers: {},
    };
    expect(kinds(await check(`${origin}/moved`))).toEqual(['found']);
    page.headers = { 'content-security-policy': `script-src ${app.url}; frame-src 'none'` };
    expect((await check(origin)).body).toMatchObject({
      url: `${origin}/`,
      findings: [{ kind: 'found' }, { kind: 'blocked-frame', detail: 'frame-src', where: 'header' }],
    });
  });
  test('says when the tag is missing', async () => {
    page = { html: '<p>Bread</p>', headers: {} };
    expect(kinds(await check(origin))).toEqual(['missing']);
  });
  test('asks no address of the network inside, and says of a page that can’t be opened what is wrong', async () => {
    for (const url of [
      'http://10.0.0.1/',
      'http://169.254.169.254/latest',
      'http://localhost:1/',
      'file:///etc/passwd',
      'not an address',
      `${origin}/picture`,
    ]) {
      expect(await check(url), url).toMatchObject({
        status: 422,
        body: { code: 'install.site_unreachable', fields: { url: expect.stringMatching(/^[A-Z].+ .+[.]$/) } },
      });
    }
    page = { html: 'gone', headers: {}, status: 500 };
    expect((await check(origin)).status).toBe(422);
  });
});

describe('the mail to whoever looks after the site', () => {
  const mail = (body: object) => vera.request('POST', `/api/agents/${agent.id}/install-mail`, { body });
  test('brings the code and the steps in the chosen language, and nothing of it is markup', async () => {
    // There is no mail server here, and nothing claims that the mail is gone.
    expect(
      await mail({ email: 'Dev@Example.com', platform: 'shopify', mode: 'popup', language: 'nl' }),
    ).toMatchObject({ status: 200, body: { isMailed: false } });
    const { rows } = await app.database.database.pool.query<{
      recipient: string;
      kind: string;
      text_body: string;
      html_body: string;
    }>(`SELECT recipient, kind, text_body, html_body FROM outbox_mails WHERE kind = 'install-agent'`);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ recipient: 'dev@example.com' });
    expect(rows[0]?.text_body).toContain(
      `/widgets/${agent.number}.js?tag=chatelier" data-mode="popup"></script>`,
    );
    expect(rows[0]?.text_body).toContain('layout/theme.liquid');
    expect(rows[0]?.html_body).toContain('&lt;script async');
    expect(rows[0]?.html_body).not.toContain('<script');
  });
  test('goes to one real address only, and not often to the same one', async () => {
    for (const email of ['nobody', 'a@b.c, d@e.f', 'a@b.c\r\nBcc: d@e.f', ''])
      expect((await mail({ email, platform: 'html' })).status, email).toBe(400);
    const answers = [];
    for (let time = 0; time < 3; time++)
      answers.push((await mail({ email: 'dev@example.com', platform: 'html' })).status);
    expect(answers).toEqual([200, 200, 429]);
  });
});
