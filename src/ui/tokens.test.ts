import { describe, expect, it } from 'vitest';
import { brandRamp, brandSteps } from '#shared/brand-ramp.ts';
import { contrast, readableOn } from '#shared/readable-color.ts';
import css from './tokens.css?raw';

function variables(theme: 'light' | 'dark'): Map<string, string> {
  const found = new Map<string, string>();
  const dark = css.indexOf("[data-theme='dark'] {");
  const end = css.indexOf('@theme {');
  const text = theme === 'light' ? css.slice(0, dark) : css.slice(0, end);
  for (const [, name, value] of text.matchAll(/--([\w-]+):\s*([^;]+);/g))
    if (name && value) found.set(name, value);
  return found;
}

function color(theme: Map<string, string>, name: string): string {
  const value = theme.get(name) ?? '';
  const reference = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  return reference ? color(theme, reference) : value;
}

describe.each(['light', 'dark'] as const)('the %s theme', (name) => {
  const theme = variables(name);
  const text: [string, string][] = [
    ...['page', 'surface', 'raised', 'sunken'].flatMap((ground): [string, string][] => [
      ['ink', ground],
      ['muted', ground],
      ['accent-ink', ground],
      ['danger-ink', ground],
      ['success-ink', ground],
      ['warning-ink', ground],
      ['info-ink', ground],
    ]),
    ...['success', 'warning', 'danger', 'info'].flatMap((status): [string, string][] => [
      [`${status}-ink`, `${status}-tint`],
      ['ink', `${status}-tint`],
    ]),
    ['on-accent', 'accent'],
    ['on-accent', 'accent-hover'],
    ['on-danger', 'danger'],
    ['on-danger', 'danger-hover'],
  ];
  it.each(text)('reads %s on %s at 4.5:1 or better', (foreground, background) => {
    expect(contrast(color(theme, foreground), color(theme, background))).toBeGreaterThanOrEqual(4.5);
  });
  it.each(['page', 'surface', 'raised'])(
    'shows control borders and focus on %s at 3:1 or better',
    (ground) => {
      expect(contrast(color(theme, 'edge'), color(theme, ground))).toBeGreaterThanOrEqual(3);
      expect(contrast(color(theme, 'accent-strong'), color(theme, ground))).toBeGreaterThanOrEqual(3);
    },
  );
});

describe('a custom brand colour', () => {
  it.each(['#36D6B5', '#4f46e5', '#ff0000', '#ffe600', '#111111', '#888888', '#e11d48', '#0ea5e9'])(
    '%s gets a ramp whose text steps are readable',
    (brand) => {
      const ramp = brandRamp(brand);
      if (!ramp) throw new Error('no ramp');
      expect(contrast(ramp[700], '#ffffff')).toBeGreaterThanOrEqual(4.5);
      expect(contrast(ramp[300], '#111a18')).toBeGreaterThanOrEqual(4.5);
      expect(contrast(ramp[600], '#ffffff')).toBeGreaterThanOrEqual(3);
      expect(brandSteps.every((step) => /^#[0-9a-f]{6}$/.test(ramp[step]))).toBe(true);
    },
  );
  it('puts the specified dark grey on very light colours and white on dark ones', () => {
    expect(readableOn('#ffe600')).toBe('#1f2937');
    expect(readableOn('#ffffff')).toBe('#1f2937');
    expect(readableOn('#4f46e5')).toBe('#ffffff');
  });
  it('is ignored when it is no colour', () => {
    expect(brandRamp('red; background: url(x)')).toBeNull();
  });
});
