import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileCss, mostCssProblems, withoutProblems } from './custom-css.ts';

const image = '0123456789abcdef0123456789abcdef';

describe('custom CSS', () => {
  test.each([
    ['.cw-header { color: red }', '#chatelier-chat .cw-container .cw-header{color:red;}\n'],
    ['.cw-container { --cw-brand: #f00 }', '#chatelier-chat .cw-container{--cw-brand:#f00;}\n'],
    [':root { --cw-text: navy }', ':root #chatelier-chat .cw-container{--cw-text:navy;}\n'],
    [
      ":root[data-theme='dark'] .cw-footer { opacity: .5 }",
      ':root[data-theme="dark"] #chatelier-chat .cw-container .cw-footer{opacity:.5;}\n',
    ],
    [
      'p, .cw-message > a:not(:hover)::before { content: "→ "; margin: 0 auto !important }',
      '#chatelier-chat .cw-container p,#chatelier-chat .cw-container .cw-message>a:not(:hover)::before{content:"→ ";margin:0 auto!important;}\n',
    ],
    [
      '@media (max-width: 400px) { .cw-header { width: calc(100% - 2 * var(--x, 3px)) } }',
      '@media (max-width: 400px){#chatelier-chat .cw-container .cw-header{width:calc(100% - 2 * var(--x, 3px));}\n}\n',
    ],
    [
      '@keyframes pulse { from { opacity: 0 } 50%, to { opacity: 1 } }',
      '@keyframes pulse{from{opacity:0;}50%,to{opacity:1;}}\n',
    ],
    [
      `.cw-messages { background: url("/images/${image}") center / cover }`,
      `#chatelier-chat .cw-container .cw-messages{background:url("/images/${image}") center / cover;}\n`,
    ],
    [
      '.cw-messages { background: url(data:image/png;base64,iVBORw0KGgo=) }',
      '#chatelier-chat .cw-container .cw-messages{background:url("data:image/png;base64,iVBORw0KGgo=");}\n',
    ],
    [
      '.cw-header { background: linear-gradient(120deg, rgb(0 0 0 / 40%), color-mix(in oklab, var(--cw-brand) 30%, white)) }',
      '#chatelier-chat .cw-container .cw-header{background:linear-gradient(120deg, rgb(0 0 0 / 40%), color-mix(in oklab, var(--cw-brand) 30%, white));}\n',
    ],
  ])('%s stays, within the chat', (code, expected) => {
    expect(compileCss(code)).toMatchObject({ css: expected, problems: [] });
  });

  test('names the images of the account that it shows', () => {
    expect(compileCss(`.a { background: url(/images/${image}), url(/avatars/${image}) }`).images).toEqual([
      image,
    ]);
  });

  const hostile: [code: string, problem: string][] = [
    ['@import "https://evil.example/x.css";', 'atRule'],
    ['@import url(//evil.example/x.css) layer(a);', 'atRule'],
    ['@\\69 mport "https://evil.example/x.css";', 'atRule'],
    ['@IMPORT "https://evil.example/x.css";', 'atRule'],
    ['@/**/import "https://evil.example/x.css";', 'syntax'],
    ['@charset "utf-8";', 'atRule'],
    ['@namespace url(https://evil.example/);', 'atRule'],
    ['@font-face { font-family: x; src: url(https://evil.example/x.woff) }', 'atRule'],
    [
      '@property --x { syntax: "<url>"; inherits: true; initial-value: url(https://evil.example/) }',
      'atRule',
    ],
    ['@layer a { .b { color: red } }', 'atRule'],
    ['@media screen { @import "https://evil.example/x.css"; }', 'atRule'],
    ['@supports (background: url(https://evil.example/)) { .a { color: red } }', 'address'],
    ['.a { background: url(https://evil.example/) }', 'address'],
    ['.a { background: URL("https://evil.example/") }', 'address'],
    ['.a { background: u\\72l("https://evil.example/") }', 'address'],
    ['.a { background: \\75\\72\\6c(https://evil.example/) }', 'address'],
    ['.a { background: url(//evil.example/) }', 'address'],
    ['.a { background: url(\\\\evil.example/) }', 'address'],
    ['.a { background: url("\\2f\\2f evil.example/") }', 'address'],
    ['.a { background: url(/api/account) }', 'address'],
    [`.a { background: url(/images/${image}/../../api/user) }`, 'address'],
    [`.a { background: url(/images/${image}?x=1) }`, 'address'],
    ['.a { background: url(data:text/html;base64,PHNjcmlwdD4=) }', 'address'],
    ['.a { background: url("data:image/svg+xml,<svg onload=alert(1)>") }', 'address'],
    [`.a { background: url(data:image/png;base64,${'A'.repeat(9_000)}) }`, 'address'],
    ['.a { background: url(javascript:alert(1)) }', 'unclosed'],
    ['.a { background: url(blob:https://evil.example/1) }', 'address'],
    ['.a { background: image-set("https://evil.example/x.png" 1x) }', 'function'],
    ['.a { background: -webkit-image-set(url(https://evil.example/) 1x) }', 'function'],
    ['.a { background: image("https://evil.example/x.png") }', 'function'],
    ['.a { background: src("https://evil.example/x.png") }', 'function'],
    ['.a { background: cross-fade(url(https://evil.example/), red) }', 'function'],
    ['.a { background: element(#secret) }', 'function'],
    ['.a { content: attr(data-x) }', 'function'],
    ['.a { --x: url(https://evil.example/); background: var(--x) }', 'address'],
    ['.a { --x: "x.png"; background: image-set(var(--x) 1x) }', 'function'],
    ['.a { --x: { background: url(https://evil.example/) } }', 'value'],
    ['.a { width: expression(alert(1)) }', 'function'],
    ['.a { width: exp/**/ression(alert(1)) }', 'function'],
    ['.a { behavior: url(x.htc) }', 'property'],
    ['.a { b\\65havior: url(x.htc) }', 'property'],
    ['.a { -moz-binding: url(https://evil.example/x.xml#x) }', 'property'],
    [
      '.a { filter: progid:DXImageTransform.Microsoft.AlphaImageLoader(src="https://evil.example/") }',
      'value',
    ],
    ['.a { *zoom: 1 }', 'property'],
    ['.a { color: red !ie }', 'syntax'],
    ['.a { content: "</style><script>alert(1)</script>" }', 'value'],
    ['</style><script>alert(1)</script>', 'syntax'],
    ['<!-- .a { color: red } -->', 'syntax'],
    ['.cw-container ~ div { color: red }', 'selector'],
    ['.cw-container + div { color: red }', 'selector'],
    [':root + * { color: red }', 'selector'],
    ['html:has(input[value^=a]) { color: red }', 'selector'],
    ['body > div { color: red }', 'selector'],
    [':host { color: red }', 'selector'],
    ['& .a { color: red }', 'selector'],
    ['.a\\{b { color: red }', 'selector'],
    ['.a { & .b { color: red } }', 'nested'],
    ['.a { .b { background: url(https://evil.example/) } }', 'nested'],
    ['.a { @media print { color: red } }', 'nested'],
    ['.a { color: red', 'unclosed'],
    ['.a { content: "x', 'unclosed'],
    ['.a { color: red } }', 'unclosed'],
    ['.a { width: calc(1px + (2px) }', 'unclosed'],
    ['/* .a { color: red }', 'unclosed'],
    [`.a { width: ${'('.repeat(9_000)}${')'.repeat(9_000)} }`, ''],
    [`${':is('.repeat(5_000)}a${')'.repeat(5_000)} { color: red }`, ''],
    [`${'@media all {'.repeat(1_500)}${'}'.repeat(1_500)}`, ''],
    [`.a { color: red } /* ${'x'.repeat(21_000)} */`, 'tooLong'],
  ];
  test.each(hostile)('%s is left out and named', (code, problem) => {
    const { css, problems } = compileCss(code);
    expect(problems.map(({ code: reason }) => reason)).toEqual(
      problem === '' ? expect.anything() : expect.arrayContaining([problem]),
    );
    if (problem !== '') expect(problems.length).toBeGreaterThan(0);
    expect(css).not.toMatch(/evil|@import|expression|binding|behavior|<\/|\balert/i);
    expect(withoutProblems(code)).not.toMatch(/evil|alert/i);
    expect(compileCss(withoutProblems(code)).problems).toEqual([]);
  });

  test('names the line, counted as an editor counts', () => {
    expect(
      compileCss('.a { color: red }\r\n\r\n.b {\n  behavior: none;\n}\n@page {}').problems.map(
        ({ line, code }) => [line, code],
      ),
    ).toEqual([
      [4, 'property'],
      [6, 'atRule'],
    ]);
  });

  test('with more faults than anybody reads names the first hundred', () => {
    const faults = compileCss('behavior: none;\n@page {}\n'.repeat(700)).problems;
    expect(faults).toHaveLength(mostCssProblems);
  });

  test('of any text gives rules that all stand within the chat and load nothing foreign', () => {
    const piece = fc.constantFrom(
      '.a',
      '{',
      '}',
      '(',
      ')',
      ';',
      ':',
      'url(',
      '"',
      "'",
      '\\',
      '@import ',
      '@media all',
      '//evil.example',
      'color',
      'red',
      '/*',
      '*/',
      '\n',
      '>',
      '+',
      ':root',
      '.cw-container',
      'body',
      ',',
      '\\69 ',
      '\\75\\72\\6c(',
      'image-set(',
      '<!--',
      '-->',
      '!important',
      '--x',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const { css, problems } = compileCss(pieces.join(''));
        expect(css).not.toMatch(/url\((?!"(\/images|\/avatars|data:))|@import|image-set/i);
        for (const [, selector = ''] of css.matchAll(/(?:^|\n|\{)([^{}@\n]+)\{/g))
          expect(selector).toMatch(/^(:root(\[[^\]]*\])* )?#chatelier-chat .cw-container|^(from|to|\d)/);
        expect(Array.isArray(problems)).toBe(true);
      }),
      { numRuns: 800 },
    );
  });
});
