import { expect, test } from 'vitest';
import { countProcessorTime } from '#tests/support/app/processor-time.ts';
import { enteredAddresses, linkKind, matchesGlob, normalisePageUrl, pageKey } from './page-urls.ts';

test('path globs mean what owners expect, in linear time', () => {
  const matches: [string, string, boolean][] = [
    ['/blog', '/blog', true],
    ['/blog/2026/x', '/blog', true],
    ['/blogger', '/blog', false],
    ['/blog/x', 'blog', true],
    ['/blog/a/b', '/blog/*', true],
    ['/blog', '/blog/*', false],
    ['/a/private/b', '*/private/*', true],
    ['/x.html', '*.html', true],
    ['/x.htm', '*.html', false],
    ['/item-7', '/item-?', true],
    ['/anything', '*', true],
    ['/a/b/c', '/a/**/c', true],
  ];
  for (const [path, glob, expected] of matches)
    expect([path, glob, matchesGlob(path, glob)]).toEqual([path, glob, expected]);
  const spent = countProcessorTime();
  matchesGlob(`/${'a'.repeat(2_000)}`, `${'*a'.repeat(100)}b`);
  expect(spent()).toBeLessThan(5_000);
});

test('tracking and session parameters, fragments and slashes do not make another page', () => {
  expect(normalisePageUrl('https://a.test//x/?utm_source=1&b=2&a=1&gclid=3#top')?.href).toBe(
    'https://a.test/x/?a=1&b=2',
  );
  expect(normalisePageUrl('/x;jsessionid=ABC?y=1', 'https://a.test/')?.href).toBe('https://a.test/x?y=1');
  for (const address of [
    'mailto:a@b.c',
    'javascript:x',
    'https://u:p@a.test/',
    `https://a.test/${'x'.repeat(3_000)}`,
  ])
    expect(normalisePageUrl(address)).toBeNull();
  const keys = ['http://www.a.test/x/', 'https://a.test/x', 'https://a.test/x/index.html'].map((address) =>
    pageKey(new URL(address)),
  );
  expect(new Set(keys).size).toBe(1);
});

test('links that do something, or lead to files, are told apart from pages', () => {
  const kinds = [
    '/price.PDF',
    '/a.png',
    '/logout',
    '/shop?add-to-cart=5',
    '/about.php',
    '/v1.2/guide',
    '/wp-admin/x',
  ].map((path) => linkKind(new URL(path, 'https://a.test')));
  expect(kinds).toEqual(['document', 'other', 'other', 'other', 'page', 'page', 'other']);
});

test('what people type becomes addresses to try', () => {
  expect(enteredAddresses(' example.com/x ')).toEqual(['https://example.com/x', 'http://example.com/x']);
  expect(enteredAddresses('localhost:4010')).toEqual(['http://localhost:4010']);
  expect(enteredAddresses('HTTP://a.test')).toEqual(['HTTP://a.test']);
  for (const text of ['', 'two words', 'ftp://a.test', 'file:///etc/passwd', 'javascript://x'])
    expect(enteredAddresses(text)).toEqual([]);
});

test('an address full of tracking parameters is read once, not once for each', () => {
  const names = Array.from({ length: 600 }, (_, at) => `utm_${at.toString(36)}`).join('&');
  const spent = countProcessorTime();
  for (let times = 0; times < 100; times++)
    expect(normalisePageUrl(`https://shop.example/a?b=1&${names}`)?.href).toBe('https://shop.example/a?b=1');
  expect(spent()).toBeLessThan(500);
});
