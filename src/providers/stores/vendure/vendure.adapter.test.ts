import { expect, test } from 'vitest';
import type { Asking } from '../stores.asking.ts';
import type { ProductQuery } from '../stores.port.ts';
import { createVendure } from './vendure.adapter.ts';

const signal = AbortSignal.timeout(60_000);
const store = {
  id: 'sto_1',
  accountId: 'acc_1',
  url: 'https://shop.example/shop-api',
  token: null,
  language: 'nl' as const,
};
const query: ProductQuery = {
  text: 'mokken',
  lowest: null,
  highest: 20,
  inStock: true,
  order: 'cheapest',
  most: 8,
};
const variants = [
  {
    id: '7',
    name: 'Mok rood',
    currencyCode: 'EUR',
    priceWithTax: 1_490,
    stockLevel: 'IN_STOCK',
    options: [{ name: 'Rood' }],
  },
  {
    id: '8',
    name: 'Mok blauw',
    currencyCode: 'EUR',
    priceWithTax: 1_490,
    stockLevel: '0',
    options: [{ name: 'Blauw' }],
  },
];
const product = {
  id: '1',
  name: 'Mok',
  slug: 'mok',
  description: '<p>Met de <b>hand</b></p>',
  featuredAsset: { preview: 'https://shop.example/assets/mok.jpg' },
  optionGroups: [{ name: 'Kleur' }],
  variants,
};

/** A shop API that holds one cart, as Vendure does behind its session. */
function standIn() {
  const asked: {
    url: string;
    headers: Record<string, string> | undefined;
    body: { query: string; variables: Record<string, unknown> };
  }[] = [];
  let quantity = 0;
  const cart = () => ({
    code: 'X',
    currencyCode: 'EUR',
    totalWithTax: quantity * 1_490,
    lines:
      quantity === 0
        ? []
        : [
            {
              id: 'l1',
              quantity,
              unitPriceWithTax: 1_490,
              linePriceWithTax: quantity * 1_490,
              productVariant: { id: '7', name: 'Mok rood', product: { id: '1', name: 'Mok' } },
            },
          ],
  });
  const ask: Asking = async (url, { json, headers }) => {
    const body = json as (typeof asked)[number]['body'];
    asked.push({ url: String(url), headers, body });
    const wanted = Number(body.variables['quantity']);
    const change = (): object => {
      if (wanted > 5) return { errorCode: 'INSUFFICIENT_STOCK_ERROR', quantityAvailable: 5 };
      quantity = wanted;
      return cart();
    };
    const data = body.query.includes('search(')
      ? { search: { items: body.variables['term'] === 'mok' ? [{ productId: '1' }] : [] } }
      : body.query.includes('products(')
        ? { products: { items: [product, { id: 2 }] } }
        : body.query.includes('addItemToOrder')
          ? { addItemToOrder: change() }
          : body.query.includes('adjustOrderLine')
            ? { adjustOrderLine: change() }
            : body.query.includes('activeOrder')
              ? { activeOrder: quantity === 0 ? null : cart() }
              : { activeChannel: { code: '__default_channel__' } };
    return {
      status: 200,
      headers: new Headers({ 'vendure-auth-token': 'session-1' }),
      url: '',
      json: { data },
    };
  };
  return { vendure: createVendure(ask), asked };
}

test('a Vendure shop is recognised at its domain and at its shop API', async () => {
  const { vendure } = standIn();
  for (const url of ['https://shop.example/', 'https://shop.example/shop-api'])
    expect(await vendure.recognise(url, null, signal)).toEqual({
      kind: 'vendure',
      url: 'https://shop.example/shop-api',
      name: 'shop.example',
    });
});

test('it is searched in the visitor’s language, by the words and by their stems', async () => {
  const { vendure, asked } = standIn();
  expect(await vendure.search(store, query, signal)).toEqual([
    {
      id: '1',
      name: 'Mok',
      text: 'Met de hand',
      url: null,
      picture: 'https://shop.example/assets/mok.jpg',
      currency: 'EUR',
      option: 'Kleur',
      variants: [
        { id: '7', name: 'Rood', amount: 1_490, before: null, stock: 'in', left: null },
        { id: '8', name: 'Blauw', amount: 1_490, before: null, stock: 'out', left: 0 },
      ],
    },
  ]);
  expect(asked[0]?.url).toBe('https://shop.example/shop-api?languageCode=nl');
  expect(asked.slice(0, 2).map(({ body }) => body.variables['term'])).toEqual(['mokken', 'mok']);
});

test('its cart is behind the session that it gave', async () => {
  const { vendure, asked } = standIn();
  const change = { productId: '1', variantId: '7', quantity: 2 };
  const first = await vendure.cart!.put(store, null, change, signal);
  expect(first).toMatchObject({ handle: 'session-1', total: 2_980, checkoutUrl: 'https://shop.example/' });
  const more = await vendure.cart!.put(store, first.handle, { ...change, quantity: 3 }, signal);
  expect(more.lines[0]).toMatchObject({ quantity: 3, variant: 'Mok rood' });
  expect(asked.at(-1)?.headers).toEqual({ authorization: 'Bearer session-1' });
  await expect(
    vendure.cart!.put(store, first.handle, { ...change, quantity: 6 }, signal),
  ).rejects.toMatchObject({ failure: 'notEnough', left: 5 });
});
