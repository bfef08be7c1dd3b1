/**
 * Places for values in what a function sends: `{{order_id}}` for an argument, `{{contact.email}}` for what is
 * known of the visitor. What a model wrote fills places and never steers where a call goes: hosts hold no
 * places, a value stays within its segment, its parameter or its string.
 */

const place = /\{\{\s*([a-zA-Z_][a-zA-Z0-9_]{0,63}(?:\.[a-z][a-z0-9_]{0,63})?)\s*\}\}/g;
const wholePlace = new RegExp(`^${place.source}$`);

/** A value that can't stand where it should; the message is for the model. */
export class PlaceError extends Error {
  override readonly name = 'PlaceError';
}

export type Values = Readonly<Record<string, unknown>>;

/** The names of all places, each once. */
export const placesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(place)].map(([, name]) => name ?? '')),
];

const textOf = (value: unknown): string =>
  value === undefined || value === null
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value as string | number | boolean);

const valueOf = (values: Values, name: string): unknown =>
  Object.hasOwn(values, name) ? values[name] : undefined;

/** Values in a line of text: a header, a form's field. */
export function fillLine(template: string, values: Values): string {
  return template.replace(place, (_whole, name: string) => {
    const text = textOf(valueOf(values, name));
    // eslint-disable-next-line no-control-regex
    if (/[\r\n\u0000]/.test(text)) throw new PlaceError(`“${name}” may not hold line breaks.`);
    return text;
  });
}

/** Scheme, host and port of an address with places; null where it is none, or they are part of a place. */
export function originOf(template: string): string | null {
  const [, start = ''] = /^(https?:\/\/[^/?#\\]+)/i.exec(template) ?? [];
  if (start === '' || start.includes('{') || !URL.canParse(start)) return null;
  const url = new URL(start);
  return url.username || url.password ? null : url.origin;
}

/**
 * The address with its values. A value fills one segment or one parameter: it can't go up a folder, open a
 * further segment or leave the host.
 */
export function fillAddress(
  template: string,
  query: readonly { name: string; value: string }[],
  values: Values,
): URL {
  const [head = '', ...rest] = template.split('?');
  const path = head.replace(place, (_whole, name: string) => {
    const text = textOf(valueOf(values, name));
    if (text === '' || /^(\.|%2e){1,2}$/i.test(text))
      throw new PlaceError(`“${name}” is needed and must be a plain value.`);
    return encodeURIComponent(text.toWellFormed());
  });
  const written = rest
    .join('?')
    .replace(place, (_whole, name: string) =>
      encodeURIComponent(textOf(valueOf(values, name)).toWellFormed()),
    );
  const address = written === '' ? path : `${path}?${written}`;
  if (!URL.canParse(address)) throw new PlaceError('The address can not be built from these values.');
  const url = new URL(address);
  if (url.origin !== originOf(template)) throw new PlaceError('The address may not lead anywhere else.');
  const plain = template.replace(place, 'x').split(/[?#]/, 1)[0] ?? '';
  if (URL.canParse(plain) && new URL(plain).pathname.split('/').length !== url.pathname.split('/').length)
    throw new PlaceError('A value may not change the path.');
  for (const { name, value } of query) {
    const filled = fillLine(value, values);
    // A parameter without a value is left out, as an optional argument is.
    if (filled !== '' || placesIn(value).length === 0) url.searchParams.append(name, filled);
  }
  return url;
}

/**
 * A template of JSON with its values: a string that is nothing but a place becomes the value itself, number,
 * list or object. What has no value is left out of objects.
 */
export function fillJson(template: unknown, values: Values): unknown {
  if (typeof template === 'string') {
    const name = wholePlace.exec(template)?.[1];
    return name === undefined
      ? template.replace(place, (_whole, each: string) => textOf(valueOf(values, each)))
      : valueOf(values, name);
  }
  if (Array.isArray(template))
    return template.map((each: unknown) => fillJson(each, values)).filter((each) => each !== undefined);
  if (typeof template === 'object' && template !== null)
    return Object.fromEntries(
      Object.entries(template)
        .map(([key, value]) => [key, fillJson(value, values)] as const)
        .filter(([, value]) => value !== undefined),
    );
  return template;
}
