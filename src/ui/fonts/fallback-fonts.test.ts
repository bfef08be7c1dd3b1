import { readFileSync } from 'node:fs';
import path from 'node:path';
import { create } from 'fontkit';
import { describe, expect, it } from 'vitest';

const here = import.meta.dirname;

/** The declarations of each face of a style sheet. */
function facesOf(file: string): Map<string, string>[] {
  const css = readFileSync(path.join(here, file), 'utf8');
  return [...css.matchAll(/@font-face \{([^}]*)\}/g)].map(
    ([, text = '']) =>
      new Map(
        text.split(';').flatMap((line): [string, string][] => {
          const [name = '', ...value] = line.split(':');
          return value.length > 0 ? [[name.trim(), value.join(':').trim()]] : [];
        }),
      ),
  );
}

describe.each([
  ['inter-fallback.css', 'inter/files/inter-latin-wght-normal.woff2'],
  ['fraunces-fallback.css', 'fraunces/files/fraunces-latin-wght-normal.woff2'],
])('the faces of %s, beside %s', (sheet, file) => {
  const font = create(readFileSync(path.join(here, '../../../node_modules/@fontsource-variable', file)));
  if (!('ascent' in font)) throw new Error(`${file} holds several fonts.`);
  const { ascent, descent, lineGap, unitsPerEm } = font;

  it.each(facesOf(sheet))('are as high as it is: %#', (face) => {
    const share = (name: string): number => Number.parseFloat(face.get(name) ?? '') / 100;
    const scale = share('size-adjust');
    expect(scale * share('ascent-override')).toBeCloseTo(ascent / unitsPerEm, 3);
    expect(scale * share('descent-override')).toBeCloseTo(-descent / unitsPerEm, 3);
    expect(share('line-gap-override')).toBe(lineGap);
    expect(face.get('src')).not.toContain('url(');
  });
});

it.each([
  ['../tokens.css', 'inter-fallback.css'],
  ['../tokens.css', 'fraunces-fallback.css'],
  ['../../apps/pages/pages.css', 'inter-fallback.css'],
  ['../../apps/pages/pages.css', 'fraunces-fallback.css'],
])('%s names each family of %s after the font', (stack, sheet) => {
  const css = readFileSync(path.join(here, stack), 'utf8').replaceAll(/\s+/g, ' ');
  const families = [...new Set(facesOf(sheet).map((face) => face.get('font-family')))];
  expect(css).toContain(`Variable', ${families.join(', ')}`);
});
