import type { ApiNote, ApiSchema } from '../api-description.ts';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export const isRecord = (value: unknown): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** References that are followed one after the other, and schemas that stand in each other. */
const mostSteps = 20;
const deepest = 4;
/** Properties of one object, and schemas that one document may cost: a small one can stand for millions. */
const mostProperties = 40;
const mostSchemas = 200_000;

export type SchemaReader = {
  /** What a reference inside the document leads to; null where it leads nowhere. */
  follow(value: Json | undefined, notes?: Set<ApiNote>): Json;
  /** A schema, cut to what can be asked for. */
  read(value: Json | undefined, notes: Set<ApiNote>): ApiSchema;
};

/** Reads schemas of one document. Nothing outside of it is looked at, and no reference is followed for ever. */
export function createSchemaReader(document: Record<string, Json>): SchemaReader {
  let left = mostSchemas;

  function follow(given: Json | undefined, notes?: Set<ApiNote>): Json {
    let value: Json = given ?? null;
    for (let step = 0; isRecord(value) && typeof value['$ref'] === 'string'; step += 1) {
      const ref: string = value['$ref'];
      if (!ref.startsWith('#/')) {
        notes?.add('remote');
        return null;
      }
      if (step >= mostSteps) {
        notes?.add('recursive');
        return null;
      }
      value = at(ref);
    }
    return value;
  }

  function at(ref: string): Json {
    let value: Json = document;
    for (const part of ref.slice(2).split('/', 50)) {
      const name = unescaped(part);
      if (Array.isArray(value)) value = value[Number(name)] ?? null;
      else if (isRecord(value) && Object.hasOwn(value, name)) value = value[name] ?? null;
      else return null;
    }
    return value;
  }

  function read(given: Json | undefined, notes: Set<ApiNote>, open: readonly Json[] = []): ApiSchema {
    const value = follow(given, notes);
    left -= 1;
    if (left < 0) {
      notes.add('large');
      return { type: 'string' };
    }
    if (!isRecord(value)) return { type: 'string' };
    if (open.includes(value)) {
      notes.add('recursive');
      return { type: 'object' };
    }
    const schema = merged(value, notes);
    const inner = [...open, value];
    const description = textOf(schema['description']).slice(0, 500);
    return {
      ...shapeOf(schema, notes, inner),
      ...(description ? { description } : {}),
    };
  }

  /** The parts of `allOf` as one, and the first of several choices. */
  function merged(schema: Record<string, Json>, notes: Set<ApiNote>, depth = 0): Record<string, Json> {
    if (depth > deepest) return schema;
    const choice = [schema['oneOf'], schema['anyOf']]
      .flatMap((list) => (Array.isArray(list) ? list : []))
      .map((one) => follow(one, notes))
      .find((one) => isRecord(one) && one['type'] !== 'null');
    const parts = [...(Array.isArray(schema['allOf']) ? schema['allOf'] : []).slice(0, 50), choice ?? null]
      .map((part) => follow(part, notes))
      .filter(isRecord)
      .map((part) => merged(part, notes, depth + 1));
    if (parts.length === 0) return schema;
    const all = [...parts, schema];
    return {
      ...Object.assign({}, ...parts),
      ...schema,
      properties: Object.assign(
        {},
        ...all.map((one) => (isRecord(one['properties']) ? one['properties'] : {})),
      ),
      required: all.flatMap((one) => (Array.isArray(one['required']) ? one['required'] : [])),
    };
  }

  function shapeOf(schema: Record<string, Json>, notes: Set<ApiNote>, open: readonly Json[]): ApiSchema {
    const type = typeOf(schema);
    if (type === 'array')
      return open.length > deepest ? { type } : { type, items: read(schema['items'] ?? {}, notes, open) };
    if (type === 'object') {
      const properties = isRecord(schema['properties']) ? Object.entries(schema['properties']) : [];
      if (open.length > deepest || properties.length === 0) return { type };
      if (properties.length > mostProperties) notes.add('large');
      const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
      // What must be given comes first, so that it is not what is cut off.
      const kept = properties
        .filter(([, one]) => !(isRecord(one) && one['readOnly'] === true))
        .toSorted(([a], [b]) => Number(required.has(b)) - Number(required.has(a)))
        .slice(0, mostProperties);
      return {
        type,
        properties: Object.fromEntries(kept.map(([name, one]) => [name, read(one, notes, open)])),
        required: kept.map(([name]) => name).filter((name) => required.has(name)),
      };
    }
    const choices = (Array.isArray(schema['enum']) ? schema['enum'] : [])
      .filter((one) => typeof one === 'string' || typeof one === 'number')
      .filter((one) => typeof one === 'number' || one.length <= 200)
      .slice(0, 100);
    return choices.length > 0 ? { type, enum: choices } : { type };
  }

  return { follow, read: (value, notes) => read(value, notes) };
}

function typeOf(schema: Record<string, Json>): ApiSchema['type'] {
  const given = schema['type'];
  const type = Array.isArray(given) ? given.find((one) => one !== 'null') : given;
  if (
    type === 'string' ||
    type === 'number' ||
    type === 'integer' ||
    type === 'boolean' ||
    type === 'array' ||
    type === 'object'
  )
    return type;
  if (isRecord(schema['properties'])) return 'object';
  return schema['items'] === undefined ? 'string' : 'array';
}

function unescaped(part: string): string {
  const text = part.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
