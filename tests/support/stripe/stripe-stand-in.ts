import { createHmac } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { described, violations } from './stripe-description.ts';
import {
  connectOperations,
  openConnected,
  unreachable,
  type ConnectedAccount,
} from './stripe-stand-in.connect.ts';
import { StripeRefusal, type Form, type Memory } from '../stripe-stand-in.calls.ts';
import { checkoutOperations } from '../stripe-stand-in.checkout.ts';
import { operations } from './stripe-stand-in.operations.ts';
import { priceOperations } from './stripe-stand-in.prices.ts';
import { scheduleOperations } from './stripe-stand-in.schedules.ts';
import { subscriptionOperations } from '../stripe-stand-in.subscriptions.ts';
import { createStripePeople } from './stripe-stand-in.people.ts';
import { createStripeState, likeStripes, type StripeState, type Thing } from './stripe-stand-in.state.ts';

export type StripeRequest = {
  method: string;
  path: string;
  form: Form;
  headers: http.IncomingHttpHeaders;
  status: number;
};
/**
 * How a request goes wrong: a status of Stripe · `cut` closes the connection · `late` does the work and then
 * loses the answer · `silent` never answers.
 */
export type StripeFault = number | 'cut' | 'late' | 'silent';

export type StripeStandIn = ReturnType<typeof createStripePeople> & {
  baseUrl: string;
  secretKey: string;
  /** Of another account at Stripe, which has nothing. */
  foreignKey: string;
  /** An account that was made through `secretKey`, as its platform's: the newest one without an id. */
  connected(account?: string): ConnectedAccount;
  state: StripeState;
  requests: readonly StripeRequest[];
  /** What was wrong with requests or answers by Stripe's description. A test ends by expecting none. */
  violations: string[];
  /** Rights that a restricted key lacks, as Stripe names them: `rak_charge_write`. */
  missingRights: Set<string>;
  /** The next requests whose `POST /v1/…` matches go wrong, one fault each. */
  fail(match: RegExp, ...faults: StripeFault[]): void;
  /** The events since the last call, signed for an endpoint's secret at a time (seconds; default now). */
  takeEvents(): Thing[];
  sign(event: Thing, secret: string, at?: number): { body: Buffer; headers: Record<string, string> };
  signBytes(body: Buffer, secret: string, at: number): { body: Buffer; headers: Record<string, string> };
  /** Posts the events since the last call to every endpoint that wants them; answers the statuses. */
  deliver(): Promise<number[]>;
  close(): Promise<void>;
};

/**
 * A server on this machine that behaves like Stripe: it keeps state, holds every request against Stripe's
 * published description (see `stripe-description.ts`), repeats answers for a repeated idempotency key, and
 * signs its events.
 */
export async function startStripeStandIn({
  secretKey = 'rk_test_51NstandIn0000000000000000',
  nowMs = Date.now,
  reachesLocal = false,
}: { secretKey?: string; nowMs?: () => number; reachesLocal?: boolean } = {}): Promise<StripeStandIn> {
  const state = createStripeState({ isTest: secretKey.includes('_test_'), nowMs, reachesLocal });
  const memory: Memory = { recurring: new Map(), intentMetadata: new Map(), connectEndpoints: new Set() };
  const connected = openConnected(memory, { isTest: state.isTest, nowMs });
  const foreignKey = secretKey.replace(/.{4}$/, 'F0r3');
  const foreign = createStripeState({ isTest: state.isTest, nowMs });
  const requests: StripeRequest[] = [];
  const found: string[] = [];
  const missingRights = new Set<string>();
  const faults: { match: RegExp; fault: StripeFault }[] = [];
  const answered = new Map<string, { fingerprint: string; status: number; body: string }>();
  const sockets = new Set<Socket>();
  const told = new Map<StripeState, number>();
  const everything = {
    ...operations,
    ...checkoutOperations,
    ...subscriptionOperations,
    ...priceOperations,
    ...scheduleOperations,
    ...connectOperations,
  };

  const server = http.createServer((incoming, outgoing) => void handle(incoming, outgoing));
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });

  async function handle(incoming: http.IncomingMessage, outgoing: http.ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const url = new URL(incoming.url ?? '/', 'http://stripe');
    const method = incoming.method ?? 'GET';
    const raw = Buffer.concat(chunks).toString('utf8');
    const form = readForm(method === 'POST' ? raw : url.search.slice(1));
    const request: StripeRequest = { method, path: url.pathname, form, headers: incoming.headers, status: 0 };
    requests.push(request);
    const answer = (status: number, body: string, headers: Record<string, string> = {}) => {
      request.status = status;
      outgoing
        .writeHead(status, {
          'content-type': 'application/json',
          'request-id': likeStripes('req_', 14),
          'stripe-version': String(incoming.headers['stripe-version']),
          ...headers,
        })
        .end(body);
    };
    const refuse = (refusal: StripeRefusal) =>
      answer(refusal.status, JSON.stringify({ error: refusal.body }));

    const place = faults.findIndex(({ match }) => match.test(`${method} ${url.pathname}`));
    const fault = place === -1 ? null : (faults.splice(place, 1)[0]?.fault ?? null);
    if (fault === 'cut') return void incoming.socket.destroy();
    if (fault === 'silent') return;
    if (typeof fault === 'number')
      return refuse(
        new StripeRefusal(fault, 'Something went wrong', {
          type: fault === 429 ? 'rate_limit_error' : 'api_error',
          ...(fault === 429 && { code: 'rate_limit' }),
        }),
      );

    const key = method === 'POST' ? incoming.headers['idempotency-key'] : undefined;
    const owner = `${incoming.headers.authorization} ${String(incoming.headers['stripe-account'])} `;
    const fingerprint = `${method} ${url.pathname} ${raw}`;
    if (typeof key === 'string') {
      const known = answered.get(owner + key);
      if (known && known.fingerprint !== fingerprint)
        return refuse(
          new StripeRefusal(
            400,
            'Keys for idempotent requests can only be used with the same parameters they were first used with.',
            { type: 'idempotency_error' },
          ),
        );
      if (known) return answer(known.status, known.body, { 'idempotent-replayed': 'true' });
    }
    try {
      const body = JSON.stringify(perform(method, url.pathname, form, incoming.headers));
      if (typeof key === 'string') answered.set(owner + key, { fingerprint, status: 200, body });
      if (fault === 'late') return void incoming.socket.destroy();
      answer(200, body);
    } catch (error) {
      if (error instanceof StripeRefusal) return refuse(error);
      found.push(String(error));
      answer(500, JSON.stringify({ error: { type: 'api_error', message: String(error) } }));
    }
  }

  function perform(method: string, path: string, form: Form, headers: http.IncomingHttpHeaders): unknown {
    const key = headers.authorization?.replace(/^Bearer /, '');
    if (key !== secretKey && key !== foreignKey)
      throw new StripeRefusal(401, 'Invalid API Key provided: rk_test_********0000');
    const books = booksOf(key, headers['stripe-account']);
    const [name, operation] =
      Object.entries(everything).find(([pattern]) =>
        new RegExp(`^${pattern.replace('{id}', '[^/]+')}$`).test(`${method} ${path}`),
      ) ?? [];
    if (!operation || !name) {
      found.push(`Unrecognized request URL (${method}: ${path})`);
      throw new StripeRefusal(404, `Unrecognized request URL (${method}: ${path}).`);
    }
    const needed = [
      operation.right,
      ...((form['expand'] as string[] | undefined) ?? []).flatMap(
        (name) => operation.expandRights?.[name] ?? [],
      ),
    ];
    const isRefused = needed.some(
      (right) =>
        missingRights.has(right) ||
        (right.endsWith('_read') && missingRights.has(right.replace(/_read$/, '_none'))),
    );
    if (secretKey.startsWith('rk_') && isRefused)
      throw new StripeRefusal(
        403,
        `The provided key does not have the required permissions for this endpoint. Having the '${operation.right}' permission would allow this request to continue.`,
      );
    const wrong = violations(described(...operation.params), form, 'form');
    if (wrong.length > 0) {
      found.push(...wrong.map((sentence) => `${method} ${path}: ${sentence}`));
      throw new StripeRefusal(400, wrong[0] ?? '', { code: 'parameter_unknown' });
    }
    const id = /^\/v1\/(?:checkout\/|billing_portal\/)?[a-z_]+\/([^/]+)/.exec(path)?.[1] ?? '';
    const answer = operation.run({
      state: books,
      connected,
      id: name.includes('{id}') ? decodeURIComponent(id) : '',
      form,
      memory,
    });
    for (const thing of Array.isArray(answer) ? answer : 'deleted' in answer ? [] : [answer])
      found.push(
        ...state
          .faultsOf(operation.answers, thing)
          .map((sentence) => `Answer of ${method} ${path}: ${sentence}`),
      );
    return Array.isArray(answer) ? page(answer, form, path) : answer;
  }

  /** Whose things a request is about: with a connected account's name, that account's. */
  function booksOf(key: string, account: string | string[] | undefined): StripeState {
    if (account === undefined) return key === secretKey ? state : foreign;
    const reached = key === secretKey ? connected.accounts.get(String(account)) : undefined;
    if (!reached) throw unreachable(String(account));
    return reached.state;
  }

  function page(things: readonly Thing[], form: Form, url: string): unknown {
    const limit = Number(form['limit'] ?? 10);
    const from =
      form['starting_after'] === undefined
        ? 0
        : things.findIndex(({ id }) => id === form['starting_after']) + 1;
    return {
      object: 'list',
      url,
      data: things.slice(from, from + limit),
      has_more: things.length > from + limit,
    };
  }

  const signBytes: StripeStandIn['signBytes'] = (body, secret, at) => {
    const signature = createHmac('sha256', secret).update(`${at}.`).update(body).digest('hex');
    return {
      body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': `t=${at},v1=${signature}`,
      },
    };
  };
  const sign: StripeStandIn['sign'] = (event, secret, at = state.now()) =>
    signBytes(Buffer.from(JSON.stringify(event, null, 2)), secret, at);
  const takeEvents = (): Thing[] => {
    return [state, ...[...connected.accounts.values()].map((account) => account.state)].flatMap((books) => {
      const events = books.events.slice(told.get(books) ?? 0);
      told.set(books, books.events.length);
      return events;
    });
  };

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...createStripePeople(
      state,
      (id) => memory.recurring.get(id) ?? null,
      (id) => memory.intentMetadata.get(id),
    ),
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secretKey,
    foreignKey,
    connected(account) {
      const found =
        account === undefined ? [...connected.accounts.values()].at(-1) : connected.accounts.get(account);
      if (!found) throw new Error('No such connected account');
      return found;
    },
    state,
    requests,
    violations: found,
    missingRights,
    fail: (match, ...kinds) => void faults.push(...kinds.map((fault) => ({ match, fault }))),
    takeEvents,
    sign,
    signBytes,
    async deliver() {
      const statuses: number[] = [];
      for (const event of takeEvents()) {
        const isHeard = (endpoint: Thing): boolean =>
          (endpoint['enabled_events'] as string[]).includes(String(event['type'])) &&
          memory.connectEndpoints.has(endpoint.id) === (event['account'] !== undefined);
        for (const endpoint of state.of('webhook').filter(isHeard)) {
          const { body, headers } = sign(event, String(endpoint['secret']));
          statuses.push(
            (await fetch(String(endpoint['url']), { method: 'POST', headers, body: new Uint8Array(body) }))
              .status,
          );
        }
      }
      return statuses;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** `a[b][0]=c` as an object. Stripe's library numbers the entries of lists. */
function readForm(query: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(query)) {
    const steps = name.split(/[[\]]+/).filter((step) => step !== '');
    let at: Record<string, unknown> = form;
    for (const step of steps.slice(0, -1)) at = (at[step] ??= {}) as Record<string, unknown>;
    at[steps.at(-1) ?? ''] = value;
  }
  const lists = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const names = Object.keys(value);
    const inner = Object.values(value).map(lists);
    return names.length > 0 && names.every((name, place) => name === String(place))
      ? inner
      : Object.fromEntries(names.map((name, place) => [name, inner[place]]));
  };
  return lists(form) as Form;
}
