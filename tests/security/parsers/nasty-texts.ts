/** Shapes of text that made parsers stand still in the past: each is told as pieces that are repeated up to a length. */
const shapes: readonly { before?: string; again: string; after?: string }[] = [
  ...['(', '[', '{', '<', '*', '_', '`', '~', '>', '#', '|', '\\', '&', '!', '"', "'", ':', ';', '.', ',', '-', '+', '=', '/', '%', '@', '$', '^', '?', '0', '1', 'a', 'A', ' ', '\t', '\n', '\r', '\u00a0', '\u0301', '\ufeff', '\ud83d\ude00', '\ud800'].map((again) => ({ again })),
  // Long runs that are almost the end of something, then something else.
  ...[' ', '\n', 'a', '0', '*', '_', '`', '[', '.', '/', '-', '\t'].flatMap((again) => [{ again, after: '\u0001' }, { before: 'x', again, after: 'x' }]),
  ...[')', ']', '}', '>'].map((again) => ({ again })),
  ...['()', '[]', '{}', '<>', '[](', '![](', '[a](', '](', '[[', '**a', '*a ', '_a_', '**a **', '***a* ', '`a ``', '<a', '<a ', '</a>', '<a b="', '<!--', '-->', '<!-- ', '<![CDATA[', ']]>', '&amp', '&#', '&lt;', '&a;', '> ', '>\n', '- ', '- \n', '1. ', '* a\n', '| a ', '|-', '# ', '```\n', '~~~\n', ' \n', '\n\n', '\r\n\r\n', '\\[', '\\\n', 'a.b', 'a@', 'a@b.', '@a.', 'http://', 'https://a.b/', 'www.', '://', '{{', '}}', '{{a.', '{{contact.', '":"', '[1]', '[1', '$1', '%20', '%', '../', '/a', '/*', '*/', '//', '?a=', '&a=', ';a=', '"",', '";"', ',,', ';;', '\t\t', 'a b', 'a\n', 'a  \n', 'a:', 'a: b\n', '00:00:00,000 --> ', 'url(', '@media ', ':not(', 'a{', '}a', '@import ', '--a:', 'rgb(', '#f', 'calc(', 'and ', '0e0', '1,', '-1', '+1 '].map((again) => ({ again })),
  // One thing inside of another, opened and closed.
  { before: '<b>', again: '<i>', after: '</b>' },
  { before: '{"a":', again: '[', after: ']}' },
  { before: '', again: '{"a":', after: '1}' },
  { before: '"', again: '\\"', after: '' },
  { before: '"', again: 'a\n', after: '' },
  { before: '<svg>', again: '<g>', after: '</svg>' },
  { before: '<p ', again: 'a=b ', after: '>' },
  { before: '<p ', again: 'a', after: '' },
  { before: '<p a="', again: 'a', after: '' },
  { before: '<table>', again: '<tr><td>', after: '' },
  { before: '<select>', again: '<option>', after: '' },
  { before: '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a0 "a">', again: '<!ENTITY a1 "&a0;&a0;&a0;">', after: ']><a>&a1;</a>' },
  { before: 'a', again: ' ', after: '\n' },
  { before: '[', again: 'a', after: '](' },
  { before: '![', again: '[', after: '](a)' },
  { before: '<', again: 'a', after: '' },
  { before: '`', again: 'a', after: '' },
  { before: '- a\n', again: '  - a\n', after: '' },
  { before: '| a | b |\n|---|---|\n', again: '| a ', after: '\n' },
];

/** Every shape, as long as a text may be. */
export function nastyTexts(length: number): string[] {
  return shapes.map(({ before = '', again, after = '' }) => {
    const room = Math.max(0, length - before.length - after.length);
    return `${before}${again.repeat(Math.floor(room / again.length))}${after}`;
  });
}

/** What random texts are put together from: the signs that mean something anywhere, and words around them. */
export const pieces: readonly string[] = [
  ...shapes.map(({ again }) => again),
  'a', 'word', 'The price is', 'é', 'ř', '日本', '\u200b', '\u202e', '0', '42', '9.99', 'EUR', 'true', 'null', 'https://example.com/a?b=c#d', 'person@example.com', '2026-01-31', '12:30',
  'show', 'When', 'asks about', '"', 'card', 'button', 'chatelier', '```chatelier', 'color', 'red', '.a', 'and', 'not', '?', ':', '\n', '\n', ' ', ' ',
];
