export type MarkupToken =
  | { type: 'open'; name: string; attributes: string; selfClosing: boolean }
  | { type: 'close'; name: string }
  | { type: 'text'; text: string };

const rawElements = new Set(['script', 'style', 'noscript', 'template', 'svg', 'textarea']);

/**
 * Reads XML or HTML as a flat list of tags and texts in linear time and without recursion: for archive parts,
 * and for HTML that is nested too deeply for a tree. Comments, doctypes and instructions are left out;
 * entities stay as written.
 * With `html`, names are lower-cased and the content of scripts, styles and the like is left out.
 */
export function* scanMarkup(source: string, options: { html?: boolean } = {}): Generator<MarkupToken> {
  const tagStart = /<(?=[a-z_/!?])/gi;
  let at = 0;
  while (at < source.length) {
    tagStart.lastIndex = at;
    const start = tagStart.exec(source)?.index ?? -1;
    if (start < 0) {
      yield { type: 'text', text: source.slice(at) };
      return;
    }
    if (start > at) yield { type: 'text', text: source.slice(at, start) };
    if (source.startsWith('<!--', start)) {
      const end = source.indexOf('-->', start + 4);
      if (end < 0) return;
      at = end + 3;
    } else if (source.startsWith('<![CDATA[', start)) {
      const end = source.indexOf(']]>', start + 9);
      const text = source.slice(start + 9, end < 0 ? undefined : end);
      yield { type: 'text', text: text.replace(/&/g, '&amp;') };
      if (end < 0) return;
      at = end + 3;
    } else if (source[start + 1] === '!' || source[start + 1] === '?') {
      const end = source.indexOf('>', start);
      if (end < 0) return;
      at = end + 1;
    } else {
      let end = start + 1;
      for (let quote = ''; end < source.length; end += 1) {
        const character = source[end];
        if (quote) {
          if (character === quote) quote = '';
        } else if (character === '"' || character === "'") quote = character;
        else if (character === '>') break;
      }
      const inside = source.slice(start + 1, end);
      at = end + 1;
      const closing = inside.startsWith('/');
      const name = /^[^\s/>]+/.exec(closing ? inside.slice(1) : inside)?.[0] ?? '';
      const known = options.html ? name.toLowerCase() : name;
      if (closing) yield { type: 'close', name: known };
      else {
        yield {
          type: 'open',
          name: known,
          attributes: inside.slice(name.length),
          selfClosing: inside.endsWith('/'),
        };
        if (options.html && rawElements.has(known) && !inside.endsWith('/')) {
          const endTag = new RegExp(`</${known}`, 'gi');
          endTag.lastIndex = at;
          const found = endTag.exec(source);
          if (!found) return;
          at = found.index;
        }
      }
    }
  }
}

const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  euro: '€',
  copy: '©',
  laquo: '«',
  raquo: '»',
};

/**
 * Decodes numeric entities and the most common named ones. Entities that a document defines itself are never
 * expanded.
 */
export function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi,
    (whole, decimal: string | undefined, hex: string | undefined, name: string | undefined) => {
      if (name) return named[name.toLowerCase()] ?? whole;
      const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
      return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
        ? String.fromCodePoint(code)
        : '';
    },
  );
}

/** One attribute out of the raw text of a tag. */
export function attributeOf(attributes: string, name: string): string | null {
  const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(
    attributes,
  );
  return match ? decodeEntities(match[1] ?? match[2] ?? match[3] ?? '') : null;
}

const blockElements = new Set([
  'p',
  'div',
  'section',
  'article',
  'main',
  'li',
  'ul',
  'ol',
  'tr',
  'table',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'br',
  'hr',
  'dt',
  'dd',
  'blockquote',
  'pre',
  'header',
  'footer',
]);

/** The bare text of an HTML document of any depth, line by line. */
export function textOfMarkup(source: string, maxLength: number): string {
  const parts: string[] = [];
  let length = 0;
  let skipping = false;
  for (const token of scanMarkup(source, { html: true })) {
    if (token.type === 'text') {
      if (skipping) continue;
      const text = decodeEntities(token.text.replace(/\s+/g, ' '));
      parts.push(text);
      length += text.length;
      if (length > maxLength) break;
    } else {
      if (token.name === 'head' || token.name === 'title') skipping = token.type === 'open';
      if (blockElements.has(token.name)) parts.push('\n');
    }
  }
  return parts
    .join('')
    .replace(/(?<! ) *\n */g, '\n')
    .replace(/\n{2,}/g, '\n\n');
}
