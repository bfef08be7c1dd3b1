import { spawn } from 'node:child_process';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import { programScopes } from '#features/api-keys/api-keys-account.contract.ts';

/**
 * The verdict of the protocol's own conformance tests. Left out of the client's: what it can't be asked for
 * (questions of servers to its user, apps without a person, registrations by address or by hand), and the
 * protocol of March 2025, whose servers say nothing of who their issuer is. Of the servers': what asks for tools
 * of the test's own.
 */
const ofClient = [
  'initialize',
  'tools_call',
  'sse-retry',
  'auth/metadata-default',
  'auth/metadata-var1',
  'auth/metadata-var2',
  'auth/metadata-var3',
  'auth/scope-from-www-authenticate',
  'auth/scope-from-scopes-supported',
  'auth/scope-omitted-when-undefined',
  'auth/scope-step-up',
  'auth/scope-retry-limit',
  'auth/token-endpoint-auth-basic',
  'auth/token-endpoint-auth-post',
  'auth/token-endpoint-auth-none',
  'auth/resource-mismatch',
  'auth/offline-access-scope',
  'auth/offline-access-not-supported',
];
const ofServers = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'];
const script = path.join(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/conformance/dist/index.js',
);
const mostMs = 60_000;

let app: TestApp;
let agent: Agent;
let owner: { url: string; close(): Promise<unknown> };

/** The address of the owner's data as somebody calls it who holds a key; the tests themselves can send none. */
async function withKey(target: string, key: string): Promise<typeof owner> {
  const { port } = new URL(target);
  const server = http.createServer((request, response) => {
    const onward = http.request(
      {
        host: '127.0.0.1',
        port,
        path: request.url,
        method: request.method,
        headers: { ...request.headers, authorization: `Bearer ${key}` },
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

beforeAll(async () => {
  app = await startTestApp();
  const vera = await app.register('Vera');
  const made = await vera.post<Agent>('/api/agents', { from: 'description', input: 'A guide for "Linden"' });
  agent = await vera.post<Agent>(`/api/agents/${made.id}/publish`, { revision: made.draftRevision });
  const { key } = await vera.post<{ key: string }>('/api/account-keys', {
    name: 'Conformance',
    scopes: programScopes,
  });
  owner = await withKey(app.url, key);
});
afterAll(async () => {
  await owner.close();
  await app.close();
});

/** Runs one scenario; gives its last lines where it did not pass. */
function runScenario(...given: string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...given], {
      cwd: path.join(import.meta.dirname, '../..'),
      timeout: mostMs,
    });
    let said = '';
    const hear = (chunk: Buffer): void => void (said += String(chunk));
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('close', (code) => {
      const passed = code === 0 && /Passed: (\d+)\/\1, 0 failed/.test(said);
      resolve(passed ? '' : `${given.join(' ')}: ${code}\n${said.slice(-3_000)}`);
    });
  });
}

describe("the protocol's conformance tests", { timeout: mostMs }, () => {
  test.each(ofClient)('our client passes %s', async (scenario) => {
    const command = `${process.execPath} tests/conformance/client.ts`;
    expect(await runScenario('client', '--command', command, '--scenario', scenario)).toBe('');
  });
  test.each([...ofServers, 'resources-list'])("the owner's data pass %s", async (scenario) => {
    expect(await runScenario('server', '--url', owner.url, '--scenario', scenario)).toBe('');
  });
  test.each(ofServers)('an agent passes %s', async (scenario) => {
    const url = `${app.url}/mcp/agents/${agent.number}`;
    expect(await runScenario('server', '--url', url, '--scenario', scenario)).toBe('');
  });
});
