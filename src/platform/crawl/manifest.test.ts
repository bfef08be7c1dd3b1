import { expect, test } from 'vitest';
import { countProcessorTime } from '#tests/support/app/processor-time.ts';
import { readManifest } from './manifest.ts';

const manifest = (icons: unknown[]) =>
  readManifest(JSON.stringify({ icons }), 'https://shop.test/app.webmanifest');

test('names each icon with the size that it says first, else the usual one', () => {
  const icon = (sizes?: unknown) => ({ src: 'a.png', sizes });
  expect(
    manifest([
      icon('48x48 512X512'),
      icon('any'),
      icon(),
      icon(['64x64']),
      icon('1234567x1'),
      { sizes: '1x1' },
      null,
    ])?.icons,
  ).toEqual([48, 192, 192, 192, 192].map((size) => ({ url: 'https://shop.test/a.png', size })));
  expect(readManifest('[', 'https://shop.test/')).toBeNull();
});

test('a size of a whole manifest full of digits is read at once', () => {
  const spent = countProcessorTime();
  for (const sizes of ['1'.repeat(190_000), `${'1'.repeat(190_000)}x`, '1x'.repeat(95_000)])
    expect(manifest([{ src: '/a.png', sizes }])?.icons).toHaveLength(1);
  expect(spent()).toBeLessThan(200);
});
