import { expect, test } from 'vitest';
import type { Language } from '#shared/languages.ts';
import { StoreError, type ProductQuery } from '../stores.port.ts';
import { createDemoStore } from './demo.adapter.ts';

const store = createDemoStore(() => new Date('2026-04-02T10:00:00Z'));
const of = (language: Language) => ({ id: 'demo', accountId: 'acc_1', url: '', token: null, language });
const signal = AbortSignal.timeout(60_000);
const query = (text: string, rest: Partial<ProductQuery> = {}): ProductQuery => ({
  text,
  lowest: null,
  highest: null,
  inStock: false,
  order: 'relevance',
  most: 8,
  ...rest,
});
const found = async (language: Language, text: string, rest: Partial<ProductQuery> = {}) =>
  (await store.search(of(language), query(text, rest), signal)).map(({ id }) => id);

test('products are found in each language, in the singular and in the plural', async () => {
  const reds = ['enamel-mug-red', 'stoneware-mug-red'];
  for (const [language, text] of [
    ['en', 'red mugs'],
    ['nl', 'rode mokken'],
    ['es', 'tazas rojas'],
    ['pt', 'canecas vermelhas'],
    ['fr', 'mugs rouges'],
    ['cs', 'červené hrnky'],
  ] as const)
    expect(await found(language, text), language).toEqual(reds);
  expect(await found('nl', 'cafeïnevrije koffie')).toEqual(['slow-sunday']);
  expect(await found('en', 'bicycle tyres')).toEqual([]);
});

test('prices, stock and order bound what is found', async () => {
  expect(await found('en', 'red mugs', { highest: 15 })).toEqual(['enamel-mug-red']);
  expect(await found('en', 'mug', { order: 'dearest' })).toEqual([
    'travel-cup',
    'stoneware-mug-red',
    'enamel-mug-red',
    'enamel-mug-blue',
  ]);
  expect(await found('en', 'scale', { inStock: true })).toEqual([]);
});

test('a cart holds what there is, at what it costs now', async () => {
  const put = (handle: string | null, productId: string, variantId: string, quantity: number) =>
    store.cart!.put(of('en'), handle, { productId, variantId, quantity }, signal);
  const first = await put(null, 'enamel-mug-red', 'one', 2);
  const both = await put(first.handle, 'night-train', '1kg', 1);
  expect(both).toMatchObject({ currency: 'EUR', total: 2 * 1_490 + 3_200 });
  expect(both.checkoutUrl).toMatch(/^\/demo-store\/cart\/[\w-]+$/);
  expect((await put(both.handle, 'enamel-mug-red', 'one', 0)).lines).toHaveLength(1);
  await expect(put(null, 'enamel-mug-blue', 'one', 4)).rejects.toMatchObject({
    failure: 'notEnough',
    left: 3,
  });
  await expect(put(null, 'no-such', 'one', 1)).rejects.toBeInstanceOf(StoreError);
  // What somebody else wrote as a handle is an empty cart.
  expect((await store.cart!.read(of('en'), '[["a",1]]', signal)).lines).toEqual([]);
});
