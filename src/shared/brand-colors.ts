import { contrast, readableOn } from './readable-color.ts';

/** `#rrggbb` moved towards another by a share from 0 to 1. */
export function mix(color: string, other: string, share: number): string {
  const part = (at: number) => {
    const [a, b] = [parseInt(color.slice(at, at + 2), 16), parseInt(other.slice(at, at + 2), 16)] as [
      number,
      number,
    ];
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${part(1)}${part(3)}${part(5)}`;
}

/** The brand colour as `#rrggbb`, darker or lighter until it can be read as text on this surface. */
export function inkOn(color: string, surface: string, towards: string): string {
  let ink = color;
  for (let share = 0.06; contrast(ink, surface) < 4.6 && share <= 1; share += 0.06)
    ink = mix(color, towards, share);
  return ink;
}

/** CSS variables of an owner's colour; anything but `#rrggbb` falls back to the product's brand. */
export function brandColors(value: string): Record<string, string> {
  const color = /^#[\da-f]{6}$/i.test(value) ? value : '#36d6b5';
  return {
    '--cw-brand': color,
    '--cw-on-brand': readableOn(color),
    '--cw-ink-light': inkOn(color, '#ecf1ef', '#000000'),
    '--cw-ink-dark': inkOn(color, '#1c2926', '#ffffff'),
  };
}
