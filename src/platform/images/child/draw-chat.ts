import sharp from 'sharp';
import { looksLikeImage, mostPixels, type ChatImage } from '../picture-types.ts';

/** More than any model looks at, and enough for a screen. */
const longestSide = 2_048;

/**
 * Re-encodes a PNG, JPEG, WebP or GIF (its first frame) upright and within 2,048 pixels, without what the
 * file says beside the picture: place, camera, time. JPEG, or PNG when it has transparent parts, because
 * every model reads those.
 * Null when the bytes are no such picture, are damaged, or hold more than 40 million pixels.
 */
export async function drawChatImage(bytes: Uint8Array): Promise<ChatImage | null> {
  if (!looksLikeImage(bytes)) return null;
  try {
    const input = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', animated: false });
    const { format, hasAlpha } = await input.metadata();
    if (!['png', 'jpeg', 'webp', 'gif'].includes(format)) return null;
    const isSolid = !hasAlpha || (await input.clone().stats()).isOpaque;
    const upright = input
      .rotate()
      .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true });
    const encoded = isSolid
      ? upright.flatten({ background: '#ffffff' }).jpeg({ quality: 86, mozjpeg: false })
      : upright.png({ compressionLevel: 8 });
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
    return {
      bytes: data,
      type: isSolid ? 'image/jpeg' : 'image/png',
      extension: isSolid ? 'jpg' : 'png',
      width: info.width,
      height: info.height,
    };
  } catch {
    // Damaged, too large or not a picture at all: the caller says so to the person.
    return null;
  }
}
