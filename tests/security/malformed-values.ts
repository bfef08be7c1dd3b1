import { z } from 'zod';
import { storableText } from '#platform/database/json-column.ts';
import { invalidInput } from '#platform/http/bind.ts';
import { readJson } from '#platform/http/read-json.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { bodyOf } from './endpoint-walk.ts';

/** One body to send: what is odd about it, its bytes, and whether the endpoint's own schema takes it. */
export type OddBody = {
  what: string;
  /** Which field is odd, and how; null where the body is odd as a whole. */
  odd: { field: string; kind: string } | null;
  body: string;
  isTaken: boolean;
};

/** A little more than a server takes. */
const megabyte = 'x'.repeat(1_048_577);
const longText = megabyte.slice(0, 200_000);
const wrong: [string, unknown][] = [
  ['null', null],
  ['a number', -1],
  ['a huge number', 1e308],
  ['a fraction', 0.5],
  ['a long text', longText],
  ['an empty text', ''],
  ['spaces', '   '],
  ['NUL', '\u0000'],
  ['half a surrogate pair', 'a\ud800'],
  ['a list', []],
  ['a list of lists', [[[]]]],
  ['an object', {}],
  ['true', true],
  ['an operator', { $ne: 1 }],
];

/** Days and moments that are written well, and that no database or no calendar of somebody's has. */
const farAway: [string, string][] = [
  ['a day of the year 0', '0000-01-01'],
  ['a moment of the year 0', '0000-01-01T00:00:00Z'],
  ['the last day', '9999-12-31'],
  ['the last moment', '9999-12-31T23:59:59Z'],
];

/** What else may stand in a question, as it stands in an address. */
const oddAnswers = [
  '',
  '%00',
  '%ED%A0%80',
  '-1',
  '1e9',
  '99999999999999999999',
  '__proto__',
  '%25%5F%5C',
  "'",
];
/** Of these each field is asked with so many, in turn. */
const answersOfOne = 3;

type Node = {
  $ref?: string;
  type?: string;
  maxLength?: number;
  pattern?: string;
  format?: string;
  enum?: unknown[];
  properties?: Record<string, Node>;
  anyOf?: Node[];
  items?: Node;
};

/**
 * How long a text must be for a field to be more than it takes. Where only the length or the kind of a value is looked at, some
 * thousand times less is as odd; what is read by an expression, or has no bound, gets the longest.
 */
function tooLong({ type, enum: choices, maxLength, pattern, format }: Node): number {
  if (choices || (type !== undefined && type !== 'string')) return 1_000;
  return type === 'string' && maxLength !== undefined && !pattern && !format
    ? Math.min(maxLength + 1, longText.length)
    : longText.length;
}

type OddField = {
  path: string[];
  /** The length that is too much. */
  tooLong: number;
  /** It holds a day or a moment. */
  isTime: boolean;
};

/** All fields, through objects and into the first entry of lists. */
function fieldsOf(schema: z.ZodType): OddField[] {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node & {
    $defs?: Record<string, Node>;
  };
  const found = new Map<string, OddField>();
  const visit = (given: Node, at: string[]): void => {
    const node = given.$ref ? (json.$defs?.[given.$ref.replace('#/$defs/', '')] ?? {}) : given;
    const name = at.join('.');
    const before = found.get(name);
    if (at.length > 0)
      found.set(name, {
        path: at,
        tooLong: Math.max(tooLong(node), before?.tooLong ?? 0),
        isTime: before?.isTime || node.format === 'date' || node.format === 'date-time',
      });
    for (const choice of node.anyOf ?? []) visit(choice, at);
    if (node.items) visit(node.items, [...at, '0']);
    for (const [key, child] of Object.entries(node.properties ?? {})) visit(child, [...at, key]);
  };
  visit(json, []);
  return [...found.values()];
}

/** A copy of `body` with another value at one place. */
function withValue(body: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (key === '0') return [withValue(Array.isArray(body) ? body[0] : undefined, rest, value)];
  const current = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  return { ...current, [key]: withValue(current[key], rest, value) };
}

/** Every odd body for an endpoint that takes one. */
export function oddBodies(endpoint: Endpoint): OddBody[] {
  const schema = endpoint.body as z.ZodType;
  const good = bodyOf(endpoint) as object;
  // As the server reads it: what the database can't keep is left out of texts before the schema sees them.
  const read = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value) ?? '{}', (_key, part: unknown) =>
      typeof part === 'string' ? storableText(part) : part,
    );
  const oddity = (what: string, value: unknown, odd: OddBody['odd'] = null): OddBody => ({
    what,
    odd,
    body: JSON.stringify(value) ?? '',
    isTaken: schema.safeParse(read(value ?? {})).success,
  });
  const text = JSON.stringify(good);
  const broken = (what: string, body: string): OddBody => ({
    what,
    odd: null,
    body,
    isTaken: false,
  });
  return [
    oddity('an unknown key', { ...good, unknown: 1 }),
    ...fieldsOf(schema)
      .map((one) => ({ ...one, field: one.path.join('.') }))
      .flatMap(({ path, field, tooLong: length, isTime }) =>
        [...wrong, ...(isTime ? farAway : [])].map(([kind, value]) =>
          oddity(
            `${field} as ${kind}`,
            withValue(good, path, value === longText ? longText.slice(0, length) : value),
            { field, kind },
          ),
        ),
      ),
    broken('too much', JSON.stringify({ ...good, unknown: megabyte })),
    broken('a key __proto__ that holds everything', `{"__proto__":${text},"x":1}`),
    broken('a key constructor', `{"constructor":{"prototype":${text}}}`),
  ];
}

/**
 * Questions that are asked oddly: days and moments of all fields together, and each other field in a few ways. `from` says
 * where in the ways to begin.
 */
export function oddQuestions({ query }: Endpoint, from: number): { what: string; question: string }[] {
  if (!query) return [];
  const fields = fieldsOf(query as z.ZodType).filter(({ path }) => path.length === 1);
  const names = (isOfTime: boolean): string[] =>
    fields.filter(({ isTime }) => isTime === isOfTime).map(({ path }) => path.join());
  const times = names(true);
  return [
    ...farAway
      .filter(() => times.length > 0)
      .map(([what, value]) => ({ what, question: times.map((name) => `${name}=${value}`).join('&') })),
    ...names(false).flatMap((name, at) =>
      Array.from({ length: answersOfOne }, (_, turn) => {
        const answer = oddAnswers[(from + at * answersOfOne + turn) % oddAnswers.length] ?? '';
        return { what: `${name} as ${answer}`, question: `${name}=${answer}` };
      }),
    ),
  ];
}

/**
 * A few bodies for all: at each endpoint each field is odd in one of them, and what is odd as a whole always is. The kinds
 * of oddness take turns over all endpoints: that each schema refuses each kind in each field is seen without HTTP.
 */
export function fewForAll<T extends { endpoint: Endpoint; odd: OddBody['odd'] }>(bodies: readonly T[]): T[] {
  const sent = new Map<string, number>();
  const timesSent = ({ odd }: T): number => sent.get(odd?.kind ?? '') ?? 0;
  const chosen: T[] = [];
  for (const ofOne of Map.groupBy(bodies, ({ endpoint }) => endpoint).values())
    for (const [field, ofField] of Map.groupBy(ofOne, ({ odd }) => odd?.field)) {
      if (field === undefined) {
        chosen.push(...ofField);
        continue;
      }
      const rarest = ofField.reduce((least, body) => (timesSent(body) < timesSent(least) ? body : least));
      sent.set(rarest.odd?.kind ?? '', timesSent(rarest) + 1);
      chosen.push(rarest);
    }
  return chosen;
}

/** Whether the server's own reading of a body ends in an error of the caller that names the fields. */
export function isRefusedByField({ body: schema }: Endpoint, body: string): boolean {
  try {
    const { success, error } = (schema as z.ZodType).safeParse(readJson(body) ?? {});
    if (success) return false;
    const { status, code, fields } = invalidInput(error.issues);
    return status === 400 && code === 'common.invalid_input' && Object.keys(fields ?? {}).length > 0;
  } catch (error) {
    return error instanceof AppError && error.status === 413;
  }
}

/** Ids that are no ids. */
export const oddIds = [
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e',
  '%00',
  '%',
  'x'.repeat(501),
  '__proto__',
  'constructor',
  '-1',
  '99999999999999999999',
  "'%20OR%20'1'='1",
  '%ED%A0%80',
  '%0d%0aX-Evil:%201',
  'agt_%25',
  'null',
  '%F0%9F%98%80',
  '%ff',
  '*',
  '%3Cscript%3E',
  '[]',
];
