import { z } from 'zod';
import { currencyDigits } from '#shared/chat/message-parts.ts';
import { StoreError, type ProductQuery, type StoreConnection, type StoreProduct } from '../stores.port.ts';
import { isCurrency, plainLine, plainWords, shopUrl } from '../stores.texts.ts';

/** Calls one tool of a server of the Model Context Protocol; gives its structured result, else its text as JSON. */
export type CallTool = (url: string, name: string, input: object, signal: AbortSignal) => Promise<unknown>;

const money = z.object({ amount: z.number().int().min(0), currency: z.string() });
const media = z.array(z.object({ url: z.string() })).nullish();
const words = z
  .union([z.string(), z.object({ plain: z.string().nullish(), html: z.string().nullish() })])
  .nullish();
const productSchema = z.object({
  id: z.string().max(300),
  title: z.string(),
  description: words,
  url: z.string().nullish(),
  media,
  options: z.array(z.object({ name: z.string() })).nullish(),
  variants: z
    .array(
      z.object({
        id: z.string().max(300),
        title: z.string().nullish(),
        price: money,
        list_price: money.nullish(),
        availability: z.object({ available: z.boolean().nullish() }).nullish(),
        url: z.string().nullish(),
        media,
      }),
    )
    .min(1),
});
const unnamed = 'Default Title';
const textOf = (given: z.infer<typeof words>): string =>
  typeof given === 'string' ? given : (given?.plain ?? given?.html ?? '');

function productOf(given: unknown): StoreProduct[] {
  const read = productSchema.safeParse(given);
  if (!read.success) return [];
  const { id, title, description, url, media: pictures, options, variants } = read.data;
  const currency = variants[0]?.price.currency;
  if (!isCurrency(currency)) return [];
  return [
    {
      id,
      name: plainLine(title, 160),
      text: plainWords(textOf(description), 600),
      url: shopUrl(url ?? variants[0]?.url),
      picture: shopUrl(pictures?.[0]?.url ?? variants[0]?.media?.[0]?.url),
      currency,
      option: variants.length === 1 ? '' : plainLine((options ?? []).map(({ name }) => name).join(', '), 80),
      variants: variants.slice(0, 50).map((variant) => ({
        id: variant.id,
        name: !variant.title || variant.title === unnamed ? '' : plainLine(variant.title, 120),
        amount: variant.price.amount,
        before:
          variant.list_price && variant.list_price.amount > variant.price.amount
            ? variant.list_price.amount
            : null,
        stock:
          variant.availability?.available === undefined || variant.availability.available === null
            ? 'unknown'
            : variant.availability.available
              ? 'in'
              : 'out',
        left: null,
      })),
    },
  ];
}

const listSchema = z.object({ products: z.array(z.unknown()) });

/** Shopify's Storefront MCP, which every shop has at its domain and which needs no key. */
export function createStorefrontMcp(callTool: CallTool) {
  const address = (store: Pick<StoreConnection, 'url'>): string => `${new URL(store.url).origin}/api/mcp`;
  async function products(
    store: Pick<StoreConnection, 'url'>,
    name: string,
    catalog: object,
    signal: AbortSignal,
  ): Promise<StoreProduct[]> {
    const read = listSchema.safeParse(await callTool(address(store), name, { catalog }, signal));
    if (!read.success) throw new StoreError('badAnswer', { cause: read.error });
    return read.data.products.flatMap(productOf);
  }

  return {
    search(store: Pick<StoreConnection, 'url'>, query: ProductQuery, signal: AbortSignal) {
      // It counts in the smallest unit of a currency that is not known before: two digits are what nearly all have.
      const unit = 10 ** currencyDigits('EUR');
      const price = {
        ...(query.lowest !== null && { min: Math.round(query.lowest * unit) }),
        ...(query.highest !== null && { max: Math.round(query.highest * unit) }),
      };
      return products(
        store,
        'search_catalog',
        {
          query: query.text,
          filters: {
            ...(Object.keys(price).length > 0 && { price }),
            ...(query.inStock && { available: true }),
          },
          pagination: { limit: query.most * 2 },
        },
        signal,
      );
    },
    async product(store: Pick<StoreConnection, 'url'>, id: string, signal: AbortSignal) {
      const [found] = await products(store, 'lookup_catalog', { ids: [id] }, signal);
      return found?.id === id ? found : null;
    },
  };
}
