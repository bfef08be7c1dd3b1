/** The parts of an OpenAPI 3.1 document that the reference shows. */
export type JsonSchema = {
  type?: string | string[];
  format?: string;
  pattern?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  additionalProperties?: boolean | JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  $ref?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  default?: unknown;
};
type Content = Record<string, { schema?: JsonSchema }>;
export type ApiParameter = {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: JsonSchema;
};
type Operation = {
  operationId?: string;
  security?: Record<string, string[]>[];
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: (ApiParameter | { $ref: string })[];
  requestBody?: { content?: Content };
  responses?: Record<string, { description?: string; content?: Content }>;
  'x-access'?: unknown;
};
export type OpenApi = {
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, JsonSchema> };
};

export type ApiOperation = {
  key: string;
  /** How clients call it. */
  id: string;
  /** What a key must allow. */
  scopes: string[];
  method: string;
  path: string;
  group: string;
  summary: string;
  access: string;
  parameters: ApiParameter[];
  body: JsonSchema | null;
  bodyType: string | null;
  response: JsonSchema | null;
  responseType: string | null;
  errors: { status: string; description: string }[];
};

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** Who may call: a word, or the permission of a role. */
function readAccess(access: unknown): string {
  if (typeof access === 'string') return access;
  const permission =
    typeof access === 'object' && access !== null && 'permission' in access ? access.permission : null;
  return typeof permission === 'string' ? permission : '';
}

/** `/api/contacts/{id}/conversations` belongs to `contacts`. */
export function groupOf(path: string): string {
  return (
    path
      .replace(/^\/api\//, '')
      .replace(/^\//, '')
      .split('/')[0]
      ?.replace(/\{.*\}/, '') || 'api'
  );
}

/** By their letters alone: the order of a language takes a phone a tenth of a second to make, and these are of none. */
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Every operation of the document in the order of their paths. */
export function readOperations(document: OpenApi): ApiOperation[] {
  return Object.entries(document.paths ?? {})
    .flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([method]) => methods.includes(method))
        .map(([method, operation]): ApiOperation => {
          const [bodyType = null, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
          const answers = Object.entries(operation.responses ?? {});
          const [responseType = null, response] =
            Object.entries(answers.find(([status]) => status.startsWith('2'))?.[1].content ?? {})[0] ?? [];
          return {
            key: `${method.toUpperCase()} ${path}`,
            id: operation.operationId ?? '',
            scopes: operation.security?.flatMap((one) => Object.values(one).flat()) ?? [],
            method: method.toUpperCase(),
            path,
            group: groupOf(path),
            summary: operation.summary ?? operation.description ?? '',
            access: readAccess(operation['x-access']),
            parameters: (operation.parameters ?? []).filter((one) => 'name' in one),
            body: body?.schema ?? null,
            bodyType,
            response: response?.schema ?? null,
            responseType,
            errors: answers
              .filter(([status]) => !status.startsWith('2'))
              .map(([status, answer]) => ({ status, description: answer.description ?? '' })),
          };
        }),
    )
    .toSorted(
      (a, b) =>
        compare(a.group, b.group) ||
        compare(a.path, b.path) ||
        methods.indexOf(a.method.toLowerCase()) - methods.indexOf(b.method.toLowerCase()),
    );
}

/** Follows a reference inside the document; an unknown one is an empty schema. */
export function resolve(schema: JsonSchema, document: OpenApi): JsonSchema {
  const name = schema.$ref?.split('/').at(-1);
  return name ? (document.components?.schemas?.[name] ?? {}) : schema;
}

const quoted = (value: unknown) => JSON.stringify(value);
const deepest = 6;

/** A schema as a person who writes code reads it: names, types and bounds, one field a line. */
export function schemaText(given: JsonSchema, document: OpenApi, indent = '', depth = 0): string {
  const schema = resolve(given, document);
  if (depth > deepest) return '…';
  if (schema.const !== undefined) return quoted(schema.const);
  if (schema.enum) return schema.enum.map(quoted).join(' | ');
  const several = schema.anyOf ?? schema.oneOf;
  if (several) return several.map((part) => schemaText(part, document, indent, depth + 1)).join(' | ');
  if (schema.allOf)
    return schema.allOf.map((part) => schemaText(part, document, indent, depth + 1)).join(' & ');
  const kind = Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'any');
  if (schema.properties) {
    const fields = Object.entries(schema.properties);
    if (fields.length === 0) return '{}';
    const inner = `${indent}  `;
    return `{\n${fields.map(([name, field]) => `${inner}${name}${schema.required?.includes(name) ? '' : '?'}: ${schemaText(field, document, inner, depth + 1)}${bounds(resolve(field, document))}`).join('\n')}\n${indent}}`;
  }
  if (kind === 'array') return `${wrap(schemaText(schema.items ?? {}, document, indent, depth + 1))}[]`;
  if (kind === 'object')
    return typeof schema.additionalProperties === 'object'
      ? `{ [name]: ${schemaText(schema.additionalProperties, document, indent, depth + 1)} }`
      : '{}';
  return kind;
}

function wrap(text: string): string {
  return /^[^{]* \| /.test(text) ? `(${text})` : text;
}

function bounds(schema: JsonSchema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, format } = schema;
  const safe = (value: number | undefined) =>
    value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined;
  const range = (least: number | undefined, most: number | undefined, unit: string) =>
    least === undefined && most === undefined ? '' : `${least ?? ''}…${most ?? ''}${unit}`;
  const said = [
    range(safe(minimum), safe(maximum), ''),
    range(minLength, maxLength, ' chars'),
    range(minItems, maxItems, ' items'),
    format ?? '',
    schema.default === undefined ? '' : `default ${quoted(schema.default)}`,
  ].filter(Boolean);
  return said.length > 0 ? `  // ${said.join(', ')}` : '';
}
