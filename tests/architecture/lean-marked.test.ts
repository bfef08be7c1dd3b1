import { readFileSync, writeFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Lexer, Tokenizer } from 'marked';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { hostilePieces, scriptedAnswers } from '#tests/support/models/scripted-answers.ts';
import { leanMarked } from '../../tools/lean-marked.ts';

type Marked = { Lexer: typeof Lexer; Tokenizer: typeof Tokenizer };

/** As the chat reads answers; its tokenizer leaves HTML and link definitions as text. */
function read({ Lexer: Reader, Tokenizer: Base }: Marked, text: string) {
  class Plain extends Base {
    override html() {
      return undefined;
    }
    override tag() {
      return undefined;
    }
    override def() {
      return undefined;
    }
  }
  return new Reader({ breaks: true, gfm: true, tokenizer: new Plain() }).lex(text);
}

test('the reader that the chat is built with reads what the whole package reads', async () => {
  const file = join(import.meta.dirname, '../../node_modules/marked/lib/marked.esm.js');
  const { transform } = leanMarked() as unknown as {
    transform(code: string, id: string): { code: string } | null;
  };
  const whole = readFileSync(file, 'utf8');
  const lean = transform.call(
    { parse: (text: string) => parseSync('marked.js', text).program },
    whole,
    file,
  )!.code;
  expect(lean.length).toBeLessThan(whole.length * 0.72);
  const copy = join(mkdtempSync(join(tmpdir(), 'lean-marked-')), 'marked.mjs');
  writeFileSync(copy, lean);
  const cut = (await import(pathToFileURL(copy).href)) as Marked;
  const guides = ['embed', 'custom-css', 'deploy', 'knowledge', 'rich-media'].map((name) =>
    readFileSync(join(import.meta.dirname, `../../docs/guides/${name}.md`), 'utf8'),
  );
  const answers = Object.values(scriptedAnswers).flatMap(({ steps }) =>
    steps.flatMap((step) => ('say' in step ? [step.say] : [])),
  );
  const odd = [
    'Setext\n===\n\nand\n---\n\n    code by indent\n\n~~~js\nfence\n~~~\n\n* * *\n\n+ one\n  + two\n\n3) three',
    '~~gone~~ ~one~ __bold__ _it_ ***both*** `` a`b `` <https://a.example> www.b.example c@d.example a\\\nb  \nc',
    '| a | b |\n|---|:-:|\n| 1 \\| 2 | `x|y` |\n\n> quote\n> > deeper\nlazy\n\n- [ ] open\n- [x] done',
    '[a](<b c> "t") ![i](u \'t\') [r][x] [x] [^1] \\* &amp; <div>\nraw\n</div>\n\n<!-- c -->\n[x]: /u',
  ];
  for (const text of [...guides, ...answers, ...hostilePieces, ...odd])
    expect(read(cut, text), text.slice(0, 80)).toEqual(read({ Lexer, Tokenizer }, text));
});
