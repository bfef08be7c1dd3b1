/** Sound of one channel; samples are from -1 to 1. */
export type MonoSound = {
  /** Samples a second. */
  rate: number;
  samples: Float32Array<ArrayBuffer>;
};

const headerBytes = 44;

const wordAt = (bytes: Uint8Array, at: number): string => String.fromCodePoint(...bytes.subarray(at, at + 4));

/** Where the parts of a WAV file begin, and how long they say they are; null for what is none. */
function partsOf(bytes: Uint8Array): { format: DataView; data: Uint8Array } | null {
  if (bytes.length < headerBytes || wordAt(bytes, 0) !== 'RIFF' || wordAt(bytes, 8) !== 'WAVE') return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let format: DataView | null = null;
  for (let at = 12; at + 8 <= bytes.length;) {
    const length = view.getUint32(at + 4, true);
    const from = at + 8;
    if (wordAt(bytes, at) === 'fmt ' && length >= 16 && from + 16 <= bytes.length)
      format = new DataView(bytes.buffer, bytes.byteOffset + from, 16);
    if (wordAt(bytes, at) === 'data') {
      if (!format || from + length > bytes.length) return null;
      return { format, data: bytes.subarray(from, from + length) };
    }
    at = from + length + (length % 2);
  }
  return null;
}

/** A WAV file of one channel with 16 bits a sample; null for everything else, also where its length is a lie. */
export function readWav(bytes: Uint8Array): MonoSound | null {
  const parts = partsOf(bytes);
  if (!parts) return null;
  const { format, data } = parts;
  const [kind, channels, bits] = [0, 2, 14].map((at) => format.getUint16(at, true));
  const rate = format.getUint32(4, true);
  if (kind !== 1 || channels !== 1 || bits !== 16 || rate < 8_000 || rate > 96_000 || data.length % 2)
    return null;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const samples = new Float32Array(data.length / 2);
  for (let at = 0; at < samples.length; at += 1) samples[at] = view.getInt16(at * 2, true) / 32_768;
  return { rate, samples };
}

/** A WAV file of one channel out of samples of 16 bits that are there already, little-endian; half of one is left out. */
export function wavOf(rate: number, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const length = data.length - (data.length % 2);
  const bytes = new Uint8Array(headerBytes + length);
  const view = new DataView(bytes.buffer);
  const word = (at: number, text: string) => {
    for (const [place, sign] of [...text].entries()) bytes[at + place] = sign.codePointAt(0)!;
  };
  word(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  word(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  word(36, 'data');
  view.setUint32(40, length, true);
  bytes.set(data.subarray(0, length), headerBytes);
  return bytes;
}

/** A WAV file with 16 bits a sample, as `readWav` reads it. */
export function writeWav({ rate, samples }: MonoSound): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(samples.length * 2));
  for (let at = 0; at < samples.length; at += 1) {
    const sample = Math.max(-1, Math.min(1, samples[at]!));
    view.setInt16(at * 2, Math.round(sample * 32_767), true);
  }
  return wavOf(rate, new Uint8Array(view.buffer));
}

/** A sound in pieces of at most so many seconds, none of them shorter than a second. */
export function piecesOf({ rate, samples }: MonoSound, seconds: number): MonoSound[] {
  const count = Math.max(1, Math.ceil(samples.length / rate / seconds));
  const length = Math.ceil(samples.length / count);
  return Array.from({ length: count }, (_, at) => ({
    rate,
    samples: samples.slice(at * length, (at + 1) * length),
  }));
}
