import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageData } from '#tests/support/pages/page-arbitrary.ts';
import { changesOf, rewritten, textsOf } from './block-texts.ts';
import { blocksOf, parsePage } from './parse-page.ts';

const block = (type: string, props: object) =>
  parsePage({ root: { props: {} }, content: [{ type, props: { id: 'b', ...props } }] }).data.content[0]!;
const faq = block('faq', {
  title: 'Questions',
  items: [
    { question: 'Is it free?', answer: 'Yes, see [prices](https://example.com/prices).' },
    { question: 'For whom?', answer: 'For **all**.' },
  ],
});

describe('texts of a block', () => {
  it('are those that say something, with their places and bounds', () => {
    expect(textsOf(faq).map(({ path, max, isMarkdown }) => [path, max, isMarkdown])).toEqual([
      ['title', 140, false],
      ['items.0.question', 200, false],
      ['items.0.answer', 2_000, true],
      ['items.1.question', 200, false],
      ['items.1.answer', 2_000, true],
    ]);
    expect(textsOf(block('cta', { label: 'Go', href: '#chat' })).map(({ path }) => path)).toEqual(['label']);
  });

  it('are taken over without new addresses, markup and places, and within their bounds', () => {
    const changes = changesOf(textsOf(faq), {
      title: `${'Very long words '.repeat(20)}`,
      'items.0.answer': 'Yes: [prices](https://example.com/prices) and nothing more.',
      'items.1.answer': 'See [this](https://evil.example).',
      'items.1.question': '<img src=x onerror=alert(1)> For whom?',
      'items.0.question': 17,
      'items.9.question': 'Nobody asked',
      href: 'javascript:alert(1)',
      __proto__: 'x',
    });
    expect(changes.map(({ path }) => path)).toEqual(['title', 'items.0.answer']);
    expect(changes[0]?.after).toMatch(/^Very long words .*…$/);
    expect(changes[0]?.after.length).toBeLessThanOrEqual(140);
    for (const said of ['www.evil.example', 'a [b](//evil.example)', '![x](x)', ''])
      expect(changesOf(textsOf(faq), { 'items.1.answer': said })).toEqual([]);
  });

  it('are written where they still say what they said, and nowhere else', () => {
    const next = rewritten(faq, [
      { path: 'items.1.question', before: 'For whom?', after: 'Who is it for?' },
      { path: 'title', before: 'Something else', after: 'Lost' },
      { path: 'isFound', before: '', after: 'no' },
    ]);
    expect(next.props['title']).toBe('Questions');
    expect(next.props).toEqual({
      ...faq.props,
      items: [(faq.props['items'] as unknown[])[0], { question: 'Who is it for?', answer: 'For **all**.' }],
    });
    expect(rewritten(faq, [{ path: '__proto__.x', before: '', after: 'y' }])).toBe(faq);
  });

  it('of one block change nothing of any other, whatever a page holds', () => {
    fc.assert(
      fc.property(pageData(5), fc.nat(), fc.string({ minLength: 1, maxLength: 40 }), (data, pick, said) => {
        const blocks = blocksOf(data.content);
        if (blocks.length === 0) return;
        const chosen = blocks[pick % blocks.length]!;
        const before = structuredClone(chosen);
        const texts = textsOf(chosen);
        const changes = changesOf(texts, Object.fromEntries(texts.map(({ path }) => [path, said])));
        const next = rewritten(chosen, changes);
        // The chosen block itself is not written into, so that all that hangs on it stays as it was.
        expect(chosen).toEqual(before);
        const plain = (value: unknown): string => JSON.stringify(value);
        const undone = rewritten(
          next,
          changes.map(({ path, before: was, after }) => ({ path, before: after, after: was })),
        );
        if (changes.every(({ before: was }) => was.trim() === was)) expect(plain(undone)).toBe(plain(before));
      }),
      { numRuns: 60 },
    );
  });
});
