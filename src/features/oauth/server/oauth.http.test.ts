import { createHash } from 'node:crypto';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import type { McpConnection } from '#features/mcp/mcp.contract.ts';
import type { AppDecision, AppGrant, AuthorizationQuery, Tokens } from '../oauth.contract.ts';

let app: TestApp;
let vera: Awaited<ReturnType<TestApp['register']>>;
const back = 'https://assistant.example/callback';
const verifier = 'v'.repeat(64);
const challenge = createHash('sha256').update(verifier).digest('base64url');

beforeAll(async () => {
  app = await startTestApp();
  vera = await app.register('Vera');
});
afterAll(() => app.close());

const register = async (uris: string[] = [back]): Promise<{ client_id: string }> =>
  (
    await app.browser().request('POST', '/oauth/register', {
      body: { client_name: 'Assistant', redirect_uris: uris },
    })
  ).body as { client_id: string };
const asking = (client: string, change: Partial<AuthorizationQuery> = {}): AuthorizationQuery => ({
  client_id: client,
  redirect_uri: back,
  response_type: 'code',
  code_challenge: challenge,
  code_challenge_method: 'S256',
  state: 'a state',
  ...change,
});
const decide = (query: AuthorizationQuery, change: Partial<AppDecision> = {}) =>
  vera.request('POST', '/api/oauth/authorization', {
    body: { ...query, isAllowed: true, scopes: ['payments.read'], ...change },
  });
const codeFor = async (client: string): Promise<string> =>
  new URL(((await decide(asking(client))).body as { url: string }).url).searchParams.get('code') ?? '';
const send = (path: string, form: Record<string, string>) =>
  app.browser().request('POST', path, {
    raw: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const exchange = (client: string, code: string, change: Record<string, string> = {}) =>
  send('/oauth/token', {
    grant_type: 'authorization_code',
    client_id: client,
    code,
    redirect_uri: back,
    code_verifier: verifier,
    ...change,
  });

/** An assistant as its maker would write it with the official library. */
function assistant() {
  const kept: { client?: OAuthClientInformationMixed; tokens?: OAuthTokens; verifier: string; url: string } =
    {
      verifier: '',
      url: '',
    };
  const provider: OAuthClientProvider = {
    redirectUrl: back,
    clientMetadata: { client_name: 'Assistant', redirect_uris: [back] },
    state: () => 'of the assistant',
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    saveCodeVerifier: (made) => void (kept.verifier = made),
    codeVerifier: () => kept.verifier,
    redirectToAuthorization: (url) => void (kept.url = url.href),
  };
  const transport = () =>
    new StreamableHTTPClientTransport(new URL('/mcp', app.server.url), { authProvider: provider });
  return { kept, transport };
}

describe('an MCP client that is let in by OAuth', () => {
  test('reads revenue and writes a note, until its access is ended', async () => {
    const { kept, transport } = assistant();
    const first = transport();
    await expect(new Client({ name: 'a', version: '1' }).connect(first as Transport)).rejects.toThrow(
      /unauthorized/i,
    );
    // The member's browser comes to our screen with this address; what the screen sends is sent here.
    const asked = Object.fromEntries(new URL(kept.url).searchParams) as unknown as AuthorizationQuery;
    expect(new URL(kept.url).pathname).toBe('/dashboard/connect-app');
    expect(
      await vera.get(`/api/oauth/authorization?${new URL(kept.url).searchParams.toString()}`),
    ).toMatchObject({ clientName: 'Assistant', redirectHost: 'assistant.example' });
    const { url } = (await decide(asked, { scopes: ['payments.read', 'contacts.write'] })).body as {
      url: string;
    };
    const answered = new URL(url).searchParams;
    expect([answered.get('state'), answered.get('iss')]).toEqual(['of the assistant', expect.any(String)]);
    await first.finishAuth(answered.get('code') ?? '');

    const client = new Client({ name: 'a', version: '1' });
    await client.connect(transport() as Transport);
    const revenue = await client.callTool({ name: 'get_revenue', arguments: {} });
    expect(revenue.structuredContent).toMatchObject({ successfulPayments: 0 });
    const contact = await vera.post<{ id: string }>('/api/contacts', { email: 'eva@example.test' });
    await client.callTool({ name: 'add_contact_note', arguments: { id: contact.id, text: 'Wants a room' } });
    expect(JSON.stringify(await vera.get(`/api/contacts/${contact.id}/timeline`))).toContain('Wants a room');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain('list_conversations');
    await client.close();

    const { grants } = await vera.get<{ grants: AppGrant[] }>('/api/oauth/grants');
    expect(grants).toMatchObject([{ name: 'Assistant', allowedBy: 'Vera' }]);
    await vera.request('DELETE', `/api/oauth/grants/${grants[0]?.id}`);
    const closed = await app.browser().request('POST', '/mcp', {
      body: { jsonrpc: '2.0', id: 1, method: 'ping' },
      headers: { authorization: `Bearer ${kept.tokens?.access_token}` },
    });
    expect(closed.status).toBe(401);
  });

  test("and our own client signs in at such a server, for its account's agents", async () => {
    const made = await vera.post<McpConnection>('/api/mcp-connections', {
      name: 'Other account',
      url: `${app.server.url}/mcp`,
      auth: 'oauth',
    });
    expect(made).toMatchObject({ failure: 'signInNeeded', isSignedIn: false });
    const { url } = await vera.post<{ url: string }>(`/api/mcp-connections/${made.id}/sign-in`);
    const asked = Object.fromEntries(new URL(url).searchParams) as unknown as AuthorizationQuery;
    const olga = await app.register('Olga');
    const answer = (
      await olga.request('POST', '/api/oauth/authorization', {
        body: { ...asked, isAllowed: true, scopes: ['agents.read'] },
      })
    ).body as { url: string };
    const back = new URL(answer.url).searchParams;
    const given = { state: back.get('state'), code: back.get('code'), issuer: back.get('iss') };
    const finish = (by: typeof vera, body: object) =>
      by.request('POST', '/api/mcp-connections/signed-in', { body });
    // Neither somebody else's browser nor another server's answer ends it.
    expect((await finish(olga, given)).status).toBe(422);
    expect((await finish(vera, { ...given, state: 'made up' })).status).toBe(422);
    const done = await finish(vera, given);
    expect(done.body).toMatchObject({ failure: null, isSignedIn: true });
    expect((done.body as McpConnection).tools.map(({ name }) => name)).toContain('list_agents');
    expect((await finish(vera, given)).status).toBe(422);
    expect(JSON.stringify(done.body)).not.toMatch(/oat_|ort_/);
  });

  test('an answer of another issuer is refused', async () => {
    const made = await vera.post<McpConnection>('/api/mcp-connections', {
      name: 'Mixed up',
      url: `${app.server.url}/mcp`,
      auth: 'oauth',
    });
    for (const issuer of ['https://evil.example', undefined]) {
      const { url } = await vera.post<{ url: string }>(`/api/mcp-connections/${made.id}/sign-in`);
      const state = new URL(url).searchParams.get('state');
      const refused = await vera.request('POST', '/api/mcp-connections/signed-in', {
        body: { state, code: 'stolen', issuer },
      });
      expect([refused.status, (refused.body as { code: string }).code]).toEqual([422, 'mcp.sign_in_unknown']);
    }
  });
});

describe('the authorisation server', () => {
  test('tells programs where they are and what it can', async () => {
    const server = await vera.get<Record<string, unknown>>('/.well-known/oauth-authorization-server');
    expect(server).toMatchObject({
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    });
    const resource = await vera.get<{ resource: string }>('/.well-known/oauth-protected-resource/mcp');
    expect(resource.resource).toBe(`${String(server['issuer'])}/mcp`);
  });

  test.each([
    ['http://evil.example/x', 'plain HTTP'],
    ['javascript:alert(1)', 'a script'],
    ['data:text/html,x', 'a page in itself'],
    ['https://a.example/#x', 'a fragment'],
    ['https://u:p@a.example/', 'a password'],
    ['//evil.example', 'no scheme'],
    ['mailto:eva@example.test', 'a mail'],
    ['tel:+15550100', 'a call'],
    ['sms:+15550100', 'a text message'],
    ['intent://scan/#Intent;end', 'any app'],
    ['intent:scan', 'any app'],
  ])('registers no program that wants to be sent to %s: %s', async (uri) => {
    const refused = await app
      .browser()
      .request('POST', '/oauth/register', { body: { redirect_uris: [uri] } });
    expect([refused.status, (refused.body as { error: string }).error]).toEqual([
      400,
      'invalid_redirect_uri',
    ]);
  });

  test.each([
    [{ redirect_uri: 'https://assistant.example/callback/../evil' }, 'invalid_redirect_uri'],
    [{ redirect_uri: 'https://assistant.example.evil.example/callback' }, 'invalid_redirect_uri'],
    [{ redirect_uri: `${back}?next=https://evil.example` }, 'invalid_redirect_uri'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge: '' }, 'invalid_request'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ resource: 'https://evil.example/mcp' }, 'invalid_target'],
    [{ scope: 'everything' }, 'invalid_scope'],
    [{ client_id: 'ocl_made_up' }, 'invalid_client'],
  ] as const)('sends no browser anywhere for %o', async (change, code) => {
    const { client_id: client } = await register();
    const refused = await decide(asking(client, change));
    expect([refused.status >= 400, (refused.body as { code: string }).code]).toEqual([true, `oauth.${code}`]);
  });

  test('takes a program on the own machine on whatever port it listens', async () => {
    const { client_id: client } = await register(['http://127.0.0.1/callback']);
    const url = (
      (await decide(asking(client, { redirect_uri: 'http://127.0.0.1:41753/callback' }))).body as {
        url: string;
      }
    ).url;
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:41753\/callback\?code=/);
  });

  test('gives tokens for a code once, to its program, for its verifier, at its address', async () => {
    const { client_id: client } = await register();
    const { client_id: other } = await register();
    const code = await codeFor(client);
    const changes: Record<string, string>[] = [
      { code_verifier: 'w'.repeat(64) },
      { redirect_uri: 'https://evil.example/' },
      { client_id: other },
      { code: 'made-up' },
    ];
    for (const change of changes) {
      const refused = await exchange(client, code, change);
      expect([refused.status, (refused.body as { error: string }).error]).toEqual([400, 'invalid_grant']);
    }
    const tokens = (await exchange(client, code)).body as Tokens;
    expect(tokens).toMatchObject({ token_type: 'Bearer', scope: 'payments.read' });
    const calls = async (bearer: string) =>
      (
        await app.browser().request('POST', '/mcp', {
          body: { jsonrpc: '2.0', id: 1, method: 'ping' },
          headers: { authorization: `Bearer ${bearer}`, accept: 'application/json, text/event-stream' },
        })
      ).status;
    expect(await calls(tokens.access_token)).toBe(200);
    // A code that comes again was stolen: what it gave is closed.
    expect((await exchange(client, code)).status).toBe(400);
    expect(await calls(tokens.access_token)).toBe(401);
  });

  test('changes a refresh token each time, and closes everything when an old one comes again', async () => {
    const { client_id: client } = await register();
    const first = (await exchange(client, await codeFor(client))).body as Tokens;
    const renew = (token: string) =>
      send('/oauth/token', { grant_type: 'refresh_token', client_id: client, refresh_token: token });
    const second = (await renew(first.refresh_token)).body as Tokens;
    expect(second.access_token).not.toBe(first.access_token);
    expect((await renew(first.refresh_token)).status).toBe(400);
    expect((await renew(second.refresh_token)).status).toBe(400);
  });

  test('names the scheme, not a host that means nothing behind it', async () => {
    const uri = 'evil-app://chatgpt.com/callback';
    const client = (await register([uri])).client_id;
    const query = new URLSearchParams(asking(client, { redirect_uri: uri }) as Record<string, string>);
    expect(await vera.get(`/api/oauth/authorization?${query.toString()}`)).toMatchObject({
      redirectHost: 'evil-app:',
    });
  });

  test.each([
    ['a name with unseen signs', { client_name: `Chat\u200BGPT` }],
    ['a name that turns around', { client_name: `\u202ETPGtahC` }],
    ['a name of two lines', { client_name: 'Chat\nGPT' }],
    [
      'an eleventh address',
      { redirect_uris: Array.from({ length: 11 }, (_, at) => `https://a.example/${at}`) },
    ],
    ['a long address', { redirect_uris: [`https://a.example/${'x'.repeat(500)}`] }],
  ])('registers no program with %s', async (_what, change) => {
    const body = { client_name: 'Assistant', redirect_uris: [back], ...change };
    expect((await app.browser().request('POST', '/oauth/register', { body })).status).toBe(400);
  });

  test('forgets a grant without tokens after an hour, and a registration without a grant after a day', async () => {
    const { direct } = app.database.database;
    const [used, unused, fresh] = await Promise.all([register(), register(), register()]);
    await exchange(used.client_id, await codeFor(used.client_id));
    await codeFor(unused.client_id);
    await direct.execute(sql`UPDATE oauth_clients SET created_at = now() - interval '25 hours'
      WHERE id <> ${fresh.client_id}`);
    await direct.execute(sql`UPDATE oauth_grants SET created_at = now() - interval '61 minutes'`);
    await app.server.services.oauth.sweep();
    const { rows: clients } = await direct.execute<{ id: string }>(sql`SELECT id FROM oauth_clients`);
    const ids = clients.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([used.client_id, fresh.client_id]));
    expect(ids).not.toContain(unused.client_id);
    const { rows: left } = await direct.execute(sql`SELECT FROM oauth_grants WHERE code_used_at IS NULL`);
    expect(left).toEqual([]);
  });

  test('takes a thousand registrations an hour in all', async () => {
    await app.database.database.direct.execute(sql`UPDATE rate_limits SET used = 1000
      WHERE key LIKE 'oauth-register-all:%'`);
    const body = { client_name: 'Assistant', redirect_uris: [back] };
    expect((await app.browser().request('POST', '/oauth/register', { body })).status).toBe(429);
    await app.database.database.direct.execute(sql`DELETE FROM rate_limits`);
  });

  test("a member's no goes back as one", async () => {
    const { client_id: client } = await register();
    const { url } = (await decide(asking(client), { isAllowed: false })).body as { url: string };
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'a state',
    });
  });
});
