/** Colours out of one brand colour, derived in OKLCH so that steps look evenly spaced whatever the hue. */

export type BrandStep = 50 | 100 | 200 | 300 | 400 | 500 | 600 | 700 | 800 | 900 | 950;

type Rgb = [number, number, number];

/**
 * Dark grey that text falls back to on very light colours. Source: the specification, "Languages and colour".
 */
const darkGrey = '#1f2937';

const lightnessOfStep: Record<BrandStep, number> = {
  50: 0.98,
  100: 0.955,
  200: 0.915,
  300: 0.855,
  400: 0.785,
  500: 0.71,
  600: 0.6,
  700: 0.51,
  800: 0.44,
  900: 0.385,
  950: 0.275,
};
const chromaOfStep: Record<BrandStep, number> = {
  50: 0.15,
  100: 0.32,
  200: 0.6,
  300: 0.85,
  400: 1,
  500: 0.98,
  600: 0.85,
  700: 0.7,
  800: 0.58,
  900: 0.48,
  950: 0.35,
};
export const brandSteps: readonly BrandStep[] = [50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 950];

/** `#rrggbb` → channels 0…1, or null when the text is no such colour. */
function parseHex(hex: string): Rgb | null {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex.trim());
  if (!match) return null;
  return [1, 2, 3].map((index) => Number.parseInt(match[index] ?? '0', 16) / 255) as Rgb;
}

const toLinear = (channel: number) =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
const fromLinear = (channel: number) =>
  channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;

/** WCAG relative luminance, 0…1. Not a colour: 0. */
export function luminance(hex: string): number {
  const rgb = parseHex(hex);
  if (!rgb) return 0;
  return 0.2126 * toLinear(rgb[0]) + 0.7152 * toLinear(rgb[1]) + 0.0722 * toLinear(rgb[2]);
}

/** WCAG contrast ratio, 1…21. */
export function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

/**
 * The text colour for a fill: dark grey on very light fills, otherwise whichever of white and dark reads
 * better.
 */
export function textOn(fill: string): string {
  if (luminance(fill) > 0.7) return darkGrey;
  return contrast(fill, '#ffffff') >= contrast(fill, darkGrey) ? '#ffffff' : darkGrey;
}

function toOklch([r, g, b]: Rgb): { lightness: number; chroma: number; hue: number } {
  const [lr, lg, lb] = [toLinear(r), toLinear(g), toLinear(b)];
  const l = Math.cbrt(0.4122214708 * lr + 0.5363325363 * lg + 0.0514459929 * lb);
  const m = Math.cbrt(0.2119034982 * lr + 0.6806995451 * lg + 0.1073969566 * lb);
  const s = Math.cbrt(0.0883024619 * lr + 0.2817188376 * lg + 0.6299787005 * lb);
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return { lightness, chroma: Math.hypot(a, bb), hue: Math.atan2(bb, a) };
}

function fromOklch(lightness: number, chroma: number, hue: number): Rgb {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** The colour as `#rrggbb`; chroma shrinks until it fits the screen's gamut. */
function oklchToHex(lightness: number, chroma: number, hue: number): string {
  for (let fitting = chroma; ; fitting *= 0.94) {
    const linear = fromOklch(lightness, fitting, hue);
    if (fitting < 0.002 || linear.every((channel) => channel > -0.0005 && channel < 1.0005)) {
      const channels = linear.map((channel) =>
        Math.round(fromLinear(Math.min(1, Math.max(0, channel))) * 255),
      );
      return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
    }
  }
}

/** The eleven steps of a brand colour, or null when the text is no `#rrggbb` colour. */
export function brandRamp(color: string): Record<BrandStep, string> | null {
  const rgb = parseHex(color);
  if (!rgb) return null;
  const { chroma, hue } = toOklch(rgb);
  const ramp = brandSteps.map(
    (step) => [step, oklchToHex(lightnessOfStep[step], chroma * chromaOfStep[step], hue)] as const,
  );
  return Object.fromEntries(ramp) as Record<BrandStep, string>;
}

/** Puts a white label's colours on the page; null colours restore the product's own. */
export function applyBrand(
  brand: { primaryColor: string | null; secondaryColor: string | null },
  root: HTMLElement = document.documentElement,
): void {
  const ramp = brand.primaryColor ? brandRamp(brand.primaryColor) : null;
  for (const step of brandSteps) setVariable(root, `--brand-${step}`, ramp?.[step] ?? null);
  const fill = ramp && brand.primaryColor ? brand.primaryColor : null;
  setVariable(root, '--accent', fill);
  setVariable(
    root,
    '--accent-hover',
    fill && `color-mix(in oklab, ${fill} 86%, ${textOn(fill) === '#ffffff' ? 'black' : 'white'})`,
  );
  setVariable(root, '--on-accent', fill && textOn(fill));
  setVariable(
    root,
    '--secondary',
    brand.secondaryColor && parseHex(brand.secondaryColor) ? brand.secondaryColor : null,
  );
}

function setVariable(root: HTMLElement, name: string, value: string | null): void {
  if (value === null) root.style.removeProperty(name);
  else root.style.setProperty(name, value);
}
