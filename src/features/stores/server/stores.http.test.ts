import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import type { CartContent, ProductsContent } from '#shared/chat/shop-parts.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { startShopStandIn, type ShopStandIn } from '#tests/support/stores/shop-stand-in.ts';
import { openChat, publishAgent, type Said } from '#tests/support/visitors/visitor-chat.ts';
import type { Store } from '../stores.contract.ts';

let app: TestApp;
let vera: Awaited<ReturnType<TestApp['register']>>;
let olga: Awaited<ReturnType<TestApp['register']>>;
let shop: ShopStandIn;
beforeAll(async () => {
  app = await startTestApp();
  [vera, olga] = [await app.register('Vera'), await app.register('Olga')];
  shop = await startShopStandIn();
});
afterAll(async () => {
  await app.close();
  await shop.close();
});

const parts = <Content>({ answer }: Said, type: string): Content =>
  answer.parts?.find((part) => part.type === type) as Content;
const connect = (path: string) =>
  vera.request('POST', '/api/stores', { body: { url: `${shop.url}${path}` } });

test('a WooCommerce shop is recognised by its address, searched, and its cart filled', async () => {
  const { status, body } = await connect('/woo');
  const store = body as Store;
  expect(status).toBe(200);
  expect(store).toMatchObject({
    kind: 'woocommerce',
    failure: null,
    sample: ['Red mug & saucer', 'Shirt'],
    hasCart: true,
    hasOrders: false,
  });
  const agent = await publishAgent(vera, (draft) => {
    draft.store.id = store.id;
    draft.dynamic.followUps = 0;
  });
  const visitor = await openChat(app, agent.number);
  const said = await visitor.say('Do you have a red mug?');
  const [mug] = parts<ProductsContent>(said, 'products').products;
  expect(mug).toMatchObject({
    id: '11',
    name: 'Red mug & saucer',
    text: 'Thrown by hand .',
    url: 'https://shop.example/product/11',
    image: { url: 'https://shop.example/11-s.jpg' },
    variants: [{ id: '11', amount: 1_490, stock: 'low', left: 3 }],
  });
  const shirts = parts<ProductsContent>(await visitor.say('Do you have shirts under 50 euros?'), 'products');
  expect(shirts.products[0]).toMatchObject({
    option: 'Size',
    variants: [
      { id: '21', name: 'M', amount: 2_800, stock: 'in' },
      { id: '22', name: 'L', amount: 3_000, stock: 'out' },
    ],
  });
  const added = await visitor.say('Add two red mugs to my cart');
  const cart = parts<CartContent>(added, 'cart');
  expect(cart).toMatchObject({ currency: 'EUR', total: 2_980, lines: [{ quantity: 2, total: 2_980 }] });
  const put = (quantity: number) =>
    visitor.request('POST', `/api/visitor/messages/${added.answer.id}/cart`, {
      body: { productId: '11', variantId: '11', quantity, isMore: false },
    });
  expect(await put(3)).toMatchObject({ status: 200, body: { total: 4_470 } });
  expect(await put(0)).toMatchObject({ status: 200, body: { lines: [] } });
  expect(shop.carts.size).toBe(1);
});

test('a feed is read, searched by the words of any language, and read again with what changed', async () => {
  const { body } = await connect('/feed.csv');
  const store = body as Store;
  expect(store).toMatchObject({ kind: 'feed', productCount: 1, skippedCount: 0, sample: ['Blue teapot'] });
  const agent = await publishAgent(vera, (draft) => {
    draft.store.id = store.id;
    draft.dynamic.followUps = 0;
  });
  const visitor = await openChat(app, agent.number);
  const said = await visitor.say('Do you have teapots?');
  expect(parts<ProductsContent>(said, 'products').products).toMatchObject([
    { id: 'F1', name: 'Blue teapot', variants: [{ amount: 3_900, stock: 'in' }] },
  ]);
  shop.setFeed('id,title,price\nF2,Green teapot,41 EUR\nF3,,5 EUR\n');
  expect((await vera.post<Store>(`/api/stores/${store.id}/check`, {})).skippedCount).toBe(1);
  const again = await visitor.say('Do you have teapots?');
  expect(parts<ProductsContent>(again, 'products').products.map(({ id }) => id)).toEqual(['F2']);
  // A feed that is broken meanwhile keeps what was there.
  shop.setFeed('<!doctype html><h1>Down</h1>');
  expect((await vera.post<Store>(`/api/stores/${store.id}/check`, {})).failure).toBe('badAnswer');
  expect(
    parts<ProductsContent>(await visitor.say('Do you have a green teapot?'), 'products').products,
  ).toHaveLength(1);

  expect((await olga.request('POST', `/api/stores/${store.id}/check`)).status).toBe(404);
  expect((await olga.get<{ stores: Store[] }>('/api/stores')).stores.map(({ id }) => id)).toEqual(['demo']);
  expect((await vera.request('DELETE', `/api/stores/${store.id}`)).status).toBe(200);
  const { rows } = await app.database.database.direct.execute(
    sql`SELECT 1 FROM store_products WHERE store_id = ${store.id}`,
  );
  expect(rows).toEqual([]);
  expect((await visitor.say('Do you have teapots?')).answer.parts ?? []).toEqual([]);
});

test('what is no shop, or does not answer, is told in words that help', async () => {
  expect(await connect('/page')).toMatchObject({ status: 422, body: { code: 'stores.not_a_store' } });
  const nobody = await vera.request('POST', '/api/stores', { body: { url: 'http://127.0.0.1:1/' } });
  expect(nobody).toMatchObject({ status: 422, body: { code: 'stores.unreachable' } });
  const odd = await vera.request('POST', '/api/stores', { body: { url: 'ftp://shop.example' } });
  expect(odd.status).toBe(422);
});
