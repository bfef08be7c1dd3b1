import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';

/**
 * Answers one POST of the Model Context Protocol by a server that was made for it: nothing is kept between
 * requests, so any process can answer the next one. `isStreamed` answers with events, in which a long call
 * tells how far it is; otherwise with JSON. `headers` are added to the answer.
 */
export async function answerMcp(
  request: FastifyRequest,
  reply: FastifyReply,
  server: Server,
  { isStreamed = false, headers = {} }: { isStreamed?: boolean; headers?: Record<string, string> } = {},
): Promise<void> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !isStreamed });
  // The transport's optional members are declared with `undefined`, which our compiler tells apart.
  await server.connect(transport as Transport);
  const given = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string') given.set(name, value);
  const response = await transport.handleRequest(
    new Request(`http://mcp.invalid${request.url}`, { method: 'POST', headers: given }),
    { parsedBody: request.body },
  );
  void reply
    .code(response.status)
    .headers({ ...Object.fromEntries(response.headers), ...headers, 'cache-control': 'no-store' });
  if (!response.body) {
    await server.close();
    void reply.send();
    return;
  }
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    const text = await response.text();
    await server.close();
    void reply.send(text);
    return;
  }
  const events = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
  events.once('close', () => void server.close());
  void reply.send(events);
}
