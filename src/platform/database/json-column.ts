import { customType } from 'drizzle-orm/pg-core';

/**
 * A jsonb column. PostgreSQL refuses U+0000 and half surrogate pairs in it, and texts cut at a length or
 * written by a model hold such things, so they are mended on the way in rather than lose the whole row.
 */
export function jsonColumn<T>(name?: string) {
  const column = customType<{ data: T; driverData: unknown }>({
    dataType: () => 'jsonb',
    toDriver: storableJson,
  });
  return name === undefined ? column() : column(name);
}

/**
 * A json column, for objects whose keys have an order that people gave them, such as the parameters of a
 * function: jsonb sorts keys by their length. It can't be compared or indexed without a cast to jsonb.
 */
export function orderedJsonColumn<T>(name?: string) {
  const column = customType<{ data: T; driverData: unknown }>({
    dataType: () => 'json',
    toDriver: storableJson,
  });
  return name === undefined ? column() : column(name);
}

/**
 * How JSON spells what the database refuses; a text that speaks of such a spelling looks the same, which does
 * no harm.
 */
const refused = /\\u(?:0000|d[89a-f])/;

/**
 * The value as JSON that the database can keep. Hardly any value needs mending, and looking at each of its
 * texts costs several times more than writing it down.
 */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  return refused.test(json)
    ? JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? storableText(part) : part))
    : json;
}

/** The text as the database can keep it. */
export function storableText(text: string): string {
  return (text.includes('\u0000') ? text.replaceAll('\u0000', '') : text).toWellFormed();
}
