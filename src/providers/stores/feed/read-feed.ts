import { setImmediate } from 'node:timers/promises';
import { parse as parseCsv } from 'csv-parse';
import { Parser } from 'htmlparser2';
import { StoreError } from '../stores.port.ts';
import { joined, productOf, type FeedEntry, type FeedProduct } from './feed-entries.ts';

/** Bytes, entries and products of one feed; what is beyond them is not read. */
export const mostFeedBytes = 25_000_000;
const mostEntries = 50_000;
export const mostFeedProducts = 20_000;
/** Characters of one field, and fields of one entry. */
const longestField = 20_000;
const mostFields = 80;
/** JSON of this many characters is read at once in some tenths of a second. */
const mostJson = 12_000_000;
const deepestXml = 12;

export type ReadFeed = {
  products: FeedProduct[];
  /** Entries without an id, a name or a price, and those beyond the bounds. */
  skipped: number;
};

/** Gathers entries into products. */
function createGathering(base: string) {
  const products = new Map<string, FeedProduct>();
  let entries = 0;
  let skipped = 0;
  return {
    get isFull(): boolean {
      return entries >= mostEntries;
    },
    add(entry: FeedEntry): void {
      entries += 1;
      const read = entries > mostEntries ? null : productOf(entry, base);
      const key = read && (read.group ? `group ${read.group}` : `id ${read.product.id}`);
      const known = key === null ? undefined : products.get(key);
      if (!read || key === null || (!known && products.size >= mostFeedProducts)) {
        skipped += 1;
        return;
      }
      products.set(key, known && read.group ? joined(known, read) : read);
    },
    done: (): ReadFeed => ({ products: [...products.values()], skipped }),
  };
}
type Gathering = ReturnType<typeof createGathering>;

const fieldName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/^g:/, '')
    .replace(/[\s-]+/g, '_')
    .slice(0, 60);

function entryOf(value: unknown): FeedEntry | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, given] of Object.entries(value).slice(0, mostFields)) {
    const one: unknown = Array.isArray(given) ? given[0] : given;
    const text =
      typeof one === 'object' && one !== null
        ? String(
            (one as Record<string, unknown>)['src'] ??
              (one as Record<string, unknown>)['url'] ??
              (one as Record<string, unknown>)['value'] ??
              '',
          )
        : typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean'
          ? String(one)
          : '';
    if (text !== '') fields[fieldName(name)] = text.slice(0, longestField);
  }
  return fields;
}

async function readJson(text: string, gathering: Gathering): Promise<void> {
  if (text.length > mostJson) throw new StoreError('tooLarge');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new StoreError('badAnswer', { cause: error });
  }
  const list = Array.isArray(value)
    ? value
    : ['products', 'items', 'data', 'entries']
        .map((name) => (value as Record<string, unknown> | null)?.[name])
        .find((found) => Array.isArray(found));
  if (!Array.isArray(list)) throw new StoreError('badAnswer');
  for (const [at, item] of list.entries()) {
    if (gathering.isFull) break;
    gathering.add(entryOf(item) ?? {});
    if (at % 500 === 499) await setImmediate();
  }
}

async function readCsv(text: string, gathering: Gathering): Promise<void> {
  const head = text.slice(0, text.search(/[\r\n]|$/));
  const delimiter = ['\t', ';', ',', '|'].toSorted(
    (a, b) => head.split(b).length - head.split(a).length,
  )[0] as string;
  const parser = parseCsv(text, {
    columns: (header: string[]) => header.slice(0, mostFields).map(fieldName),
    delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: 400_000,
  });
  try {
    let at = 0;
    for await (const record of parser) {
      if (gathering.isFull) break;
      gathering.add(entryOf(record) ?? {});
      at += 1;
      if (at % 500 === 0) await setImmediate();
    }
  } catch {
    // What stood before the fault is worth having; the fault counts as one that could not be read.
    gathering.add({});
  } finally {
    parser.destroy();
  }
}

/** Items of RSS and entries of Atom. The reader knows no document types, so nothing in one can grow. */
async function readXml(text: string, gathering: Gathering): Promise<void> {
  let fields: Record<string, string> | null = null;
  let field = '';
  let content = '';
  let depth = 0;
  let isTooDeep = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        isTooDeep ||= depth > deepestXml;
        const plain = fieldName(name);
        if (plain === 'item' || plain === 'entry') fields = Object.create(null) as Record<string, string>;
        else if (fields && field === '') {
          [field, content] = [plain, ''];
          if (plain === 'link' && attributes['href']) fields['link'] ??= attributes['href'].slice(0, 2_048);
        }
      },
      ontext(data) {
        if (field !== '' && content.length < longestField) content += data.slice(0, longestField);
      },
      onclosetag(name) {
        depth -= 1;
        const plain = fieldName(name);
        if (fields && (plain === 'item' || plain === 'entry')) {
          gathering.add(fields);
          fields = null;
          field = '';
        } else if (fields && plain === field) {
          if (content.trim() && Object.keys(fields).length < mostFields) fields[field] ??= content.trim();
          field = '';
        }
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  const step = 64_000;
  for (let at = 0; at < text.length && !gathering.isFull; at += step) {
    parser.write(text.slice(at, at + step));
    if (isTooDeep) throw new StoreError('badAnswer');
    await setImmediate();
  }
  parser.end();
}

/**
 * Reads a product feed: Google Merchant's XML (RSS or Atom), JSON, or CSV and tables with tabs. Takes time that
 * grows with its length, lets others run meanwhile, and refuses what is no feed.
 */
export async function readFeed(bytes: Uint8Array, base: string): Promise<ReadFeed> {
  if (bytes.byteLength > mostFeedBytes) throw new StoreError('tooLarge');
  const text = new TextDecoder('utf-8').decode(bytes).replace(/^\ufeff/, '');
  const start = text.slice(0, 2_000).trimStart();
  const gathering = createGathering(base);
  if (/^[[{]/.test(start)) await readJson(text, gathering);
  else if (/^<\?xml|^<(?:rss|feed|products)\b/i.test(start)) await readXml(text, gathering);
  else if (start.startsWith('<') || start === '') throw new StoreError('badAnswer');
  else await readCsv(text, gathering);
  const read = gathering.done();
  if (read.products.length === 0) throw new StoreError('badAnswer');
  return read;
}
