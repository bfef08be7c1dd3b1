import type { Endpoint } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { openApiDocument, type OpenApiDocument } from './openapi.ts';

type Schema = Record<string, unknown>;

/** A part of the document that stands for others: the header that makes a write repeatable. */
const repeatable = { $ref: '#/components/parameters/IdempotencyKey' };

/**
 * The document of the public API: the endpoints that have a name, which is that of their operation; how their
 * errors look, and what their answers say in headers.
 */
export function publicApiDocument(
  endpoints: readonly Endpoint[],
  options: { version: string; server?: string },
): OpenApiDocument {
  const named = endpoints.filter(({ name }) => name !== undefined);
  const document = openApiDocument(named, options);
  for (const { path, method, name = '', access, transport } of named) {
    const operation = document.paths[path]?.[method.toLowerCase()];
    if (!operation) continue;
    operation.operationId = name;
    operation.tags = [name.split('.')[0] ?? ''];
    const isRepeatable = method !== 'GET' && typeof access === 'object';
    if (isRepeatable) operation.parameters = [...(operation.parameters ?? []), repeatable];
    if (typeof access === 'object') operation.responses['403'] ??= forbiddenAnswer;
    operation.responses['429'] ??= tooManyAnswer;
    if (transport === 'stream') operation['x-stream'] = true;
    if (transport === 'file') operation['x-file'] = true;
  }
  const { Error: problem, ...schemas } = document.components.schemas;
  return {
    ...document,
    info: {
      ...document.info,
      title: 'Chatelier API',
      description:
        'For programs that work in an account. They call with `Authorization: Bearer sk_live_…`; keys are made in the dashboard under Settings → Integrations.',
    },
    tags: [...new Set(named.map(({ name = '' }) => name.split('.')[0] ?? ''))]
      .toSorted()
      .map((name) => ({ name })),
    components: {
      ...document.components,
      schemas: { ...schemas, Problem: { ...problem, ...problemSchema(problem ?? {}) } },
      responses: {
        Error: {
          description: 'What went wrong.',
          headers: rateHeaderSchemas,
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description:
            'Any text of up to 255 visible signs. The same request with the same key within 24 hours is done once and answered alike.',
          schema: { type: 'string', minLength: 1, maxLength: 255 },
        },
      },
      securitySchemes: Object.fromEntries(
        Object.entries(document.components.securitySchemes).filter(
          ([name]) => name === 'program' || name === 'key',
        ),
      ),
    },
  };
}

const answerOf = (code: string) => ({
  $ref: '#/components/responses/Error',
  description: `\`${code}\``,
});
const forbiddenAnswer = answerOf(commonErrors.forbidden.code);
const tooManyAnswer = answerOf(commonErrors.tooManyRequests.code);
const rateHeaderSchemas: Record<string, Schema> = {
  'RateLimit-Limit': {
    description: 'Requests that the key may send in a minute.',
    schema: { type: 'integer' },
  },
  'RateLimit-Remaining': { description: 'How many of them are left.', schema: { type: 'integer' } },
  'RateLimit-Reset': { description: 'Seconds until the minute is over.', schema: { type: 'integer' } },
};

function problemSchema(error: Schema): Schema {
  return {
    required: ['type', 'title', 'status', 'detail', 'message', 'code'],
    properties: {
      type: { type: 'string', description: '`urn:chatelier:problem:<code>`.' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string', description: 'The same as `message`.' },
      ...(error['properties'] as Schema),
    },
  };
}
