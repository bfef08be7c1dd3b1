import { describe, expect, test } from 'vitest';
import { compileCss, longestCss } from '#shared/custom-css/custom-css.ts';
import { contrast } from '#shared/readable-color.ts';
import { cssWithWish } from './css-from-words.models.ts';

const brand = '#36d6b5';

describe('a wish for the look of the chat', () => {
  test.each([
    ['rounder corners', /border-radius: 24px/],
    ['rondere hoeken en grotere tekst', /border-radius: 24px[^]+font-size: 18px/],
    ['más redondo, texto más grande', /border-radius: 24px[^]+font-size: 18px/],
    ['mais arredondado, texto maior', /border-radius: 24px[^]+font-size: 18px/],
    ['plus arrondi, texte plus grand', /border-radius: 24px[^]+font-size: 18px/],
    ['kulatější, větší text', /border-radius: 24px[^]+font-size: 18px/],
    ['square and sharp', /border-radius: 2px/],
    ['hranaté', /border-radius: 2px/],
    ['soft shadows', /box-shadow: 0 4px/],
    ['stíny', /box-shadow: 0 4px/],
    ['kleinere letters', /font-size: 14px/],
    ['letra pequeña', /font-size: 14px/],
    ['an elegant serif typeface', /Georgia/],
    ['compacto', /gap: 10px/],
    ['luchtig', /gap: 32px/],
    ['aéré', /gap: 32px/],
    ['vzdušné', /gap: 32px/],
    ['warmer', /#c2762b/],
    ['chladnější', /#0e7490/],
    ['dark header', /\.cw-header \{\n {2}background: #111827/],
    ['donkere kop', /\.cw-header \{\n {2}background: #111827/],
    ['cabecera oscura', /\.cw-header \{\n {2}background: #111827/],
    ['cabeçalho escuro', /\.cw-header \{\n {2}background: #111827/],
    ['en-tête sombre', /\.cw-header \{\n {2}background: #111827/],
    ['tmavá hlavička', /\.cw-header \{\n {2}background: #111827/],
    ['header in the brand colour', /\.cw-header \{\n {2}background: #36d6b5/],
    ['een rode kop', /\.cw-header \{\n {2}background: #dc2626/],
    ['purple', /--cw-brand: #7c3aed/],
    ['všechno modré', /--cw-brand: #2563eb/],
    ['fondo verde', /--cw-surface[^]+#15803d/],
    ['orange bubbles', /\.cw-bubble \{\n {2}background: #ea580c/],
    ['buttons in #aa3377', /\.cw-button \{\n {2}background: #aa3377/],
    ['frames around the answers, with a border', /border: 1px solid/],
    ['no borders', /border-color: transparent/],
    ['a gradient in the header', /linear-gradient\(120deg, #36d6b5/],
    ['without avatars', /display: none/],
  ])('"%s" is understood', (wish, expected) => {
    const css = cssWithWish('', wish, brand) ?? '';
    expect(css).toMatch(expected);
    expect(compileCss(css).problems).toEqual([]);
    for (const [, ground = '', ink = ''] of css.matchAll(
      /background: (#[0-9a-f]{6});\n {2}color: (#[0-9a-f]{6})/g,
    ))
      expect(contrast(ground, ink)).toBeGreaterThan(4.4);
  });

  test.each(['', 'qwertz', 'make it good', 'please help', 'sans serif header?'])(
    '"%s" promises nothing that is not there',
    (wish) => {
      const css = cssWithWish('', wish, brand);
      expect(css === null || compileCss(css).problems.length === 0).toBe(true);
      if (!wish.includes('serif')) expect(css).toBeNull();
      else expect(css).not.toContain('Georgia');
    },
  );

  test('stands behind what is there, and never grows beyond its bound', () => {
    expect(cssWithWish('.a { color: red }\n', 'rounder', brand)).toMatch(
      /^\.a \{ color: red \}\n\n\.cw-user-message/,
    );
    const long = `.a { color: red } /* ${'x'.repeat(longestCss - 100)} */`;
    expect(
      new TextEncoder().encode(cssWithWish(long, 'rounder, bigger text', brand) ?? '').length,
    ).toBeLessThanOrEqual(longestCss);
  });
});
