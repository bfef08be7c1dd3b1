/** A picture ready to be stored and served. */
export type StoredImage = {
  bytes: Buffer;
  type: 'image/webp' | 'image/png';
  hash: string;
};

/** `logo` and `icon` of a brand are PNG, because mail programs and tabs read nothing newer. */
export type ImageKind = 'avatar' | 'background' | 'logo' | 'icon';

/** A picture of unknown origin, drawn anew. */
export type ChatImage = {
  bytes: Buffer;
  type: 'image/jpeg' | 'image/png';
  extension: 'jpg' | 'png';
  width: number;
  height: number;
};

/** A picture in the widths and formats that screens need, the smallest first. */
export type SizedImage = {
  width: number;
  height: number;
  files: { width: number; format: 'avif' | 'webp'; bytes: Buffer }[];
};

/** Why a picture can't be had: it is none that is taken, or it is one that would keep the machine busy. */
export type PictureFault = 'unusable' | 'elaborate';

/** What the drawing process is asked to do. */
export type DrawingTask =
  | { type: 'stored'; kind: ImageKind; bytes: Uint8Array }
  | { type: 'chat'; bytes: Uint8Array }
  | { type: 'sized'; widths: readonly number[]; bytes: Uint8Array };

/** More pixels than this are not unpacked: a few kilobytes can hold gigabytes of them. */
export const mostPixels = 40_000_000;

/** Whether bytes begin like a picture that is taken in a chat. What follows may still be none. */
export function looksLikeImage(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  return (
    head.startsWith('\u0089PNG\r\n\u001a\n') ||
    head.startsWith('\u00ff\u00d8\u00ff') ||
    /^GIF8[79]a/.test(head) ||
    (head.startsWith('RIFF') && head.slice(8) === 'WEBP')
  );
}
