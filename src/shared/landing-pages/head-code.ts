import { html, type Html } from '../text/escape-html.ts';

export const longestHeadCode = 5_000;
const mostTags = 20;
const longestTag = 600;

type HeadTag = {
  name: 'meta' | 'link';
  attributes: Readonly<Record<string, string>>;
};

/** What a `<link>` may say of the page. None of these loads anything. */
const relations = new Set(['alternate', 'author', 'help', 'license', 'me']);
/** What the server says itself, and what would change how the page is shown or followed. */
const ownNames = new Set(['viewport', 'referrer', 'color-scheme', 'charset', 'theme-color', 'description']);

function attributesOf(text: string): Record<string, string> | null {
  const found: Record<string, string> = {};
  let rest = text.trim().replace(/\/$/, '').trimEnd();
  while (rest !== '') {
    const match =
      /^([a-z:-]{1,20})="([^"<>]{0,500})"\s*/i.exec(rest) ??
      /^([a-z:-]{1,20})='([^'<>]{0,500})'\s*/i.exec(rest);
    if (!match) return null;
    found[(match[1] ?? '').toLowerCase()] = match[2] ?? '';
    rest = rest.slice(match[0].length);
  }
  return found;
}

function isAllowed({ name, attributes }: HeadTag): boolean {
  const keys = Object.keys(attributes);
  if (name === 'meta') {
    const named = attributes['name'] ?? attributes['property'];
    return (
      keys.every((key) => key === 'name' || key === 'property' || key === 'content') &&
      named !== undefined &&
      attributes['content'] !== undefined &&
      /^[a-z0-9:._-]{1,80}$/i.test(named) &&
      !ownNames.has(named.toLowerCase())
    );
  }
  const { rel = '', href = '' } = attributes;
  return (
    keys.every((key) => ['rel', 'href', 'type', 'title', 'hreflang'].includes(key)) &&
    relations.has(rel.toLowerCase()) &&
    URL.canParse(href) &&
    new URL(href).protocol === 'https:'
  );
}

/**
 * The tags of an owner's head code: `<meta>` with a name and `<link>` that loads nothing, such as other services
 * ask for to see whose page it is. Null where something else stands in it.
 */
export function readHeadCode(text: string): HeadTag[] | null {
  const tags: HeadTag[] = [];
  let rest = text.trim();
  if (rest.length > longestHeadCode) return null;
  while (rest !== '') {
    const start = /^<(meta|link)\s/i.exec(rest);
    const end = rest.indexOf('>');
    if (!start || end < 0 || end > longestTag || tags.length === mostTags) return null;
    const attributes = attributesOf(rest.slice(start[0].length, end));
    if (!attributes) return null;
    const tag = { name: (start[1] ?? '').toLowerCase() as HeadTag['name'], attributes };
    if (!isAllowed(tag)) return null;
    tags.push(tag);
    rest = rest.slice(end + 1).trim();
  }
  return tags;
}

/** The tags written anew; nothing where something else stands in the text. */
export const headMarkup = (text: string): Html[] =>
  (readHeadCode(text) ?? []).map(({ name, attributes }) => {
    const pairs = Object.entries(attributes).map(([key, value]) => html` ${key}="${value}"`);
    return name === 'meta' ? html`<meta${pairs}>` : html`<link${pairs}>`;
  });
