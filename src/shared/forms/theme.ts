import type { FormSettings } from './document.ts';
import { contrast, luminance, readableOn } from '../readable-color.ts';

/** The colour, darker or lighter until it can be read as text on this ground. */
function inkOn(color: string, ground: string): string {
  const isLight = luminance(ground) > 0.4;
  const part = (at: number, share: number): string => {
    const from = parseInt(color.slice(at, at + 2), 16);
    return Math.round(from + ((isLight ? 0 : 255) - from) * share)
      .toString(16)
      .padStart(2, '0');
  };
  for (let share = 0; share < 1; share += 0.06) {
    const ink = `#${part(1, share)}${part(3, share)}${part(5, share)}`;
    if (contrast(ink, ground) >= 4.6) return ink;
  }
  return isLight ? '#000000' : '#ffffff';
}

const radii = { square: '0px', soft: '8px', round: '18px' } as const;

function variables(theme: FormSettings['theme'], ground: string, isDark: boolean): string {
  const surface = isDark ? '#151d1b' : '#ffffff';
  const [text, muted, line, edge] = isDark
    ? ['#e8f1ee', '#a3b3ae', '#2a3834', '#6b7d77']
    : ['#14211e', '#55645f', '#e1e8e5', '#7c8a85'];
  const on = luminance(ground) > 0.4 ? '#14211e' : '#f2f7f5';
  return `--ff-ground:${ground};--ff-surface:${surface};--ff-text:${text};--ff-muted:${muted};--ff-line:${line};--ff-edge:${edge};--ff-on-ground:${on};--ff-color:${theme.color};--ff-on-color:${readableOn(theme.color)};--ff-ink:${inkOn(theme.color, surface)};--ff-danger:${isDark ? '#f87171' : '#b91c1c'};color-scheme:${isDark ? 'dark' : 'light'}`;
}

/** A form's look as style rules; the page's policy names their hash. Colours were checked to be `#rrggbb`. */
export function formThemeCss(theme: FormSettings['theme']): string {
  // Without quotation marks, which would be escaped where the rules stand in the page.
  const font =
    theme.font === 'serif' ? 'Georgia,Times New Roman,serif' : 'Inter Variable,system-ui,sans-serif';
  const dark = variables(theme, '#0d1413', true);
  const light = variables(theme, theme.background, false);
  const base = `:root{--ff-radius:${radii[theme.corners]};--ff-font:${font};${theme.mode === 'dark' ? dark : light}}`;
  return theme.mode === 'auto' ? `${base}@media (prefers-color-scheme:dark){:root{${dark}}}` : base;
}
