import { LRUCache } from 'lru-cache';
import { ErrorCode, McpError, type CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Logger } from '#platform/log/logger.ts';
import {
  failure,
  outsideData,
  type AgentTool,
  type ToolResult,
  type ToolSource,
} from '#features/tools/server/tools.usecases.ts';
import type { McpConnectionRow } from '../mcp.repository.ts';
import type { McpUsecases } from '../mcp.usecases.ts';
import type { ConnectMcp, McpSession } from './connecting.usecases.ts';
import { failureOf, loggedOf } from './failures.models.ts';
import { textOfResult } from './results.models.ts';
import { calledAs } from './tools.models.ts';

/** Milliseconds without a word from the server, and in all, that one call may take. */
const silenceMs = 20_000;
const callMs = 60_000;
/** What a model reads of one result, in characters. */
const longestResult = 8_000;
/** Sessions that one process holds, and how long one is held that nobody uses. */
const mostSessions = 500;
const sessionMs = 10 * 60_000;

type Held = {
  session: McpSession;
  /** The hashes of the server's tools by their names, as they are in this session. */
  hashes: Map<string, string>;
};

/**
 * The tools of MCP servers for one answer after the other. A conversation has a session of its own with each
 * server, so that nothing of one visitor reaches another; it is begun by the first call.
 */
export function createMcpAnswers(services: {
  log: Pick<Logger, 'error' | 'warn'>;
  connect: ConnectMcp;
  mcp: Pick<McpUsecases, 'readMany' | 'addressOf' | 'keepTools' | 'keepFailure'>;
}) {
  const { log, mcp } = services;
  const sessions = new LRUCache<string, Promise<Held>>({
    max: mostSessions,
    ttl: sessionMs,
    updateAgeOnGet: true,
    ttlAutopurge: true,
    dispose: (held) => void held.then(({ session }) => session.close()).catch(() => undefined),
  });

  async function readHashes(row: McpConnectionRow, session: McpSession): Promise<Held['hashes']> {
    const tools = await session.tools();
    const hashes = new Map(tools.map(({ name, hash }) => [name, hash]));
    const isChanged =
      tools.length !== row.tools.length || row.tools.some(({ name, hash }) => hashes.get(name) !== hash);
    // The owner sees what changed, and no other answer offers it.
    if (isChanged) await mcp.keepTools(row, tools);
    return hashes;
  }

  function sessionOf(key: string, row: McpConnectionRow): Promise<Held> {
    const known = sessions.get(key);
    if (known) return known;
    const begun = (async () => {
      const session = await services.connect(mcp.addressOf(row));
      try {
        return { session, hashes: await readHashes(row, session) };
      } catch (error) {
        await session.close();
        throw error;
      }
    })();
    sessions.set(key, begun);
    begun.catch(() => sessions.delete(key));
    return begun;
  }

  async function call(
    key: string,
    row: McpConnectionRow,
    tool: { name: string; hash: string },
    input: unknown,
    signal: AbortSignal,
  ): Promise<ToolResult> {
    if (typeof input !== 'object' || input === null || Array.isArray(input))
      return failure('invalid_arguments', 'The arguments must be an object.');
    try {
      const held = await sessionOf(key, row);
      if (held.session.isStale()) held.hashes = await readHashes(row, held.session);
      if (held.hashes.get(tool.name) !== tool.hash)
        return failure('refused', 'This tool changed since it was allowed. Go on without it.');
      const result = (await held.session.client.callTool(
        { name: tool.name, arguments: input as Record<string, unknown> },
        undefined,
        {
          signal,
          timeout: silenceMs,
          resetTimeoutOnProgress: true,
          maxTotalTimeout: callMs,
          // Asks the server to tell how far it is: each word of it is waited for again.
          onprogress: () => undefined,
        },
      )) as CallToolResult;
      const text = textOfResult(result);
      return result.isError
        ? failure('failed', `The tool failed. What it says of it:\n${outsideData(text, 500)}`)
        : { content: outsideData(text, longestResult) };
    } catch (error) {
      if (signal.aborted) throw error;
      return explain(key, row, error);
    }
  }

  async function explain(key: string, row: McpConnectionRow, error: unknown): Promise<ToolResult> {
    log.warn(
      { ...loggedOf(error, row.auth === 'oauth'), connectionId: row.id },
      'a tool of an MCP server gave nothing',
    );
    // What the server answered in its own words needs no new session.
    if (error instanceof McpError && error.code !== Number(ErrorCode.RequestTimeout)) {
      if (error.code === Number(ErrorCode.ConnectionClosed)) sessions.delete(key);
      return failure('failed', 'The server refused it. Go on without it.', `MCP ${error.code}`);
    }
    sessions.delete(key);
    const why = failureOf(error, row.auth === 'oauth');
    if (why === 'timedOut') return failure('timed_out', 'It took too long. Go on without it.');
    if (why === 'tooLarge') return failure('too_large', 'It gave too much. Go on without it.');
    await mcp.keepFailure(row, why);
    return why === 'addressRefused'
      ? failure('address_refused', 'It can’t be reached. Go on without it.')
      : failure('unreachable', 'It can’t be reached. Go on without it.');
  }

  const toolsFor: ToolSource = async ({ accountId, configuration, conversationId, visitorId, agentId }) => {
    const { connections } = configuration.mcp;
    if (connections.length === 0) return [];
    const rows = new Map(
      (
        await mcp.readMany(
          accountId,
          connections.map(({ id }) => id),
        )
      ).map((row) => [row.id, row]),
    );
    const tools: AgentTool[] = [];
    const taken = new Set<string>();
    for (const { id, tools: allowed } of connections) {
      const row = rows.get(id);
      for (const { name, hash, risk, messageCost } of row ? allowed : []) {
        const known = row?.tools.find((tool) => tool.name === name);
        // What its server says anew of a tool may be meant to deceive: it is allowed again by a person first.
        if (!row || known?.hash !== hash) continue;
        const calledName = calledAs(row, name, taken);
        taken.add(calledName);
        const key = `${conversationId ?? `${agentId} ${visitorId ?? ''}`} ${row.id} ${row.updatedAt.getTime()}`;
        tools.push({
          name: calledName,
          title: `${row.name}: ${known.title || name}`,
          description: `${known.description}\n(From the server “${row.name}” of another company.)`.trim(),
          parameters: known.parameters,
          risk,
          messageCost,
          timeoutMs: callMs + 5_000,
          longestResult: longestResult + 500,
          run: (input, signal) => call(key, row, { name, hash }, input, signal),
        });
      }
    }
    return tools;
  };

  return {
    toolsFor,
    /** Ends all sessions, when the process stops. */
    async close(): Promise<void> {
      const held = [...sessions.values()];
      sessions.clear();
      await Promise.allSettled(held.map(async (one) => (await one).session.close()));
    },
  };
}
