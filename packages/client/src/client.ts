import { operationsOf } from './operations.ts';

/** How a client reaches the API. */
export type ClientOptions = {
  /** `sk_live_…` or `sk_test_…`, or a token that a member gave to an app. It belongs on a server. */
  key: string;
  /** Where Chatelier runs: `https://chat.example.com`. */
  baseUrl: string;
  /** In which language errors speak: `nl`. English without it. */
  language?: string;
  /** How often a request is sent again that found no room or no server. Twice without it. */
  retries?: number;
  /** Another `fetch` than the global one. */
  fetch?: typeof fetch;
};

/** What one call may say besides. */
export type Options = {
  signal?: AbortSignal;
  /** Under the same key the same request is done once. Made for each write where it is left out. */
  idempotencyKey?: string;
};

/** One page of a list. */
export type Page<Item> = {
  data: Item[];
  nextCursor: string | null;
};
/** A list: `await` gives its first page, `for await` every item of all pages. */
export type Pages<Item> = PromiseLike<Page<Item>> & AsyncIterable<Item>;

/** An answer while it is written. `message` is null while a person has the conversation. */
export type AnswerEvent =
  | { type: 'accepted'; conversationId: string }
  | { type: 'delta'; text: string }
  | { type: 'done'; conversationId: string; message: import('./operations.ts').ChatMessage | null };
export type Events<Event> = AsyncIterable<Event>;

export type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  message: string;
  /** Stays the same in every language. */
  code: string;
  fields?: Record<string, string>;
  details?: Record<string, unknown>;
  requestId?: string;
};

/** What the API refused, with its reason. `code` is `network` where it was not reached. */
export class ChatelierError extends Error {
  readonly status: number;
  readonly code: string;
  /** What is wrong with single fields. */
  readonly fields: Readonly<Record<string, string>>;
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;
  /** Seconds after which it may be tried again. */
  readonly retryAfter: number | null;

  constructor(
    problem: Partial<Problem> & { message: string },
    about: { status: number; headers?: Headers; cause?: unknown },
  ) {
    super(problem.message, about.cause === undefined ? undefined : { cause: about.cause });
    this.name = 'ChatelierError';
    this.status = about.status;
    this.code = problem.code ?? 'unknown';
    this.fields = problem.fields ?? {};
    this.details = problem.details ?? {};
    this.requestId = problem.requestId ?? about.headers?.get('x-request-id') ?? null;
    const wait = Number(about.headers?.get('retry-after') ?? Number.NaN);
    this.retryAfter = Number.isFinite(wait) ? wait : null;
  }
}

type Request = {
  method: string;
  path: string;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
  file?: File;
  options: Options;
};
/** How generated operations are called. */
export type Call = {
  one<Answer>(request: Request): Promise<Answer>;
  pages<Item>(request: Request): Pages<Item>;
  stream<Event extends { type: string }>(request: Request): Events<Event>;
  file(request: Request): Promise<Blob>;
};

const longestPauseSeconds = 60;

/** A client of the API of one Chatelier server. */
export function createClient(given: ClientOptions): ReturnType<typeof operationsOf> {
  const { key, baseUrl, language = 'en', retries = 2 } = given;
  const send = given.fetch ?? fetch;
  const root = baseUrl.replace(/(?<!\/)\/+$/, '');

  async function once({ method, path, query, body, file, options }: Request, repeatKey: string | undefined) {
    const form = file === undefined ? null : new FormData();
    if (form && file) form.append('file', file, file.name);
    const headers: Record<string, string> = {
      authorization: `Bearer ${key}`,
      'accept-language': language,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(repeatKey === undefined ? {} : { 'idempotency-key': repeatKey }),
    };
    const payload = form ?? (body === undefined ? null : JSON.stringify(body));
    return send(root + path + searchOf(query), {
      method,
      headers,
      redirect: 'error',
      ...(payload === null ? {} : { body: payload }),
      ...(options.signal ? { signal: options.signal } : {}),
    });
  }

  /** Sends a request, again where nothing was done for it; every write under a key of its own. */
  async function request(asked: Request): Promise<Response> {
    const repeatKey =
      asked.options.idempotencyKey ?? (asked.method === 'GET' ? undefined : crypto.randomUUID());
    for (let attempt = 0; ; attempt += 1) {
      let error: ChatelierError;
      try {
        const response = await once(asked, repeatKey);
        if (response.ok) return response;
        error = await problemOf(response);
      } catch (cause) {
        if (asked.options.signal?.aborted || cause instanceof ChatelierError) throw cause;
        error = new ChatelierError(
          { code: 'network', message: 'The server was not reached.' },
          { status: 0, cause },
        );
      }
      const mayComeAgain = error.status === 0 || error.status === 429 || error.status === 503;
      if (!mayComeAgain || attempt >= retries) throw error;
      await pause(Math.min(error.retryAfter ?? 2 ** attempt / 2, longestPauseSeconds), asked.options.signal);
    }
  }

  const one = async <Answer>(asked: Request): Promise<Answer> =>
    (await (await request(asked)).json()) as Answer;
  const call: Call = {
    one,
    pages<Item>(asked: Request): Pages<Item> {
      const read = (cursor: string | null): Promise<Page<Item>> =>
        one<Page<Item>>(cursor === null ? asked : { ...asked, query: { ...asked.query, cursor } });
      return {
        // oxlint-disable-next-line unicorn/no-thenable -- a list is awaited for its first page
        then: (done, failed) => read(null).then(done, failed),
        async *[Symbol.asyncIterator]() {
          for (let cursor: string | null = null; ;) {
            const page: Page<Item> = await read(cursor);
            yield* page.data;
            if (page.nextCursor === null) return;
            cursor = page.nextCursor;
          }
        },
      };
    },
    file: async (asked) => (await request(asked)).blob(),
    async *stream<Event extends { type: string }>(asked: Request): AsyncGenerator<Event> {
      const response = await request(asked);
      for await (const { event, data } of eventsOf(response)) {
        if (event === 'error')
          throw new ChatelierError(data as Problem, { status: (data as Problem).status });
        yield { type: event, ...data } as unknown as Event;
      }
    },
  };
  return operationsOf(call);
}

export type Client = ReturnType<typeof createClient>;

function searchOf(query: Request['query']): string {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  if (pairs.length === 0) return '';
  return `?${new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, String(value)])).toString()}`;
}

async function problemOf(response: Response): Promise<ChatelierError> {
  const text = await response.text();
  let problem: Partial<Problem> = {};
  try {
    problem = JSON.parse(text) as Partial<Problem>;
  } catch {
    // Something on the way answered in its own words.
  }
  const message = problem.message ?? `The server answered ${response.status}.`;
  return new ChatelierError({ ...problem, message }, { status: response.status, headers: response.headers });
}

/** Server-sent events as they arrive. */
async function* eventsOf(response: Response): AsyncGenerator<{ event: string; data: object }> {
  if (!response.body) return;
  let waiting = '';
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    waiting += text;
    const parts = waiting.split('\n\n');
    waiting = parts.pop() ?? '';
    for (const part of parts) {
      const lines = part.split('\n');
      const event = lines.find((line) => line.startsWith('event: '))?.slice(7);
      const data = lines.find((line) => line.startsWith('data: '))?.slice(6);
      if (event !== undefined && data !== undefined) yield { event, data: JSON.parse(data) as object };
    }
  }
}

function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason instanceof Error ? signal.reason : new Error('Aborted'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1_000);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
