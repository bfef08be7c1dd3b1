import { describe, expect, it } from 'vitest';
import { chunkTerms, queryTerms } from './analyze.ts';
import { decodeLength, encodeLength, encodePostings, type Posting, readPostings } from './postings.ts';
import { bm25Defaults, type LexicalHit, scoreBm25 } from './score-bm25.ts';
import { buildSegment, mergeSegments, type Segment } from './segments.ts';

const shop = [
  'We repair flat tyres for 15 euros while you wait.',
  'The shop is open from Tuesday to Saturday, from nine to six.',
  'A full service of a bike takes two days and costs 60 euros.',
  'Helmets, lights and locks of all brands.',
  'You may return an unused helmet within thirty days.',
].map((text) => chunkTerms({ text }, 'en'));

function search(
  question: string,
  segments: readonly { segment: Segment; skip?: ReadonlySet<number> }[],
  limit = 10,
): LexicalHit[] {
  const chunksWith = new Map<string, number>();
  for (const { segment } of segments)
    for (const [term, { chunks }] of segment.terms)
      chunksWith.set(term, (chunksWith.get(term) ?? 0) + chunks);
  return scoreBm25({
    query: queryTerms(question, ['en']),
    segments: segments.map(({ segment, skip }) => ({
      chunkCount: segment.chunkCount,
      skip,
      postings: new Map([...segment.terms].map(([term, entry]) => [term, entry.postings])),
    })),
    statistics: {
      chunkCount: segments.reduce((sum, { segment }) => sum + segment.chunkCount, 0),
      totalLength: segments.reduce((sum, { segment }) => sum + segment.totalLength, 0),
      chunksWith,
    },
    limit,
  });
}

describe('postings', () => {
  it('come back as they went in', () => {
    const postings: Posting[] = [0, 1, 127, 128, 16_383, 16_384, 2_000_000].map((ordinal, index) => ({
      ordinal,
      frequency: 1 + index ** 4,
      lengthCode: index * 40,
    }));
    const back: Posting[] = [];
    readPostings(encodePostings(postings), (ordinal, frequency, lengthCode) =>
      back.push({ ordinal, frequency, lengthCode }),
    );
    expect(back).toEqual(postings);
  });
  it('keep a length to within two percent', () => {
    for (const words of [0, 1, 48, 49, 150, 400, 1_500, 5_000])
      expect(Math.abs(decodeLength(encodeLength(words)) - words)).toBeLessThanOrEqual(words * 0.02);
  });
  it('that are cut or garbage end quietly', () => {
    for (const bytes of [[128], [1], [1, 2], [255, 255, 255, 255, 255, 255], [1, 2, 128]])
      expect(() => readPostings(Uint8Array.from(bytes), () => {})).not.toThrow();
  });
});

describe('BM25', () => {
  it('puts the chunk that answers first and gives nothing for what no chunk has', () => {
    const segment = buildSegment(shop);
    expect(search('repair a flat tyre', [{ segment }])[0]?.ordinal).toBe(0);
    expect(search('when are you open on Saturday', [{ segment }])[0]?.ordinal).toBe(1);
    expect(search('helicopter', [{ segment }])).toEqual([]);
    expect(search('', [{ segment }])).toEqual([]);
  });
  it('equals the formula', () => {
    const segment = buildSegment(shop);
    const [hit] = search('brands', [{ segment }]);
    const average = segment.totalLength / 5;
    const length = shop[3]?.length ?? 0;
    const { k1, b } = bm25Defaults;
    const expected = (Math.log(1 + 4.5 / 1.5) * (k1 + 1)) / (1 + k1 * (1 - b + (b * length) / average));
    expect(hit?.score).toBeCloseTo(expected, 4);
  });
  it('gives the same over one segment, several, and merged ones', () => {
    const whole = search('helmet euros bike', [{ segment: buildSegment(shop) }]);
    const parts = [buildSegment(shop.slice(0, 2)), buildSegment(shop.slice(2))];
    const split = search(
      'helmet euros bike',
      parts.map((segment) => ({ segment })),
    );
    expect(split.map(({ segment, ordinal }) => ordinal + segment * 2)).toEqual(
      whole.map(({ ordinal }) => ordinal),
    );
    const { segment, origins } = mergeSegments(parts.map((part) => ({ segment: part })));
    expect(search('helmet euros bike', [{ segment }])).toEqual(whole);
    expect(origins).toEqual([
      { part: 0, ordinal: 0 },
      { part: 0, ordinal: 1 },
      { part: 1, ordinal: 0 },
      { part: 1, ordinal: 1 },
      { part: 1, ordinal: 2 },
    ]);
  });
  it('skips removed chunks, and merging drops them', () => {
    const segment = buildSegment(shop);
    const skip = new Set([4]);
    expect(search('return an unused helmet', [{ segment }])[0]?.ordinal).toBe(4);
    expect(
      search('return an unused helmet', [{ segment, skip }]).map(({ ordinal }) => ordinal),
    ).not.toContain(4);
    const merged = mergeSegments([{ segment, skip }]);
    expect(merged.segment.chunkCount).toBe(4);
    expect(merged.segment.terms.has('unus')).toBe(false);
  });
  it('tells how much of a question a chunk covers', () => {
    const segment = buildSegment(shop);
    expect(search('full service of a bike', [{ segment }])[0]?.coverage).toBeGreaterThan(0.9);
    expect(
      search('who won the football world championship on Saturday', [{ segment }])[0]?.coverage,
    ).toBeLessThan(0.35);
  });
});
