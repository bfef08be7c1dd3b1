import { z } from 'zod';
import type { Access, Endpoint, ErrorDefinition } from '#shared/endpoint.ts';
import { commonErrors, planExpiredError } from '#shared/errors.ts';

type Schema = Record<string, unknown>;
type Content = Record<string, { schema: Schema }>;
export type OpenApiOperation = {
  operationId: string;
  summary: string;
  tags: string[];
  'x-access': Access;
  security?: Record<string, string[]>[];
  parameters?: (
    | { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }
    | { $ref: string }
  )[];
  'x-stream'?: true;
  'x-file'?: true;
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { description: string; content?: Content; $ref?: string }>;
};
export type OpenApiDocument = {
  openapi: '3.1.1';
  info: {
    title: string;
    version: string;
    description: string;
    license: { name: string; identifier: string };
  };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, { description: string; headers?: Record<string, Schema>; content: Content }>;
    parameters?: Record<string, Schema>;
    securitySchemes: Record<string, Schema>;
  };
};

/**
 * The OpenAPI document of these endpoints. The same endpoints give the same document, in whatever order they
 * come.
 */
export function openApiDocument(
  endpoints: readonly Endpoint[],
  options: { version: string; server?: string },
): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  const components: Record<string, Schema> = { Error: errorSchema };
  for (const endpoint of endpoints.toSorted(
    (a, b) => compare(a.path, b.path) || compare(a.method, b.method),
  )) {
    const operations = (paths[endpoint.path] ??= {});
    operations[endpoint.method.toLowerCase()] = describeEndpoint(endpoint, components);
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Chatelier',
      version: options.version,
      description:
        'People call with the session cookie of their browser, visitors with the token that `POST /api/visitor/session` gives them.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: options.server ?? '/' }],
    tags: [...new Set(endpoints.map(tagOf))].toSorted(compare).map((name) => ({ name })),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => compare(a, b))),
      responses: {
        Error: {
          description: 'What went wrong.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'chatelier_session',
          description: 'Set by `POST /api/login`; over HTTPS its name begins with `__Host-`.',
        },
        visitor: { type: 'http', scheme: 'bearer', description: 'Token of one visitor of one agent.' },
        key: {
          type: 'http',
          scheme: 'bearer',
          description: "Key of one agent, `pk_…` or `sk_…`, made in the agent's editor under Keys.",
        },
        program: {
          type: 'http',
          scheme: 'bearer',
          description:
            'Key of the account, `sk_live_…` or `sk_test_…`, made in the settings, or a token that a member gave to an app.',
        },
      },
    },
  };
}

const errorSchema: Schema = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string', description: 'A sentence in the language of the caller.' },
    code: { type: 'string', description: 'Stays the same in every language.' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'What is wrong with single fields.',
    },
    details: {
      type: 'object',
      description:
        'What is needed to go on, where the code says so: with `paywall.payment_required` the `balance` of the visitor.',
    },
    requestId: { type: 'string', description: 'Under this number the error stands in the log.' },
  },
};

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** `/api/contacts/{id}/conversations` belongs to `contacts`. */
function tagOf(endpoint: Endpoint): string {
  return endpoint.path.replace(/^\/(api\/)?/, '').split('/')[0] ?? '';
}

function describeEndpoint(endpoint: Endpoint, components: Record<string, Schema>): OpenApiOperation {
  const { method, path, access, summary, transport = 'json' } = endpoint;
  const parameters = [
    ...parametersOf(endpoint.params, 'path', components),
    ...parametersOf(endpoint.query, 'query', components),
  ];
  const body = requestBody(endpoint, components);
  return {
    operationId: `${method.toLowerCase()}${path.replace(/^\/api/, '').replace(/[^A-Za-z0-9]+(\w?)/g, (_whole, letter: string) => letter.toUpperCase())}`,
    summary,
    tags: [tagOf(endpoint)],
    'x-access': access,
    ...securityOf(access),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: {
      200: {
        description: 'Done.',
        content: {
          [{
            json: 'application/json',
            upload: 'application/json',
            raw: 'application/json',
            stream: 'text/event-stream',
            file: '*/*',
          }[transport]]: {
            schema:
              transport !== 'stream' && transport !== 'file'
                ? schemaOf(endpoint.response, 'output', components)
                : { type: 'string' },
          },
        },
      },
      ...errorResponses(endpoint),
    },
  };
}

function securityOf(access: Access): Pick<OpenApiOperation, 'security'> {
  if (access === 'public') return {};
  if (typeof access === 'object')
    return { security: [access.scope === undefined ? { session: [] } : { program: [access.scope] }] };
  const isBearer = access === 'visitor' || access === 'key' || access === 'program';
  return { security: [{ [isBearer ? access : 'session']: [] }] };
}

function parametersOf(
  schema: z.ZodType | undefined,
  where: 'path' | 'query',
  components: Record<string, Schema>,
): NonNullable<OpenApiOperation['parameters']> {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input', components) as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }));
}

function requestBody(
  endpoint: Endpoint,
  components: Record<string, Schema>,
): OpenApiOperation['requestBody'] {
  if (endpoint.transport === 'upload')
    return {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            required: ['file'],
            properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
          },
        },
      },
    };
  if (endpoint.transport === 'raw')
    return {
      required: true,
      content: {
        'application/json': {
          schema: { type: 'object', description: 'Signed; read as the bytes that came.' },
        },
      },
    };
  if (!endpoint.body) return undefined;
  const schema = schemaOf(endpoint.body, 'input', components);
  return {
    required: Array.isArray(schema['required']) && schema['required'].length > 0,
    content: { 'application/json': { schema } },
  };
}

/** The errors that the endpoint declares, and those that follow from what it takes and who may call it. */
function errorsOf({
  access,
  params,
  query,
  body,
  transport,
  needsPlan,
  errors = [],
}: Endpoint): readonly ErrorDefinition[] {
  return [
    ...(params || query || body ? [commonErrors.invalidInput] : []),
    ...(access === 'public' ? [] : [commonErrors.notSignedIn]),
    ...(typeof access === 'object' ? [commonErrors.forbidden] : []),
    ...(needsPlan ? [planExpiredError] : []),
    ...(access === 'superadmin' ? [commonErrors.notFound] : []),
    ...(body || transport === 'upload' || transport === 'raw'
      ? [commonErrors.tooLarge, commonErrors.unsupportedType]
      : []),
    ...errors,
  ];
}

function errorResponses(endpoint: Endpoint): OpenApiOperation['responses'] {
  const byStatus = new Map<number, Set<string>>();
  for (const { status, code } of errorsOf(endpoint))
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code));
  return Object.fromEntries(
    [...byStatus]
      .toSorted(([a], [b]) => a - b)
      .map(([status, codes]) => [
        status,
        {
          $ref: '#/components/responses/Error',
          description: [...codes].map((code) => `\`${code}\``).join(', '),
        },
      ]),
  );
}

/**
 * A zod schema as JSON Schema, without what says nothing to a reader. Schemas with an `id` in their `meta` go
 * into `components`; what is sent may leave out defaults, so as input they have a name of their own.
 */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', components: Record<string, Schema>): Schema {
  const {
    $schema: _dialect,
    $defs = {},
    ...plain
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ jsonSchema }) {
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  const nameOf = (id: string): string => (io === 'input' ? `${id}Input` : id);
  const moved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(moved);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, child]: [string, unknown]) =>
        key === 'id' && typeof child === 'string' && child in $defs
          ? []
          : [
              [
                key,
                key === '$ref' && typeof child === 'string'
                  ? child.replace(
                      /^#\/\$defs\/(.*)$/,
                      (_whole, id: string) => `#/components/schemas/${nameOf(id)}`,
                    )
                  : moved(child),
              ],
            ],
      ),
    );
  };
  for (const [id, definition] of Object.entries($defs)) components[nameOf(id)] = moved(definition) as Schema;
  return moved(plain) as Schema;
}
