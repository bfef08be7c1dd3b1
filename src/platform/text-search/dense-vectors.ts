/**
 * Dense vectors without a vector extension: the signs of a vector are kept as `bit(n)`, which the database
 * compares quickly; the best few hundred are compared exactly here.
 */

/** The signs of a vector as PostgreSQL writes a `bit(n)`: `1` where a component is positive. */
export function signBits(vector: Float32Array): string {
  let bits = '';
  for (const component of vector) bits += component > 0 ? '1' : '0';
  return bits;
}

/** A vector as bytes (little endian, four a component), for a `bytea`. */
export function vectorToBytes(vector: Float32Array): Uint8Array {
  const bytes = new Uint8Array(vector.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [index, component] of vector.entries()) view.setFloat32(index * 4, component, true);
  return bytes;
}

/** The vector out of its bytes; trailing bytes that make no component are left out. */
export function bytesToVector(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from({ length: bytes.byteLength >> 2 }, (_, index) => view.getFloat32(index * 4, true));
}

/** The cosine of two vectors; 0 when one is empty, zero, or of another length. */
export function cosine(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return 0;
  let product = 0;
  let lengthA = 0;
  let lengthB = 0;
  for (let index = 0; index < a.length; index++) {
    const x = a[index] as number;
    const y = b[index] as number;
    product += x * y;
    lengthA += x * x;
    lengthB += y * y;
  }
  const length = Math.sqrt(lengthA * lengthB);
  return length > 0 && Number.isFinite(length) ? product / length : 0;
}

/** The candidates nearest to the question by exact cosine, best first. */
export function nearest(
  question: Float32Array,
  candidates: readonly { id: string; vector: Uint8Array }[],
  limit: number,
): { id: string; cosine: number }[] {
  return candidates
    .map(({ id, vector }) => ({ id, cosine: cosine(question, bytesToVector(vector)) }))
    .sort((a, b) => b.cosine - a.cosine || (a.id < b.id ? -1 : 1))
    .slice(0, limit);
}
