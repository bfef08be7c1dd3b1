import { parseSync, Visitor } from 'oxc-parser';
import { filesIn, lineOf, type SourceTree } from '#tests/architecture/source-tree.ts';

/** A regular expression as it stands in the code of the server. */
export type Expression = {
  place: string;
  source: string;
  flags: string;
};

const inBrowser = /\/web\/|\/chat\/(?!.*\.contract)|^src\/ui\/|^src\/apps\/(web|chat|loader)\//;
const isServer = (file: string): boolean =>
  !/\.test\.tsx?$|__fixtures__|\/testing\//.test(file) &&
  (file.startsWith('src/shared/') || !inBrowser.test(file));

/** Every literal of what runs in the server, each once. */
export function expressionsOf(tree: SourceTree): Expression[] {
  const found = new Map<string, Expression>();
  for (const file of filesIn(tree, ['src']).filter(isServer)) {
    const text = tree.get(file) ?? '';
    const visitor = new Visitor({
      Literal(node) {
        if (!('regex' in node) || !node.regex) return;
        const { pattern, flags } = node.regex;
        const key = `/${pattern}/${flags}`;
        if (!found.has(key))
          found.set(key, { place: `${file}:${lineOf(text, node.start)}`, source: pattern, flags });
      },
    });
    visitor.visit(parseSync(file, text).program);
  }
  return [...found.values()];
}

const always = [
  ' ',
  'a',
  '0',
  '\n',
  '-',
  '.',
  '/',
  '"',
  '<',
  'a ',
  'a.',
  '  \n',
  'é',
  ',',
  'a@',
  '0,',
  '<a ',
  'A',
];

/**
 * Texts of a length on which an expression may begin again and again: runs of what it asks for itself, behind
 * what it begins with, and followed by what it does not want.
 */
export function textsFor({ source }: Pick<Expression, 'source'>, length: number): string[] {
  const plain = source.replaceAll(/\\[a-zA-Z](\{[^}]*\})?/g, ' ').replaceAll('\\', '');
  const words = [...plain.matchAll(/[\p{L}]{2,12}/gu)].map(([word]) => word).slice(0, 8);
  const signs = [...new Set([...plain].filter((sign) => !/[\^$|?+*(){}\p{L}\d\s]/u.test(sign)))].slice(0, 10);
  const runs = new Set([
    ...always,
    ...signs,
    ...words,
    ...signs.flatMap((sign) => [`${sign}a`, `a${sign}`, `${sign} `, `0${sign}`]).slice(0, 24),
    ...words.slice(0, 4).flatMap((word) => [`${word} `, ` ${word}`]),
  ]);
  const starts = new Set(['', 'x', ...signs.slice(0, 5), ...words.slice(0, 4)]);
  const texts: string[] = [];
  for (const run of runs)
    for (const start of starts)
      for (const end of ['', '\u0001'])
        texts.push(start + run.repeat(Math.ceil(length / run.length)).slice(0, length) + end);
  return texts;
}
