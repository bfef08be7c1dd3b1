import { expect, test } from 'vitest';
import type { StoreProduct } from '#providers/stores/stores.port.ts';
import { addTool } from './cart-tools.usecases.ts';
import type { Carts } from './carts.usecases.ts';
import type { Shopping } from './tool-calls.models.ts';

const product = (id: string): StoreProduct => ({
  id,
  name: `Red mug ${id}`,
  text: '',
  url: null,
  picture: null,
  currency: 'EUR',
  option: '',
  variants: [{ id: 'one', name: '', amount: 1_490, before: null, stock: 'in', left: null }],
});

/** Adds by words alone, with these in view, of which the shop still has some; what was put, and what was said. */
async function add(seen: string[], still: string[]) {
  const put: string[] = [];
  const shopping = {
    context: {
      accountId: 'acc',
      language: 'en',
      configuration: { store: { cart: true } },
      show: () => true,
      committed: Promise.resolve(),
    },
    store: {
      id: 'shop',
      vendor: {
        kind: 'feed',
        cart: null,
        product: async (_connection: unknown, id: string) => (still.includes(id) ? product(id) : null),
      },
      connection: {},
    },
    of: { accountId: 'acc', conversationId: 'cnv' },
    say: (key: string) => key,
  } as unknown as Shopping;
  const carts = {
    seen: async () => seen.map((id) => ({ productId: id, name: `Red mug ${id}` })),
    keepSeen: async () => undefined,
    put: async (_of: unknown, _store: unknown, edit: { productId: string }) => {
      put.push(edit.productId);
      return { currency: 'EUR', lines: [], total: 0, checkoutUrl: null };
    },
  } as unknown as Carts;
  const tool = addTool(shopping, carts, { accountId: 'acc', conversationId: 'cnv' });
  const { signal } = new AbortController();
  const result = await tool.run({ productId: '', quantity: 2, named: '' }, signal);
  return { put, said: result.said };
}

test('what is meant by “two of it” is the one in view', async () => {
  expect(await add(['a'], ['a'])).toEqual({ put: ['a'], said: 'added' });
});

test('of several in view none is picked, though only one can still be had', async () => {
  expect(await add(['a', 'b'], ['a', 'b'])).toEqual({ put: [], said: 'which' });
  expect(await add(['a', 'b'], ['a'])).toEqual({ put: [], said: 'which' });
});
