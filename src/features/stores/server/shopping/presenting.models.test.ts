import { describe, expect, test } from 'vitest';
import { contentSchemas } from '#features/conversations/conversations-parts.contract.ts';
import { StoreError, type StoreCart, type StoreOrder } from '#providers/stores/stores.port.ts';
import { cartContent, inProse, shownCart, shownOrder } from './presenting.models.ts';

const line: StoreCart['lines'][number] = {
  productId: 'mug',
  variantId: 'one',
  name: 'Mug',
  variant: '',
  quantity: 2,
  amount: 1_490,
  total: 2_980,
  url: 'https://shop.example.com/mug',
  picture: null,
};
const cart: StoreCart = {
  handle: 'secret',
  currency: 'EUR',
  lines: [line],
  total: 2_980,
  checkoutUrl: 'https://shop.example.com/cart',
};
const order: StoreOrder = {
  number: '1043',
  email: 'jo@example.com',
  placedAt: '2026-05-01T10:00:00',
  state: 'shipped',
  lines: [{ name: 'Mug', quantity: 1 }],
  total: 1_490,
  currency: 'EUR',
  carrier: 'Bpost',
  tracking: '',
  trackingUrl: null,
  expectedOn: '2026-05-12',
};
const badAnswer = new StoreError('badAnswer');

describe('what a shop gave is shown, or refused before it is kept', () => {
  test('carts', () => {
    expect(contentSchemas.cart.safeParse(cartContent(cart)).success).toBe(true);
    for (const broken of [
      { total: 1.5 },
      { total: 100_000_000_001 },
      { currency: 'euro' },
      { lines: [{ ...line, quantity: 10_000 }] },
      { lines: [{ ...line, total: Number.NaN }] },
      { lines: [{ ...line, productId: '' }] },
    ])
      expect(() => shownCart({ ...cart, ...broken })).toThrow(badAnswer);
    expect(shownCart({ ...cart, checkoutUrl: 'javascript:alert(1)' }).checkoutUrl).toBeNull();
  });

  test('orders', () => {
    for (const placedAt of ['2026-05-01', '2026-05-01T10:00:00Z', '2026-05-01T10:00:00+02:00'])
      expect(shownOrder({ ...order, placedAt })).toMatchObject({ number: '1043', placedAt });
    expect(shownOrder(order)).not.toHaveProperty('email');
    for (const broken of [
      { placedAt: 'last Monday' },
      { placedAt: '2026-02-31' },
      { number: '' },
      { total: -1 },
      { currency: '' },
      { lines: [{ name: 'Mug', quantity: 1.5 }] },
    ])
      expect(() => shownOrder({ ...order, ...broken })).toThrow(badAnswer);
    // An order is of use without these.
    const without = shownOrder({ ...order, expectedOn: 'soon', trackingUrl: 'http://carrier.test' });
    expect(without).toMatchObject({ expectedOn: null, trackingUrl: null });
  });
});

test('a name in a sentence makes no link, picture, reference or code of it', () => {
  const said = (name: string) => inProse({ name, count: 2 });
  expect(said('Red enamel mug (L), 20 % off & more')).toEqual({
    name: 'Red enamel mug (L), 20 % off & more',
    count: 2,
  });
  expect(said('WEB-2026/17_b')['name']).toBe('WEB-2026/17_b');
  for (const name of [
    '[Pay here](https://evil.example)',
    '![](http://evil.example/p.png)',
    'Mug [1]',
    '<https://evil.example>',
    'WWW.evil.example',
    'hthttps://tps://evil.example',
    'help@evil.example',
    '# Big `mug` **now** _here_',
  ]) {
    const words = String(said(name)['name']);
    expect(words).not.toMatch(/[[\]<>`*#]|https?:\/\/|www\.|\S@\S|\b_|_\b/i);
    expect(said(words)['name']).toBe(words);
  }
});
