/**
 * The postings of one term in one segment as bytes: for each chunk that has the term, in order of its
 * ordinal, the distance to the one before (varint), the chunk's length as one byte, and the term's frequency
 * (varint). A chunk's length stands in every posting, so that a question reads the rows of its own words and
 * nothing else.
 */
export type Posting = {
  ordinal: number;
  frequency: number;
  lengthCode: number;
};

/** A chunk's length in words as one byte: exact up to 48 words, then in steps of about 2.5 %. */
export function encodeLength(words: number): number {
  if (words <= 48) return Math.max(0, Math.round(words));
  return Math.min(255, 48 + Math.round(Math.log(words / 48) * 40));
}

/** The length in words that a byte stands for. */
export function decodeLength(code: number): number {
  return code <= 48 ? code : 48 * Math.exp((code - 48) / 40);
}

/** Packs postings that are sorted by ordinal. */
export function encodePostings(postings: readonly Posting[]): Uint8Array {
  const bytes = new Uint8Array(postings.length * 11);
  let at = 0;
  let previous = 0;
  for (const { ordinal, frequency, lengthCode } of postings) {
    at = writeNumber(bytes, at, ordinal - previous);
    bytes[at++] = lengthCode;
    at = writeNumber(bytes, at, Math.max(1, Math.round(frequency)));
    previous = ordinal;
  }
  return bytes.slice(0, at);
}

/** Calls `visit` for every posting, in order. Bytes that are not whole postings end the walk. */
export function readPostings(
  bytes: Uint8Array,
  visit: (ordinal: number, frequency: number, lengthCode: number) => void,
): void {
  let at = 0;
  let ordinal = 0;
  const end = bytes.length;
  while (at < end) {
    let byte = bytes[at++] as number;
    let value = byte & 127;
    for (let shift = 7; byte > 127 && at < end; shift += 7)
      value |= ((byte = bytes[at++] as number) & 127) << shift;
    ordinal += value;
    if (at >= end) return;
    const lengthCode = bytes[at++] as number;
    if (at >= end) return;
    byte = bytes[at++] as number;
    value = byte & 127;
    for (let shift = 7; byte > 127 && at < end; shift += 7)
      value |= ((byte = bytes[at++] as number) & 127) << shift;
    visit(ordinal, value, lengthCode);
  }
}

function writeNumber(bytes: Uint8Array, start: number, value: number): number {
  let at = start;
  let rest = value;
  while (rest > 127) {
    bytes[at++] = (rest & 127) | 128;
    rest >>>= 7;
  }
  bytes[at++] = rest;
  return at;
}
