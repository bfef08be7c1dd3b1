import sharp from 'sharp';
import { mostPixels, type PictureFault, type SizedImage } from '../picture-types.ts';
import { drawingFault } from './drawing-fault.ts';

const formats = new Set(['png', 'jpeg', 'webp', 'gif', 'svg', 'avif', 'heif']);

/**
 * Re-encodes a picture of unknown origin as AVIF and WebP in these widths (pixels, the smallest first), none wider
 * than it is; without what the file says beside the picture. A fault when the bytes are no picture, are damaged, hold more pixels than are unpacked, or are a
 * drawing with effects that cost more than they show.
 */
export async function drawSizedImage(
  bytes: Uint8Array,
  widths: readonly number[],
): Promise<SizedImage | PictureFault> {
  try {
    const input = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', animated: false });
    const { format, width, autoOrient } = await input.metadata();
    if (!formats.has(format)) return 'unusable';
    const largest = widths.at(-1) ?? 0;
    const isDrawing = format === 'svg';
    const fault = isDrawing ? drawingFault(bytes) : null;
    if (fault) return fault;
    // A drawing has no pixels of its own: a small one is painted as large as it is shown.
    const density = Math.min(1_200, Math.max(1, Math.floor((72 * largest) / Math.max(width, 1))));
    const painted = isDrawing
      ? sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', density })
      : input;
    const own = isDrawing ? largest : autoOrient.width;
    const wanted = [...widths.filter((each) => each < own), Math.min(own, largest)];
    // The largest is made out of the original, once; the others out of it.
    const { data, info } = await painted
      .rotate()
      .resize({ width: wanted.at(-1), height: largest * 3, fit: 'inside', withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    const files: SizedImage['files'] = [];
    for (const each of new Set([...wanted.filter((one) => one < info.width), info.width])) {
      const sized = sharp(data, { raw }).resize({ width: each });
      files.push(
        {
          width: each,
          format: 'avif',
          bytes: await sized.clone().avif({ quality: 55, effort: 2 }).toBuffer(),
        },
        { width: each, format: 'webp', bytes: await sized.webp({ quality: 80 }).toBuffer() },
      );
    }
    return { width: info.width, height: info.height, files };
  } catch {
    // Damaged, too large or not a picture at all: the caller says so to the person.
    return 'unusable';
  }
}
