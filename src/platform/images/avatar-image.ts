import { createHash } from 'node:crypto';

/** A picture ready to be stored and served. */
export type StoredImage = { bytes: Buffer; type: 'image/webp'; hash: string };

const side = 192;

/**
 * Re-encodes an image of unknown origin to a square WebP, so that nothing of the original file is ever served.
 * Takes PNG, JPEG, WebP and GIF up to 25 million pixels, and drawings (SVG) only when asked to: they are painted, never served.
 * Null when the bytes are no such image.
 */
export async function toAvatarImage(bytes: Buffer, options: { drawings?: boolean } = {}): Promise<StoredImage | null> {
  // The image library takes 30 ms to load and is used seldom.
  const { default: sharp } = await import('sharp');
  try {
    const input = sharp(bytes, { limitInputPixels: 25_000_000, failOn: 'error', animated: false });
    const { format } = await input.metadata();
    if (!['png', 'jpeg', 'webp', 'gif', ...(options.drawings ? ['svg'] : [])].includes(format)) return null;
    const output = await input.rotate().resize(side, side, { fit: format === 'svg' ? 'contain' : 'cover', background: { r: 255, g: 255, b: 255, alpha: 0 } }).webp({ quality: 86 }).toBuffer();
    return { bytes: output, type: 'image/webp', hash: createHash('sha256').update(output).digest('hex').slice(0, 32) };
  } catch {
    // Damaged, too large or not an image at all: the caller says so to the person.
    return null;
  }
}
