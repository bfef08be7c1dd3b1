import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import {
  StreamableHTTPClientTransport,
  StreamableHTTPError,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { FetchLike, Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import type { JsonSchemaValidator, jsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/types.js';
import type { SafeFetch } from '#platform/safe-fetch/safe-fetch.ts';
import type { StoredMcpTool } from '../mcp.table.ts';
import { mostTools, readTool } from './tools.models.ts';

/** Milliseconds that beginning and each list may take. */
export const connectTimeoutMs = 15_000;
/** Milliseconds that a stream of events may stay open, and one exchange may take. */
const streamMs = 15 * 60_000;
const exchangeMs = 120_000;
const mostBytes = 2_000_000;
const mostStreamBytes = 10_000_000;
const mostPages = 10;

/** Where a server is and how one is let in. */
export type McpAddress = {
  url: string;
  headers: Record<string, string>;
  provider?: OAuthClientProvider | undefined;
};

/** A server that was greeted. */
export type McpSession = {
  client: Client;
  serverName: string;
  /** Whether its tools changed since they were last asked for. */
  isStale(): boolean;
  tools(): Promise<StoredMcpTool[]>;
  close(): Promise<void>;
};

/** Every request to a server goes through the one safe fetch, within bounds of time and size. */
export function fetchFor(safeFetch: Pick<SafeFetch, 'asFetch'>): FetchLike {
  const exchange = safeFetch.asFetch({ timeoutMs: exchangeMs, maxBytes: mostBytes, maxRedirects: 0 });
  const stream = safeFetch.asFetch({ timeoutMs: streamMs, maxBytes: mostStreamBytes, maxRedirects: 0 });
  return async (url, init) => {
    const accept = new Headers(init?.headers).get('accept') ?? '';
    const isStream = (init?.method ?? 'GET') === 'GET' && accept.includes('text/event-stream');
    const answer = await (isStream ? stream : exchange)(url, init);
    if (answer.ok) return answer;
    // The library reads few refusals to their end, and unread they would hold their connection for minutes.
    const body = await answer.arrayBuffer();
    return new Response(body.byteLength > 0 ? body : null, {
      status: answer.status,
      headers: answer.headers,
    });
  };
}

/** A server of before 2025-03 answers the first message so; it speaks by one stream of events instead. */
const isOldServer = (error: unknown): boolean =>
  error instanceof StreamableHTTPError && [400, 404, 405].includes(error.code ?? 0);

/** The library would make programs out of schemas of strangers: nothing here reads structured results. */
const unchecked: jsonSchemaValidator = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (input) => ({ valid: true, data: input as T, errorMessage: undefined });
  },
};

/** Greets a server; by streamable HTTP, else by the older way of server-sent events. */
export function createConnecting(
  safeFetch: Pick<SafeFetch, 'asFetch' | 'assertAllowedUrl'>,
  version: string,
) {
  const fetch = fetchFor(safeFetch);

  function newClient(): Client {
    return new Client(
      { name: 'chatelier', version },
      {
        capabilities: {},
        jsonSchemaValidator: unchecked,
      },
    );
  }

  async function greet(address: McpAddress, signal: AbortSignal | undefined): Promise<[Client, Transport]> {
    const url = safeFetch.assertAllowedUrl(address.url);
    const options = {
      fetch,
      requestInit: { headers: address.headers },
      ...(address.provider && { authProvider: address.provider }),
    };
    const requestOptions = { timeout: connectTimeoutMs, ...(signal && { signal }) };
    const client = newClient();
    const transport = new StreamableHTTPClientTransport(url, options) as Transport;
    try {
      await client.connect(transport, requestOptions);
      return [client, transport];
    } catch (error) {
      await client.close().catch(() => undefined);
      if (!isOldServer(error)) throw error;
    }
    const older = newClient();
    const stream = new SSEClientTransport(url, options) as Transport;
    try {
      await older.connect(stream, requestOptions);
      return [older, stream];
    } catch (error) {
      await older.close().catch(() => undefined);
      throw error;
    }
  }

  async function listTools(client: Client): Promise<StoredMcpTool[]> {
    if (!client.getServerCapabilities()?.tools) return [];
    const tools = new Map<string, StoredMcpTool>();
    let cursor: string | undefined;
    for (let page = 0; page < mostPages && tools.size < mostTools; page += 1) {
      const answer = await client.listTools({ cursor }, { timeout: connectTimeoutMs });
      for (const tool of answer.tools) {
        const read = readTool(tool);
        if (read && tools.size < mostTools) tools.set(read.name, read);
      }
      cursor = answer.nextCursor;
      if (cursor === undefined) break;
    }
    return [...tools.values()];
  }

  return async function connect(address: McpAddress, signal?: AbortSignal): Promise<McpSession> {
    const [client, transport] = await greet(address, signal);
    let stale = true;
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => void (stale = true));
    return {
      client,
      serverName: (client.getServerVersion()?.title ?? client.getServerVersion()?.name ?? '').slice(0, 100),
      isStale: () => stale,
      async tools() {
        stale = false;
        return listTools(client);
      },
      async close() {
        // A server that can't be told forgets the session by itself.
        if (transport instanceof StreamableHTTPClientTransport)
          await transport.terminateSession().catch(() => undefined);
        await client.close().catch(() => undefined);
      },
    };
  };
}

export type ConnectMcp = ReturnType<typeof createConnecting>;
