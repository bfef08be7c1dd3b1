import { describe, expect, test } from 'vitest';
import { countColors, gradeOf, paletteAround, paletteOf, readColor } from './color-palette.ts';

test.each([
  ['#36d6b5', '#36d6b5'],
  [' 36D6B5 ', '#36d6b5'],
  ['#0f8', '#00ff88'],
  ['rgb(54, 214, 181)', '#36d6b5'],
  ['rgba(54 214 181 / 50%)', '#36d6b5'],
  ['rgb(300,0,0)', null],
  ['#12', null],
  ['red', null],
  ['', null],
  ['#36d6b5"><script>', null],
])('reads the color %j as %j', (written, color) => {
  expect(readColor(written)).toBe(color);
});

describe('the palette of a page', () => {
  const styles = `body{background:#fff;color:#111}a{color:#0d7968}.b{background:#0D7968;border:1px solid #ffffff}
    .c{color:#0e7a69;background:#ffffff} #abc123-not{} .d{color:rgb(17,17,17)} #def { }`;

  test('counts what its styles name, and nothing that only looks like a color', () => {
    const { counts } = countColors([styles]);
    expect(Object.fromEntries(counts)).toMatchObject({ '#ffffff': 3, '#111111': 2, '#0d7968': 2 });
    expect(counts.has('#abc123')).toBe(false);
  });

  test('takes colors that look alike for one, and finds the brand beside paper and ink', () => {
    const palette = paletteOf(countColors([styles]).counts);
    expect(palette?.accent).toBe('#0d7968');
    expect(palette?.colors.map(({ color }) => color)).not.toContain('#0e7a69');
    expect(palette?.colors[0]).toMatchObject({ color: '#ffffff', onWhite: 1 });
    const shares = palette?.colors.reduce((sum, { share }) => sum + share, 0) ?? 0;
    expect(shares).toBeCloseTo(1, 5);
  });

  test('stops counting where a site names colors without end, over all of its files', () => {
    const sheet = (from: number, length: number): string =>
      Array.from({ length }, (_, at) => `#${(from + at).toString(16).padStart(6, '0')};`).join('');
    const distinct = countColors([sheet(0, 3_000), sheet(3_000, 3_000), sheet(9_000, 60_000)]);
    expect([distinct.counts.size, distinct.matches]).toEqual([5_000, 5_000]);
    const same = countColors(['#36d6b5;'.repeat(12_000), '#36d6b5;'.repeat(12_000)]);
    expect([...same.counts]).toEqual([['#36d6b5', 20_000]]);
    expect(countColors(['x'.repeat(600_000) + '#36d6b5']).counts.size).toBe(0);
  });

  test('is none without a color, and short of ten thousand of them', () => {
    expect(paletteOf(new Map())).toBeNull();
    const many = Array.from({ length: 10_000 }, (_, at) => `#${at.toString(16).padStart(6, '7')}`);
    expect(paletteOf(new Map(many.map((color) => [color, 1])))?.colors.length).toBeLessThanOrEqual(8);
  });
});

test('a color alone has its own shades, each with text that can be read', () => {
  for (const color of ['#36d6b5', '#000000', '#ffffff', '#ff0000']) {
    const { accent, colors } = paletteAround(color);
    expect(accent).toBe(color);
    for (const shade of colors) expect(shade.ofText, shade.color).toBeGreaterThanOrEqual(4.5);
  }
});

test('grades are those of WCAG', () => {
  expect([21, 7, 6.9, 4.5, 4.4, 3, 2.9].map(gradeOf)).toEqual([
    'AAA',
    'AAA',
    'AA',
    'AA',
    'AA18',
    'AA18',
    'none',
  ]);
});
