import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#shared/endpoint.ts';
import type { TestBrowser } from '#tests/support/app/test-app.ts';
import { addressOf, bodyOf, slotsOf, isForPrograms } from './endpoint-walk.ts';
import {
  fewForAll,
  isRefusedByField,
  oddBodies,
  oddIds,
  oddQuestions,
  type OddBody,
} from './malformed-values.ts';
import { keptConnections, rawRequest, type RawAnswer } from './raw-request.ts';
import { accountFingerprint, openSecurityWorld, type SecurityWorld } from './world.ts';

let world: SecurityWorld;
let endpoints: readonly Endpoint[];
let operator: TestBrowser;
beforeAll(async () => {
  world = await openSecurityWorld();
  // Notices never end; nothing but a caller is asked of them.
  endpoints = world.app.server.endpoints.filter(({ path }) => path !== '/api/events');
  operator = await world.app.register('Operator');
  await operator.post('/api/superadmin/claim', {
    token: (world.app.server.superadminLink ?? '').split('#')[1],
  });
});
afterAll(() => world.close());

/** What to send along so that only the oddness can be the reason for a refusal. */
function callerOf(endpoint: Endpoint): Record<string, string> {
  const { access } = endpoint;
  if (access === 'visitor') return { authorization: `Bearer ${world.vera.visitor.token}` };
  if (access === 'key') return { authorization: `Bearer ${world.vera.first.key}` };
  if (isForPrograms(endpoint)) return { authorization: `Bearer ${world.vera.programKey}` };
  if (access === 'superadmin') return { cookie: operator.cookie() };
  return access === 'public' ? {} : { cookie: world.vera.owner.cookie() };
}

type Case = {
  what: string;
  endpoint: Endpoint;
  path: string;
  body?: string | Buffer;
  headers?: Record<string, string>;
  isRefused: boolean;
};

/** What an answer to odd input must be: a clear refusal, or the success that the contract promises. */
function faultOf(answer: RawAnswer, path: string, isRefused: boolean): string | null {
  if (answer.status >= 500) return 'is an error of the server';
  // A body beyond the bound is refused while it is still on its way.
  if (answer.status === 0) return isRefused ? null : 'was cut off';
  if (answer.status < 400) return isRefused ? 'was taken' : null;
  // What the server can't even read is refused before it knows what was asked.
  if (!path.startsWith('/api') || answer.text === '') return null;
  try {
    const { message, code } = JSON.parse(answer.text) as { message?: unknown; code?: unknown };
    return typeof message === 'string' &&
      message !== '' &&
      typeof code === 'string' &&
      /^[a-z_.-]+$/.test(code) &&
      !/\bat \w+ \(|node_modules|SELECT |\/src\//.test(answer.text)
      ? null
      : 'does not say why';
  } catch {
    return 'is no JSON';
  }
}

async function walk(cases: readonly Case[]): Promise<string[]> {
  const faults: string[] = [];
  const waiting = [...cases];
  const workers = Array.from({ length: 8 }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { what, endpoint, path, body, headers, isRefused } = next;
      const answer = await rawRequest(world.app.url, {
        agent: keptConnections,
        method: endpoint.method,
        path,
        headers: {
          ...callerOf(endpoint),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
      });
      const fault = faultOf(answer, path, isRefused);
      if (fault)
        faults.push(
          `${endpoint.method} ${path.slice(0, 120)} with ${what}: ${answer.status} ${fault}: ${answer.text.slice(0, 160)}`,
        );
    }
  });
  await Promise.all(workers);
  expect((await rawRequest(world.app.url, { method: 'GET', path: '/readyz' })).status).toBe(200);
  return faults;
}

const address = (endpoint: Endpoint): string => addressOf(endpoint, world.vera, world.vera.first);
const forgetLimits = (): Promise<unknown> =>
  world.app.database.database.direct.execute(sql`DELETE FROM rate_limits`);

/** Everything that is stored but sessions' times. */
async function everything(): Promise<unknown> {
  const { pool } = world.app.database.database;
  const { rows } = await pool.query(
    'SELECT id, email, password_hash, name, first_name, last_name, language, is_superadmin FROM users ORDER BY id',
  );
  const {
    rows: [counts],
  } = await pool.query(
    'SELECT (SELECT count(*) FROM accounts) AS accounts, (SELECT count(*) FROM outbox_mails) AS mails, (SELECT count(*) FROM sessions) AS sessions, (SELECT count(*) FROM password_resets) AS resets',
  );
  return [
    rows,
    counts,
    await accountFingerprint(world.app, world.vera.owner.user.accountId),
    await accountFingerprint(world.app, world.olga.owner.user.accountId),
  ];
}

async function expectRefused(cases: readonly Case[]): Promise<void> {
  const before = await everything();
  expect(await walk(cases)).toEqual([]);
  expect(await everything()).toEqual(before);
}

type BodyCase = Case & {
  body: string;
  odd: OddBody['odd'];
};
let bodies: BodyCase[] | undefined;
/** Made once: judging fifteen thousand bodies by their schemas takes seconds. */
const ofBodies = (): readonly BodyCase[] =>
  (bodies ??= endpoints
    .filter(({ body }) => body)
    .flatMap((endpoint) =>
      oddBodies(endpoint).map((odd): BodyCase => ({
        ...odd,
        endpoint,
        path: address(endpoint),
        isRefused: !odd.isTaken,
      })),
    ));

describe('a body that can not be used', () => {
  it('is refused with a reason, field by field, before anything is done with it', () => {
    const cases = ofBodies().filter(({ isRefused }) => isRefused);
    expect(cases.length).toBeGreaterThan(5_000);
    const faults = cases
      .filter(({ endpoint, body }) => !isRefusedByField(endpoint, body))
      .map(({ endpoint, what }) => `${endpoint.method} ${endpoint.path} with ${what}`);
    expect(faults).toEqual([]);
  });

  it('is refused over HTTP whichever field is odd and in whatever way, and changes nothing', async () => {
    const cases = fewForAll(ofBodies().filter(({ isRefused }) => isRefused));
    expect(cases.length).toBeGreaterThan(500);
    const kinds = new Set(cases.flatMap(({ odd }) => odd?.kind ?? []));
    expect(kinds.size).toBeGreaterThan(10);
    await expectRefused(cases);
  });
});

const part = (name: string, fileName: string | null, content: string): string =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${fileName === null ? '' : `; filename="${fileName}"`}\r\nContent-Type: text/plain\r\n\r\n${content}\r\n`;
const forms: [string, string, string, boolean][] = [
  ['no boundary', 'multipart/form-data', part('file', 'a.txt', 'x'), true],
  ['another boundary', 'multipart/form-data; boundary=c', `${part('file', 'a.txt', 'x')}--b--`, true],
  ['nothing in it', 'multipart/form-data; boundary=b', '', true],
  ['no file', 'multipart/form-data; boundary=b', `${part('title', null, 'x')}--b--`, true],
  ['an empty file', 'multipart/form-data; boundary=b', `${part('file', 'a.txt', '')}--b--`, true],
  ['a program', 'multipart/form-data; boundary=b', `${part('file', 'a.exe', 'MZ')}--b--`, true],
  ['no end', 'multipart/form-data; boundary=b', part('file', 'a.txt', 'x').slice(0, 60), true],
  [
    'a name of a million letters',
    'multipart/form-data; boundary=b',
    `${part('file', `${'a'.repeat(1_000_000)}.txt`, 'x')}--b--`,
    false,
  ],
  ['JSON instead', 'application/json', '{}', true],
  [
    '30 fields',
    'multipart/form-data; boundary=b',
    `${Array.from({ length: 30 }, (_, at) => part(`f${at}`, null, 'x')).join('')}--b--`,
    true,
  ],
  [
    '__proto__ as a field',
    'multipart/form-data; boundary=b',
    `${part('__proto__', null, 'x')}${part('constructor', 'a.txt', 'x')}--b--`,
    true,
  ],
  [
    'two files',
    'multipart/form-data; boundary=b',
    `${part('file', 'a.txt', 'x')}${part('file', 'b.txt', 'y')}--b--`,
    false,
  ],
  [
    'a path as its name',
    'multipart/form-data; boundary=b',
    `${part('file', '../../../etc/cron.d/a.txt', 'x')}--b--`,
    false,
  ],
  [
    'NUL in its name and text',
    'multipart/form-data; boundary=b',
    `${part('file', 'a\u0000.txt', 'x\u0000\ufffe')}--b--`,
    false,
  ],
  ['no name', 'multipart/form-data; boundary=b', `${part('file', '', 'x')}--b--`, false],
];

const ofForms = (): Case[] =>
  endpoints
    .filter(({ transport }) => transport === 'upload')
    .flatMap((endpoint) =>
      forms.map(([what, type, body, isRefused]): Case => ({
        what,
        endpoint,
        path: address(endpoint),
        body,
        headers: { 'content-type': type },
        isRefused,
      })),
    );

describe('a form with a file', () => {
  it('that can not be used is refused with a reason, and changes nothing', async () => {
    const cases = ofForms().filter(({ isRefused }) => isRefused);
    expect(cases.length).toBeGreaterThan(20);
    await expectRefused(cases);
  });
});

/** Odd ids that are asked for at each address of a kind of thing of which one was asked for all. */
const oddIdsOfOne = 3;

describe('an address that can not be', () => {
  it('is refused, whatever stands where an id belongs, and changes nothing', async () => {
    // All of them at the first address of each kind of thing, and at each further one the next few.
    const next = new Map<string, number>();
    const oddIdsFor = (word: string): string[] => {
      const from = next.get(word);
      const count = from === undefined ? oddIds.length : oddIdsOfOne;
      next.set(word, (from ?? 0) + count);
      return Array.from({ length: count }, (_, at) => oddIds[((from ?? 0) + at) % oddIds.length] ?? '');
    };
    const cases = endpoints.flatMap((endpoint) => {
      const slots = slotsOf(endpoint);
      const body = endpoint.body ? { body: JSON.stringify(bodyOf(endpoint)) } : {};
      return slots.flatMap((slot, at) =>
        oddIdsFor(slot.word).map((odd): Case => {
          const path = slots.reduce(
            (text, one, place) => (place === at ? text.replace(`{${one.name}}`, () => odd) : text),
            addressPattern(endpoint, at),
          );
          return { what: `${slot.name} ${odd.slice(0, 30)}`, endpoint, path, ...body, isRefused: true };
        }),
      );
    });
    expect(cases.length).toBeGreaterThan(500);
    await expectRefused(cases);
  });

  it('by its method reaches nothing', async () => {
    const { url } = world.app;
    const cookie = world.vera.owner.cookie();
    const faults: string[] = [];
    const before = await everything();
    const expectNothing = async (method: string, path: string): Promise<void> => {
      const { status, text } = await rawRequest(url, { method, path, headers: { cookie } });
      if (
        status < 400 ||
        status >= 500 ||
        text.includes(world.vera.owner.email) ||
        text.includes(world.vera.canary)
      )
        faults.push(`${method} ${path}: ${status} ${text.slice(0, 80)}`);
    };
    for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
      const others = endpoints
        .filter(({ path }) => path.replace(/\{\w+\}/g, '') === endpoint.path.replace(/\{\w+\}/g, ''))
        .map(({ method }) => method as string);
      for (const method of ['HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE', 'PATCH', 'PROPFIND'])
        if (
          !others.includes(method) &&
          !(method === 'OPTIONS' && /^\/(api\/(v1|visitor)|v1|mcp)(\/|$)/.test(endpoint.path))
        )
          await expectNothing(method, address(endpoint));
    }
    expect(faults).toEqual([]);
    expect(await everything()).toEqual(before);
  });
});

describe('an odd question', () => {
  it('is answered or refused, whatever its fields hold, and never an error of the server', async () => {
    const asked = endpoints.filter(({ method, transport }) => method === 'GET' && transport !== 'stream');
    const cases = asked.flatMap((endpoint, at) =>
      oddQuestions(endpoint, at).map(({ what, question }): Case => ({
        what,
        endpoint,
        path: `${address(endpoint)}?${question}`,
        isRefused: false,
      })),
    );
    expect(cases.length).toBeGreaterThan(300);
    await forgetLimits();
    expect(await walk(cases)).toEqual([]);
  });
});

// Last, because what it makes is worked on after it was answered.
describe('odd input that the contract takes', () => {
  it('never ends in an error of the server', async () => {
    const taken = [...ofBodies(), ...ofForms()].filter(({ isRefused }) => !isRefused);
    for (const endpoint of endpoints) {
      await forgetLimits();
      expect(await walk(taken.filter((one) => one.endpoint === endpoint))).toEqual([]);
    }
  });
});

/** The address of an endpoint with every id but one filled in. */
function addressPattern(endpoint: Endpoint, open: number): string {
  return addressOf(endpoint, world.vera, world.vera.first, undefined, open);
}
