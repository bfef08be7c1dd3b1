/** A picture of unknown origin, drawn anew. */
export type ChatImage = { bytes: Buffer; type: 'image/jpeg' | 'image/png'; extension: 'jpg' | 'png'; width: number; height: number };

/** More than any model looks at, and enough for a screen. */
const longestSide = 2_048;
const mostPixels = 40_000_000;
/** Pictures that are drawn at the same time; each may need some hundred megabytes. */
const atOnce = 2;
let running = 0;
const waiting: (() => void)[] = [];

/** Whether bytes begin like a picture that `toChatImage` takes. What follows may still be none. */
export function looksLikeImage(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  return head.startsWith('\u0089PNG\r\n\u001a\n') || head.startsWith('\u00ff\u00d8\u00ff') || /^GIF8[79]a/.test(head) || (head.startsWith('RIFF') && head.slice(8) === 'WEBP');
}

/**
 * Re-encodes a PNG, JPEG, WebP or GIF (its first frame) upright and within 2,048 pixels, without what the file says beside
 * the picture: place, camera, time. JPEG, or PNG when it has transparent parts, because every model reads those.
 * Null when the bytes are no such picture, are damaged, or hold more than 40 million pixels.
 */
export async function toChatImage(bytes: Uint8Array): Promise<ChatImage | null> {
  if (!looksLikeImage(bytes)) return null;
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    const { default: sharp } = await import('sharp');
    const input = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', animated: false });
    const { format, hasAlpha } = await input.metadata();
    if (!['png', 'jpeg', 'webp', 'gif'].includes(format)) return null;
    const isSolid = !hasAlpha || (await input.clone().stats()).isOpaque;
    const upright = input.rotate().resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true });
    const { data, info } = await (isSolid ? upright.flatten({ background: '#ffffff' }).jpeg({ quality: 86, mozjpeg: false }) : upright.png({ compressionLevel: 8 })).toBuffer({ resolveWithObject: true });
    return { bytes: data, type: isSolid ? 'image/jpeg' : 'image/png', extension: isSolid ? 'jpg' : 'png', width: info.width, height: info.height };
  } catch {
    // Damaged, too large or not a picture at all: the caller says so to the person.
    return null;
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}
