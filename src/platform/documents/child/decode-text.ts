import { isUtf8 } from 'node:buffer';
import { DocumentError } from '../document-error.ts';

/** Letters that tell windows-1250 (Czech) from windows-1252 (western) when both would decode the bytes. */
const czechBytes = new Set([0xec, 0xf8, 0x9e, 0x9a, 0xf9, 0xfd, 0x9d, 0x8e, 0x8a, 0xd8, 0xf2, 0xcc]);
const westernBytes = new Set([0xe0, 0xea, 0xf1, 0xe3, 0xf5, 0xe2, 0xfb, 0xc0, 0x9c, 0xbf, 0xa1, 0xe7, 0xeb]);

function guessSingleByte(bytes: Uint8Array): string {
  let czech = 0;
  let western = 0;
  for (const byte of bytes.subarray(0, 200_000)) {
    if (czechBytes.has(byte)) czech += 1;
    else if (westernBytes.has(byte)) western += 1;
  }
  return czech > western ? 'windows-1250' : 'windows-1252';
}

function decodeAs(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return null;
  }
}

/** UTF-16 without a byte order mark shows itself by zeros in every other byte. */
function guessUtf16(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, 4_000);
  if (sample.length < 8) return null;
  let even = 0;
  let odd = 0;
  sample.forEach((byte, index) => {
    if (byte !== 0) return;
    if (index % 2) odd += 1;
    else even += 1;
  });
  const half = sample.length / 2;
  if (odd > half * 0.4 && even < half * 0.1) return 'utf-16le';
  return even > half * 0.4 && odd < half * 0.1 ? 'utf-16be' : null;
}

/**
 * Decodes text of unknown encoding: byte order mark, then the declared encoding, then UTF-8 when it is valid,
 * then a guess between UTF-16, windows-1250 and windows-1252. Never fails; unreadable bytes become U+FFFD.
 */
export function decodeText(bytes: Uint8Array, declared?: string | null): string {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return decodeAs('utf-8', bytes) ?? '';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeAs('utf-16le', bytes) ?? '';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeAs('utf-16be', bytes) ?? '';
  const wanted = declared?.trim().toLowerCase();
  if (wanted && !(wanted.startsWith('utf-8') && !isUtf8(bytes))) {
    const text = decodeAs(wanted, bytes);
    if (text !== null) return text;
  }
  // A cut in the middle of a character must not make a UTF-8 text look like something else.
  for (let cut = 0; cut < 4 && cut <= bytes.length; cut += 1)
    if (isUtf8(bytes.subarray(0, bytes.length - cut)))
      return decodeAs('utf-8', bytes.subarray(0, bytes.length - cut)) ?? '';
  const utf16 = guessUtf16(bytes);
  if (utf16) return decodeAs(utf16, bytes) ?? '';
  const lenient = new TextDecoder('utf-8').decode(bytes);
  // Mostly valid UTF-8 with a few broken bytes stays UTF-8.
  const broken = lenient.match(/\uFFFD/g)?.length ?? 0;
  const wide = lenient.match(/[\u0080-\uFFFC]/g)?.length ?? 0;
  if (broken * 4 < wide) return lenient.replace(/\uFFFD/g, '');
  return decodeAs(guessSingleByte(bytes), bytes) ?? lenient;
}

/** Whether bytes are a text at all. */
export function looksLikeText(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, 8_192);
  if (
    (sample[0] === 0xff && sample[1] === 0xfe) ||
    (sample[0] === 0xfe && sample[1] === 0xff) ||
    guessUtf16(sample)
  )
    return true;
  let odd = 0;
  for (const byte of sample) if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) odd += 1;
  return odd * 20 <= sample.length;
}

/** Decodes at most what can end up in the text; returns whether something was left out. */
export function decodeBounded(
  bytes: Uint8Array,
  maxTextLength: number,
  declared?: string | null,
): { text: string; truncated: boolean } {
  if (bytes.length === 0) throw new DocumentError('document.empty');
  const most = maxTextLength * 2;
  const part = bytes.length > most ? bytes.subarray(0, most) : bytes;
  return { text: decodeText(part, declared), truncated: part.length < bytes.length };
}
