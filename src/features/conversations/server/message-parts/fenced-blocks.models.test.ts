import { describe, expect, test } from 'vitest';
import { PartFence } from './fenced-blocks.models.ts';

/** The text and blocks that come out of a text given in these pieces; `|` marks where a block stood. */
function read(pieces: readonly string[]): { text: string; blocks: string[]; shown: string[] } {
  const fence = new PartFence();
  const out = [...pieces.flatMap((piece) => fence.push(piece)), ...fence.end()];
  return {
    text: out.map((piece) => (piece.kind === 'text' ? piece.text : '|')).join(''),
    blocks: out.flatMap((piece) => (piece.kind === 'block' ? [piece.body] : [])),
    shown: out.flatMap((piece) => (piece.kind === 'text' ? [piece.text] : [])),
  };
}

const samples: [string, string, string[]][] = [
  [
    'a block on its own lines',
    'Here:\n\n```chatelier\n{"type":"card","title":"A"}\n```\n\nMore.',
    ['{"type":"card","title":"A"}'],
  ],
  [
    'a block on one line',
    'Here: ```chatelier {"type":"card","title":"A"}``` more',
    ['{"type":"card","title":"A"}'],
  ],
  [
    'backticks inside of a string',
    '```chatelier {"title":"a ``` b \\" ```"}``` end',
    ['{"title":"a ``` b \\" ```"}'],
  ],
  ['a string that never closes', '```chatelier {"title":"a\n```\nThe rest stays.', ['{"title":"a']],
  ['a block that never closes', 'Text ```chatelier {"a":1}', ['{"a":1}']],
  ['two blocks', '```chatelier {"a":1}```mid````Chatelier\n[2]\n````end', ['{"a":1}', '[2]']],
  ['other code', '```js\nconst chatelier = `x`;\n``` and `chatelier` and ``` chatelierx\n```', []],
  ['an opening at the very end', 'Text ```chatelier', []],
];

describe('blocks of a model’s text', () => {
  test.each(samples)('%s: found, and never shown, wherever the text is cut', (_what, text, blocks) => {
    const whole = read([text]);
    expect(whole.blocks).toEqual(blocks);
    for (let at = 0; at <= text.length; at++) {
      const cut = read([text.slice(0, at), text.slice(at)]);
      expect([at, cut.text, cut.blocks]).toEqual([at, whole.text, blocks]);
    }
    const letters = read([...text]);
    expect([letters.text, letters.blocks]).toEqual([whole.text, blocks]);
    if (blocks.length > 0) for (const shown of letters.shown) expect(shown).not.toMatch(/chatelier|[{}]/i);
  });

  test('what is no block stays as it was, letter by letter', () => {
    const text = 'Use ```js\nlet a = `b`;\n``` or ``` or `` and `.';
    expect(read([...text])).toMatchObject({ text, blocks: [] });
  });

  test('a block beyond all bounds is dropped, and what follows it is shown', () => {
    const text = `Before ${'```'}chatelier {"title":"${'x'.repeat(100_000)}"}\n${'```'}\nAfter`;
    const { text: shown, blocks } = read(text.match(/[\s\S]{1,37}/g) ?? []);
    expect(blocks).toEqual([]);
    expect(shown).toBe('Before \nAfter');
  });
});
