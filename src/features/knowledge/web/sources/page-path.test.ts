import { expect, test } from 'vitest';
import { pathOf } from './page-path.ts';

test('the path of a page is readable, also where its escapes are broken', () => {
  expect(pathOf('https://a.example/ceny/p%C5%99%C3%ADklad?x=1')).toBe('/ceny/příklad');
  expect(pathOf('https://a.example/caf%E9')).toBe('/caf%E9');
  expect(pathOf('https://a.example/100%')).toBe('/100%');
  expect(pathOf('no address')).toBe('');
});
