import { CORE_SCHEMA, load as loadYaml, mergeTag } from 'js-yaml';
import type { ApiAuth, ApiDescription, ApiField, ApiNote, ApiOperation } from '../api-description.ts';
import { DocumentError } from '../document-error.ts';
import { createSchemaReader, isRecord, textOf, type Json, type SchemaReader } from './api-schemas.ts';

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;
/** Operations of one answer; a search finds the others. */
const mostTold = 200;
const mostServers = 10;
/** An alias is the very thing it stands for, not a copy: a document of them takes no more room than its text. */
const yamlSchema = CORE_SCHEMA.withTags(mergeTag);

/** Reads a description of OpenAPI 3.0 or 3.1, as JSON or YAML. */
export function parseApi(bytes: Uint8Array, search: string): ApiDescription {
  const document = read(
    Buffer.from(bytes)
      .toString('utf8')
      .replace(/^\uFEFF/, ''),
  );
  const version = isRecord(document) ? document['openapi'] : undefined;
  if (!isRecord(document) || typeof version !== 'string' || !/^3\.[01](\.|$)/.test(version))
    throw new DocumentError('document.unsupported', saidVersion(document));
  const schemas = createSchemaReader(document);
  const words = search.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const found = operationsIn(document, schemas).filter(({ method, path, operation }) => {
    const text =
      `${method} ${path} ${textOf(operation['operationId'])} ${textOf(operation['summary'])} ${tagsOf(operation)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return {
    title: isRecord(document['info']) ? textOf(document['info']['title']).slice(0, 200) : '',
    servers: serversOf(document['servers']),
    total: found.length,
    operations: found
      .slice(0, mostTold)
      .map(({ method, path, operation, shared }) =>
        describe(document, schemas, method, path, operation, shared),
      ),
  };
}

/** What somebody should know who chose a document of another kind. */
function saidVersion(document: Json | undefined): string {
  if (isRecord(document) && typeof document['swagger'] === 'string') return 'swagger2';
  return 'no_openapi';
}

function read(text: string): Json | undefined {
  if (/^\s*[{[]/.test(text)) {
    try {
      return JSON.parse(text) as Json;
    } catch {
      // YAML may begin with a bracket as well.
    }
  }
  try {
    return loadYaml(text, { schema: yamlSchema, json: true }) as Json;
  } catch (error) {
    throw new DocumentError('document.damaged', String(error).slice(0, 200));
  }
}

function serversOf(servers: Json | undefined): string[] {
  if (!Array.isArray(servers)) return [];
  return servers.slice(0, mostServers).flatMap((server) => {
    if (!isRecord(server)) return [];
    const variables = isRecord(server['variables']) ? server['variables'] : {};
    const url = textOf(server['url']).replace(/\{([^{}]{1,100})\}/g, (_whole, name: string) => {
      const variable = variables[name];
      return isRecord(variable) ? textOf(variable['default']) : '';
    });
    return url === '' || url.length > 2_000 ? [] : [url];
  });
}

type Found = {
  method: ApiOperation['method'];
  path: string;
  operation: Record<string, Json>;
  shared: Json | undefined;
};

function operationsIn(document: Record<string, Json>, schemas: SchemaReader): Found[] {
  if (!isRecord(document['paths'])) return [];
  return Object.entries(document['paths']).flatMap(([path, given]) => {
    const item = schemas.follow(given);
    if (!isRecord(item) || !path.startsWith('/') || path.length > 1_000) return [];
    return methods.flatMap((method): Found[] => {
      const operation = item[method];
      if (!isRecord(operation)) return [];
      return [
        {
          method: method.toUpperCase() as ApiOperation['method'],
          path,
          operation,
          shared: item['parameters'],
        },
      ];
    });
  });
}

const tagsOf = ({ tags }: Record<string, Json>): string =>
  Array.isArray(tags) ? tags.map((tag) => textOf(tag)).join(' ') : '';

function describe(
  document: Record<string, Json>,
  schemas: SchemaReader,
  method: ApiOperation['method'],
  path: string,
  operation: Record<string, Json>,
  shared: Json | undefined,
): ApiOperation {
  const notes = new Set<ApiNote>();
  const fields = new Map<string, ApiField>();
  for (const given of [shared, operation['parameters']].flatMap((list) =>
    Array.isArray(list) ? list : [],
  )) {
    const field = parameterOf(schemas, given, notes);
    if (field) fields.set(`${field.where} ${field.name}`, field);
  }
  const body = bodyOf(schemas, operation['requestBody'], notes);
  for (const field of body.fields) fields.set(`body ${field.name}`, field);
  return {
    method,
    path,
    operationId: textOf(operation['operationId']).slice(0, 200),
    summary: textOf(operation['summary']).slice(0, 300),
    description: textOf(operation['description']).slice(0, 1_000),
    fields: [...fields.values()].slice(0, 200),
    body: body.kind,
    auth: authOf(document, schemas, operation['security'] ?? document['security']),
    answerPath: answerPathOf(schemas, operation['responses']),
    notes: [...notes],
  };
}

function parameterOf(schemas: SchemaReader, given: Json, notes: Set<ApiNote>): ApiField | null {
  const parameter = schemas.follow(given, notes);
  if (!isRecord(parameter)) return null;
  const [name, where] = [textOf(parameter['name']), textOf(parameter['in'])];
  if (name === '' || name.length > 100) return null;
  if (where !== 'path' && where !== 'query' && where !== 'header') return null;
  const content = isRecord(parameter['content']) ? Object.values(parameter['content'])[0] : undefined;
  const schema = schemas.read(
    parameter['schema'] ?? (isRecord(content) ? content['schema'] : undefined),
    notes,
  );
  const description = textOf(parameter['description']).slice(0, 500);
  return {
    name,
    where,
    isRequired: where === 'path' || parameter['required'] === true,
    schema: description ? { ...schema, description } : schema,
  };
}

function bodyOf(
  schemas: SchemaReader,
  given: Json | undefined,
  notes: Set<ApiNote>,
): { kind: ApiOperation['body']; fields: ApiField[] } {
  const body = schemas.follow(given ?? null, notes);
  if (!isRecord(body) || !isRecord(body['content'])) return { kind: 'none', fields: [] };
  const types = Object.keys(body['content']);
  const json = types.find((type) => /^application\/([\w.+-]+\+)?json\b/i.test(type));
  const form = types.find((type) => /^application\/x-www-form-urlencoded\b/i.test(type));
  const type = json ?? form;
  if (type === undefined) {
    notes.add('body');
    return { kind: 'none', fields: [] };
  }
  const media = body['content'][type];
  const schema = schemas.read(isRecord(media) ? media['schema'] : undefined, notes);
  if (schema.type !== 'object' || !schema.properties) {
    if (!isEmptyObject(schemas, media)) notes.add('body');
    return { kind: 'none', fields: [] };
  }
  const required = new Set(schema.required);
  return {
    kind: json ? 'json' : 'form',
    fields: Object.entries(schema.properties).map(([name, property]) => ({
      name,
      where: 'body',
      isRequired: required.has(name),
      schema: property,
    })),
  };
}

/** Whether nothing can be said in a body: some descriptions give one to each operation, for none of its fields. */
function isEmptyObject(schemas: SchemaReader, media: Json | undefined): boolean {
  const schema = schemas.follow(isRecord(media) ? (media['schema'] ?? null) : null);
  return isRecord(schema) && isRecord(schema['properties']) && Object.keys(schema['properties']).length === 0;
}

/** Ways of signing in, the simplest for whoever enters one key first: for a password they need a name, too. */
const preferred: readonly ApiAuth['type'][] = ['bearer', 'header', 'oauth2', 'query', 'basic'];

/** The simplest way of signing in that can be used without a browser. */
function authOf(document: Record<string, Json>, schemas: SchemaReader, security: Json | undefined): ApiAuth {
  const components = isRecord(document['components']) ? document['components'] : {};
  const known = isRecord(components['securitySchemes']) ? components['securitySchemes'] : {};
  if (!Array.isArray(security)) return { type: 'none' };
  const ways = security
    .flatMap((one) => (isRecord(one) ? Object.keys(one) : []))
    .flatMap(
      (name) => wayOf(schemas.follow(Object.hasOwn(known, name) ? (known[name] ?? null) : null)) ?? [],
    );
  return (
    ways.toSorted((a, b) => preferred.indexOf(a.type) - preferred.indexOf(b.type))[0] ?? { type: 'none' }
  );
}

/** How calls prove who sends them by one of the document's schemes; null where only a browser can. */
function wayOf(scheme: Json): ApiAuth | null {
  if (!isRecord(scheme)) return null;
  const kind = textOf(scheme['type']);
  if (kind === 'http') return { type: /basic/i.test(textOf(scheme['scheme'])) ? 'basic' : 'bearer' };
  if (kind === 'apiKey' && (scheme['in'] === 'header' || scheme['in'] === 'query'))
    return { type: scheme['in'], name: textOf(scheme['name']).slice(0, 100) };
  if (kind === 'oauth2') {
    const flow = isRecord(scheme['flows']) ? scheme['flows']['clientCredentials'] : undefined;
    const tokenUrl = isRecord(flow) ? textOf(flow['tokenUrl']) : '';
    return tokenUrl ? { type: 'oauth2', tokenUrl: tokenUrl.slice(0, 2_000) } : { type: 'bearer' };
  }
  return kind === 'openIdConnect' ? { type: 'bearer' } : null;
}

/** `$.data` where the answer is an envelope around it. */
function answerPathOf(schemas: SchemaReader, responses: Json | undefined): string {
  if (!isRecord(responses)) return '';
  const status = Object.keys(responses).find((one) => one.startsWith('2'));
  const response = status === undefined ? null : schemas.follow(responses[status] ?? null);
  const content = isRecord(response) && isRecord(response['content']) ? response['content'] : {};
  const media = Object.entries(content).find(([type]) => /json/i.test(type))?.[1];
  const schema = isRecord(media) ? schemas.follow(media['schema'] ?? null) : null;
  const properties = isRecord(schema) && isRecord(schema['properties']) ? schema['properties'] : {};
  const name = ['data', 'result', 'results', 'items'].find((one) => Object.hasOwn(properties, one));
  return name ? `$.${name}` : '';
}
