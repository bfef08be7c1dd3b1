import { readWav } from '#shared/voice/wav.ts';
import type { Sound } from '#providers/speech/speech.port.ts';

/**
 * How many seconds a visitor's recording lasts, as whoever decodes it finds: counted by its packets, because few bytes
 * may hold hours of silence, and what a file says of itself may be a lie. Infinite for what no browser records: it is
 * not known how long it is.
 */
export function recordedSeconds({ type, bytes }: Sound): number {
  if (type === 'audio/webm') return webmSeconds(bytes);
  if (type === 'audio/ogg') return oggSeconds(bytes);
  if (type === 'audio/mp4') return mp4Seconds(bytes);
  const wav = type === 'audio/wav' ? readWav(bytes) : null;
  // Some read on to the end of the file, whatever it says.
  return wav ? bytes.length / 2 / wav.rate : Infinity;
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const wordAt = (bytes: Uint8Array, at: number, length = 4): string =>
  String.fromCodePoint(...bytes.subarray(at, at + length));

/** How long a packet of Opus sounds, by its first bytes (RFC 6716, 3.1); nothing where it is empty. */
function opusSeconds(packet: Uint8Array): number {
  const [head, more = 0] = packet;
  if (head === undefined) return 0;
  const kind = head >> 3;
  const frame =
    kind < 12 ? [10, 20, 40, 60][kind & 3]! : kind < 16 ? [10, 20][kind & 1]! : 2.5 * 2 ** (kind & 3);
  const frames = [1, 2, 2, more & 63][head & 3]!;
  return (frame * frames) / 1_000;
}

/** Elements of Matroska (RFC 9559) that hold others, and those that matter. */
const masters: ReadonlySet<number> = new Set([0x18538067, 0x1654ae6b, 0xae, 0x1f43b675, 0xa0]);
const [codec, encodings, simpleBlock, block] = [0x86, 0x6d80, 0xa3, 0xa1];

/** The number at a place, whose length its first bits tell. */
function numberAt(bytes: Uint8Array, at: number, isMarked: boolean): { value: number; next: number } | null {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (length > 8 || at + length > bytes.length) return null;
  let value = isMarked ? first : first & (0xff >> length);
  for (let place = 1; place < length; place++) value = value * 256 + (bytes[at + place] ?? 0);
  return { value, next: at + length };
}

/** One track of Opus, a packet in each block, as browsers write it. */
function webmSeconds(bytes: Uint8Array): number {
  let seconds = 0;
  let tracks = 0;
  for (let at = 0; at < bytes.length;) {
    const id = numberAt(bytes, at, true);
    const size = id && numberAt(bytes, id.next, false);
    if (!size) return Infinity;
    const { value, next: from } = size;
    if (masters.has(id.value)) {
      at = from;
      continue;
    }
    at = from + value;
    if (at > bytes.length) return Infinity;
    const content = bytes.subarray(from, at);
    if (id.value === codec) {
      tracks += 1;
      if (wordAt(content, 0, content.length) !== 'A_OPUS') return Infinity;
    }
    // What its packets begin with may stand elsewhere then.
    if (id.value === encodings) return Infinity;
    if (id.value !== simpleBlock && id.value !== block) continue;
    const track = numberAt(content, 0, false);
    const isLaced = track && ((content[track.next + 2] ?? 0) & 0x06) !== 0;
    if (!track || isLaced) return Infinity;
    seconds += opusSeconds(content.subarray(track.next + 3));
  }
  return tracks === 1 ? seconds : Infinity;
}

/** One stream of Opus (RFC 7845). */
function oggSeconds(bytes: Uint8Array): number {
  const view = viewOf(bytes);
  let seconds = 0;
  let packets = 0;
  let isGoingOn = false;
  for (let at = 0, page = 0; at < bytes.length; page += 1) {
    if (at + 27 > bytes.length || wordAt(bytes, at) !== 'OggS') return Infinity;
    const isFirst = (bytes[at + 5]! & 0x02) !== 0;
    if (isFirst !== (page === 0) || view.getUint32(at + 14, true) !== view.getUint32(14, true))
      return Infinity;
    const sizes = bytes.subarray(at + 27, at + 27 + bytes[at + 26]!);
    at += 27 + sizes.length;
    for (const size of sizes) {
      if (at + size > bytes.length) return Infinity;
      if (!isGoingOn) {
        packets += 1;
        if (packets === 1 && wordAt(bytes, at, 8) !== 'OpusHead') return Infinity;
        // The second one holds remarks.
        if (packets > 2) seconds += opusSeconds(bytes.subarray(at, at + size));
      }
      isGoingOn = size === 255;
      at += size;
    }
  }
  return seconds;
}

/** Boxes of MP4 that hold others, with what stands before those. */
const boxes: Readonly<Record<string, number>> = {
  moov: 0,
  trak: 0,
  mdia: 0,
  minf: 0,
  stbl: 0,
  moof: 0,
  traf: 0,
  stsd: 8,
  mp4a: 28,
};
/** Samples a second, by their number in AAC's settings. */
const rates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
];
/** So many samples each packet of AAC holds. */
const samplesOfAac = 1_024;

/** Samples a second out of AAC's settings, which stand in the fifth kind of descriptor; 0 where they don't. */
function aacRate(settings: Uint8Array): number {
  const skipped = (from: number): number => {
    let at = from;
    while ((settings[at] ?? 0) & 0x80) at += 1;
    return at + 1;
  };
  // Its version and flags, the first descriptor with three bytes, and the second with thirteen.
  if (settings[4] !== 0x03) return 0;
  const second = skipped(5) + 3;
  if (settings[second] !== 0x04) return 0;
  const third = skipped(second + 1) + 13;
  if (settings[third] !== 0x05) return 0;
  const at = skipped(third + 1);
  const [first = 0, next = 0] = settings.subarray(at);
  return rates[((first & 7) << 1) | (next >> 7)] ?? 0;
}

/** One track of AAC, whole or in pieces. */
function mp4Seconds(bytes: Uint8Array): number {
  const view = viewOf(bytes);
  let packets = 0;
  let tracks = 0;
  let rate = Infinity;
  for (let at = 0; at < bytes.length;) {
    if (at + 8 > bytes.length) return Infinity;
    const [size, name] = [view.getUint32(at), wordAt(bytes, at + 4)];
    const end = at + size;
    if (size < 8 || end > bytes.length) return Infinity;
    if (name === 'trak') tracks += 1;
    const before = boxes[name];
    if (before !== undefined) {
      at += 8 + before;
      continue;
    }
    // How many packets there are stands behind four bytes (of a piece), or eight.
    const place = { trun: 12, stsz: 16, stz2: 16 }[name];
    if (place !== undefined) {
      if (place + 4 > size) return Infinity;
      packets += view.getUint32(at + place);
    }
    if (name === 'esds') rate = Math.min(rate, aacRate(bytes.subarray(at + 8, end)));
    at = end;
  }
  return tracks === 1 && rate > 0 && rate < Infinity ? (packets * samplesOfAac) / rate : Infinity;
}
