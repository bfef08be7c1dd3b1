import { Lexer, type Token, type Tokens } from 'marked';
import { decodeEntities } from './text/html-entities.ts';
import { slugOf } from './text/slug.ts';
import type { ArticleElement, ArticleHeading, ArticleNode } from './article.ts';

/** What became of a post's Markdown. */
export type Article = {
  nodes: ArticleNode[];
  /** For the table of contents. */
  headings: ArticleHeading[];
  /** All of its words, for searching. */
  text: string;
  words: number;
  /** How long reading takes, at least one. */
  minutes: number;
};

/** What an adult reads of a text that explains something. */
const wordsPerMinute = 220;
/** Deeper quotes and lists are flat: who nests more means to break something. */
const deepest = 12;
/** Longest paragraph whose emphasis and links are looked for, in characters: that takes the square of its length. */
const longestInline = 2_500;

/** Looks at a longer paragraph, item or cell as plain words, so that no text takes minutes. */
class ArticleLexer extends Lexer {
  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    if (source.length <= longestInline) return super.inlineTokens(source, tokens);
    tokens.push({ type: 'text', raw: source, text: source });
    return tokens;
  }
}

/**
 * Reads Markdown into the elements that an article may hold. Markup in it stays text, addresses other than
 * those of the web, of mail and of this site are left out, and pictures are of this site or become links:
 * nothing in an article runs, or tells another server who reads it.
 */
export function readMarkdown(body: string): Article {
  const headings: ArticleHeading[] = [];
  const tokens = new ArticleLexer({ gfm: true }).lex(withShallowLines(body));
  const nodes = blocks(tokens, { headings, named: new Map(), depth: 0 });
  const text = nodes.map(textOf).join('\n');
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  return { nodes, headings, text, words, minutes: Math.max(1, Math.round(words / wordsPerMinute)) };
}

type Reading = {
  headings: ArticleHeading[];
  /** How many headings have begun with a word, by that word, so that the next gets the next number. */
  named: Map<string, number>;
  depth: number;
};

/** No line begins with more than some marks of quotes or so much space: the lexer calls itself for each. */
function withShallowLines(body: string): string {
  return body
    .split('\n')
    .map((line) => {
      const end = /[^\s>]/.exec(line)?.index ?? line.length;
      const marks = line.slice(0, end);
      const quotes = marks.split('>').length - 1;
      if (quotes > deepest) return `${'> '.repeat(deepest)}${line.slice(end)}`;
      return end > deepest * 4 ? `${marks.slice(0, deepest * 4)}${line.slice(end)}` : line;
    })
    .join('\n');
}

function element(
  tag: ArticleElement['tag'],
  children: ArticleNode[],
  more: Partial<ArticleElement> = {},
): ArticleElement {
  return { tag, children, ...more };
}

function blocks(tokens: readonly Token[], reading: Reading): ArticleNode[] {
  return tokens.flatMap((token) => block(token, { ...reading, depth: reading.depth + 1 }));
}

function block(token: Token, reading: Reading): ArticleNode[] {
  if (reading.depth > deepest * 2) return [token.raw];
  switch (token.type) {
    case 'space':
    case 'def':
      return [];
    case 'heading':
      return [heading(token as Tokens.Heading, reading)];
    case 'paragraph':
      return [element('p', inline(token.tokens))];
    case 'text':
      return token.tokens ? inline(token.tokens) : [decodeEntities((token as Tokens.Text).text)];
    case 'list':
      return [list(token as Tokens.List, reading)];
    case 'blockquote':
      return [element('blockquote', blocks(token.tokens ?? [], reading))];
    case 'code':
      return [code(token as Tokens.Code)];
    case 'hr':
      return [element('hr', [])];
    case 'table':
      return [table(token as Tokens.Table)];
    case 'html':
      return /^\s*<!--/.test(token.raw) ? [] : [element('p', [token.raw.trim()])];
    default:
      return inline([token]);
  }
}

/** The page has the one heading of the first level, so that those of an article begin with the second. */
function heading(token: Tokens.Heading, { headings, named }: Reading): ArticleElement {
  const children = inline(token.tokens);
  const level = Math.min(Math.max(token.depth, 2), 4);
  if (level === 4) return element('h4', children);
  const text = children.map(textOf).join('').trim();
  const word = slugOf(text) || 'section';
  // "Prices 2" may stand before a second "Prices": the number goes on from there.
  let count = named.get(word) ?? 0;
  let id: string;
  do {
    count += 1;
    id = count === 1 ? word : `${word}-${count}`;
  } while (id !== word && named.has(id));
  named.set(word, count);
  if (id !== word) named.set(id, 1);
  headings.push({ id, text, level: level === 2 ? 2 : 3 });
  return element(level === 2 ? 'h2' : 'h3', children, { id });
}

function code({ text, lang }: Tokens.Code): ArticleElement {
  const language = /^[a-z]+/.exec(lang ?? '')?.[0];
  return element('pre', [element('code', [text])], language ? { language } : {});
}

function list(token: Tokens.List, reading: Reading): ArticleElement {
  const items = token.items.map((item) =>
    element(
      'li',
      item.tokens.flatMap((part) =>
        part.type === 'checkbox'
          ? [(part as Tokens.Checkbox).checked ? '☑ ' : '☐ ']
          : block(part, { ...reading, depth: reading.depth + 1 }),
      ),
    ),
  );
  const start = Number(token.start);
  if (!token.ordered) return element('ul', items);
  return element('ol', items, start > 1 && start < 10_000 ? { start } : {});
}

function table(token: Tokens.Table): ArticleElement {
  const row = (cells: readonly Tokens.TableCell[], tag: 'th' | 'td'): ArticleElement =>
    element(
      'tr',
      cells.map((cell) => element(tag, inline(cell.tokens))),
    );
  return element('table', [
    element('thead', [row(token.header, 'th')]),
    element(
      'tbody',
      token.rows.map((cells) => row(cells, 'td')),
    ),
  ]);
}

function inline(tokens: readonly Token[] | undefined): ArticleNode[] {
  return (tokens ?? []).flatMap((token): ArticleNode[] => {
    switch (token.type) {
      case 'strong':
      case 'em':
      case 'del':
        return [element(token.type, inline(token.tokens))];
      case 'codespan':
        return [element('code', [token.text as string])];
      case 'br':
        return [element('br', [])];
      case 'link':
        return link((token as Tokens.Link).href, inline(token.tokens));
      case 'image':
        return image(token as Tokens.Image);
      case 'escape':
        return [token.text as string];
      case 'text':
        return token.tokens ? inline(token.tokens) : [decodeEntities((token as Tokens.Text).text)];
      default:
        return [token.raw];
    }
  });
}

/** An address of this site: one slash, then no other host. */
const isOwnPath = (address: string): boolean => /^\/(?![/\\])/.test(address);

/** An address that may stand in an article, or null. */
function safeAddress(address: string): string | null {
  // eslint-disable-next-line no-control-regex
  if (address.length > 2_000 || /[\u0000-\u0020\\\u007f]/.test(address)) return null;
  if (isOwnPath(address) || /^#[\w-]+$/.test(address)) return address;
  const url = URL.canParse(address) ? new URL(address) : null;
  return url && ['https:', 'http:', 'mailto:'].includes(url.protocol) ? url.href : null;
}

function link(address: string, children: ArticleNode[]): ArticleNode[] {
  const href = safeAddress(address);
  return href === null ? children : [element('a', children, { href })];
}

function image(token: Tokens.Image): ArticleNode[] {
  const src = safeAddress(token.href);
  if (src !== null && isOwnPath(src)) return [element('img', [], { src, alt: token.text })];
  return link(token.href, [token.text || token.href]);
}

function textOf(node: ArticleNode): string {
  if (typeof node === 'string') return node;
  const inner = node.children.map(textOf).join(node.tag === 'tr' ? ' ' : '');
  return ['p', 'li', 'h2', 'h3', 'h4', 'tr', 'pre', 'br'].includes(node.tag) ? `${inner}\n` : inner;
}
