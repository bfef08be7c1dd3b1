import { describe, expect, test } from 'vitest';
import { lexBlocks, mend, readEntities } from './markdown-blocks.ts';
import { plainText } from './plain-text.ts';

describe('a text that is still being written', () => {
  test('shows open bold, code, links and citations without their marks', () => {
    expect(mend('This is **bo')).toBe('This is **bo**');
    expect(mend('Run `npm')).toBe('Run `npm`');
    expect(mend('See [our page](https://exa')).toBe('See our page');
    expect(mend('See [our pa')).toBe('See our pa');
    expect(mend('True. [1')).toBe('True.');
    expect(mend('It is *')).toBe('It is ');
  });
  test('is left alone inside a code block', () => {
    expect(mend('```js\nconst a = [1')).toBe('```js\nconst a = [1');
  });
  test('is left alone when nothing is open', () => {
    expect(mend('**Done** [1] and `so` on')).toBe('**Done** [1] and `so` on');
  });
});

test('HTML and link definitions are text, not structure', () => {
  const types = lexBlocks('<script>x</script>\n\n[1]: javascript:alert(1)\n\n<b>bold</b>').map((token) => token.type);
  expect(types.filter((type) => type !== 'space')).toEqual(['paragraph', 'paragraph', 'paragraph']);
});

test('entities are read as the characters they stand for', () => {
  expect(readEntities('Fish &amp; chips &lt;b&gt; &#8364;5 &#x20AC;6 &nope; &#99999999;')).toBe('Fish & chips <b> €5 €6 &nope; &#99999999;');
});

test('plain text carries the words without marks, addresses and citation numbers', () => {
  expect(plainText('## Title\n\n- **Bold** [link](https://x.example) [1]\n\n```js\ncode\n```')).toBe('Title\n\n- Bold link\n\ncode');
});
