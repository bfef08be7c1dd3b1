import { readableOn } from './readable-color.ts';

/** Colours out of one brand colour, derived in OKLCH so that steps look evenly spaced whatever the hue. */

export type BrandStep = 50 | 100 | 200 | 300 | 400 | 500 | 600 | 700 | 800 | 900 | 950;

type Rgb = [number, number, number];

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

/** The colours that a brand brings, as `#rrggbb`; null: the product's own. */
export type BrandColors = {
  primaryColor: string | null;
  secondaryColor: string | null;
};

/**
 * The CSS variables by which a brand's colours stand in place of the product's; null takes one back. Text on the
 * brand's colour is dark grey above luminance 0.7, else what reads better.
 */
export function brandVariables({ primaryColor, secondaryColor }: BrandColors): Record<string, string | null> {
  const ramp = primaryColor ? brandRamp(primaryColor) : null;
  const fill = ramp ? primaryColor : null;
  const on = fill && readableOn(fill);
  return {
    ...Object.fromEntries(brandSteps.map((step) => [`--brand-${step}`, ramp?.[step] ?? null])),
    '--accent': fill,
    '--accent-hover': fill && `color-mix(in oklab, ${fill} 86%, ${on === '#ffffff' ? 'black' : 'white'})`,
    '--on-accent': on,
    '--secondary': secondaryColor && parseHex(secondaryColor) ? secondaryColor : null,
  };
}
