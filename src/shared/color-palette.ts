import { contrast, luminance, readableOn } from './readable-color.ts';

/** A colour of a palette: `#rrggbb`, its share of what was looked at (0 to 1), and what can be read on it. */
export type PaletteColor = {
  color: string;
  share: number;
  /** Text that reads best on it. */
  text: string;
  /** WCAG contrast against white and against the dark surface of the chat. */
  onWhite: number;
  onDark: number;
  /** Contrast of `text` on it. */
  ofText: number;
};
export type ColorPalette = {
  colors: readonly PaletteColor[];
  /** The one that suits an agent best. */
  accent: string;
};

/** Source: DESIGN tokens, the dark page. */
const darkSurface = '#0b1211';
const mostColors = 8;
/** What is rarer is an edge, a shadow, an accident; a few colours are shown whatever their share. */
const leastShare = 0.01;
const fewestColors = 2;
/** Distance in OKLab under which two colours look like one. */
const sameDistance = 0.06;

type Lab = {
  light: number;
  a: number;
  b: number;
};

function labOf(color: string): Lab {
  const linear = (at: number): number => {
    const value = parseInt(color.slice(at, at + 2), 16) / 255;
    return value > 0.04045 ? ((value + 0.055) / 1.055) ** 2.4 : value / 12.92;
  };
  const [red, green, blue] = [linear(1), linear(3), linear(5)];
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return {
    light: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  };
}
const distance = (one: Lab, other: Lab): number =>
  Math.hypot(one.light - other.light, one.a - other.a, one.b - other.b);
const chromaOf = ({ a, b }: Lab): number => Math.hypot(a, b);

/** `#rrggbb` of what people write (`#36d`, `36D6B5`, `rgb(54 214 181)`), or null. */
export function readColor(text: string): string | null {
  const written = text.trim().toLowerCase();
  const hex = /^#?([\da-f]{3}|[\da-f]{6})$/.exec(written)?.[1];
  if (hex) return `#${hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex}`;
  const parts = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})(?:[\s,/]+[\d.%]{1,6})?\s*\)$/.exec(
    written,
  );
  if (!parts) return null;
  const numbers = parts.slice(1, 4).map(Number);
  return numbers.some((value) => value > 255)
    ? null
    : `#${numbers.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/**
 * The palette of counted colours (`#rrggbb` to how often or how much): what looks alike is one, the most
 * frequent first. Null without any colour.
 */
export function paletteOf(counts: ReadonlyMap<string, number>): ColorPalette | null {
  const groups: { color: string; lab: Lab; weight: number }[] = [];
  let total = 0;
  for (const [color, weight] of [...counts].toSorted((a, b) => b[1] - a[1]).slice(0, 400)) {
    const lab = labOf(color);
    total += weight;
    const same = groups.find((group) => distance(group.lab, lab) < sameDistance);
    if (same) same.weight += weight;
    else groups.push({ color, lab, weight });
  }
  if (groups.length === 0) return null;
  const shown = groups.toSorted((a, b) => b.weight - a.weight);
  // A brand is seldom what there is most of: that is paper and ink. It is what has most colour, often.
  const brand = shown.toSorted(
    (a, b) => chromaOf(b.lab) * Math.sqrt(b.weight) - chromaOf(a.lab) * Math.sqrt(a.weight),
  )[0];
  const kept = shown
    .slice(0, mostColors)
    .filter(({ weight }, at) => at < fewestColors || weight / total >= leastShare);
  if (brand && !kept.includes(brand)) kept.splice(kept.length < mostColors ? kept.length : -1, 1, brand);
  return {
    colors: kept.map(({ color, weight }) => describeColor(color, weight / total)),
    accent: brand?.color ?? kept[0]?.color ?? '#36d6b5',
  };
}

/** A palette around one colour: itself, and lighter and darker ones of the same kind. */
export function paletteAround(color: string): ColorPalette {
  const mixed = (other: string, share: number): string =>
    `#${[1, 3, 5]
      .map((at) => {
        const [from, to] = [parseInt(color.slice(at, at + 2), 16), parseInt(other.slice(at, at + 2), 16)];
        return Math.round(from + (to - from) * share)
          .toString(16)
          .padStart(2, '0');
      })
      .join('')}`;
  const steps: [string, number][] = [
    ['#ffffff', 0.85],
    ['#ffffff', 0.5],
    ['#000000', 0.3],
    ['#000000', 0.55],
  ];
  const colors = [color, ...steps.map(([other, share]) => mixed(other, share))];
  return {
    colors: [...new Set(colors)]
      .toSorted((a, b) => luminance(b) - luminance(a))
      .map((each) => describeColor(each, each === color ? 1 : 0)),
    accent: color,
  };
}

function describeColor(color: string, share: number): PaletteColor {
  const text = readableOn(color);
  return {
    color,
    share,
    text,
    onWhite: contrast(color, '#ffffff'),
    onDark: contrast(color, darkSurface),
    ofText: contrast(text, color),
  };
}

/** What WCAG 2.2 says of a contrast: normal text, large text and controls, or nothing. */
export function gradeOf(ratio: number): 'AAA' | 'AA' | 'AA18' | 'none' {
  return ratio >= 7 ? 'AAA' : ratio >= 4.5 ? 'AA' : ratio >= 3 ? 'AA18' : 'none';
}

/** What of a file is read, in characters. */
export const longestStyles = 600_000;
/** No site has as many; what names more is no site to be read, but one that wants to keep the server busy. */
const [mostMatches, mostDistinct] = [20_000, 5_000];

/** How often each colour (`#rrggbb`) was named, and how many names of colours were read for it. */
export type ColorCounts = {
  counts: Map<string, number>;
  matches: number;
};

/**
 * Counts the colours that style sheets and markup name, from what was counted `before`; reads at most
 * `longestStyles` of each file, and over all of them as many colours as a site may have.
 */
export function countColors(
  files: readonly string[],
  before: ColorCounts = { counts: new Map(), matches: 0 },
): ColorCounts {
  const counts = new Map(before.counts);
  let { matches } = before;
  for (const file of files) {
    const found = file
      .slice(0, longestStyles)
      .matchAll(/#(?:[\da-f]{6}|[\da-f]{3})(?![\w-])|\brgba?\([^()]{5,40}\)/gi);
    if (matches >= mostMatches || counts.size >= mostDistinct) break;
    for (const [written] of found) {
      const color = readColor(written);
      if (color) counts.set(color, (counts.get(color) ?? 0) + 1);
      matches += 1;
      if (matches >= mostMatches || counts.size >= mostDistinct) break;
    }
  }
  return { counts, matches };
}
