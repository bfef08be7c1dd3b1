import { auth } from '@modelcontextprotocol/sdk/client/auth.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { createSafeFetch } from '#platform/safe-fetch/safe-fetch.ts';
import {
  createConnecting,
  fetchFor,
  type McpSession,
} from '#features/mcp/server/client/connecting.usecases.ts';
import {
  createOAuthProvider,
  isFromIssuer,
  type OAuthState,
} from '#features/mcp/server/client/oauth.usecases.ts';

/**
 * The product's client as the protocol's conformance tests start it: connects to the address in the last
 * argument, signs in where it is asked to, and calls what there is to call.
 */
const mostSignIns = 3;
const url = process.argv.at(-1) ?? '';
const safeFetch = createSafeFetch({ allowPrivate: ['127.0.0.1:*', '[::1]:*'] });
const connect = createConnecting(safeFetch, '1.0.0');
const kept: OAuthState = {};
const provider = createOAuthProvider({
  kept,
  persist: () => Promise.resolve(),
  redirectUrl: 'http://127.0.0.1:3000/dashboard/mcp-signed-in',
  guard: safeFetch,
  state: 'of the conformance test',
});

/** What a member's browser does: follows the address, and comes back with a code. */
async function sayYes(): Promise<void> {
  const asked = provider.authorizationUrl();
  if (asked === null) throw new Error('No sign-in was begun');
  const answer = await fetch(asked, { redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '').searchParams;
  if (!isFromIssuer(kept, back.get('iss') ?? undefined)) throw new Error('Another issuer answered');
  await auth(provider, {
    serverUrl: url,
    authorizationCode: back.get('code') ?? '',
    fetchFn: fetchFor(safeFetch),
  });
}

async function callAll(session: McpSession): Promise<void> {
  for (const { name } of await session.tools()) {
    const input = name === 'add_numbers' ? { a: 5, b: 3 } : {};
    (await session.client.callTool({ name, arguments: input })) as CallToolResult;
  }
}

async function run(signIns: number): Promise<void> {
  try {
    const session = await connect({ url, headers: {}, provider });
    try {
      await callAll(session);
    } finally {
      await session.close();
    }
  } catch (error) {
    if (provider.authorizationUrl() === null || signIns >= mostSignIns) throw error;
    await sayYes();
    await run(signIns + 1);
  }
}

await run(0);
await safeFetch.close();
