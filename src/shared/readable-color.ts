/** Relative luminance of `#rrggbb` (WCAG 2), 0 to 1. */
export function luminance(color: string): number {
  const part = (at: number) => {
    const value = parseInt(color.slice(at, at + 2), 16) / 255;
    return value > 0.04045 ? ((value + 0.055) / 1.055) ** 2.4 : value / 12.92;
  };
  return part(1) * 0.2126 + part(3) * 0.7152 + part(5) * 0.0722;
}

/** Contrast of two `#rrggbb` colours (WCAG 2), 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one) + 0.05, luminance(other) + 0.05] as const;
  return a > b ? a / b : b / a;
}

/**
 * Text colour for a surface in this colour: dark grey above luminance 0.7, else what reads better; black or
 * white where grey is too weak.
 */
export function readableOn(color: string): string {
  const grey = '#1f2937';
  if (luminance(color) > 0.7 || contrast(color, grey) >= Math.max(4.5, contrast(color, '#ffffff')))
    return grey;
  return contrast(color, '#ffffff') >= 4.5 ? '#ffffff' : '#000000';
}
