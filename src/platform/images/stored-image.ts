import { createHash } from 'node:crypto';

/** A picture ready to be stored and served. */
export type StoredImage = { bytes: Buffer; type: 'image/webp'; hash: string };

export type ImageKind = 'avatar' | 'background';

const avatarSide = 192;
const backgroundSide = 1_920;
/** More pixels than this are not unpacked: a few kilobytes can hold gigabytes of them. */
const mostPixels = 40_000_000;
const longestSeconds = 15;
const formats = new Set(['png', 'jpeg', 'webp', 'svg']);

/**
 * Re-encodes an image of unknown origin to WebP, so that nothing of the original file is ever served: an avatar to a small
 * square, a background to at most 1,920 pixels. Takes PNG, JPEG, WebP and drawings (SVG), which are painted here and never
 * served. Null when the bytes are no such image, are damaged, or hold more pixels than are unpacked.
 */
export async function toStoredImage(bytes: Buffer, kind: ImageKind): Promise<StoredImage | null> {
  // The image library takes 30 ms to load and is used seldom.
  const { default: sharp } = await import('sharp');
  try {
    const input = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', animated: false });
    const { format, width, height } = await input.metadata();
    if (!formats.has(format)) return null;
    const isDrawing = format === 'svg';
    // A drawing has no pixels of its own: a small one is painted as large as it is shown, not blown up afterwards.
    const wanted = kind === 'avatar' ? avatarSide : backgroundSide;
    const density = isDrawing ? Math.min(1_200, Math.max(1, Math.floor((72 * wanted) / Math.max(width, height, 1)))) : undefined;
    const painted = density ? sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', density }) : input;
    const upright = painted.rotate().timeout({ seconds: longestSeconds });
    const sized =
      kind === 'avatar'
        ? upright.resize(avatarSide, avatarSide, { fit: isDrawing ? 'contain' : 'cover', background: { r: 255, g: 255, b: 255, alpha: 0 } })
        : upright.resize(backgroundSide, backgroundSide, { fit: 'inside', withoutEnlargement: true });
    const output = await sized.webp({ quality: kind === 'avatar' ? 86 : 80 }).toBuffer();
    return { bytes: output, type: 'image/webp', hash: createHash('sha256').update(output).digest('hex').slice(0, 32) };
  } catch {
    // Damaged, too large or not an image at all: the caller says so to the person.
    return null;
  }
}
