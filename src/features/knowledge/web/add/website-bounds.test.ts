import { expect, it } from 'vitest';
import { knowledgeLimits } from '../../knowledge.contract.ts';
import { numberWithin } from './website-bounds.ts';

it('a limit of pages is read as people write it, up to what the server takes', () => {
  const most = knowledgeLimits.maxPages;
  for (const text of ['2000', '2,000', '2.000', '2 000', '2\u00a0000', ' 2\u202f000 '])
    expect(numberWithin(text, 1, most), text).toBe(2_000);
  expect(numberWithin(String(most), 1, most)).toBe(most);
});

it('anything else is none, and is never made one', () => {
  const most = knowledgeLimits.maxPages;
  for (const text of ['', '0', String(most + 1), '2,00', '12.5', '1e3', '-5', 'many'])
    expect(numberWithin(text, 1, most), text).toBeNull();
});
