import { expect, test } from 'vitest';
import { niceTop } from './bar-chart.tsx';

test('the top of a chart is a figure that is easy to read and no smaller than the highest bar', () => {
  expect([0, 1, 3, 7, 999, 1_000, 1_001, 45_000].map(niceTop)).toEqual([
    1, 1, 5, 10, 1_000, 1_000, 2_000, 50_000,
  ]);
});
