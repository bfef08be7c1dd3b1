import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type CallToolResult,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';

export type HostileServer = {
  url: string;
  /** What it says of its tools; changed at will. */
  tools: Tool[];
  /** What a call gives; never resolves where it hangs. */
  onCall: (name: string, input: unknown, signal: AbortSignal) => Promise<CallToolResult>;
  /** Answers a request by itself instead of by the protocol. */
  instead: ((request: http.IncomingMessage, response: http.ServerResponse) => void) | null;
  headers: http.IncomingHttpHeaders[];
  close(): Promise<void>;
};

export const echoTool: Tool = {
  name: 'echo',
  description: 'Says it again.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
};

/** A server of the Model Context Protocol that misbehaves as it is told. */
export async function startHostileServer(): Promise<HostileServer> {
  const sockets = new Set<Socket>();
  const hostile: HostileServer = {
    url: '',
    tools: [echoTool],
    onCall: async (_name, input) => ({ content: [{ type: 'text', text: JSON.stringify(input) }] }),
    instead: null,
    headers: [],
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => web.close(resolve));
    },
  };
  const web = http.createServer((request, response) => {
    hostile.headers.push(request.headers);
    if (hostile.instead) return hostile.instead(request, response);
    if (request.method !== 'POST') return void response.writeHead(405).end();
    void (async () => {
      const server = new Server(
        { name: 'hostile', version: '1' },
        { capabilities: { tools: { listChanged: true } } },
      );
      server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: hostile.tools }));
      server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal }) =>
        hostile.onCall(params.name, params.arguments, signal),
      );
      const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
      await server.connect(transport as Transport);
      response.once('close', () => void server.close());
      await transport.handleRequest(request, response);
    })();
  });
  web.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  hostile.url = `http://127.0.0.1:${(web.address() as AddressInfo).port}/mcp`;
  return hostile;
}
