import { describe, expect, test } from 'vitest';
import { lexBlocks, closeOpenMarkdown, readEntities } from './markdown-blocks.ts';
import { withoutMarkdown } from '#shared/chat/without-markdown.ts';

describe('a text that is still being written', () => {
  test('shows open bold, code, links and citations without their marks', () => {
    expect(closeOpenMarkdown('This is **bo')).toBe('This is **bo**');
    expect(closeOpenMarkdown('Run `npm')).toBe('Run `npm`');
    expect(closeOpenMarkdown('See [our page](https://exa')).toBe('See our page');
    expect(closeOpenMarkdown('See [our pa')).toBe('See our pa');
    expect(closeOpenMarkdown('True. [1')).toBe('True.');
    expect(closeOpenMarkdown('It is *')).toBe('It is ');
    expect(closeOpenMarkdown('![a pict')).toBe('a pict');
    expect(closeOpenMarkdown('[done](https://a) and [ope')).toBe('[done](https://a) and ope');
  });
  test('is left alone inside a code block', () => {
    expect(closeOpenMarkdown('```js\nconst a = [1')).toBe('```js\nconst a = [1');
  });
  test('is left alone when nothing is open', () => {
    expect(closeOpenMarkdown('**Done** [1] and `so` on')).toBe('**Done** [1] and `so` on');
  });
});

test('HTML and link definitions are text, not structure', () => {
  const types = lexBlocks('<script>x</script>\n\n[1]: javascript:alert(1)\n\n<b>bold</b>').map(
    (token) => token.type,
  );
  expect(types.filter((type) => type !== 'space')).toEqual(['paragraph', 'paragraph', 'paragraph']);
});

test('quotes within lists within quotes end where nobody could read them any more, with their words', () => {
  const depthOf = (tokens: readonly object[] = []): number =>
    Math.max(
      0,
      ...tokens.map(
        (token) =>
          1 +
          depthOf(
            'items' in token
              ? (token.items as object[])
              : 'tokens' in token
                ? (token.tokens as object[])
                : [],
          ),
      ),
    );
  for (const mark of ['>', '> ', '- ', '1. ', '> - ']) {
    const tokens = lexBlocks(`${mark.repeat(3_000)}words`);
    expect([mark, depthOf(tokens) < 40, JSON.stringify(tokens).includes('words')]).toEqual([
      mark,
      true,
      true,
    ]);
  }
  expect(lexBlocks('> a\n> > b').map(({ type }) => type)).toEqual(['blockquote']);
});

test('a paragraph of nothing but marks of emphasis is text', () => {
  expect(JSON.stringify(lexBlocks('**a '.repeat(1_000)))).not.toContain('strong');
  expect(JSON.stringify(lexBlocks('**a** '.repeat(90)))).toContain('strong');
});

test('entities are read as the characters they stand for', () => {
  expect(readEntities('Fish &amp; chips &lt;b&gt; &#8364;5 &#x20AC;6 &nope; &#99999999;')).toBe(
    'Fish & chips <b> €5 €6 &nope; &#99999999;',
  );
});

test('plain text carries the words without marks, addresses and citation numbers', () => {
  expect(withoutMarkdown('## Title\n\n- **Bold** [link](https://x.example) [1]\n\n```js\ncode\n```')).toBe(
    'Title\n\n- Bold link\n\ncode',
  );
});
