import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { answerChat, readMarkers, type StandInStep } from './openai-stand-in.answers.ts';

export type { StandInStep } from './openai-stand-in.answers.ts';

/** A request as it came in. */
export type StandInRequest = {
  method: string;
  path: string;
  headers: http.IncomingHttpHeaders;
  body: unknown;
  wasAborted: boolean;
};

export type OpenAiStandIn = {
  /** `http://127.0.0.1:<port>/v1` */
  readonly baseUrl: string;
  /** Every request so far, oldest first. */
  readonly requests: readonly StandInRequest[];
  /** The bodies of the chat requests so far. */
  readonly chats: readonly ChatRequestBody[];
  /** Connections that are open now, idle kept-alive ones included. */
  readonly openSockets: number;
  /** Answers that are being written or stalled now. */
  readonly runningAnswers: number;
  /** The next chat requests are answered by these steps, one each, whatever they say. */
  script(...steps: StandInStep[]): void;
  /** Resolves with the chat request that comes next (or came and was not taken yet). */
  nextChat(): Promise<StandInRequest>;
  /** Resolves as soon as no answer is running, e.g. because the caller closed the socket. */
  idle(): Promise<void>;
  close(): Promise<void>;
};

export type ChatRequestBody = {
  model: string;
  stream?: boolean;
  messages: { role: string; content: unknown; tool_calls?: unknown; tool_call_id?: string }[];
  tools?: { function: { name: string } }[];
  [field: string]: unknown;
};

export type OpenAiStandInOptions = {
  /** Milliseconds between two tokens. */
  tokenDelayMs?: number;
  /** What is answered when neither a script nor a marker says otherwise. */
  reply?: string | ((request: ChatRequestBody) => string | StandInStep);
  models?: readonly string[];
  /** On which day each model ends, by its id; asked at each listing. */
  ends?: Readonly<Record<string, string>>;
  /** When given, any other key is refused with 401. */
  apiKey?: string;
  embeddingDimensions?: number;
};

/** One grey pixel as PNG: what every picture is that is asked for. */
const smallPicture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWPo6OgAAAM0AZmUse0HAAAAAElFTkSuQmCC';

/**
 * A server on this machine that speaks the OpenAI wire format and misbehaves on demand. What a chat request
 * gets is, in this order:
 * the next step of `script(…)`, the marker in its last user message (see `readMarkers`), `reply`.
 */
export async function startOpenAiStandIn(options: OpenAiStandInOptions = {}): Promise<OpenAiStandIn> {
  const requests: StandInRequest[] = [];
  const sockets = new Set<Socket>();
  const steps: StandInStep[] = [];
  const untaken: StandInRequest[] = [];
  const takers: ((request: StandInRequest) => void)[] = [];
  let idlers: (() => void)[] = [];
  let running = 0;

  const server = http.createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
  });

  async function handle(incoming: http.IncomingMessage, outgoing: http.ServerResponse): Promise<void> {
    const request: StandInRequest = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: await readJson(incoming),
      wasAborted: false,
    };
    requests.push(request);
    if (options.apiKey !== undefined && incoming.headers.authorization !== `Bearer ${options.apiKey}`) {
      return json(outgoing, 401, {
        error: {
          message: 'Incorrect API key provided.',
          type: 'invalid_request_error',
          code: 'invalid_api_key',
        },
      });
    }
    if (request.method === 'GET' && request.path.endsWith('/models')) {
      const models = options.models ?? ['stand-in-large', 'stand-in-embedding'];
      return json(outgoing, 200, {
        object: 'list',
        data: models.map((id) => ({
          id,
          object: 'model',
          created: 0,
          owned_by: 'stand-in',
          ...(options.ends && { shutdown_date: options.ends[id] ?? null }),
        })),
      });
    }
    if (request.method === 'POST' && request.path.endsWith('/images/generations'))
      return json(outgoing, 200, { created: 0, data: [{ b64_json: smallPicture }] });
    if (request.method === 'POST' && request.path.endsWith('/embeddings'))
      return embeddings(outgoing, request.body);
    if (request.method !== 'POST' || !request.path.endsWith('/chat/completions'))
      return json(outgoing, 404, { error: { message: `Unknown path ${request.path}` } });

    running += 1;
    outgoing.on('close', () => {
      request.wasAborted = !outgoing.writableFinished;
      running -= 1;
      if (running > 0) return;
      for (const idler of idlers) idler();
      idlers = [];
    });
    const taker = takers.shift();
    if (taker) taker(request);
    else untaken.push(request);
    const body = request.body as ChatRequestBody;
    await answerChat(outgoing, body, chooseStep(body), options.tokenDelayMs ?? 0);
  }

  function chooseStep(body: ChatRequestBody): StandInStep {
    const scripted = steps.shift();
    if (scripted) return scripted;
    const last = body.messages?.at(-1);
    if (last?.role === 'tool') return { kind: 'text', text: `The tool said: ${String(last.content)}` };
    const marked = readMarkers(body);
    if (marked) return marked;
    const reply =
      typeof options.reply === 'function'
        ? options.reply(body)
        : (options.reply ?? 'Hello! How can I help you today?');
    return typeof reply === 'string' ? { kind: 'text', text: reply } : reply;
  }

  function embeddings(outgoing: http.ServerResponse, body: unknown): void {
    const { input, model } = body as { input: string | string[]; model: string };
    const texts = Array.isArray(input) ? input : [input];
    const data = texts.map((text, index) => ({
      object: 'embedding',
      index,
      embedding: embedText(text, options.embeddingDimensions ?? 64),
    }));
    json(outgoing, 200, {
      object: 'list',
      model,
      data,
      usage: { prompt_tokens: texts.join(' ').split(/\s+/).length, total_tokens: 0 },
    });
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    get chats() {
      return requests
        .filter((request) => request.path.endsWith('/chat/completions'))
        .map((request) => request.body as ChatRequestBody);
    },
    get openSockets() {
      return sockets.size;
    },
    get runningAnswers() {
      return running;
    },
    script: (...more) => void steps.push(...more),
    nextChat() {
      const known = untaken.shift();
      return known ? Promise.resolve(known) : new Promise((resolve) => takers.push(resolve));
    },
    idle: () => (running === 0 ? Promise.resolve() : new Promise((resolve) => idlers.push(resolve))),
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/**
 * The vector that the stand-in gives for a text: each word adds to a few places, so texts that share words
 * are near each other.
 * Of length 1, the same in every run.
 */
export function embedText(text: string, dimensions = 64): number[] {
  const vector = Array.from({ length: dimensions }, () => 0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    let hash = 2166136261;
    for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 16777619) >>> 0;
    for (let round = 0; round < 3; round += 1) {
      hash = Math.imul(hash ^ (hash >>> 15), 2246822519) >>> 0;
      const place = hash % dimensions;
      vector[place] = (vector[place] ?? 0) + (hash & 0x10000 ? 1 : -1);
    }
  }
  const length = Math.hypot(...vector);
  return length === 0
    ? vector.map((_, place) => (place === 0 ? 1 : 0))
    : vector.map((value) => value / length);
}

function json(outgoing: http.ServerResponse, status: number, body: unknown): void {
  outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function readJson(incoming: http.IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? null : JSON.parse(text);
}
