import type { FormFileKind } from '#shared/forms/document.ts';
import { looksLikeImage } from '#platform/images/picture-types.ts';

const longestName = 100;

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

/**
 * A file's name as it is shown and saved: without folders and signs that turn or hide what stands around
 * them.
 */
export function fileName(name: string, extension: string): string {
  const plain = (name.split(/[/\\]/).at(-1) ?? '')
    .replace(/[\p{C}\p{Zl}\p{Zp}<>:"|?*]/gu, ' ')
    .replace(/\.[a-z0-9]{1,8}\s*$/i, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  return `${[...(plain || 'file')].slice(0, longestName).join('')}.${extension}`;
}
