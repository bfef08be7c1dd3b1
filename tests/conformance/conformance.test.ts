import { spawn } from 'node:child_process';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import { programScopes } from '#features/api-keys/api-keys-account.contract.ts';

/** The verdict of the protocol's own conformance tests. */
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
const ofOwner = [...ofServers, 'resources-list'];

const needsOwnFixtures = 'asks for a tool or resource of the test’s own, which no product has';
/** What is not run, and why; together with the above it is all that the tests hold. */
const leftOutOfClient = {
  'elicitation-sep1034-client-defaults': 'the client says that servers can’t put questions to its user',
  'auth/basic-cimd': 'the client registers at the server; it has no public document to be known by',
  'auth/pre-registration': 'owners enter no client of their own; servers without registration take a key',
  'auth/2025-03-26-oauth-metadata-backcompat': 'servers of March 2025 don’t say who their issuer is',
  'auth/2025-03-26-oauth-endpoint-fallback': 'servers of March 2025 don’t say who their issuer is',
  'auth/client-credentials-jwt': 'an extension for programs without a person; here an owner signs in',
  'auth/client-credentials-basic': 'an extension for programs without a person; here an owner signs in',
  'auth/cross-app-access-complete-flow': 'an extension for companies with one sign-in for all their apps',
};
const leftOutOfServers = {
  'logging-set-level': 'the servers send no log',
  'completion-complete': 'the servers complete no arguments',
  'prompts-list': 'the servers have no prompts',
  'prompts-get-simple': 'the servers have no prompts',
  'prompts-get-with-args': 'the servers have no prompts',
  'prompts-get-embedded-resource': 'the servers have no prompts',
  'prompts-get-with-image': 'the servers have no prompts',
  'resources-subscribe': 'the servers keep nothing between requests, so nobody can subscribe',
  'resources-unsubscribe': 'the servers keep nothing between requests, so nobody can subscribe',
  'server-sse-polling': 'the servers keep no stream that could be polled for what was missed',
  'server-sse-multiple-streams': 'the servers keep no session in which streams could stand side by side',
  'tools-call-sampling': 'the servers ask nothing of the client’s model',
  'tools-call-elicitation': 'the servers ask nothing of the client’s user',
  'elicitation-sep1034-defaults': 'the servers ask nothing of the client’s user',
  'elicitation-sep1330-enums': 'the servers ask nothing of the client’s user',
  'tools-call-simple-text': needsOwnFixtures,
  'tools-call-image': needsOwnFixtures,
  'tools-call-audio': needsOwnFixtures,
  'tools-call-embedded-resource': needsOwnFixtures,
  'tools-call-mixed-content': needsOwnFixtures,
  'tools-call-with-logging': needsOwnFixtures,
  'tools-call-error': needsOwnFixtures,
  'tools-call-with-progress': needsOwnFixtures,
  'json-schema-2020-12': needsOwnFixtures,
  'resources-read-text': needsOwnFixtures,
  'resources-read-binary': needsOwnFixtures,
  'resources-templates-read': needsOwnFixtures,
};
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

/** What the tests print when they are started so. */
function run(...given: string[]): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...given], {
      cwd: path.join(import.meta.dirname, '../..'),
      timeout: mostMs,
    });
    let said = '';
    const hear = (chunk: Buffer): void => void (said += String(chunk));
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('close', (code) => resolve({ code, said }));
  });
}

/** Runs one scenario; gives its last lines where it did not pass. */
async function runScenario(...given: string[]): Promise<string> {
  const { code, said } = await run(...given);
  const passed = code === 0 && /Passed: (\d+)\/\1, 0 failed/.test(said);
  return passed ? '' : `${given.join(' ')}: ${code}\n${said.slice(-3_000)}`;
}

describe("the protocol's conformance tests", { timeout: mostMs }, () => {
  test('are all run, or left out for a reason', async () => {
    const { said } = await run('list');
    const [servers = '', client = ''] = said.split('Client scenarios');
    const named = (part: string): string[] =>
      [...part.matchAll(/^ +- (\S+)/gm)].map(([, name]) => name ?? '');
    expect(named(servers).toSorted()).toEqual([...ofOwner, ...Object.keys(leftOutOfServers)].toSorted());
    expect(named(client).toSorted()).toEqual([...ofClient, ...Object.keys(leftOutOfClient)].toSorted());
  });
  test.each(ofClient)('our client passes %s', async (scenario) => {
    const command = `${process.execPath} tests/conformance/client.ts`;
    expect(await runScenario('client', '--command', command, '--scenario', scenario)).toBe('');
  });
  test.each(ofOwner)("the owner's data pass %s", async (scenario) => {
    expect(await runScenario('server', '--url', owner.url, '--scenario', scenario)).toBe('');
  });
  test.each(ofServers)('an agent passes %s', async (scenario) => {
    const url = `${app.url}/mcp/agents/${agent.number}`;
    expect(await runScenario('server', '--url', url, '--scenario', scenario)).toBe('');
  });
});
