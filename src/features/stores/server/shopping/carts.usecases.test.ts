import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { StoreError, type StoreCart } from '#providers/stores/stores.port.ts';
import { createCarts } from './carts.usecases.ts';
import type { OpenStore } from '../stores-opening.usecases.ts';
import { startTestServices, type TestServices } from '#tests/support/app/test-services.ts';
import { publishAgent, visitServices } from '#tests/support/visitors/visitor-of-services.ts';

let server: TestServices;
beforeAll(async () => {
  server = await startTestServices();
});
afterAll(() => server.close());

test('a cart that no message can show is not kept', async () => {
  const vera = await server.member();
  const agent = await publishAgent(server, vera);
  const { conversationId } = await (await visitServices(server, agent)).say('Hello');
  const of = { accountId: vera.user.accountId, conversationId };
  let held: Pick<StoreCart, 'total'> & { quantity: number } = { total: 100, quantity: 1 };
  const cartNow = (): StoreCart => ({
    handle: 'of the shop',
    currency: 'EUR',
    lines: [
      {
        productId: 'mug',
        variantId: 'one',
        name: 'Mug',
        variant: '',
        quantity: held.quantity,
        amount: 100,
        total: held.total,
        url: null,
        picture: null,
      },
    ],
    total: held.total,
    checkoutUrl: null,
  });
  const store = {
    id: 'shop',
    vendor: { cart: { read: async () => cartNow(), put: async () => cartNow() } },
    connection: {},
  } as unknown as OpenStore;
  const carts = createCarts(server);
  const { signal } = new AbortController();
  const edit = { productId: 'mug', variantId: 'one', quantity: 1, isMore: true };
  const kept = async () =>
    (await server.database.direct.execute(sql`SELECT handle FROM store_carts WHERE store_id = 'shop'`)).rows;

  held = { total: 3e14, quantity: 1 };
  await expect(carts.put(of, store, edit, signal)).rejects.toThrow(new StoreError('badAnswer'));
  await expect(carts.read(of, store, signal)).rejects.toThrow(new StoreError('badAnswer'));
  expect(await kept()).toEqual([]);

  held = { total: 99_900, quantity: 999 };
  await carts.put(of, store, edit, signal);
  expect(await kept()).toHaveLength(1);
  // A shop that takes any number is asked for none that can't be shown.
  await expect(carts.put(of, store, edit, signal)).rejects.toMatchObject({ failure: 'notEnough', left: 999 });
});
