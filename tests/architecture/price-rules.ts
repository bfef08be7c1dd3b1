import { filesIn, lineOf, type SourceTree } from './source-tree.ts';

const signs = String.raw`€|£|\$|R\$|Kč|zł|EUR|USD|GBP|CZK|BRL`;
/** A space between an amount and its currency, or within the amount, at which a line may end. */
const breakable = new RegExp(
  String.raw`\d (?=(?:${signs})(?![\p{L}\d]))|(?<![\p{L}])(?:${signs}) (?=\d)|\d (?=\d{3}[\s\u00a0](?:${signs})(?![\p{L}\d]))`,
  'gu',
);

/** Prices in texts that people read which a line's end may tear apart. What `Intl` writes never breaks. */
export function breakablePrices(tree: SourceTree): string[] {
  return filesIn(tree, ['locales', 'content'], ['.json', '.md']).flatMap((file) => {
    const text = tree.get(file) ?? '';
    return [...text.matchAll(breakable)].map(
      ({ index }) => `${file}:${lineOf(text, index)} ${text.slice(Math.max(0, index - 8), index + 8)}`,
    );
  });
}
