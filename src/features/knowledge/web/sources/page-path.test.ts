import { expect, test } from 'vitest';
import { cutPath, pathOf } from './page-path.ts';

test('the path of a page is readable, also where its escapes are broken', () => {
  expect(pathOf('https://a.example/ceny/p%C5%99%C3%ADklad?x=1')).toBe('/ceny/příklad?x=1');
  expect(pathOf('https://a.example/caf%E9')).toBe('/caf%E9');
  expect(pathOf('https://a.example/100%')).toBe('/100%');
  expect(pathOf('no address')).toBe('');
});

test('what tells the pages of one folder apart is not what is cut', () => {
  expect(cutPath('/tables/oak/page-7.html')).toEqual({ folders: '/tables/oak', name: '/page-7.html' });
  expect(cutPath('/tables/oak/')).toEqual({ folders: '/tables', name: '/oak/' });
  expect(cutPath('/shop/list?of=a/b&page=2')).toEqual({ folders: '/shop', name: '/list?of=a/b&page=2' });
  expect(cutPath('/list')).toEqual({ folders: '', name: '/list' });
  expect(cutPath('/')).toEqual({ folders: '', name: '/' });
});
