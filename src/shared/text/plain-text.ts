/** Text without accents and capitals, for comparing and searching: `Žluťoučký` → `zlutoucky`. */
export function plainText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
