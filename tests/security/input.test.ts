import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#shared/endpoint.ts';
import type { TestBrowser } from '#tests/support/app/test-app.ts';
import { filesIn, projectFolder, readTree } from '../architecture/source-tree.ts';
import { bodyOf, slotsOf } from './endpoint-walk.ts';
import { isRefusedByField } from './malformed-values.ts';
import { notRefused, rawCallsIn } from './raw-calls.ts';
import { rawRequest, type RawAnswer } from './raw-request.ts';
import { accountFingerprint, openSecurityWorld, type SecurityWorld } from './world.ts';

let world: SecurityWorld;
let endpoints: readonly Endpoint[];
let operator: TestBrowser;
beforeAll(async () => {
  world = await openSecurityWorld();
  operator = await world.app.register('Operator');
  await operator.post('/api/superadmin/claim', {
    token: (world.app.server.superadminLink ?? '').split('#')[1],
  });
  endpoints = world.app.server.endpoints.filter(({ path: address }) => address !== '/api/events');
});
afterAll(() => world.close());

const { call, isAlive } = rawCallsIn(() => ({ world, operator }));
const withBodies = (): Endpoint[] => endpoints.filter(({ body }) => body !== undefined);

/**
 * Some of what is odd, the next ones with each call: what is refused in one place for all endpoints is asked of each of
 * them, and each oddity of a hundred of them.
 */
function takeTurns(count: number): <T>(all: readonly T[]) => T[] {
  let next = 0;
  return (all) => Array.from({ length: count }, () => all[next++ % all.length] as (typeof all)[number]);
}

const noServerError = (status: number): boolean => status >= 200 && status < 500;

/** What of a schema holds values. */
const valueWords = new Set(['default', 'const', 'enum', 'examples', 'required']);

describe('keys that nobody asked for', () => {
  it('are refused in every object of every body and query', () => {
    const open: string[] = [];
    const visit = (schema: unknown, where: string): void => {
      if (typeof schema !== 'object' || schema === null) return;
      if (
        'properties' in schema &&
        (!('additionalProperties' in schema) || schema.additionalProperties !== false)
      )
        open.push(where);
      for (const [key, child] of Object.entries(schema)) {
        // Names that a schema gives its properties are no words of a schema, and values are none either.
        if (key === 'properties')
          for (const [name, property] of Object.entries(child as object)) visit(property, `${where}.${name}`);
        else if (!valueWords.has(key)) visit(child, `${where}.${key}`);
      }
    };
    for (const endpoint of endpoints) {
      for (const part of ['params', 'query', 'body'] as const) {
        const schema = endpoint[part];
        if (schema)
          visit(
            z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
            `${endpoint.method} ${endpoint.path} ${part}`,
          );
      }
    }
    expect(open).toEqual([]);
  });

  it('are refused also when they are named like columns of the database', async () => {
    const files = filesIn(readTree(), ['src'], ['.table.ts']);
    const modules = await Promise.all(
      files.map(async (file) => (await import(path.join(projectFolder, file))) as Record<string, unknown>),
    );
    const tables = modules.flatMap((module) => Object.values(module)).filter((value) => is(value, PgTable));
    const names = new Set(
      tables
        .flatMap((table) =>
          Object.entries(getTableColumns(table)).flatMap(([key, column]) => [key, column.name]),
        )
        .concat(tables.map(getTableName), [
          'isSuperadmin',
          'is_superadmin',
          'role',
          'can',
          '__v',
          'constructor',
        ]),
    );
    expect(names.size).toBeGreaterThan(100);
    const taken = withBodies().flatMap((endpoint) => {
      const body = bodyOf(endpoint) as object;
      const known = new Set(
        Object.keys(
          (
            z.toJSONSchema(endpoint.body as z.ZodType, { io: 'input', unrepresentable: 'any' }) as {
              properties?: object;
            }
          ).properties ?? {},
        ),
      );
      return [...names]
        .filter((name) => !known.has(name) && endpoint.body?.safeParse({ ...body, [name]: 'x' }).success)
        .map((name) => `${endpoint.method} ${endpoint.path} takes ${name}`);
    });
    expect(taken).toEqual([]);
  });

  it('change nothing over HTTP', async () => {
    const { vera, olga } = world;
    const before = [
      await accountFingerprint(world.app, vera.owner.user.accountId),
      await accountFingerprint(world.app, olga.owner.user.accountId),
    ];
    const foreign = {
      id: olga.first.agent.id,
      accountId: olga.owner.user.accountId,
      userId: olga.owner.user.id,
      role: 'owner',
      isSuperadmin: true,
    };
    const unread: string[] = [];
    async function* cases(): AsyncGenerator<[string, RawAnswer]> {
      for (const [at, endpoint] of withBodies().entries()) {
        // A key that the endpoint knows is no such key.
        const strange = Object.entries(foreign)
          .map(([key, value]) => ({ key, body: { ...(bodyOf(endpoint) as object), [key]: value } }))
          .filter(({ body }) => !endpoint.body?.safeParse(body).success)
          .map(({ key, body }) => ({
            what: `${endpoint.method} ${endpoint.path} ${key}`,
            body: JSON.stringify(body),
          }));
        // The reading of a body refuses each; one of them, in turn, goes all the way.
        for (const { what, body } of strange) if (!isRefusedByField(endpoint, body)) unread.push(what);
        const sent = strange[at % strange.length];
        if (sent) yield [sent.what, await call(endpoint, { body: sent.body })];
      }
    }
    expect(await notRefused(cases(), (status) => status === 400)).toEqual([]);
    expect(unread).toEqual([]);
    expect([
      await accountFingerprint(world.app, vera.owner.user.accountId),
      await accountFingerprint(world.app, olga.owner.user.accountId),
    ]).toEqual(before);
  });
});

const malformed: Record<string, string | Uint8Array> = {
  // As deep and as long as it takes to be too much: each goes to every endpoint.
  nothing: '',
  null: 'null',
  'a list': '[]',
  'a text': '"x"',
  'a number': '1',
  'a truth': 'true',
  'half a body': '{"email":',
  'no JSON': 'email=a&password=b',
  NaN: '{"a":NaN}',
  'a comma too many': '{"a":1,}',
  'a deep list': '['.repeat(61_000),
  'a deep, whole list': '['.repeat(61_000) + ']'.repeat(61_000),
  'a deep object': '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000),
  'a key of prototypes':
    '{"__proto__":{"isSuperadmin":true},"constructor":{"prototype":{"isSuperadmin":true}}}',
  'broken UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  'UTF-16': Buffer.from('{"a":1}', 'utf16le'),
  'a byte order mark and nothing': Buffer.from([0xef, 0xbb, 0xbf]),
  'U+0000': '{"\\u0000":"\\u0000"}',
  'half a surrogate pair': '{"\\ud800":"\\udc00"}',
  'a huge key': `{"${'k'.repeat(100_000)}":1}`,
  'a huge number': '{"a":1e999,"b":123456789012345678901234567890}',
};

describe('malformed bodies', () => {
  it.each(Object.keys(malformed))('of the kind "%s" are refused by every endpoint', async (name) => {
    async function* cases(): AsyncGenerator<[string, RawAnswer]> {
      for (const endpoint of withBodies()) {
        // A body that may be left out is no body when it is empty.
        if (endpoint.body?.safeParse({}).success && ['nothing', 'null', 'a key of prototypes'].includes(name))
          continue;
        yield [`${endpoint.method} ${endpoint.path}`, await call(endpoint, { body: malformed[name] ?? '' })];
      }
    }
    // Of too many values it is not even read.
    const refusal = name.startsWith('a deep') && name.endsWith('list') ? 413 : 400;
    expect(await notRefused(cases(), (status) => status === refusal)).toEqual([]);
    expect(await isAlive()).toBe(true);
  });

  it('do no harm where no body is expected', async () => {
    const few = takeTurns(3);
    async function* cases(): AsyncGenerator<[string, RawAnswer]> {
      for (const endpoint of endpoints.filter(
        ({ body, transport, method }) => !body && !transport && method !== 'GET',
      )) {
        const address = slotsOf(endpoint).reduce(
          (text, { name }) => text.replace(`{${name}}`, 'agt_0'),
          endpoint.path as string,
        );
        for (const [kind, body] of few(Object.entries(malformed)))
          yield [
            `${endpoint.method} ${endpoint.path} ${kind}`,
            await call(endpoint, { path: address, body }),
          ];
      }
    }
    expect(await notRefused(cases(), noServerError)).toEqual([]);
  });

  it('of more than the bound are refused without being read to the end', async () => {
    const body = Buffer.from(`{"a":"${'x'.repeat(2_000_000)}"}`);
    async function* cases(): AsyncGenerator<[string, RawAnswer]> {
      for (const endpoint of withBodies())
        yield [`${endpoint.method} ${endpoint.path}`, await call(endpoint, { body })];
    }
    expect(await notRefused(cases(), (status) => status === 413 || status === 0)).toEqual([]);
    expect(await isAlive()).toBe(true);
  });

  it('with hostile texts, one field at a time, are refused or taken, and never break anything', async () => {
    // Values that other tests give to every field (nothing, lists, numbers, long texts) are not here.
    const values: unknown[] = [
      { length: 1 },
      'x',
      '\u202eabc',
      ['a', 'b'],
      `'; DROP TABLE users; --`,
      '${7*7}{{7*7}}',
      '<script>alert(1)</script>',
      '../../etc/passwd',
      'http://[::1]:1/',
      '\r\nSet-Cookie: a=b',
    ];
    async function* cases(): AsyncGenerator<[string, RawAnswer]> {
      for (const endpoint of withBodies()) {
        // Sending messages is bounded for each visitor; one wrong value after the other would only meet that
        // bound.
        const valid = bodyOf(endpoint) as Record<string, unknown>;
        for (const key of Object.keys(valid)) {
          const bodies = values.map((value) => JSON.stringify({ ...valid, [key]: value }));
          // What the reading of a body refuses gets no further: of each key one such goes all the way.
          const refused = bodies.filter((body) => isRefusedByField(endpoint, body));
          for (const [at, body] of bodies.entries())
            if (body === refused[0] || !refused.includes(body))
              yield [
                `${endpoint.method} ${endpoint.path} ${key}=${JSON.stringify(values[at]).slice(0, 60)}`,
                await call(endpoint, { body }),
              ];
        }
      }
    }
    expect(await notRefused(cases(), noServerError)).toEqual([]);
    expect(await isAlive()).toBe(true);
  });
});

describe('content types', () => {
  const types = [
    'text/plain',
    'text/plain;charset=utf-8',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'application/xml',
    'text/json',
    'application/jsonx',
    'application/json-patch+json',
    'application/ld+json',
    'application/json, text/plain',
    'text/plain; application/json',
    'application/octet-stream',
    'application',
    '*/*',
    'null',
    'application/csp-report',
  ];

  it('other than JSON are refused by every endpoint that takes JSON, so that no form of another site is heard', async () => {
    const { vera } = world;
    const before = await accountFingerprint(world.app, vera.owner.user.accountId);
    const few = takeTurns(2);
    async function* cases(): AsyncGenerator<[string, RawAnswer]> {
      for (const endpoint of withBodies()) {
        // What a form of another site sends most easily, and two others.
        for (const type of ['text/plain', ...few(types)])
          yield [
            `${endpoint.method} ${endpoint.path} ${type}`,
            await call(endpoint, {
              headers: { 'content-type': type },
              body: JSON.stringify(bodyOf(endpoint)),
            }),
          ];
      }
    }
    expect(await notRefused(cases(), (status) => status === 415 || status === 400)).toEqual([]);
    expect(await accountFingerprint(world.app, vera.owner.user.accountId)).toEqual(before);
  });

  it('of JSON are taken in every spelling', async () => {
    for (const type of [
      'application/json',
      'APPLICATION/JSON',
      'application/json;charset=utf-8',
      'application/json ; charset="UTF-8"',
    ]) {
      expect([
        type,
        (
          await rawRequest(world.app.url, {
            method: 'POST',
            path: '/api/forgot-password',
            headers: { 'content-type': type },
            body: '{"email":"nobody@example.test"}',
          })
        ).status,
      ]).toEqual([type, 200]);
    }
  });

  it('with packed bodies are refused or unread, never unpacked without a bound', async () => {
    const bomb = gzipSync(`{"email":"${'a'.repeat(50_000_000)}"}`);
    for (const encoding of ['gzip', 'br', 'identity, gzip']) {
      const { status } = await rawRequest(world.app.url, {
        method: 'POST',
        path: '/api/forgot-password',
        headers: { 'content-type': 'application/json', 'content-encoding': encoding },
        body: bomb,
      });
      expect([400, 413, 415]).toContain(status);
    }
  });
});
