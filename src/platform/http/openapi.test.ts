import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { openApiDocument } from './openapi.ts';

const thing = z.object({ id: z.string(), size: z.number().int() }).meta({ id: 'OpenApiThing' });
const list = endpoint({
  method: 'GET',
  path: '/api/things',
  access: { permission: 'things.read' },
  summary: 'All things.',
  query: z.strictObject({ search: z.string().max(9).optional() }),
  response: z.object({ things: z.array(thing) }),
});
const change = endpoint({
  method: 'PUT',
  path: '/api/things/{id}',
  access: 'user',
  needsPlan: true,
  summary: 'Changes a thing.',
  params: z.strictObject({ id: z.string() }),
  body: z.strictObject({ size: z.number().int().min(1).default(2) }),
  response: thing,
  errors: [{ code: 'things.not_found', status: 404 }],
});
const talk = endpoint({
  method: 'POST',
  path: '/api/talk',
  access: 'visitor',
  summary: 'Talks.',
  transport: 'stream',
  response: z.object({}),
});
const document = openApiDocument([talk, change, list], { version: '1.0.0' });

describe('the OpenAPI document', () => {
  it('describes parameters, bodies and answers', () => {
    expect(document.paths['/api/things']?.['get']).toMatchObject({
      operationId: 'getThings',
      'x-access': { permission: 'things.read' },
      parameters: [
        { name: 'search', in: 'query', required: false, schema: { type: 'string', maxLength: 9 } },
      ],
      security: [{ session: [] }],
    });
    expect(document.paths['/api/things/{id}']?.['put']).toMatchObject({
      parameters: [{ name: 'id', in: 'path', required: true }],
      requestBody: {
        required: false,
        content: {
          'application/json': {
            schema: {
              properties: { size: { default: 2, minimum: 1, type: 'integer' } },
              additionalProperties: false,
            },
          },
        },
      },
    });
  });

  it('says a shared schema once', () => {
    expect(document.components.schemas['OpenApiThing']).toEqual({
      type: 'object',
      properties: { id: { type: 'string' }, size: { type: 'integer' } },
      required: ['id', 'size'],
      additionalProperties: false,
    });
    expect(document.paths['/api/things/{id}']?.['put']?.responses['200']?.content).toEqual({
      'application/json': { schema: { $ref: '#/components/schemas/OpenApiThing' } },
    });
  });

  it('lists the declared errors beside those that follow from the access and the input', () => {
    const { responses = {} } = document.paths['/api/things/{id}']?.['put'] ?? {};
    expect(
      Object.entries(responses)
        .filter(([status]) => status !== '200')
        .map(([status, { description }]) => `${status} ${description}`),
    ).toEqual([
      '400 `common.invalid_input`',
      '401 `common.not_signed_in`',
      '402 `billing.lapsed`',
      '404 `things.not_found`',
      '413 `common.too_large`',
      '415 `common.unsupported_type`',
    ]);
  });

  it('lists an error once that is declared and follows from the access', () => {
    const gone = endpoint({
      method: 'DELETE',
      path: '/api/superadmin/things/{id}',
      access: 'superadmin',
      summary: 'Removes a thing.',
      params: z.strictObject({ id: z.string() }),
      response: z.object({}),
      errors: [commonErrors.notFound],
    });
    const { paths } = openApiDocument([gone], { version: '1.0.0' });
    expect(paths['/api/superadmin/things/{id}']?.['delete']?.responses['404']?.description).toBe(
      '`common.not_found`',
    );
  });

  it('marks streams and the tokens of visitors', () => {
    expect(document.paths['/api/talk']?.['post']).toMatchObject({
      security: [{ visitor: [] }],
      responses: { 200: { content: { 'text/event-stream': {} } } },
    });
  });

  it('is the same in whatever order the endpoints come', () => {
    expect(JSON.stringify(openApiDocument([list, talk, change], { version: '1.0.0' }))).toBe(
      JSON.stringify(document),
    );
  });
});
