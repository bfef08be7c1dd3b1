import { fieldsOf, isBlockType } from './blocks.ts';
import type { Block, Fields } from './fields.ts';
import { parsePage } from './parse-page.ts';

/** A text of a block: where it stands (`title`, `items.0.text`), what it says, and how long it may be. */
export type BlockText = {
  path: string;
  text: string;
  /** In characters. */
  max: number;
  isMarkdown: boolean;
};

/** What is said in a field of a block, before and after. */
export type TextChange = {
  path: string;
  before: string;
  after: string;
};

function textsIn(fields: Fields, values: Record<string, unknown>, at: string): BlockText[] {
  return Object.entries(fields).flatMap(([name, field]): BlockText[] => {
    const value = values[name];
    const path = at + name;
    if (field.kind === 'text' || field.kind === 'markdown')
      return typeof value === 'string' && value.trim() !== ''
        ? [{ path, text: value, max: field.max, isMarkdown: field.kind === 'markdown' }]
        : [];
    if (field.kind !== 'list' || !Array.isArray(value)) return [];
    return value.flatMap((item, index) =>
      textsIn(field.of, item as Record<string, unknown>, `${path}.${index}.`),
    );
  });
}

/** The texts of a block that say something; none of the blocks within it. */
export const textsOf = ({ type, props }: Block): BlockText[] =>
  isBlockType(type) ? textsIn(fieldsOf(type), props, '') : [];

const addresses = /https?:\/\/[^\s)\]"'<>]+|(?<=\]\()[^)\s]+|\bwww\.[^\s)\]"'<>]+/gi;
const markup = /<\/?[a-z][^<>]{0,500}>/gi;
const all = (text: string, pattern: RegExp): string[] => text.match(pattern) ?? [];

/**
 * The text as it may stand in the place of another: cut between words where it is too long. Null where it brings an
 * address or markup that was not there, or says nothing.
 */
function usable({ text, max, isMarkdown }: BlockText, said: string): string | null {
  const line = said.toWellFormed().replaceAll('\u0000', '').trim();
  const known = new Set(all(text, addresses));
  if (line === '' || all(line, addresses).some((address) => !known.has(address))) return null;
  const tags = new Set(all(text, markup));
  if (all(line, markup).some((tag) => !tags.has(tag))) return null;
  // Pictures load something from elsewhere: no text of a page brings one along.
  if (isMarkdown && all(line, /!\[/g).length > all(text, /!\[/g).length) return null;
  if (line.length <= max) return line;
  const cut = line.slice(0, max - 1).toWellFormed();
  const end = cut.lastIndexOf(' ');
  return `${(end > max * 0.6 ? cut.slice(0, end) : cut).trimEnd()}…`;
}

/** What may be taken over of texts that a model wrote, by their places. Everything else is left out. */
export function changesOf(texts: readonly BlockText[], said: Record<string, unknown>): TextChange[] {
  return texts.flatMap((text) => {
    const given = Object.hasOwn(said, text.path) ? said[text.path] : undefined;
    const after = typeof given === 'string' ? usable(text, given) : null;
    return after === null || after === text.text ? [] : [{ path: text.path, before: text.text, after }];
  });
}

function withText(value: unknown, path: readonly string[], text: string): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return text;
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (index === Number(name) ? withText(item, rest, text) : item));
  const record = value as Record<string, unknown>;
  return { ...record, [name]: withText(record[name], rest, text) };
}

/**
 * The block with other words. Only its own texts are written, each where it still says what it said before; so whoever
 * changed one in the meantime keeps theirs.
 */
export function rewritten(block: Block, changes: readonly TextChange[]): Block {
  const places = new Map(textsOf(block).map(({ path, text }) => [path, text]));
  let props = block.props;
  for (const { path, before, after } of changes)
    if (places.get(path) === before) props = withText(props, path.split('.'), after) as Block['props'];
  if (props === block.props) return block;
  const read = parsePage({ root: { props: {} }, content: [{ type: block.type, props }] });
  return read.faults.length === 0 && read.data.content[0] ? { type: block.type, props } : block;
}
