const roots = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

/** The round constants of SHA-256: the fractions of the cube roots of the first 64 primes. */
const constants: number[] = [];
for (let number = 2; constants.length < 64; number++) {
  let isPrime = true;
  for (let divisor = 2; divisor * divisor <= number; divisor++) if (number % divisor === 0) isPrime = false;
  if (isPrime) constants.push(((Math.cbrt(number) % 1) * 2 ** 32) | 0);
}

/**
 * The first 32 bits of a short text's SHA-256. Done at once, without waiting, and also on pages without
 * https.
 */
export function hashStart(text: string): number {
  const bytes = new TextEncoder().encode(text);
  const words = new Int32Array(((bytes.length + 72) >> 6) << 4);
  bytes.forEach((byte, at) => (words[at >> 2] = (words[at >> 2] ?? 0) | (byte << (24 - (at % 4) * 8))));
  words[bytes.length >> 2] = (words[bytes.length >> 2] ?? 0) | (0x80 << (24 - (bytes.length % 4) * 8));
  words[words.length - 1] = bytes.length * 8;
  const state = roots.map((root) => root | 0);
  const w = new Int32Array(64);
  const turn = (value: number, by: number): number => (value >>> by) | (value << (32 - by));
  const at = (list: ArrayLike<number>, index: number): number => list[index] ?? 0;
  for (let block = 0; block < words.length; block += 16) {
    for (let index = 0; index < 64; index++) {
      if (index < 16) w[index] = at(words, block + index);
      else {
        const [x, y] = [at(w, index - 15), at(w, index - 2)];
        w[index] =
          (at(w, index - 16) +
            (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) +
            at(w, index - 7) +
            (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10))) |
          0;
      }
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let index = 0; index < 64; index++) {
      const first =
        (h +
          (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) +
          ((e & f) ^ (~e & g)) +
          at(constants, index) +
          at(w, index)) |
        0;
      const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, index) => (state[index] = (at(state, index) + value) | 0));
  }
  return at(state, 0) >>> 0;
}

/** Whether a number is a proof for a challenge: the hash of both begins with so many zeros. */
export function isProof(challenge: string, proof: string, bits: number): boolean {
  return /^\d{1,15}$/.test(proof) && hashStart(`${challenge}:${proof}`) < 2 ** (32 - bits);
}

/**
 * Looks for a proof, with pauses so that the page stays alive. `pause` calls back as soon as the page had its
 * turn.
 */
export async function findProof(
  challenge: string,
  bits: number,
  pause: () => Promise<void>,
): Promise<string> {
  for (let number = 0; ; number++) {
    if (number % 4_000 === 3_999) await pause();
    if (isProof(challenge, String(number), bits)) return String(number);
  }
}
