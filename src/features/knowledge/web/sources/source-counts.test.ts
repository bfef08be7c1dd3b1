import { describe, expect, it } from 'vitest';
import { countFailed, countSources, isPartlyRead, raisedLimit } from './source-counts.ts';

const source = (
  kind: 'website' | 'page' | 'file' | 'text' | 'qa',
  done: number,
  failed = 0,
  url: string | null = null,
) => ({
  kind,
  url,
  status: 'ready' as const,
  progress: { found: done + failed, done, failed },
  leftOut: { limit: 0, depth: 0 },
});

describe('what an agent was trained on', () => {
  it('counts pages, files, texts and questions each as what they are', () => {
    expect(
      countSources([
        source('website', 12, 2),
        source('file', 1),
        source('page', 1, 0, 'https://a.example/prices.pdf'),
        source('page', 1, 0, 'https://a.example/prices'),
        source('text', 1),
        source('qa', 5),
      ]),
    ).toEqual({ pages: { done: 13, found: 15 }, files: 2, texts: 1, questions: 5 });
  });

  it('counts pages once that were left out and are read now', () => {
    const site = { ...source('website', 390), leftOut: { limit: 1_054, depth: 0 } };
    // The server says what was known and not met again so far.
    const found = { found: 1_154, done: 390, failed: 0 };
    expect(countSources([site]).pages).toEqual({ done: 390, found: 1_444 });
    expect(
      countSources([{ ...site, status: 'fetching', progress: found, leftOut: { limit: 290, depth: 0 } }])
        .pages,
    ).toEqual({
      done: 390,
      found: 1_444,
    });
  });

  it('counts a file that failed before anything of it was read', () => {
    const file = { ...source('file', 0), status: 'failed' as const };
    expect(countFailed(0, [source('website', 12), file])).toBe(1);
    expect(countFailed(2, [{ ...source('website', 0, 2), status: 'failed' as const }])).toBe(2);
  });

  it('is not called ready when a good part failed', () => {
    expect(isPartlyRead(source('website', 2, 6))).toBe(true);
    expect(isPartlyRead(source('website', 4, 1))).toBe(true);
    expect(isPartlyRead(source('website', 299, 1))).toBe(false);
    expect(isPartlyRead(source('website', 8))).toBe(false);
  });

  it('offers a limit that takes in what was left out', () => {
    expect(raisedLimit(100, 1_070, 5_000)).toBe(1_500);
    expect(raisedLimit(100, 20, 5_000)).toBe(150);
    expect(raisedLimit(4_900, 3_000, 5_000)).toBe(5_000);
  });
});
