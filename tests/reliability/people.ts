import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { ChatMessage } from '#features/conversations/conversations.contract.ts';
import type { AgentConfiguration } from '#features/agents/agents-configuration.contract.ts';
import type { Agent } from '#features/agents/agents.contract.ts';

export type Answer<T = unknown> = {
  status: number;
  body: T;
  text: string;
  headers: http.IncomingHttpHeaders;
};

/**
 * One request on a connection of its own, so that nothing is shared with a server that is about to be killed.
 */
export async function ask<T = unknown>(
  method: string,
  url: string,
  options: { body?: unknown; raw?: Buffer; headers?: Record<string, string> } = {},
): Promise<Answer<T>> {
  const payload =
    options.raw ?? (options.body === undefined ? undefined : Buffer.from(JSON.stringify(options.body)));
  return new Promise((resolve, reject) => {
    const request = http.request(
      url,
      {
        method,
        agent: false,
        headers: {
          ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(payload ? { 'content-length': payload.length } : {}),
          ...options.headers,
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('error', reject);
        response.on('end', () => {
          const isJson = response.headers['content-type']?.includes('json');
          resolve({
            status: response.statusCode ?? 0,
            text,
            body: (isJson ? JSON.parse(text) : null) as T,
            headers: response.headers,
          });
        });
      },
    );
    request.on('error', reject);
    request.end(payload);
  });
}

function expectOk<T>(answer: Answer<T>): T {
  if (answer.status >= 300) throw new Error(`Answered ${answer.status}: ${answer.text.slice(0, 400)}`);
  return answer.body;
}

/** A signed-in person. `at` moves them to another process with the same cookie. */
export type Owner = {
  email: string;
  cookie: string;
  request<T = unknown>(
    method: string,
    path: string,
    options?: { body?: unknown; raw?: Buffer; headers?: Record<string, string> },
  ): Promise<Answer<T>>;
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body?: unknown): Promise<T>;
  put<T>(path: string, body: unknown): Promise<T>;
  at(url: string): Owner;
};

let people = 0;

/** Registers a person with an account of their own. */
export async function register(url: string): Promise<Owner> {
  people += 1;
  const email = `owner-${people}-${randomUUID().slice(0, 8)}@example.test`;
  const answer = await ask('POST', `${url}/api/register`, {
    body: { name: 'Vera Novak', email, username: email, password: 'a long password', firstName: 'Vera' },
  });
  expectOk(answer);
  return owner(url, email, answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '');
}

function owner(url: string, email: string, cookie: string): Owner {
  const request: Owner['request'] = (method, path, options = {}) =>
    ask(method, url + path, {
      ...options,
      headers: { cookie, 'x-timezone': 'Europe/Prague', ...options.headers },
    });
  return {
    email,
    cookie,
    request,
    get: async <T>(path: string) => expectOk(await request<T>('GET', path)),
    post: async <T>(path: string, body: unknown = {}) => expectOk(await request<T>('POST', path, { body })),
    put: async <T>(path: string, body: unknown) => expectOk(await request<T>('PUT', path, { body })),
    at: (other) => owner(other, email, cookie),
  };
}

/** A published agent; `change` sets its configuration before it goes live. */
export async function publishAgent(
  person: Owner,
  change: (configuration: AgentConfiguration) => void = () => undefined,
): Promise<Agent> {
  const agent = await person.post<Agent>('/api/agents', { from: 'blank', input: '' });
  change(agent.draft);
  const { draftRevision } = await person.put<{ draftRevision: number }>(`/api/agents/${agent.id}/draft`, {
    revision: agent.draftRevision,
    configuration: agent.draft,
  });
  return person.post<Agent>(`/api/agents/${agent.id}/publish`, { revision: draftRevision });
}

/** Connects an OpenAI-compatible server to the account. */
export const connectModel = (person: Owner, baseUrl: string, apiKey?: string) =>
  person.put('/api/integrations/openai-compatible', { baseUrl, ...(apiKey ? { apiKey } : {}) });

/** An agent that speaks through the connected server. */
export const modelAgent = (
  person: Owner,
  change: (configuration: AgentConfiguration) => void = () => undefined,
) =>
  publishAgent(person, (configuration) => {
    configuration.basic.name = 'Linden & Loaf';
    configuration.ai.provider = 'openai-compatible';
    configuration.ai.model = 'stand-in-large';
    // A second call after each answer; whoever wants it turns it on.
    configuration.dynamic.followUps = 0;
    change(configuration);
  });

export type Visitor = { token: string };

/** Opens a visitor's session, as the chat does. */
export async function openSession(
  url: string,
  agent: number,
  token?: string,
): Promise<Visitor & { conversation: { id: string; messages: ChatMessage[] } | null }> {
  return expectOk(
    await ask<{ token: string; conversation: { id: string; messages: ChatMessage[] } | null }>(
      'POST',
      `${url}/api/visitor/session`,
      { body: { agent, token: token ?? null } },
    ),
  );
}

export type StreamEvent = {
  event: string;
  id: number;
  data: Record<string, unknown>;
};
export type Accepted = {
  conversationId: string;
  visitorMessage: ChatMessage;
  assistantMessage: ChatMessage;
};

/** A stream of answers as a visitor's (or an owner's) browser reads it. */
export type Reader = {
  /** Known once the answer's head is there. */
  status: number;
  headers: http.IncomingHttpHeaders;
  /** The JSON body when it is no stream. */
  refusal: { code: string; message: string } | null;
  events: StreamEvent[];
  /** The text that the visitor sees now. */
  text(): string;
  accepted(): Accepted | null;
  /** Resolves when the stream is over: with `done` or `failed`, or cut. */
  ended: Promise<'done' | 'failed' | 'cut'>;
  /** Resolves when the server has nothing more to say: after what it proposes to ask next. */
  closed: Promise<void>;
  /** Resolves with the first event of that kind that comes or came. */
  next(event: string): Promise<StreamEvent>;
  close(): void;
};

/** Opens an event stream. Rejects when no answer's head came. */
export async function openStream(
  method: string,
  url: string,
  options: { headers: Record<string, string>; body?: unknown },
): Promise<Reader> {
  const payload = options.body === undefined ? undefined : JSON.stringify(options.body);
  return new Promise((resolve, reject) => {
    const request = http.request(url, {
      method,
      agent: false,
      headers: {
        ...options.headers,
        ...(payload
          ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }
          : {}),
      },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const events: StreamEvent[] = [];
      const waiting: { event: string; resolve(event: StreamEvent): void }[] = [];
      let buffer = '';
      let over: (how: 'done' | 'failed' | 'cut') => void = () => undefined;
      const ended = new Promise<'done' | 'failed' | 'cut'>((resolve) => {
        over = resolve;
      });
      let shut = (): void => undefined;
      const closed = new Promise<void>((resolve) => {
        shut = resolve;
      });
      const isStream = response.headers['content-type']?.includes('text/event-stream') ?? false;
      const reader: Reader = {
        status: response.statusCode ?? 0,
        headers: response.headers,
        refusal: null,
        events,
        text() {
          let text = '';
          for (const { event, data } of events) {
            if (event === 'snapshot') text = String(data['text']);
            else if (event === 'delta') text += String(data['text']);
            else if (event === 'done') text = (data['message'] as ChatMessage).text;
          }
          return text;
        },
        accepted: () =>
          (events.find(({ event }) => event === 'accepted')?.data as Accepted | undefined) ?? null,
        ended,
        closed,
        next(event) {
          const known = events.find((candidate) => candidate.event === event);
          return known ? Promise.resolve(known) : new Promise((resolve) => waiting.push({ event, resolve }));
        },
        close: () => void request.destroy(),
      };
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        buffer += chunk;
        if (!isStream) return;
        const blocks = buffer.split('\n\n');
        buffer = blocks.pop() ?? '';
        for (const block of blocks) {
          const event = readEvent(block);
          if (!event) continue;
          events.push(event);
          for (const one of waiting.filter((candidate) => candidate.event === event.event))
            one.resolve(event);
          if (event.event === 'done' || event.event === 'failed') over(event.event);
        }
      });
      response.on('error', () => over('cut'));
      response.on('close', () => {
        if (!isStream && buffer !== '')
          reader.refusal = JSON.parse(buffer) as { code: string; message: string };
        over('cut');
        shut();
        if (!isStream) resolve(reader);
      });
      if (isStream) resolve(reader);
    });
    request.end(payload);
  });
}

function readEvent(block: string): StreamEvent | null {
  const fields = new Map(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  const event = fields.get('event');
  return event
    ? {
        event,
        id: Number(fields.get('id')),
        data: JSON.parse(fields.get('data') ?? '{}') as Record<string, unknown>,
      }
    : null;
}

/** Sends a message and reads its answer. */
export function say(
  url: string,
  visitor: Visitor,
  message: { text: string; clientMessageId?: string; conversationId?: string | null },
): Promise<Reader> {
  return openStream('POST', `${url}/api/visitor/messages`, {
    headers: { authorization: `Bearer ${visitor.token}` },
    body: {
      conversationId: message.conversationId ?? null,
      clientMessageId: message.clientMessageId ?? randomUUID(),
      text: message.text,
    },
  });
}

/** Joins an answer that somebody writes. */
export const join = (url: string, visitor: Visitor, answerId: string): Promise<Reader> =>
  openStream('GET', `${url}/api/visitor/messages/${answerId}/stream`, {
    headers: { authorization: `Bearer ${visitor.token}` },
  });

/** Presses the stop button. */
export const stopAnswer = (url: string, visitor: Visitor, answerId: string) =>
  ask('POST', `${url}/api/visitor/messages/${answerId}/stop`, {
    body: {},
    headers: { authorization: `Bearer ${visitor.token}` },
  });

/**
 * How many messages at least and at most get through a limit of so many per minute, from `began` (ms) until
 * now: a minute may end in between, after any of them.
 */
export function boundsOfMinutes(limit: number, began: number): [number, number] {
  const minuteOf = (time: number): number => Math.floor(time / 60_000);
  return [limit, limit * (minuteOf(Date.now()) - minuteOf(began) + 1)];
}
