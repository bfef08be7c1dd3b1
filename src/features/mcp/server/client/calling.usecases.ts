import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { McpFailure } from '../../mcp.contract.ts';
import type { ConnectMcp } from './connecting.usecases.ts';
import { failureOf } from './failures.models.ts';

const callMs = 20_000;

/** What a tool gave: its structured result, else its text read as JSON; or why there is none. */
export type CalledOnce = { result: unknown } | { failure: McpFailure };

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Calls one tool of a public server, in a session of its own. Rejects only with the reason of `signal`. */
export function createCallOnce(connect: ConnectMcp) {
  return async function callOnce(
    url: string,
    name: string,
    input: object,
    signal: AbortSignal,
  ): Promise<CalledOnce> {
    try {
      const session = await connect({ url, headers: {} }, signal);
      try {
        const result = (await session.client.callTool(
          { name, arguments: input as Record<string, unknown> },
          undefined,
          { signal, timeout: callMs },
        )) as CallToolResult;
        if (result.isError) return { failure: 'notMcp' };
        const [first] = result.content;
        return {
          result: result.structuredContent ?? (first?.type === 'text' ? readJson(first.text) : undefined),
        };
      } finally {
        await session.close();
      }
    } catch (error) {
      if (signal.aborted) throw error;
      return { failure: failureOf(error, false) };
    }
  };
}
