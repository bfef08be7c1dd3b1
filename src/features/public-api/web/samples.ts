import { resolve, type ApiOperation, type JsonSchema, type OpenApi } from './openapi.ts';

const deepest = 5;

/** A value that a schema describes: what must be there, and no more. */
export function sampleOf(given: JsonSchema, document: OpenApi, name = '', depth = 0): unknown {
  const schema = resolve(given, document);
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice) return sampleOf(choice, document, name, depth + 1);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (schema.properties || type === 'object') {
    if (depth > deepest) return {};
    const required = schema.required ?? [];
    return Object.fromEntries(
      required.map((key) => [key, sampleOf(schema.properties?.[key] ?? {}, document, key, depth + 1)]),
    );
  }
  if (type === 'array')
    return (schema.minItems ?? 0) > 0 ? [sampleOf(schema.items ?? {}, document, name, depth + 1)] : [];
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  return fitting(textOf(name, schema.format), schema);
}

/** The text, or another one where the schema asks for a form that it has not. */
function fitting(text: string, { pattern, minLength = 0 }: JsonSchema): string {
  const fits = (one: string): boolean =>
    one.length >= minLength && (pattern === undefined || new RegExp(pattern).test(one));
  return [text, 'check_order', '#36d6b5', 'a'.repeat(Math.max(8, minLength))].find(fits) ?? text;
}

/** Words that belong to a name. */
const known: Record<string, string> = {
  text: 'When do you open?',
  query: 'opening hours',
  title: 'Opening hours',
  body: 'We open at nine.',
  redirectUrl: '',
  openFrom: '',
  openUntil: '',
  name: 'Jana Bright',
  url: 'https://example.com',
  question: 'When do you open?',
  answer: 'At nine.',
};
function textOf(name: string, format: string | undefined): string {
  if (format === 'email') return 'jana@example.com';
  if (format === 'uuid') return '0b5f9c1e-6a39-4c1f-9d5e-2a8d9a3c7f10';
  if (format === 'date-time') return '2026-01-31T09:00:00Z';
  return known[name] ?? name;
}

/** An example body of an operation as JSON; null where it takes none. A body that may be empty shows some fields. */
export function bodySample(operation: ApiOperation, document: OpenApi): string | null {
  if (!operation.body || operation.bodyType !== 'application/json') return null;
  const schema = resolve(operation.body, document);
  const sample = sampleOf(schema, document) as Record<string, unknown>;
  if (Object.keys(sample).length === 0)
    for (const name of ['name', 'email', 'status', 'priority', 'isActive'])
      if (schema.properties?.[name]) sample[name] = exampleOf(name, schema.properties[name], document);
  return JSON.stringify(sample, null, 2);
}

function exampleOf(name: string, schema: JsonSchema, document: OpenApi): unknown {
  if (name === 'email') return 'jana@example.com';
  return sampleOf(schema, document, name);
}

const shell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const isWrite = ({ method }: ApiOperation): boolean => method !== 'GET';
const filled = ({ path }: ApiOperation): string =>
  path.replace(/\{(\w+)\}/g, (_whole, name: string) => name.toUpperCase());
const namesIn = ({ path }: ApiOperation): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
const compact = (json: string): string => JSON.stringify(JSON.parse(json));

/** The call for a shell. */
export function curlSample(operation: ApiOperation, body: string | null, origin: string): string {
  const isFile = operation.bodyType === 'multipart/form-data';
  return [
    `curl ${isWrite(operation) ? `-X ${operation.method} ` : ''}${shell(origin + filled(operation))}`,
    '-H "Authorization: Bearer $CHATELIER_KEY"',
    ...(body === null ? [] : ["-H 'Content-Type: application/json'", `-d ${shell(compact(body))}`]),
    ...(isFile ? ['-F file=@file.pdf'] : []),
  ].join(' \\\n  ');
}

/** The call by the client package. */
export function typescriptSample(operation: ApiOperation, body: string | null, origin: string): string {
  const given = [
    ...namesIn(operation).map((name) => `'${name.toUpperCase()}'`),
    ...(operation.bodyType === 'multipart/form-data' ? ["new File([text], 'file.txt')"] : []),
    ...(body === null ? [] : [objectText(JSON.parse(body))]),
  ].join(', ');
  const call = `chatelier.${operation.id}(${given})`;
  const isStream = operation.responseType === 'text/event-stream';
  const isList = operation.id.endsWith('.list');
  return [
    "import { createClient } from '@chatelier/client';",
    '',
    `const chatelier = createClient({ key: process.env.CHATELIER_KEY!, baseUrl: '${origin}' });`,
    ...(isStream || isList
      ? [
          `for await (const ${isStream ? 'event' : 'item'} of ${call}) console.log(${isStream ? 'event' : 'item'});`,
        ]
      : [`console.log(await ${call});`]),
  ].join('\n');
}

/** JSON as it stands in a script: names without quotes where they need none. */
function objectText(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:');
}

/** The call by Python's `requests`. */
export function pythonSample(operation: ApiOperation, body: string | null, origin: string): string {
  const isFile = operation.bodyType === 'multipart/form-data';
  const isStream = operation.responseType === 'text/event-stream';
  return [
    'import os',
    'import requests',
    '',
    `answer = requests.${operation.method.toLowerCase()}(`,
    `    ${JSON.stringify(origin + filled(operation))},`,
    '    headers={"Authorization": f"Bearer {os.environ[\'CHATELIER_KEY\']}"},',
    ...(body === null ? [] : [`    json=${pythonText(JSON.parse(body))},`]),
    ...(isFile ? ['    files={"file": open("file.pdf", "rb")},'] : []),
    ...(isStream ? ['    stream=True,'] : []),
    ')',
    'answer.raise_for_status()',
    ...(isStream
      ? ['for line in answer.iter_lines():', '    print(line.decode())']
      : ['print(answer.json())']),
  ].join('\n');
}

function pythonText(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonText).join(', ')}]`;
  if (typeof value === 'object')
    return `{${Object.entries(value)
      .map(([key, child]) => `${JSON.stringify(key)}: ${pythonText(child)}`)
      .join(', ')}}`;
  return JSON.stringify(value);
}
