import { trimSigns } from './trim-signs.ts';

/** No file system has longer names. */
const longestGiven = 255;
const longestShown = 100;

/**
 * The name that came with an upload, as long as a name can be: of a longer one its beginning and its end,
 * where the extension stands. Reading a name may cost more than its length, and a stranger sets it.
 */
export function boundedFileName(name: string): string {
  if (name.length <= longestGiven) return name;
  return `${name.slice(0, longestGiven - 20)}${name.slice(-20)}`.toWellFormed();
}

/**
 * A file's name as it is shown and saved: without folders and signs that turn or hide what stands around them,
 * at most 100 characters, and with the extension of what it really is.
 */
export function shownFileName(name: string, extension: string): string {
  const last = boundedFileName(name).split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .replace(/[\p{C}\p{Zl}\p{Zp}<>:"|?*]/gu, ' ')
    .replace(/\.[a-z0-9]{1,8}\s*$/i, '')
    .replace(/\s+/g, ' ');
  return `${[...(trimSigns(plain, /[. ]/) || 'file')].slice(0, longestShown).join('')}.${extension}`;
}
