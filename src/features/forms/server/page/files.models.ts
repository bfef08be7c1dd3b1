import type { FormFileKind } from '#shared/forms/document.ts';
import { looksLikeImage } from '#platform/images/picture-types.ts';

/**
 * What the bytes of a file are; null when its name promises something else or when it is of no kind that is
 * taken.
 */
export function fileKindOf(bytes: Uint8Array, name: string): FormFileKind | null {
  const extension = /\.([a-z0-9]{1,8})$/i.exec(name.trim())?.[1]?.toLowerCase() ?? '';
  if (looksLikeImage(bytes))
    return ['', 'png', 'jpg', 'jpeg', 'jfif', 'webp', 'gif'].includes(extension) ? 'image' : null;
  const head = Buffer.from(bytes.subarray(0, 1_024)).toString('latin1');
  if (head.includes('%PDF-')) return ['', 'pdf'].includes(extension) ? 'pdf' : null;
  if (head.startsWith('PK')) return extension === 'docx' ? 'docx' : null;
  return ['txt', 'text'].includes(extension) && !head.includes('\0') ? 'txt' : null;
}
