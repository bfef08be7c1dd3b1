import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Revenue } from '../../payments-figures.contract.ts';
import { PurchaseBadges, sumsOrNothing } from './money-parts.tsx';

const words = (purchase: Parameters<typeof PurchaseBadges>[0]['purchase']): string[] =>
  renderToStaticMarkup(<PurchaseBadges purchase={purchase} />)
    .replaceAll(/<[^>]+>/g, ' ')
    .trim()
    .split(/\s+/);

it('says beside a state what its one word hides: that it ends, and that nothing is collected', () => {
  const running = { state: 'paid', isEnding: false, isPaused: false } as const;
  expect(words(running)).toEqual(['state.paid']);
  expect(words({ ...running, state: 'partly_refunded', isEnding: true })).toEqual([
    'state.partly_refunded',
    'state.ending',
  ]);
  expect(words({ ...running, state: 'ending', isEnding: true })).toEqual(['state.ending']);
  expect(words({ ...running, isPaused: true })).toEqual(['state.paid', 'sheet.paused']);
});

it('where nothing came in, it is nothing in the currencies of what renews', () => {
  const subscriptions = {
    monthly: [
      { currency: 'EUR', amount: 1_900 },
      { currency: 'CZK', amount: 9_900 },
    ],
  } as Revenue['subscriptions'];
  expect(sumsOrNothing([], { subscriptions })).toEqual([
    { currency: 'EUR', net: 0 },
    { currency: 'CZK', net: 0 },
  ]);
  const sums = [{ currency: 'USD', net: 5 }];
  expect(sumsOrNothing(sums, { subscriptions })).toBe(sums);
});
