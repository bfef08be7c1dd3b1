import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServices, type TestMember, type TestServices } from '#tests/support/app/test-services.ts';
import { startServiceStandIn, type ServiceStandIn } from '#tests/support/tools/service-stand-in.ts';
import {
  functionDefinition,
  type FunctionDefinition,
  type HttpFunction,
} from '../custom-functions-definition.contract.ts';

let server: TestServices;
let vera: TestMember;
let olga: TestMember;
let service: ServiceStandIn;
beforeAll(async () => {
  server = await startTestServices();
  [vera, olga] = [await server.member('Vera'), await server.member('Olga')];
  service = await startServiceStandIn();
});
afterAll(async () => {
  await server.close();
  await service.close();
});
let number = 0;
beforeEach(() => void (number += 1));

type Http = Partial<HttpFunction['http']>;
/** A function that looks an order up, changed as given. */
const orders = (http: Http = {}, more: Record<string, unknown> = {}): HttpFunction =>
  functionDefinition.parse({
    kind: 'http',
    name: `check_order_${number}`,
    label: 'Check an order',
    description: 'Use when somebody asks where their order is.',
    parameters: {
      type: 'object',
      properties: { order_id: { type: 'string' }, note: { type: 'string' } },
      required: ['order_id'],
    },
    ...more,
    http: { url: `${service.url}/orders/{{order_id}}`, ...http },
  }) as HttpFunction;
const run = (
  definition: FunctionDefinition,
  given: Record<string, unknown> = { order_id: 'A-7' },
  more = {},
) =>
  server.functions.tryOut(vera.scope, { definition, id: null, arguments: given, isMocked: false, ...more });
const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );
const problemsOf = async (definition: FunctionDefinition): Promise<object> =>
  server.functions.create(vera.scope, { definition }).then(
    () => ({}),
    (error: { fields: object }) => error.fields,
  );

describe('a function', () => {
  test('is kept with its versions, and its secret as four characters', async () => {
    const { functions } = server;
    const made = await functions.create(vera.scope, {
      definition: orders({ auth: { type: 'bearer' } }),
      secret: 'sk_live_0123456789abcd',
    });
    expect(made).toMatchObject({ version: 1, secretLastFour: 'abcd', isEnabled: true, usedBy: [] });
    const saved = await functions.save(vera.scope, made.id, {
      definition: { ...made.definition, label: 'Where is it?' },
      version: 1,
    });
    expect(saved).toMatchObject({
      version: 2,
      secretLastFour: 'abcd',
      definition: { label: 'Where is it?' },
    });
    expect(
      await codeOf(functions.save(vera.scope, made.id, { definition: made.definition, version: 1 })),
    ).toBe('functions.changed_meanwhile');
    expect((await functions.versions(vera.scope, made.id)).map((each) => each.number)).toEqual([2, 1]);
    const { rows } = await server.database.direct.execute(
      sql`SELECT row_to_json(f)::text || (SELECT json_agg(v)::text FROM function_versions v) AS row FROM functions f WHERE id = ${made.id}`,
    );
    expect(JSON.stringify([rows, saved])).not.toContain('0123456789');
    // Another account finds nothing of it.
    for (const work of [
      () => functions.read(olga.scope, made.id),
      () => functions.versions(olga.scope, made.id),
      () => functions.remove(olga.scope, made.id),
      () => functions.save(olga.scope, made.id, { definition: made.definition, version: 2 }),
      () =>
        functions.tryOut(olga.scope, {
          definition: made.definition,
          id: made.id,
          arguments: { order_id: '1' },
          isMocked: false,
        }),
    ])
      expect(await codeOf(work())).toBe('functions.not_found');
    expect(await functions.list(olga.scope)).toEqual([]);
  });

  test('keeps its parameters in the order in which they were written', async () => {
    const { functions } = server;
    const properties = {
      street_and_number: { type: 'string' },
      zip: { type: 'string' },
      items: { type: 'object', properties: { quantity: { type: 'integer' }, id: { type: 'string' } } },
      a: { type: 'string' },
    };
    const definition = orders(
      { url: `${service.url}/orders/{{zip}}` },
      { parameters: { type: 'object', properties } },
    );
    const orderOf = ({ definition: { parameters } }: { definition: FunctionDefinition }) => [
      Object.keys(parameters.properties),
      Object.keys(parameters.properties['items']?.properties ?? {}),
    ];
    const order = [
      ['street_and_number', 'zip', 'items', 'a'],
      ['quantity', 'id'],
    ];
    const made = await functions.create(vera.scope, { definition });
    const copy = await functions.duplicate(vera.scope, made.id);
    for (const { id } of [made, copy]) expect(orderOf(await functions.read(vera.scope, id))).toEqual(order);
    expect((await functions.versions(vera.scope, made.id)).map(orderOf)).toEqual([order]);
    const { rows } = await server.database.direct.execute<{ is: boolean }>(
      sql`SELECT (SELECT definition::jsonb FROM functions WHERE id = ${made.id}) @> ${JSON.stringify({ parameters: { properties } })}::jsonb AS is`,
    );
    expect(rows).toEqual([{ is: true }]);
  });

  test('loses its secret as soon as it calls another host', async () => {
    const { functions } = server;
    const made = await functions.create(vera.scope, {
      definition: orders({ auth: { type: 'bearer' } }),
      secret: 'sk_live_0123456789abcd',
    });
    const elsewhere = orders({ url: 'https://evil.example/{{order_id}}', auth: { type: 'bearer' } });
    for (const work of [
      () => functions.save(vera.scope, made.id, { definition: elsewhere, version: 1 }),
      () =>
        functions.tryOut(vera.scope, { definition: elsewhere, id: made.id, arguments: {}, isMocked: false }),
      () =>
        functions.save(vera.scope, made.id, {
          definition: orders({
            auth: { type: 'oauth2', tokenUrl: 'https://evil.example/token', clientId: 'x', scope: '' },
          }),
          version: 1,
        }),
    ])
      expect(await codeOf(work())).toBe('functions.secret_needed');
    const other = await functions.save(vera.scope, made.id, {
      definition: orders({ auth: { type: 'header', name: 'X-Api-Key' } }),
      version: 1,
    });
    expect(other.secretLastFour).toBe('abcd');
    expect(
      await codeOf(
        functions.save(vera.scope, made.id, { definition: other.definition, secret: null, version: 2 }),
      ),
    ).toBe('functions.secret_needed');
    expect(
      (await functions.save(vera.scope, made.id, { definition: orders(), version: 2 })).secretLastFour,
    ).toBeNull();
  });

  test('has a name of its own, is copied, deleted and brought back', async () => {
    const { functions } = server;
    const made = await functions.create(vera.scope, {
      definition: orders({ auth: { type: 'bearer' } }),
      secret: 'sk_live_0123456789abcd',
    });
    const again = {
      definition: { ...made.definition, name: made.definition.name.toUpperCase() },
      secret: 'x',
    };
    expect(await codeOf(functions.create(vera.scope, again))).toBe('functions.name_taken');
    expect(
      await codeOf(functions.create(vera.scope, { definition: { ...orders(), name: 'search_knowledge' } })),
    ).toBe('functions.name_reserved');
    const copy = await functions.duplicate(vera.scope, made.id);
    expect(copy).toMatchObject({
      secretLastFour: 'abcd',
      definition: { name: `${made.definition.name}_copy` },
    });
    await functions.remove(vera.scope, made.id);
    expect(await codeOf(functions.read(vera.scope, made.id))).toBe('functions.not_found');
    const taken = await functions.create(vera.scope, again);
    expect(await codeOf(functions.restore(vera.scope, made.id))).toBe('functions.name_taken');
    await functions.remove(vera.scope, taken.id);
    expect((await functions.restore(vera.scope, made.id)).secretLastFour).toBe('abcd');
  });

  test.each([
    [{ url: 'https://{{order_id}}.example/' }, 'definition.http.url'],
    [{ url: 'ftp://shop.example/' }, 'definition.http.url'],
    [{ url: 'http://169.254.169.254/latest' }, 'definition.http.url'],
    [{ url: 'http://10.0.0.1/' }, 'definition.http.url'],
    [{ url: 'https://shop.example/{{nobody}}' }, 'definition.http.url'],
    [{ responsePath: '$..all' }, 'definition.http.responsePath'],
    [{ method: 'POST', body: 'json', bodyTemplate: '{"a":' }, 'definition.http.bodyTemplate'],
    [{ method: 'POST', body: 'form', bodyTemplate: '[1]' }, 'definition.http.bodyTemplate'],
    [{ headers: [{ name: 'X Y', value: '' }] }, 'definition.http.headers.0.name'],
    [{ query: [{ name: 'a', value: '{{conversation}}' }] }, 'definition.http.query.0.value'],
  ] as [Http, string][])('that can not work is refused with its field: %j', async (http, field) => {
    expect(Object.keys(await problemsOf(orders(http)))).toEqual([field]);
  });
});

describe('a call', () => {
  test('sends what the template says and gives what the path leads to, as data', async () => {
    const shown = await run(orders({ responsePath: '$.data' }));
    expect(shown).toMatchObject({
      errorCode: null,
      request: { method: 'GET', url: `${service.url}/orders/A-7`, body: null },
      response: { status: 200, type: 'application/json' },
    });
    expect(shown.content).toContain('{"id":"A-7","state":"on its way","access_token":"[hidden]"}');
    expect(shown.content).toContain('never an instruction');
  });

  test('fills body, form and facts; the model fills nothing that the server knows', async () => {
    const definition = orders({
      url: `${service.url}/echo`,
      method: 'POST',
      body: 'json',
      bodyTemplate: '{"id":"{{order_id}}","mail":"{{verified.email}}","note":"{{note}}"}',
    });
    await run(definition);
    expect(JSON.parse(service.last()!.body)).toEqual({ id: 'A-7', mail: '(verified.email)' });
    expect((await run(definition, { order_id: 'A', 'verified.email': 'other@example.test' })).errorCode).toBe(
      'invalid_arguments',
    );
    await run({ ...definition, http: { ...definition.http, body: 'form', bodyTemplate: '' } });
    expect(service.last()!.body).toBe('order_id=A-7');
    expect(service.last()!.headers['content-type']).toBe('application/x-www-form-urlencoded');
    const bodyTemplate = '{"address":{"city":"{{order_id}}"},"lines":[{"sku":"x"},"y"]}';
    await run({ ...definition, http: { ...definition.http, body: 'form', bodyTemplate } });
    expect([...new URLSearchParams(service.last()!.body)]).toEqual([
      ['address[city]', 'A-7'],
      ['lines[0][sku]', 'x'],
      ['lines[1]', 'y'],
    ]);
  });

  test('proves who calls in each way, and shows the proof to nobody', async () => {
    const secret = 'sk_live_0123456789abcd';
    const url = `${service.url}/echo`;
    const sent = async (http: Http) => {
      const shown = await run(orders({ url, method: 'POST', body: 'json', ...http }), undefined, { secret });
      expect(JSON.stringify(shown)).not.toContain('0123456789');
      expect(JSON.stringify(shown)).not.toContain(Buffer.from(`vera:${secret}`).toString('base64'));
      return service.last()!;
    };
    expect((await sent({ auth: { type: 'bearer' } })).headers['authorization']).toBe(`Bearer ${secret}`);
    expect((await sent({ auth: { type: 'basic', user: 'vera' } })).headers['authorization']).toBe(
      `Basic ${Buffer.from(`vera:${secret}`).toString('base64')}`,
    );
    expect((await sent({ auth: { type: 'header', name: 'X-Api-Key' } })).headers['x-api-key']).toBe(secret);
    expect((await sent({ auth: { type: 'query', name: 'key' } })).path).toBe(`/echo?key=${secret}`);
    const signed = await sent({
      auth: {
        type: 'hmac',
        header: 'X-Signature',
        algorithm: 'sha256',
        encoding: 'hex',
        prefix: 'sha256=',
        timestampHeader: 'X-Time',
      },
    });
    expect(signed.headers['x-signature']).toBe(
      `sha256=${createHmac('sha256', secret).update(`${signed.headers['x-time']}.${signed.body}`).digest('hex')}`,
    );
  });

  test('with OAuth asks for a token once, and once more when it is refused', async () => {
    const definition = orders({
      url: `${service.url}/guarded`,
      auth: { type: 'oauth2', tokenUrl: `${service.url}/token`, clientId: 'shop', scope: 'orders' },
    });
    const tokensAsked = () => service.calls.filter(({ path }) => path === '/token').length;
    const secret = 'client-secret-77';
    expect((await run(definition, undefined, { secret })).errorCode).toBeNull();
    expect((await run(definition, undefined, { secret })).errorCode).toBeNull();
    expect(tokensAsked()).toBe(1);
    service.expireToken();
    expect((await run(definition, undefined, { secret })).errorCode).toBeNull();
    expect(tokensAsked()).toBe(2);
    const wrong = {
      ...definition,
      http: { ...definition.http, auth: { ...definition.http.auth, tokenUrl: `${service.url}/page` } },
    };
    expect(await run(wrong as FunctionDefinition, undefined, { secret })).toMatchObject({
      errorCode: 'unreachable',
      errorDetail: 'OAuth: no JSON',
    });
  });

  test.each([
    ['/orders/none', 'bad_status', 'HTTP 404'],
    ['/page', 'bad_response', 'HTML'],
    ['/inside', 'address_refused', null],
    ['/silent', 'timed_out', null],
    ['/flood', 'too_large', null],
  ])('to %s ends as %s', async (path, errorCode, errorDetail) => {
    const shown = await run(orders({ url: `${service.url}${path}` }, { timeoutMs: 1_000 }));
    expect(shown).toMatchObject({ errorCode, errorDetail });
    expect(shown.content.length).toBeLessThan(600);
    expect(service.poured()).toBeLessThan(20_000_000);
  });

  test('that is answered with instructions hands them on as data only', async () => {
    const { content } = await run(orders({ url: `${service.url}/injected` }));
    expect(content.match(/<\/tool_data>/g)).toHaveLength(1);
    expect(content.trim().endsWith('whatever it says.')).toBe(true);
  });

  test('is answered by the saved response where that is asked for, and reaches nobody', async () => {
    const before = service.calls.length;
    const definition = orders(
      { responsePath: '$.state', auth: { type: 'bearer' } },
      { mock: { status: 200, body: '{"state":"baked"}' } },
    );
    const shown = await run(definition, undefined, { isMocked: true });
    expect([shown.isMocked, shown.errorCode, shown.content.includes('"baked"')]).toEqual([true, null, true]);
    expect(service.calls.length).toBe(before);
  });
});

describe('code', () => {
  const code = (source: string, more: Record<string, unknown> = {}, secretHost = ''): FunctionDefinition =>
    functionDefinition.parse({
      ...(({ http: _http, ...common }) => common)(orders()),
      kind: 'code',
      ...more,
      code: { source, secretHost },
    });

  test('reads its arguments, calls services, and gives what it returns as data', async () => {
    const shown = await run(
      code(
        `const answer = await fetch('${service.url}/orders/' + args.order_id);
         console.log(answer.status);
         return { ok: answer.ok, state: (await answer.json()).data.state, token: 'abc' };`,
      ),
    );
    expect(shown).toMatchObject({ errorCode: null, logs: ['200'], request: null });
    expect(shown.content).toContain('{"ok":true,"state":"on its way","token":"[hidden]"}');
    expect(shown.content).toContain('never an instruction');
  });

  test('holds no secret: its place is filled on the way, for one host only', async () => {
    const host = new URL(service.url).host;
    const secret = 'sk_live_0123456789abcd';
    const source = `const answer = await fetch('${service.url}/echo', { method: 'POST', headers: { authorization: 'Bearer {{secret}}' } });
      return [typeof secret, await answer.text()]`;
    const shown = await run(code(source, {}, host), undefined, { secret });
    expect(service.last()!.headers['authorization']).toBe(`Bearer ${secret}`);
    expect(shown.content).toContain('undefined');
    expect(JSON.stringify(shown)).not.toContain('0123456789');
    const other = await run(code(source, {}, 'shop.example'), undefined, { secret });
    expect(other).toMatchObject({
      errorCode: 'code_failed',
      errorDetail: 'Error: The secret goes to shop.example only',
    });
  });

  test.each([
    ['for (;;) {}', 'timed_out'],
    ['throw new Error("no stock")', 'code_failed'],
    ['return (', 'code_failed'],
    ["await fetch('http://169.254.169.254/latest')", 'code_failed'],
    ["return 'x'.repeat(2e6)", 'too_large'],
  ])('that misbehaves (%s) ends as %s', async (source, errorCode) => {
    expect((await run(code(source))).errorCode).toBe(errorCode);
  });

  test('is refused where its secret would go nowhere', async () => {
    for (const host of ['https://shop.example', '10.0.0.1', 'shop.example/path'])
      expect(Object.keys(await problemsOf(code('return 1', {}, host)))).toEqual([
        'definition.code.secretHost',
      ]);
    expect(
      await codeOf(server.functions.create(vera.scope, { definition: code('return 1', {}, 'shop.example') })),
    ).toBe('functions.secret_needed');
  });
});
