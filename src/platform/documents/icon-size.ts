/** The first size that an icon's `sizes` names (`32x32 192x192`), in pixels; null for what names none. */
export function iconSize(sizes: string): number | null {
  const size = /(?<!\d)\d{1,5}(?=x\d)/i.exec(sizes.slice(0, 200))?.[0];
  return size === undefined ? null : Number(size);
}
