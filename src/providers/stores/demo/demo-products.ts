import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { languages, type Language } from '#shared/languages.ts';
import { orderStates } from '#shared/store-kinds.ts';
import type { StoreOrder, StoreProduct, StoreVariant } from '../stores.port.ts';
import { wordsOf } from '../stores.ranking.ts';

const inEach = z.record(z.enum(languages), z.string());
const shapes = [
  'bag',
  'mug',
  'cup',
  'cups',
  'tumbler',
  'dripper',
  'box',
  'grinder',
  'kettle',
  'press',
  'scale',
  'moka',
  'shirt',
  'gift',
] as const;
export type Shape = (typeof shapes)[number];

const fileSchema = z.strictObject({
  name: z.string(),
  currency: z.string(),
  products: z.array(
    z.strictObject({
      slug: z.string().regex(/^[a-z0-9-]+$/),
      shape: z.enum(shapes),
      colour: z.string().regex(/^#[0-9a-f]{6}$/),
      name: inEach,
      text: inEach,
      /** More words by which people look for it. */
      words: inEach,
      option: inEach.nullable(),
      variants: z
        .array(
          z.strictObject({
            id: z.string(),
            name: inEach,
            amount: z.number().int(),
            before: z.number().int().optional(),
            stock: z.number().int(),
          }),
        )
        .min(1),
    }),
  ),
  orders: z.array(
    z.strictObject({
      number: z.string(),
      email: z.string(),
      daysAgo: z.number().int(),
      status: z.enum(orderStates),
      carrier: z.string().nullable(),
      tracking: z.string().nullable(),
      lines: z.array(z.tuple([z.string(), z.string(), z.number().int()])),
      expectedInDays: z.number().int().nullable(),
    }),
  ),
});
type Kept = z.infer<typeof fileSchema>['products'][number];

const file = path.join(import.meta.dirname, '../../../../content/demo-store/store.json');
const content = fileSchema.parse(JSON.parse(readFileSync(file, 'utf8')));

export const demoStoreName = content.name;
export const demoCurrency = content.currency;
/** From here on people hear that few are left. */
const low = 5;
const dayMs = 86_400_000;

const variantIn =
  (language: Language) =>
  ({ id, name, amount, before, stock }: Kept['variants'][number]): StoreVariant => ({
    id,
    name: name[language],
    amount,
    before: before ?? null,
    stock: stock === 0 ? 'out' : stock <= low ? 'low' : 'in',
    left: stock,
  });

/** A product of the built-in store in a language. */
export const productIn = (kept: Kept, language: Language): StoreProduct => ({
  id: kept.slug,
  name: kept.name[language],
  text: kept.text[language],
  url: `/demo-store/${language}/${kept.slug}`,
  picture: `/demo-store/pictures/${kept.slug}.svg`,
  currency: content.currency,
  option: kept.option?.[language] ?? '',
  variants: kept.variants.map(variantIn(language)),
});

/** All products with the words by which they are found: people may ask in any language. */
export const demoProducts: readonly { kept: Kept; words: ReadonlySet<string> }[] = content.products.map(
  (kept) => ({
    kept,
    words: new Set(
      languages.flatMap((language) => [
        ...wordsOf(`${kept.name[language]} ${kept.words[language]}`, [language]),
      ]),
    ),
  }),
);

export const demoProduct = (slug: string): Kept | null =>
  content.products.find((product) => product.slug === slug) ?? null;

/** Number and address of the order by which visitors try it out. */
const [firstOrder] = content.orders;
export const demoOrderSample = { number: firstOrder?.number ?? '', email: firstOrder?.email ?? '' };

/** An order of the built-in store; its days count from now, so that it never grows old. */
export function demoOrder(number: string, language: Language, now: Date): StoreOrder | null {
  const kept = content.orders.find((order) => order.number === number);
  if (!kept) return null;
  const lines = kept.lines.flatMap(([slug, variantId, quantity]) => {
    const product = demoProduct(slug);
    const variant = product?.variants.find(({ id }) => id === variantId);
    if (!product || !variant) return [];
    const size = variant.name[language];
    const name = product.name[language];
    return [{ name: size ? `${name}, ${size}` : name, quantity, total: variant.amount * quantity }];
  });
  return {
    number: kept.number,
    email: kept.email,
    placedAt: new Date(now.getTime() - kept.daysAgo * dayMs).toISOString(),
    state: kept.status,
    lines: lines.map(({ name, quantity }) => ({ name, quantity })),
    total: lines.reduce((sum, { total }) => sum + total, 0),
    currency: content.currency,
    carrier: kept.carrier ?? '',
    tracking: kept.tracking ?? '',
    trackingUrl: null,
    expectedOn:
      kept.expectedInDays === null
        ? null
        : new Date(now.getTime() + kept.expectedInDays * dayMs).toISOString().slice(0, 10),
  };
}
