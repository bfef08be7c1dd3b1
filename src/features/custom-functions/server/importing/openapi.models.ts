import type { ApiField, ApiOperation, ApiSchema } from '#platform/documents/api-description.ts';
import {
  functionDefinition,
  functionLimits,
  parameterName,
  type FunctionAuth,
  type FunctionDefinition,
  type Parameter,
} from '../../custom-functions-definition.contract.ts';
import type { importNotes } from '../../custom-functions.contract.ts';

type Note = (typeof importNotes)[number];
export type ImportedFunction = {
  method: string;
  path: string;
  definition: FunctionDefinition;
  notes: Note[];
};

/** Headers that say how it is sent, and who calls: functions have fields of their own for that. */
const ownHeaders = /^(accept|content-type|content-length|authorization|host|cookie|user-agent)$/i;

/** A name that may stand in a place: `order-id` becomes `order_id`. */
function placeName(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .replace(/[^a-zA-Z0-9_]+/g, '_')
    .replace(/^_+/, '')
    .slice(0, 56);
  const stem = parameterName.test(plain) ? plain : `_${plain}`;
  let found = stem;
  for (let number = 2; taken.has(found); number += 1) found = `${stem}_${number}`;
  return found;
}

function nameOf({ operationId, method, path }: ApiOperation): string {
  const text = operationId || `${method.toLowerCase()}_${path}`;
  return (
    text
      .replace(/[^a-zA-Z0-9_-]+/g, '_')
      .replace(/_{2,}/g, '_')
      .replace(/^_+|(?<!_)_+$/g, '')
      .slice(0, 64) || 'call'
  );
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
/** What the model reads; a description that is too short is made longer by what is called. */
function descriptionOf({ summary, description, method, path }: ApiOperation): string {
  const said = [summary, description.replace(/<[^>]{0,200}>/g, '')].map(oneLine).filter(Boolean).join('. ');
  return (said.length >= 10 ? said : `Calls ${method} ${path}. ${said}`).slice(0, 1_000);
}

/** How many properties a value holds, itself among them. */
const sizeOf = ({ items, properties }: Parameter): number =>
  1 +
  (items ? sizeOf(items) - 1 : 0) +
  Object.values(properties ?? {}).reduce((sum, one) => sum + sizeOf(one), 0);

/** A schema as functions know it: names that are none are left out, and what stands too deep. */
function parameterOf(schema: ApiSchema, depth: number): Parameter {
  const description = oneLine(schema.description ?? '').slice(0, 500);
  const base: Parameter = {
    type: schema.type,
    ...(description ? { description } : {}),
    ...(schema.enum ? { enum: schema.enum } : {}),
  };
  if (depth >= functionLimits.depth) return base;
  if (schema.items) return { ...base, items: parameterOf(schema.items, depth + 1) };
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => parameterName.test(name));
  if (properties.length === 0) return base;
  return {
    ...base,
    properties: Object.fromEntries(properties.map(([name, one]) => [name, parameterOf(one, depth + 1)])),
    required: (schema.required ?? []).filter((name) => properties.some(([known]) => known === name)),
  };
}

/** The fields that there is room for: what must be given first. */
function chosen(fields: readonly ApiField[], notes: Set<Note>): { field: ApiField; parameter: Parameter }[] {
  let left = functionLimits.parameters;
  const rows = { query: functionLimits.rows, header: functionLimits.rows };
  return fields
    .filter(({ where, name }) => where !== 'header' || !ownHeaders.test(name))
    .toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired))
    .flatMap((field) => {
      const whole = parameterOf(field.schema, 2);
      const parameter = sizeOf(whole) <= left ? whole : { type: whole.type };
      if (parameter !== whole) notes.add('parameters');
      const hasRow = field.where !== 'query' && field.where !== 'header' ? true : rows[field.where] > 0;
      if (left < 1 || !hasRow) {
        notes.add('parameters');
        return [];
      }
      left -= sizeOf(parameter);
      if (field.where === 'query' || field.where === 'header') rows[field.where] -= 1;
      return [{ field, parameter }];
    });
}

function authOf({ auth }: ApiOperation): FunctionAuth {
  if (auth.type === 'basic') return { type: 'basic', user: 'user' };
  if (auth.type === 'oauth2')
    return { type: 'oauth2', tokenUrl: auth.tokenUrl, clientId: 'client', scope: '' };
  if (auth.type === 'header' || auth.type === 'query')
    return auth.name === '' ? { type: 'bearer' } : { type: auth.type, name: auth.name };
  return { type: auth.type };
}

/**
 * An operation as a function whose address is its path. Null where no function can be made of it: more places in
 * its path than there may be, or nothing that the schema of functions takes.
 */
export function functionOf(operation: ApiOperation): ImportedFunction | null {
  const notes = new Set<Note>(operation.notes);
  const taken = new Set<string>();
  const named = chosen(operation.fields, notes).map(({ field, parameter }) => {
    const name = placeName(field.name, taken);
    taken.add(name);
    return { field, parameter, name };
  });
  const nameIn = (where: ApiField['where'], original: string): string | undefined =>
    named.find(({ field }) => field.where === where && field.name === original)?.name;
  const path = operation.path.replace(/\{([^{}]{1,100})\}/g, (whole, original: string) => {
    const name = nameIn('path', original);
    return name === undefined ? whole : `{{${name}}}`;
  });
  if (/(?<!\{)\{(?!\{)/.test(path)) return null;
  const pairs = (where: 'query' | 'header') =>
    named
      .filter(({ field }) => field.where === where)
      .map(({ field, name }) => ({ name: field.name, value: `{{${name}}}` }));
  const body = named.filter(({ field }) => field.where === 'body');
  const label = oneLine(operation.summary).slice(0, 80) || nameOf(operation);
  const parsed = functionDefinition.safeParse({
    kind: 'http',
    name: nameOf(operation),
    label,
    description: descriptionOf(operation),
    parameters: {
      type: 'object',
      properties: Object.fromEntries(named.map(({ name, parameter }) => [name, parameter])),
      required: named.filter(({ field }) => field.isRequired).map(({ name }) => name),
    },
    risk: operation.method === 'GET' ? 'read' : 'write',
    http: {
      method: operation.method,
      url: path,
      query: pairs('query'),
      headers: pairs('header'),
      body: body.length > 0 ? operation.body : 'none',
      bodyTemplate:
        body.length > 0
          ? JSON.stringify(
              Object.fromEntries(body.map(({ field, name }) => [field.name, `{{${name}}}`])),
              null,
              2,
            )
          : '',
      auth: authOf(operation),
      responsePath: operation.answerPath,
    },
  });
  if (!parsed.success) return null;
  return { method: operation.method, path: operation.path, definition: parsed.data, notes: [...notes] };
}
