/** A colour as `#rrggbb`, or null: hex, rgb(), hsl() as style sheets and manifests write them. */
export function readColour(text: string): string | null {
  const value = text.trim().toLowerCase();
  const hex = /^#([0-9a-f]{3,8})$/.exec(value)?.[1];
  if (hex && (hex.length === 3 || hex.length === 4)) return `#${hex.slice(0, 3).replace(/./g, '$&$&')}`;
  if (hex && (hex.length === 6 || hex.length === 8)) return `#${hex.slice(0, 6)}`;
  const rgb = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})/.exec(value);
  if (rgb) return toHex([Number(rgb[1]), Number(rgb[2]), Number(rgb[3])]);
  const hsl = /^hsla?\(\s*([\d.]{1,6})(?:deg)?[\s,]+([\d.]{1,6})%[\s,]+([\d.]{1,6})%/.exec(value);
  if (!hsl) return null;
  const hue = Number(hsl[1]) % 360;
  const saturation = Math.min(100, Number(hsl[2])) / 100;
  const lightness = Math.min(100, Number(hsl[3])) / 100;
  const channel = (shift: number) => {
    const place = (shift + hue / 30) % 12;
    return Math.round(
      255 *
        (lightness -
          saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(place - 3, 9 - place, 1))),
    );
  };
  return toHex([channel(0), channel(8), channel(4)]);
}

function toHex(channels: readonly number[]): string | null {
  return channels.some((channel) => channel > 255)
    ? null
    : `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** The saturation of a colour (HSL, 0 grey … 1); 0 for nearly black and nearly white. */
export function saturationOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255,
  );
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  const lightness = (most + least) / 2;
  if (lightness < 0.1 || lightness > 0.92) return 0;
  return most === least ? 0 : (most - least) / (1 - Math.abs(2 * lightness - 1));
}

/** The most used lively colours of style sheets, best first. Reads the first 400 KB. */
export function brandColours(css: string, most = 6): string[] {
  const weights = new Map<string, number>();
  const add = (text: string, weight: number) => {
    const colour = readColour(text);
    if (colour && saturationOf(colour) >= 0.25) weights.set(colour, (weights.get(colour) ?? 0) + weight);
  };
  const source = css.slice(0, 400_000);
  for (const match of source.matchAll(/#[0-9a-f]{3,8}\b|(?:rgb|hsl)a?\([^)]{5,60}\)/gi)) add(match[0], 1);
  // What a site calls its own colour counts more than how often it occurs.
  for (const match of source.matchAll(
    /--[\w-]{0,40}(?:primary|brand|accent|main|theme)[\w-]{0,40}\s*:\s*([^;}]{3,60})/gi,
  ))
    add(match[1] ?? '', 12);
  return [...weights]
    .sort((a, b) => b[1] - a[1])
    .slice(0, most)
    .map(([colour]) => colour);
}
