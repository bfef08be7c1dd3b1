import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PurchaseBadges } from './money-parts.tsx';

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
