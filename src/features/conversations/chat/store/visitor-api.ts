import { zoneHeaders } from '#shared/time-zone.ts';
import { readEvents } from './event-stream.ts';
import type { PaywallBalance } from '#features/paywall/paywall.contract.ts';
import type { SessionAnswer, SessionRequest, StreamEvent } from './visitor-types.ts';

/**
 * The server's refusal: its code, whether trying again can help, and what is left where it must be paid for
 * first.
 */
export class RequestError extends Error {
  readonly status: number;
  readonly code: string;
  readonly balance: PaywallBalance | undefined;
  constructor(status: number, code: string, message: string, balance?: PaywallBalance) {
    super(message);
    this.status = status;
    this.code = code;
    this.balance = balance;
  }
}

/** Where a stream's events go. */
export type StreamListener = (event: StreamEvent) => void;

/** The visitor's side of the HTTP API. Identity is the bearer token, never a cookie. */
export type VisitorApi = ReturnType<typeof createVisitorApi>;

/**
 * Makes the API of one visitor, or with `resume`, out of a link, of one conversation; `proof` says where the
 * chat stands, for an agent that may not stand everywhere.
 */
export function createVisitorApi(proof?: { ticket: string; host: string } | null, resume?: string) {
  let token: string | null = null;
  let ownKey: string | null = null;

  async function request(
    method: string,
    path: string,
    body?: unknown,
    signal?: AbortSignal,
    accept = 'application/json',
  ): Promise<Response> {
    const response = await fetch(`/api/visitor/${path}`, {
      method,
      signal,
      credentials: 'omit',
      headers: {
        accept,
        ...zoneHeaders(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(ownKey && path === 'messages' ? { 'x-openai-key': ownKey } : {}),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (response.ok) return response;
    const refusal = (await response.json().catch(() => ({}))) as {
      code?: string;
      message?: string;
      details?: { balance?: PaywallBalance };
    };
    if (refusal.code === 'access.origin_unproven')
      void import('./prove-again.ts').then((module) => module.proveAgain());
    throw new RequestError(
      response.status,
      refusal.code ?? '',
      refusal.message ?? '',
      refusal.details?.balance,
    );
  }

  const stream = async <Event extends object = StreamEvent>(
    response: Response,
    onEvent: (event: Event) => void,
  ) => {
    await readEvents(response, ({ event, data }) => {
      let value: object;
      try {
        value = JSON.parse(data) as object;
      } catch {
        return;
      }
      onEvent({ ...value, type: event } as unknown as Event);
    });
  };

  return {
    /** The visitor's token; a given one takes its place. */
    token: (given = token) => (token = given),
    /**
     * The visitor's own OpenAI key, which goes along with messages and nowhere else; a given one takes its
     * place, null forgets it.
     */
    ownKey: (given?: string | null) => (given === undefined ? ownKey : (ownKey = given)),
    async session(body: SessionRequest): Promise<SessionAnswer> {
      const answer = (await (
        await request('POST', 'session', { ...body, proof, resume })
      ).json()) as SessionAnswer;
      token = answer.token;
      return answer;
    },
    /** Sends a message and follows its answer. The same `clientMessageId` gives the same answer again. */
    async send(
      body: {
        conversationId: string | null;
        clientMessageId: string;
        text: string;
        attachments?: string[] | undefined;
        isSpoken?: boolean | undefined;
        page: { url: string } | null;
      },
      onEvent: StreamListener,
      signal: AbortSignal,
    ): Promise<void> {
      await stream(await request('POST', 'messages', body, signal, 'text/event-stream'), onEvent);
    },
    /** Follows a stream: an answer that is being written, or what people say in a conversation. */
    async follow<Event extends object>(
      path: string,
      onEvent: (event: Event) => void,
      signal: AbortSignal,
    ): Promise<void> {
      await stream(await request('GET', path, undefined, signal, 'text/event-stream'), onEvent);
    },
    /** Anything else that a visitor may ask of the server. */
    call: async <Answer = unknown>(method: string, path: string, body?: object): Promise<Answer> =>
      (await (await request(method, path, body)).json()) as Answer,
  };
}
