import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import type { OpenapiImport } from '../../custom-functions.contract.ts';

let app: TestApp;
let vera: Awaited<ReturnType<TestApp['register']>>;
beforeAll(async () => {
  app = await startTestApp();
  vera = await app.register('Vera');
});
afterAll(() => app.close());

const upload = (text: string) => {
  const raw = new FormData();
  raw.append('file', new Blob([text]), 'api.yaml');
  return vera.request('POST', '/api/functions/openapi-file?search=', { raw });
};

describe('a description of OpenAPI that is uploaded', () => {
  test('is offered as functions, which are stored as they are chosen', async () => {
    const { status, body } = await upload(
      'openapi: 3.1.0\ninfo: { title: Shop }\nservers: [{ url: https://api.shop.example }]\npaths:\n  /stock/{sku}:\n    get:\n      summary: Looks the stock up\n      parameters: [{ name: sku, in: path, required: true, schema: { type: string } }]\n',
    );
    expect(status).toBe(200);
    const { server, operations } = body as OpenapiImport;
    const definition = operations[0]?.definition;
    if (definition?.kind !== 'http') throw new Error('No function');
    const { url } = definition.http;
    const made = await vera.request('POST', '/api/functions', {
      body: { definition: { ...definition, http: { ...definition.http, url: server + url } } },
    });
    expect([made.status, made.body]).toMatchObject([
      200,
      { definition: { http: { url: 'https://api.shop.example/stock/{{sku}}' } } },
    ]);
  });

  test('that is none says why', async () => {
    expect((await upload('swagger: "2.0"')).body).toMatchObject({
      code: 'functions.openapi_swagger',
      message: expect.stringContaining('Swagger 2'),
    });
    const gone = await vera.request('POST', '/api/functions/openapi-address', {
      body: { url: 'http://10.0.0.1/openapi.json' },
    });
    expect([gone.status, (gone.body as { code: string }).code]).toEqual([422, 'functions.openapi_refused']);
  });
});
