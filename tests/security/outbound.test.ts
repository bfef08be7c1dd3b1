import { sql } from 'drizzle-orm';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { KnowledgeSource } from '#features/knowledge/knowledge.contract.ts';
import { startTestApp, type TestAnswer, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let owner: Awaited<ReturnType<TestApp['register']>>;
let agent: Agent;
const canaries: Server[] = [];
const hits: string[] = [];
let port = 0;

function openCanary(host: string, wanted: number): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer((request, response) => {
      hits.push(`${host} ${request.method} ${request.url}`);
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<title>inner secret</title><p>inner secret</p>');
    });
    server.on('error', () => resolve(null));
    server.on('connection', () => hits.push(`${host} connected`));
    server.listen(wanted, host, () => resolve(server));
  });
}

beforeAll(async () => {
  // Nothing private is opened, as an operator who sets nothing has it.
  app = await startTestApp({ environment: { ALLOW_PRIVATE_ADDRESSES: '' } });
  owner = await app.register('Vera');
  agent = await owner.post<Agent>('/api/agents', { from: 'blank' });
  const first = await openCanary('127.0.0.1', 0);
  port = (first?.address() as AddressInfo).port;
  const others = await Promise.all([
    openCanary('::1', port),
    openCanary('127.0.0.1', 80),
    openCanary('::1', 80),
  ]);
  canaries.push(...[first, ...others].filter((server) => server !== null));
});
afterAll(async () => {
  await app.close();
  await Promise.all(canaries.map((server) => new Promise((resolve) => server.close(resolve))));
});

const hosts = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0x7f.0x0.0x0.0x1',
  '0177.0.0.1',
  '017700000001',
  '127.0.0.1.',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '127．0．0．1',
  '127%2e0%2e0%2e1',
  '0',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.0.1',
  '169.254.169.254',
  '2852039166',
  '0xA9FEA9FE',
  '100.64.0.1',
  '192.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:a9fe:a9fe]',
  '[::127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '[2001:db8::1]',
  'localhost',
  'LOCALHOST',
];

/**
 * Names of this machine that not every machine knows; one that can't be found is left to the run, which ends
 * failed.
 */
const names = [
  'localhost.',
  'app.localhost',
  'localhost.localdomain',
  'ip6-localhost',
  'metadata.google.internal',
];

/** Addresses that must not be reached, on the canary's port and on the web's. */
const addresses = (): string[] => [
  ...hosts.flatMap((host) => [`http://${host}:${port}/`, `http://${host}/`]),
  `https://127.0.0.1:${port}/`,
  `http://user:pass@127.0.0.1:${port}/`,
  `http://example.com@127.0.0.1:${port}/`,
  `http://127.0.0.1:${port}\\@example.com/`,
  `http://127.0.0.1:${port}#@example.com/`,
  `http:\\\\127.0.0.1:${port}\\`,
  `http:/127.0.0.1:${port}/`,
  `http:127.0.0.1:${port}/`,
  `//127.0.0.1:${port}/`,
  `\thttp://127.0.0.1:${port}/`,
  `ht\ntp://127.0.0.1:${port}/`,
  `127.0.0.1:${port}`,
  `localhost:${port}`,
  'localhost',
  'file:///etc/passwd',
  `gopher://127.0.0.1:${port}/_GET`,
  `ftp://127.0.0.1:${port}/`,
  'data:text/html,<title>x</title>',
  `dict://127.0.0.1:${port}/`,
  `ws://127.0.0.1:${port}/`,
  'blob:http://x/y',
  'javascript:alert(1)',
  'http://1.1.1.1:22/',
  'http://1.1.1.1:6379/',
  'http://[',
  'http://',
  'http://127.0.0.1:99999/',
  app.url,
  `${app.url}/api/user`,
  app.url.replace('127.0.0.1', 'localhost'),
];

const forgetLimits = (): Promise<unknown> =>
  app.database.database.direct.execute(sql`DELETE FROM rate_limits`);

/** Every way in by which somebody can make the server fetch something. */
const ways: Record<string, (address: string) => Promise<TestAnswer>> = {
  'a website as a source': (url) =>
    owner.request('POST', `/api/knowledge/${agent.collectionId}/sources/website`, { body: { url } }),
  'a page as a source': (url) =>
    owner.request('POST', `/api/knowledge/${agent.collectionId}/sources/website`, {
      body: { url, mode: 'page' },
    }),
  'an agent from a website': (input) =>
    owner.request('POST', '/api/agents', { body: { from: 'website', input } }),
  'a model server': (baseUrl) =>
    owner.request('PUT', '/api/integrations/openai-compatible', { body: { baseUrl, apiKey: 'sk-canary' } }),
  'a store': (url) => owner.request('POST', '/api/stores', { body: { url } }),
  'an MCP server': (url) => owner.request('POST', '/api/mcp-connections', { body: { name: 'x', url } }),
};

describe('an inner address', () => {
  it.each(Object.keys(ways))('entered as %s is refused, and nothing is asked there', async (way) => {
    const before = hits.length;
    const faults: string[] = [];
    for (const [at, address] of addresses().entries()) {
      if (at % 5 === 0) await forgetLimits();
      const { status, text } = (await ways[way]?.(address)) ?? { status: 0, text: '' };
      if (status !== 422 && status !== 400)
        faults.push(`${JSON.stringify(address)}: ${status} ${text.slice(0, 120)}`);
      if (/inner secret|ECONNREFUSED|ENOTFOUND|127\.0\.0\.1|root:/.test(text))
        faults.push(`${JSON.stringify(address)} tells ${text.slice(0, 200)}`);
    }
    expect(faults).toEqual([]);
    expect(hits.slice(before)).toEqual([]);
  });

  it('behind a name that only some machines know is never asked', async () => {
    await forgetLimits();
    for (const name of names)
      for (const ask of Object.values(ways))
        expect([200, 422]).toContain((await ask(`http://${name}/`)).status);
    const base = `/api/knowledge/${agent.collectionId}/sources`;
    const { sources } = await vi.waitFor(
      async () => {
        const list = await owner.get<{ sources: KnowledgeSource[] }>(base);
        if (list.sources.some(({ status }) => status !== 'failed')) throw new Error('Not tried yet');
        return list;
      },
      { timeout: 30_000, interval: 100 },
    );
    expect(hits).toEqual([]);
    for (const { id } of sources) await owner.request('DELETE', `${base}/${id}`);
  });

  it('leaves nothing behind: no source, no agent, no connection', async () => {
    expect(await owner.get(`/api/knowledge/${agent.collectionId}/sources`)).toMatchObject({ sources: [] });
    expect((await owner.get<{ agents: unknown[] }>('/api/agents')).agents).toHaveLength(1);
    const { connections } = await owner.get<{
      connections: { provider: string; isConnected: boolean; baseUrl: string | null }[];
    }>('/api/integrations');
    expect(connections.filter(({ provider, isConnected }) => provider !== 'built-in' && isConnected)).toEqual(
      [],
    );
  });

  it('that answers and one that does not are told apart by nothing', async () => {
    const closed = await openCanary('127.0.0.1', 0);
    const closedPort = (closed?.address() as AddressInfo).port;
    await new Promise((resolve) => closed?.close(resolve));
    for (const ask of Object.values(ways)) {
      await forgetLimits();
      const open = await ask(`http://127.0.0.1:${port}/`);
      const shut = await ask(`http://127.0.0.1:${closedPort}/`);
      expect([open.status, open.text]).toEqual([shut.status, shut.text]);
    }
  });
});

describe("a provider's own address", () => {
  it("is not the caller's to choose", async () => {
    const { connections } = await owner.get<{ connections: { provider: string; acceptsBaseUrl: boolean }[] }>(
      '/api/integrations',
    );
    const before = hits.length;
    for (const { provider } of connections.filter(
      (one) => !one.acceptsBaseUrl && one.provider !== 'built-in',
    )) {
      const { status } = await owner.request('PUT', `/api/integrations/${provider}`, {
        body: { baseUrl: `http://127.0.0.1:${port}/v1` },
      });
      expect([provider, status]).toEqual([provider, 422]);
    }
    expect(hits.slice(before)).toEqual([]);
  });
});
