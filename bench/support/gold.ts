import { foldAccents } from '#platform/text-search/tokenize.ts';

/** Letters, numbers and signs that belong to names; the same whatever the case, accents and spaces. */
function plain(text: string): string {
  return foldAccents(text.normalize('NFKC').toLowerCase().replace(/\\/g, ''))
    .replace(/\[\d+\]/g, ' ')
    .replace(/[^\p{L}\p{N}_€$£%]+/gu, ' ')
    .trim();
}

/** Whether any of these stands in a text, as whole words. */
export function holdsGold(text: string, gold: readonly string[]): boolean {
  const said = ` ${plain(text)} `;
  return gold.some(
    (one) => said.includes(` ${plain(one)} `) || (plain(one).length > 12 && said.includes(plain(one))),
  );
}
