import { parsePrice } from '#shared/money/price.ts';
import type { StoreProduct, StoreVariant } from '../stores.port.ts';
import { isCurrency, minorUnits, plainLine, plainWords, shopUrl } from '../stores.texts.ts';

/** One entry of a feed: its fields by the names of Google Merchant, in small letters without `g:`. */
export type FeedEntry = Readonly<Record<string, string>>;

/** Other names that shops give the same fields. */
const names: Record<string, readonly string[]> = {
  id: ['id', 'sku', 'item_id', 'product_id', 'handle', 'code'],
  title: ['title', 'name', 'product_name'],
  description: ['description', 'body', 'body_html', 'summary', 'text'],
  link: ['link', 'url', 'product_url', 'permalink'],
  image: ['image_link', 'image', 'image_url', 'picture', 'img'],
  price: ['price', 'regular_price', 'amount'],
  sale: ['sale_price', 'special_price'],
  currency: ['currency', 'currency_code'],
  availability: ['availability', 'stock_status', 'in_stock', 'stock'],
  quantity: ['quantity', 'stock_quantity', 'inventory', 'qty', 'sell_on_google_quantity'],
  group: ['item_group_id', 'parent_id', 'group_id'],
  colour: ['color', 'colour'],
  size: ['size'],
};
const category = [
  'product_type',
  'google_product_category',
  'category',
  'brand',
  'tags',
  'material',
  'gtin',
  'mpn',
];

const first = (entry: FeedEntry, key: string): string =>
  (names[key] ?? []).map((name) => entry[name]?.trim()).find((value) => value) ?? '';

/** "14.90 EUR", "€ 14,90", or a number beside a field with the currency. */
function moneyOf(text: string, currency: string): { amount: number; currency: string } | null {
  const written = parsePrice(text);
  if (written && isCurrency(written.currency)) return written;
  const amount = minorUnits(text.replace(',', '.'), currency);
  return amount !== null && isCurrency(currency) ? { amount, currency } : null;
}

function stockOf(entry: FeedEntry): Pick<StoreVariant, 'stock' | 'left'> {
  const said = first(entry, 'availability')
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');
  const counted = first(entry, 'quantity') || (/^\d+$/.test(said) ? said : '');
  const left = /^\d{1,9}$/.test(counted) ? Number(counted) : null;
  if (left !== null) return { stock: left === 0 ? 'out' : left <= 3 ? 'low' : 'in', left };
  if (/^(?:out of stock|outofstock|false|no|sold out)$/.test(said)) return { stock: 'out', left: null };
  if (/^(?:in stock|instock|true|yes|available|backorder|preorder|in store)$/.test(said))
    return { stock: 'in', left: null };
  return { stock: 'unknown', left: null };
}

/** A product with the group that its variants share, and further words by which it is found. */
export type FeedProduct = {
  product: StoreProduct;
  group: string;
  words: string;
};

/** Reads one entry; null when it has no id, name or price. `base` is the address of the feed. */
export function productOf(entry: FeedEntry, base: string): FeedProduct | null {
  const name = plainLine(first(entry, 'title'), 160);
  const currency = first(entry, 'currency').toUpperCase();
  const price = moneyOf(first(entry, 'price'), currency);
  const link = shopUrl(first(entry, 'link'), base);
  const id = (first(entry, 'id') || link || '').slice(0, 200);
  if (!price || name === '' || id === '') return null;
  const sale = moneyOf(first(entry, 'sale'), price.currency);
  const isReduced = sale !== null && sale.currency === price.currency && sale.amount < price.amount;
  const kind = [first(entry, 'colour'), first(entry, 'size')]
    .map((text) => plainLine(text, 60))
    .filter((text) => text !== '')
    .join(', ');
  return {
    group: first(entry, 'group').slice(0, 200),
    words: category.map((key) => plainLine(entry[key] ?? '', 200)).join(' '),
    product: {
      id,
      name,
      text: plainWords(first(entry, 'description'), 600),
      url: link,
      picture: shopUrl(first(entry, 'image'), base),
      currency: price.currency,
      option: '',
      variants: [
        {
          id,
          name: kind,
          amount: isReduced ? sale.amount : price.amount,
          before: isReduced ? price.amount : null,
          ...stockOf(entry),
        },
      ],
    },
  };
}

/** Entries of one group are variants of one product. */
export function joined(into: FeedProduct, other: FeedProduct): FeedProduct {
  if (into.product.currency !== other.product.currency || into.product.variants.length >= 50) return into;
  return {
    ...into,
    words: `${into.words} ${other.words}`.slice(0, 2_000),
    product: { ...into.product, variants: [...into.product.variants, ...other.product.variants] },
  };
}
