import { blockFields, fieldsOf, isBlockType } from './blocks.ts';
import { initialOf, type Block, type Field, type Fields, type PictureValue } from './fields.ts';
import { safeLink, safePicture, videoPlace } from './links.ts';
import { pageLimits, type PageData } from './page-data.ts';

/** What had to be mended in a page. */
export type PageFault = {
  code:
    | 'not-a-page'
    | 'unknown-block'
    | 'unknown-field'
    | 'wrong-kind'
    | 'too-long'
    | 'unsafe-address'
    | 'too-many'
    | 'too-deep'
    | 'same-id'
    | 'old-zone';
  /** Names and places from the page down to the value, like `['content', 3, 'props', 'href']`. */
  path: (string | number)[];
};

/** The type of a block that stands for one that nobody knows; it keeps what it was, so that nothing is lost. */
export const placeholderType = 'unknown';
/** Longest JSON that a placeholder keeps, in characters. */
const longestKept = 20_000;
/** Most faults that are told: whoever sends more is told the first. */
const mostFaults = 100;
/** Deepest JSON that is looked at; whatever lies below is no page of ours. */
const deepestKept = 12;

type Walk = {
  faults: PageFault[];
  blocks: number;
  ids: Set<string>;
  path: (string | number)[];
};

/**
 * Reads a page out of anything. What is unknown becomes a placeholder that says so, what is too long is cut, and addresses
 * that are not safe are left out; `faults` names each. The same page read again is the same and has no fault.
 */
export function parsePage(input: unknown): { data: PageData; faults: PageFault[] } {
  const walk: Walk = { faults: [], blocks: 0, ids: new Set(), path: [] };
  if (!isObject(input)) {
    tell(walk, 'not-a-page');
    return { data: { root: readRoot({}, walk), content: [], zones: {} }, faults: walk.faults };
  }
  const root = at(walk, 'root', () => readRoot(input['root'], walk));
  const content = at(walk, 'content', () => readBlocks(input['content'], walk, 1));
  const zones = input['zones'];
  // Pages of older editors keep blocks beside the tree: they go to the end.
  if (isObject(zones))
    for (const [name, blocks] of Object.entries(zones)) {
      if (walk.blocks >= pageLimits.blocks) break;
      at(walk, 'zones', () =>
        at(walk, name.slice(0, 100), () => {
          tell(walk, 'old-zone');
          content.push(...readBlocks(blocks, walk, 1));
        }),
      );
    }
  return { data: { root, content, zones: {} }, faults: walk.faults };
}

function readRoot(input: unknown, walk: Walk): PageData['root'] {
  const props = isObject(input) && isObject(input['props']) ? input['props'] : {};
  const { agent = 0 } = props;
  if (isNumberOfAgent(agent)) return { props: { agent } };
  tell(walk, 'wrong-kind');
  return { props: { agent: 0 } };
}

const isNumberOfAgent = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 999_999_999;

function readBlocks(input: unknown, walk: Walk, level: number): Block[] {
  if (input === undefined) return [];
  if (!Array.isArray(input)) {
    tell(walk, 'wrong-kind');
    return [];
  }
  const blocks: Block[] = [];
  for (const [index, entry] of input.entries()) {
    if (walk.blocks >= pageLimits.blocks) {
      at(walk, index, () => tell(walk, 'too-many'));
      break;
    }
    walk.blocks += 1;
    blocks.push(at(walk, index, () => readBlock(entry, walk, level)));
  }
  return blocks;
}

function readBlock(input: unknown, walk: Walk, level: number): Block {
  const type = isObject(input) ? input['type'] : undefined;
  const props = isObject(input) && isObject(input['props']) ? input['props'] : {};
  const id = readId(props['id'], walk);
  if (type === placeholderType && typeof props['was'] === 'string' && typeof props['kept'] === 'string')
    return {
      type,
      props: { id, was: props['was'].slice(0, 80), kept: props['kept'].slice(0, longestKept) },
    };
  if (!isBlockType(type)) {
    tell(walk, 'unknown-block');
    return placeholder(id, typeof type === 'string' ? type : '', props);
  }
  if (level > pageLimits.levels) {
    tell(walk, 'too-deep');
    return placeholder(id, type, props);
  }
  const { id: _id, ...given } = props;
  const values = at(walk, 'props', () => readValues(blockFields[type], given, walk, level));
  return { type, props: { id, ...values } };
}

function placeholder(id: string, was: string, props: Record<string, unknown>): Block {
  return { type: placeholderType, props: { id, was: was.slice(0, 80), kept: shortJson(props) } };
}

/** As JSON, cut where it is long or deep. */
function shortJson(value: unknown): string {
  const shallow = (inner: unknown, depth: number): unknown => {
    if (typeof inner !== 'object' || inner === null) return inner;
    if (depth >= deepestKept) return '…';
    if (Array.isArray(inner)) return inner.slice(0, 200).map((entry) => shallow(entry, depth + 1));
    return Object.fromEntries(
      Object.entries(inner)
        .slice(0, 200)
        .map(([name, entry]) => [name, shallow(entry, depth + 1)]),
    );
  };
  return JSON.stringify(shallow(value, 0)).slice(0, longestKept);
}

/** Ids are short and unlike; one that is not gets the next that is free. */
function readId(given: unknown, walk: Walk): string {
  const isGood = typeof given === 'string' && /^[A-Za-z][\w-]{0,79}$/.test(given);
  if (isGood && !walk.ids.has(given)) {
    walk.ids.add(given);
    return given;
  }
  if (isGood) tell(walk, 'same-id');
  let count = walk.blocks;
  while (walk.ids.has(`block-${count}`)) count += 1;
  const id = `block-${count}`;
  walk.ids.add(id);
  return id;
}

function readValues(
  fields: Fields,
  given: Record<string, unknown>,
  walk: Walk,
  level = 0,
): Record<string, unknown> {
  for (const name of Object.keys(given))
    if (!Object.hasOwn(fields, name)) at(walk, name.slice(0, 100), () => tell(walk, 'unknown-field'));
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      at(walk, name, () =>
        Object.hasOwn(given, name) && given[name] !== undefined
          ? readValue(field, given[name], walk, level)
          : initialOf(field),
      ),
    ]),
  );
}

function readValue(field: Field, value: unknown, walk: Walk, level: number): unknown {
  const wrong = (): unknown => {
    tell(walk, 'wrong-kind');
    return initialOf(field);
  };
  switch (field.kind) {
    case 'text':
    case 'markdown':
    case 'html':
      return typeof value === 'string' ? cut(value, field.max, walk) : wrong();
    case 'link':
    case 'video':
      return typeof value === 'string' ? readAddress(field.kind, value, walk) : wrong();
    case 'anchor':
      return typeof value === 'string' && (value === '' || /^[a-z][a-z0-9-]{0,39}$/.test(value))
        ? value
        : wrong();
    case 'moment':
      return typeof value === 'string' && (value === '' || isMoment(value)) ? value : wrong();
    case 'offer':
      return typeof value === 'string' && /^[\w-]{0,40}$/.test(value) ? value : wrong();
    case 'form':
      return typeof value === 'string' && /^[\w-]{0,64}$/.test(value) ? value : wrong();
    case 'picture':
      return isObject(value) ? readPicture(value, walk) : wrong();
    case 'choice':
      return field.options.includes(value as string) ? value : wrong();
    case 'switch':
      return typeof value === 'boolean' ? value : wrong();
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
        ? Math.min(field.max, Math.max(field.min, Math.round(value)))
        : wrong();
    case 'agent':
      return isNumberOfAgent(value) ? value : wrong();
    case 'list':
      return Array.isArray(value) ? readItems(field.of, field.max, value, walk) : wrong();
    case 'slot':
      return readBlocks(value, walk, level + 1);
  }
}

/** In ISO 8601 with minutes, in UTC. */
const isMoment = (value: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/.test(value) && !Number.isNaN(Date.parse(value));

function readAddress(kind: 'link' | 'video', value: string, walk: Walk): string {
  if (value === '') return '';
  const address = kind === 'link' || videoPlace(value) ? safeLink(value) : '';
  if (address !== value) tell(walk, 'unsafe-address');
  return address;
}

function readPicture(value: Record<string, unknown>, walk: Walk): PictureValue {
  const { src, alt, isDecoration, width, height } = value;
  const address = typeof src === 'string' ? safePicture(src) : '';
  if (typeof src !== 'string') tell(walk, 'wrong-kind');
  else if (address !== src) tell(walk, 'unsafe-address');
  const size = (given: unknown): number =>
    typeof given === 'number' && Number.isFinite(given)
      ? Math.min(20_000, Math.max(0, Math.round(given)))
      : 0;
  return {
    src: address,
    alt: typeof alt === 'string' ? cut(alt, 300, walk) : '',
    isDecoration: isDecoration === true,
    width: size(width),
    height: size(height),
  };
}

function readItems(of: Fields, max: number, items: unknown[], walk: Walk): Record<string, unknown>[] {
  if (items.length > max) tell(walk, 'too-many');
  return items.slice(0, max).map((item, index) =>
    at(walk, index, () => {
      if (isObject(item)) return readValues(of, item, walk);
      tell(walk, 'wrong-kind');
      return readValues(of, {}, walk);
    }),
  );
}

function cut(value: string, max: number, walk: Walk): string {
  // Half a sign of two would make the page's JSON another one each time it is stored.
  const whole = value.isWellFormed() ? value : value.toWellFormed();
  // oxlint-disable-next-line no-control-regex -- PostgreSQL keeps no text with this sign
  const clean = whole.replaceAll(/\u0000/g, '');
  if (clean.length <= max) return clean;
  tell(walk, 'too-long');
  return clean
    .slice(0, max)
    .toWellFormed()
    .replace(/\ufffd$/, '');
}

function at<T>(walk: Walk, name: string | number, read: () => T): T {
  walk.path.push(name);
  const value = read();
  walk.path.pop();
  return value;
}

function tell(walk: Walk, code: PageFault['code']): void {
  if (walk.faults.length < mostFaults) walk.faults.push({ code, path: [...walk.path] });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The places for other blocks that a block has, by their names, in their order. */
export function slotsOf(block: Block): [name: string, blocks: Block[]][] {
  if (!isBlockType(block.type)) return [];
  return Object.entries(fieldsOf(block.type)).flatMap(([name, { kind }]) =>
    kind === 'slot' ? [[name, (block.props[name] ?? []) as Block[]] as [string, Block[]]] : [],
  );
}

/** Every block of a page in the order of reading, those within others after them. */
export function blocksOf(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block) => [block, ...slotsOf(block).flatMap(([, inner]) => blocksOf(inner))]);
}
