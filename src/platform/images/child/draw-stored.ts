import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { mostPixels, type ImageKind, type PictureFault, type StoredImage } from '../picture-types.ts';
import { drawingFault } from './drawing-fault.ts';

/** The longest side of each, in pixels. */
const sides: Record<ImageKind, number> = { avatar: 192, background: 1_920, logo: 640, icon: 192 };
const tallestLogo = 160;
const formats = new Set(['png', 'jpeg', 'webp', 'svg']);

/**
 * Re-encodes an image of unknown origin, so that nothing of the original file is ever served: an avatar or an
 * icon to a small square, a logo to at most 640 by 160, a background to at most 1,920 pixels. Takes PNG, JPEG, WebP and drawings (SVG),
 * which are painted here and never served. A fault when the bytes are no such image, are damaged, hold more
 * pixels than are unpacked, or are a drawing with effects that cost more than they show.
 */
export async function drawStoredImage(
  bytes: Uint8Array,
  kind: ImageKind,
): Promise<StoredImage | PictureFault> {
  try {
    const input = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', animated: false });
    const { format, width, height } = await input.metadata();
    if (!formats.has(format)) return 'unusable';
    const isDrawing = format === 'svg';
    const fault = isDrawing ? drawingFault(bytes) : null;
    if (fault) return fault;
    // A drawing has no pixels of its own: a small one is painted as large as it is shown, not blown up
    // afterwards.
    const wanted = sides[kind];
    const density = isDrawing
      ? Math.min(1_200, Math.max(1, Math.floor((72 * wanted) / Math.max(width, height, 1))))
      : undefined;
    const painted = density
      ? sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', density })
      : input;
    const upright = painted.rotate();
    const isSquare = kind === 'avatar' || kind === 'icon';
    const sized = isSquare
      ? upright.resize(wanted, wanted, {
          fit: isDrawing || kind === 'icon' ? 'contain' : 'cover',
          background: { r: 255, g: 255, b: 255, alpha: 0 },
        })
      : upright.resize(wanted, kind === 'logo' ? tallestLogo : wanted, {
          fit: 'inside',
          withoutEnlargement: true,
        });
    const isPng = kind === 'logo' || kind === 'icon';
    const output = await (
      isPng ? sized.png() : sized.webp({ quality: kind === 'avatar' ? 86 : 80 })
    ).toBuffer();
    return {
      bytes: output,
      type: isPng ? 'image/png' : 'image/webp',
      hash: createHash('sha256').update(output).digest('hex').slice(0, 32),
    };
  } catch {
    // Damaged, too large or not an image at all: the caller says so to the person.
    return 'unusable';
  }
}
