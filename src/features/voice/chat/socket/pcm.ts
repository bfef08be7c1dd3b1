/** Samples of 16 bits, as vendors' sockets carry them in text. */
export function toBase64(samples: Int16Array): string {
  let text = '';
  for (const byte of new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength))
    text += String.fromCharCode(byte);
  return btoa(text);
}

/** Samples from -1 to 1 out of such a text; a half one at its end is left out. */
export function fromBase64(text: string): Float32Array<ArrayBuffer> {
  const bytes = atob(text);
  const samples = new Float32Array(bytes.length >> 1);
  for (let at = 0; at < samples.length; at += 1) {
    const value = bytes.charCodeAt(at * 2) | (bytes.charCodeAt(at * 2 + 1) << 8);
    samples[at] = (value >= 0x8000 ? value - 0x10000 : value) / 0x8000;
  }
  return samples;
}

/**
 * Brings sound from one rate to another, in pieces of `length` samples of 16 bits. Each is the mean of those that it
 * stands for, so that what is too high to be heard there does not come back as noise.
 */
export function createResampler(from: number, to: number, length: number) {
  const perSample = to / from;
  let piece = new Int16Array(length);
  let filled = 0;
  let sum = 0;
  let count = 0;
  /* How many samples are owed; a little of it is lost to rounding. */
  let due = 1e-6;
  return (samples: Float32Array, onPiece: (piece: Int16Array) => void): void => {
    for (const sample of samples) {
      sum += sample;
      count += 1;
      due += perSample;
      if (due < 1) continue;
      const mean = Math.min(1, Math.max(-1, sum / count));
      sum = count = 0;
      for (; due >= 1; due -= 1) {
        piece[filled] = Math.round(mean * 0x7fff);
        filled += 1;
        if (filled < length) continue;
        onPiece(piece);
        piece = new Int16Array(length);
        filled = 0;
      }
    }
  };
}
