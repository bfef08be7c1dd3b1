import { describe, expect, it } from 'vitest';
import { bytesToVector, cosine, nearest, signBits, vectorToBytes } from './dense-vectors.ts';
import { fuse } from './relevance.ts';

describe('joining the searches by words and by meaning', () => {
  it('puts a chunk that both found before chunks that one found', () => {
    const hits = fuse({
      lexical: [
        { id: 'a', score: 9, coverage: 0.9 },
        { id: 'b', score: 8, coverage: 0.8 },
      ],
      dense: [
        { id: 'c', score: 0.7, cosine: 0.7 },
        { id: 'b', score: 0.6, cosine: 0.6 },
      ],
      limit: 3,
    });
    expect(hits.map(({ id }) => id)).toEqual(['b', 'c', 'a']);
  });
  it('drops what is below the threshold and keeps relevance between 0 and 1', () => {
    const hits = fuse({
      lexical: [{ id: 'a', score: 9, coverage: 0.2 }],
      dense: [
        { id: 'b', score: 1, cosine: 1.2 },
        { id: 'c', score: 0.1, cosine: Number.NaN },
      ],
      limit: 5,
    });
    expect(hits).toMatchObject([{ id: 'b', relevance: 1 }]);
    expect(fuse({ lexical: [{ id: 'a', score: 9, coverage: 0.2 }], limit: 5, threshold: 0 })).toHaveLength(1);
  });
});

describe('dense vectors', () => {
  it('keep their signs, their bytes and their order', () => {
    const vector = Float32Array.from([0.5, -0.25, 0, 3]);
    expect(signBits(vector)).toBe('1001');
    expect(bytesToVector(vectorToBytes(vector))).toEqual(vector);
    expect(cosine(vector, vector)).toBeCloseTo(1);
    expect(cosine(vector, new Float32Array(3))).toBe(0);
    expect(cosine(new Float32Array(4), vector)).toBe(0);
    const far = Float32Array.from([-1, 0, 0, -1]);
    expect(
      nearest(
        vector,
        [
          { id: 'far', vector: vectorToBytes(far) },
          { id: 'same', vector: vectorToBytes(vector) },
        ],
        1,
      ).map(({ id }) => id),
    ).toEqual(['same']);
  });
});
