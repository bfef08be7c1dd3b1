import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { programScopes } from '#features/api-keys/api-keys-account.contract.ts';
import { projectFolder } from '../architecture/source-tree.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { ChatelierError, createClient, type Client } from '../../packages/client/src/client.ts';

let app: TestApp;
let vera: Awaited<ReturnType<TestApp['register']>>;
let agent: Agent;
let client: Client;
let key: string;
beforeAll(async () => {
  app = await startTestApp();
  vera = await app.register('Vera');
  const made = await vera.post<Agent>('/api/agents', {
    from: 'description',
    input: 'A guide for "Hotel Linden". Breakfast is at eight.',
  });
  agent = await vera.post<Agent>(`/api/agents/${made.id}/publish`, { revision: made.draftRevision });
  ({ key } = await vera.post<{ key: string }>('/api/account-keys', {
    name: 'Client',
    scopes: programScopes,
    requestsPerMinute: 600,
  }));
  client = createClient({ key, baseUrl: app.url });
});
afterAll(() => app.close());

describe('the client package', () => {
  test('reads a list page by page without being asked to', async () => {
    for (let at = 0; at < 5; at += 1) await client.contacts.create({ name: `Person ${at}` });
    const first = await client.contacts.list({ limit: 2, sort: 'newest' });
    expect(first.data).toHaveLength(2);
    const names: string[] = [];
    for await (const { name } of client.contacts.list({ limit: 2, sort: 'newest' })) names.push(name);
    expect(names).toEqual(['Person 4', 'Person 3', 'Person 2', 'Person 1', 'Person 0']);
  });

  test('throws errors that say what is wrong', async () => {
    const failed = await client.contacts.get('con_nobody').catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ChatelierError);
    expect(failed).toMatchObject({ status: 404, code: 'contacts.not_found' });
    const odd = await client.contacts
      .create({ leadScore: 1_000 })
      .catch((error: unknown) => error as ChatelierError);
    expect(odd).toMatchObject({ status: 400, fields: { leadScore: expect.any(String) } });
    expect(JSON.stringify(failed) + String(failed)).not.toContain(key);
  });

  test('streams an answer as it is written', async () => {
    const types: string[] = [];
    let words = '';
    for await (const event of client.agents.askStream(agent.id, { text: 'When is breakfast?' })) {
      types.push(event.type);
      if (event.type === 'delta') words += event.text;
      if (event.type === 'done') expect(event.message?.text.length).toBeGreaterThan(0);
    }
    expect([types[0], types.at(-1)]).toEqual(['accepted', 'done']);
    expect(words).not.toBe('');
  });

  test('sends a write again that got no answer, and it is done once', async () => {
    let sent = 0;
    const shaky = createClient({
      key,
      baseUrl: app.url,
      async fetch(...given) {
        sent += 1;
        const response = await fetch(...given);
        if (sent > 1) return response;
        await response.body?.cancel();
        throw new TypeError('The line broke');
      },
    });
    await shaky.contacts.create({ name: 'Once', email: 'once@example.test' });
    expect(sent).toBe(2);
    const { data } = await client.contacts.list({ search: 'once@example.test' });
    expect(data).toHaveLength(1);
  });

  test('uploads a file as knowledge and finds it', async () => {
    const source = await client.sources.addFile(agent.id, new File(['The pool opens at nine.'], 'pool.txt'));
    expect(source).toMatchObject({ kind: 'file', file: { name: 'pool.txt' } });
    await expect
      .poll(async () => (await client.sources.get(agent.id, source.id)).status, { timeout: 60_000 })
      .toBe('ready');
    const { hits } = await client.sources.search(agent.id, { query: 'When does the pool open?' });
    expect(hits[0]?.text).toContain('pool');
  });

  test('speaks the language that it is given', async () => {
    const dutch = createClient({ key, baseUrl: app.url, language: 'nl' });
    const failed = (await dutch.contacts.get('con_nobody').catch((error: unknown) => error)) as Error;
    expect(failed.message).not.toMatch(/There is/);
  });
});

test('the guide’s script runs as it stands', async () => {
  const guide = readFileSync(path.join(projectFolder, 'docs/guides/use-the-api.md'), 'utf8');
  const [, script = ''] = /```js\n([\s\S]*?)```/.exec(guide) ?? [];
  const folder = mkdtempSync(path.join(projectFolder, 'node_modules/.cache/api-guide-'));
  try {
    const address = pathToFileURL(path.join(projectFolder, 'packages/client/src/client.ts')).href;
    const file = path.join(folder, 'guide.mjs');
    writeFileSync(file, script.replace("'@chatelier/client'", JSON.stringify(address)));
    const { stdout } = await promisify(execFile)(process.execPath, [file], {
      env: { ...process.env, CHATELIER_KEY: key, CHATELIER_URL: app.url },
    });
    expect(stdout).toContain('Person 0');
    await expect
      .poll(async () => (await client.contacts.list({ search: 'jana@bright.example' })).data.length)
      .toBe(1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
