import { afterAll, describe, expect, test } from 'vitest';
import { createDocumentParser } from '#platform/documents/document-parser.ts';
import { SafeFetchError } from '#platform/safe-fetch/safe-fetch-error.ts';
import type { SafeFetchCall } from '#platform/safe-fetch/safe-fetch.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { AppError } from '#shared/errors.ts';
import { functionDefinition } from '../../custom-functions-definition.contract.ts';
import type { OpenapiImport } from '../../custom-functions.contract.ts';
import { createOpenapiImport } from './openapi.usecases.ts';

const documents = createDocumentParser({ limits: { timeoutMs: 20_000 } });
afterAll(() => documents.close());

const scope = { accountId: 'acc_1' } as AccountScope;
const answers = new Map<string, { status: number; body: string } | SafeFetchError>();
const fetchStandIn: SafeFetchCall = async (url) => {
  const found = answers.get(String(url));
  if (found instanceof SafeFetchError) throw found;
  return {
    status: found?.status ?? 404,
    headers: new Headers(),
    url: String(url),
    body: Buffer.from(found?.body ?? ''),
  };
};
const importing = createOpenapiImport({
  documents,
  fetch: fetchStandIn,
  limiter: { takeAll: async () => null },
  assertAllowedUrl(url) {
    if (/\/\/(127|10|192\.168|localhost)/.test(url)) throw new SafeFetchError('fetch.address_not_allowed');
  },
});
const read = (document: unknown, search = ''): Promise<OpenapiImport> =>
  importing.readFile(
    scope,
    Buffer.from(typeof document === 'string' ? document : JSON.stringify(document)),
    search,
  );
const codeOf = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  return error instanceof AppError ? error.code : String(error);
};
const described = (paths: object, more: object = {}): object => ({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://api.shop.example/v1/' }],
  paths,
  ...more,
});

const shop = `
openapi: 3.0.3
info: { title: Shop, version: '1' }
servers:
  - url: https://{region}.shop.example/v1
    variables: { region: { default: eu } }
security: [{ key: [] }]
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Api-Key }
  schemas:
    Order:
      type: object
      required: [product]
      properties:
        note: { type: string, description: Whatever helps. }
        product: { type: string }
        count: { type: integer }
        lines: { type: array, items: { $ref: '#/components/schemas/Line' } }
    Line: { type: object, properties: { sku: { type: string } } }
paths:
  /orders/{order-id}:
    parameters:
      - { name: order-id, in: path, required: true, schema: { type: string } }
    get:
      operationId: getOrder
      summary: Look an order up
      parameters:
        - { name: expand, in: query, schema: { type: string, enum: [lines, customer] } }
        - { name: Authorization, in: header, schema: { type: string } }
      responses:
        '200': { description: ok, content: { application/json: { schema: { type: object, properties: { data: { type: object } } } } } }
  /orders:
    post:
      summary: Order
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
      responses: { '201': { description: ok } }
`;

describe('a description of OpenAPI', () => {
  test('becomes functions: path, query, body, authentication and where the answer lies', async () => {
    const found = await read(shop);
    expect(found).toMatchObject({
      title: 'Shop',
      server: 'https://eu.shop.example/v1',
      serverProblem: null,
      total: 2,
    });
    const [get, post] = found.operations.map(({ definition }) => definition);
    expect(get).toMatchObject({
      name: 'getOrder',
      label: 'Look an order up',
      risk: 'read',
      parameters: {
        properties: { order_id: { type: 'string' }, expand: { enum: ['lines', 'customer'] } },
        required: ['order_id'],
      },
      http: {
        method: 'GET',
        url: '/orders/{{order_id}}',
        query: [{ name: 'expand', value: '{{expand}}' }],
        headers: [],
        auth: { type: 'header', name: 'X-Api-Key' },
        responsePath: '$.data',
      },
    });
    expect(post).toMatchObject({
      name: 'post_orders',
      risk: 'write',
      parameters: {
        required: ['product'],
        properties: {
          lines: { type: 'array', items: { type: 'object', properties: { sku: { type: 'string' } } } },
        },
      },
      http: { method: 'POST', url: '/orders', body: 'json' },
    });
    expect(JSON.parse(post?.kind === 'http' ? post.http.bodyTemplate : '')).toMatchObject({
      product: '{{product}}',
    });
    for (const { definition } of found.operations)
      expect(functionDefinition.safeParse(definition).success).toBe(true);
  });

  test('is signed in at by a token where it takes a password as well, and has no body without fields', async () => {
    const schemes = {
      password: { type: 'http', scheme: 'basic' },
      token: { type: 'http', scheme: 'bearer' },
    };
    const empty = { type: 'object', properties: {} };
    const free = { type: 'object' };
    const operation = (schema: object): object => ({
      requestBody: { content: { 'application/x-www-form-urlencoded': { schema } } },
    });
    const { operations } = await read(
      described(
        { '/empty': { get: operation(empty) }, '/free': { post: operation(free) } },
        { components: { securitySchemes: schemes }, security: [{ password: [] }, { token: [] }] },
      ),
    );
    expect(operations).toMatchObject([
      { definition: { http: { auth: { type: 'bearer' } } }, notes: [] },
      { definition: { http: { auth: { type: 'bearer' } } }, notes: ['body'] },
    ]);
  });

  test('is searched by every word of an operation', async () => {
    expect((await read(shop, 'look order')).operations.map(({ path }) => path)).toEqual([
      '/orders/{order-id}',
    ]);
    expect((await read(shop, 'nothing')).total).toBe(0);
  });

  test('of a public address names its service by it, of a private one not at all', async () => {
    answers.set('https://api.example/openapi.json', {
      status: 200,
      body: JSON.stringify(described({ '/a': { get: { responses: {} } } }, { servers: [{ url: '/v3' }] })),
    });
    expect(await importing.readAddress(scope, 'https://api.example/openapi.json', '')).toMatchObject({
      server: 'https://api.example/v3',
    });
    expect(await read(described({}, { servers: [{ url: 'http://10.0.0.7/' }] }))).toMatchObject({
      server: '',
      serverProblem: 'refused',
    });
    expect(await read(described({}, { servers: [] }))).toMatchObject({
      server: '',
      serverProblem: 'missing',
    });
    answers.set('http://127.0.0.1/x', new SafeFetchError('fetch.address_not_allowed'));
    expect(await codeOf(importing.readAddress(scope, 'http://127.0.0.1/x', ''))).toBe(
      'functions.openapi_refused',
    );
    expect(await codeOf(importing.readAddress(scope, 'https://gone.example', ''))).toBe(
      'functions.openapi_away',
    );
  });
});

describe('a hostile description', () => {
  test('that refers to itself, or to another document, ends there and says so', async () => {
    const node = {
      type: 'object',
      properties: { next: { $ref: '#/components/schemas/Node' }, name: { type: 'string' } },
    };
    const { operations } = await read(
      described(
        {
          '/loop': {
            post: {
              requestBody: {
                content: { 'application/json': { schema: { $ref: '#/components/schemas/Node' } } },
              },
            },
          },
          '/ring': { get: { parameters: [{ $ref: '#/components/parameters/A' }] } },
          '/remote': { get: { parameters: [{ $ref: 'https://evil.example/x.json#/a' }] } },
        },
        {
          components: {
            schemas: { Node: node },
            parameters: {
              A: { $ref: '#/components/parameters/B' },
              B: { $ref: '#/components/parameters/A' },
            },
          },
        },
      ),
    );
    expect(operations.map(({ path, notes }) => [path, notes])).toEqual([
      ['/loop', ['recursive']],
      ['/ring', ['recursive']],
      ['/remote', ['remote']],
    ]);
  });

  test('of ten thousand operations tells the first two hundred, and all by their names', async () => {
    const paths = Object.fromEntries(
      Array.from({ length: 10_000 }, (_none, at) => [
        `/thing-${at}`,
        { get: { summary: `Reads thing ${at}` } },
      ]),
    );
    const found = await read(described(paths));
    expect([found.total, found.operations.length]).toEqual([10_000, 200]);
    expect((await read(described(paths), 'thing-9999')).operations.map(({ path }) => path)).toEqual([
      '/thing-9999',
    ]);
  });

  test('of schemas that stand in each other a million times costs no more than others', async () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 30 }, (_none, at) => [
        `S${at}`,
        {
          type: 'object',
          properties: Object.fromEntries(
            Array.from({ length: 40 }, (_other, to) => [
              `p${to}`,
              { $ref: `#/components/schemas/S${(at + to + 1) % 30}` },
            ]),
          ),
        },
      ]),
    );
    const operation = {
      requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } } },
    };
    const { operations } = await read(described({ '/a': { post: operation } }, { components: { schemas } }));
    expect(operations[0]?.notes).toContain('parameters');
  });

  test('of aliases that stand for gigabytes is read like any other', async () => {
    const laughs = 'bcdefghij'
      .split('')
      .map(
        (name, at) =>
          `  ${name}: &${name} [${Array.from({ length: 9 }, () => `*${'abcdefghi'[at]}`).join()}]`,
      );
    const { operations } = await read(
      `openapi: 3.0.0\nx:\n  a: &a [x,x,x,x,x,x,x,x,x]\n${laughs.join('\n')}\npaths: { /a: { get: { tags: *j, parameters: *j, description: *j } } }`,
    );
    expect(operations.map(({ path }) => path)).toEqual(['/a']);
  });

  test('of ten megabytes of YAML is read in the memory that there is', async () => {
    const paths = Array.from(
      { length: 14_000 },
      (_none, at) =>
        `  /thing-${at}:\n    get:\n      operationId: read${at}\n      parameters:\n${[1, 2, 3, 4, 5, 6]
          .map(
            (number) => `        - name: p${number}\n          in: query\n          schema: {type: string}\n`,
          )
          .join('')}      responses:\n${[200, 404, 422, 500]
          .map((code) => `        '${code}':\n          description: What is said then of thing ${at}\n`)
          .join('')}`,
    );
    const found = await read(`openapi: 3.0.0\npaths:\n${paths.join('')}`, 'thing-13999');
    expect(found.operations).toMatchObject([{ definition: { name: 'read13999' } }]);
  });

  test.each([
    ['no description', '{"a":1}', 'functions.openapi_unknown'],
    ['Swagger 2', 'swagger: "2.0"\npaths: {}', 'functions.openapi_swagger'],
    ['a page', '<!doctype html><p>: {"', 'functions.openapi_unknown'],
    ['odd YAML', 'openapi: [3.0\n  - {', 'functions.openapi_unreadable'],
    ['a version that is none', '{"openapi":3.1}', 'functions.openapi_unknown'],
    ['bytes', '\u0000\u0001', 'functions.openapi_unknown'],
  ])('that is %s is refused in words', async (_what, text, code) => {
    expect(await codeOf(read(text))).toMatch(new RegExp(`${code}|functions.openapi_(unreadable|unknown)`));
    if (code.endsWith('swagger')) expect(await codeOf(read(text))).toBe(code);
  });

  test('whose names are those of every object is read like any other', async () => {
    const { operations } = await read(
      `{"openapi":"3.0.0","info":{"title":"x"},"paths":{"/a/{__proto__}":{"get":{"operationId":"constructor","parameters":[{"name":"__proto__","in":"path","schema":{"type":"string"}},{"name":"constructor","in":"query","schema":{"$ref":"#/__proto__/x"}}]}}}}`,
    );
    expect(operations[0]?.definition).toMatchObject({ name: 'constructor' });
  });
});
