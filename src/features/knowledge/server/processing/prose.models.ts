/** Text as people write it, without code, tables of names and signs: what a language can be told by. */
export function proseOf(text: string): string {
  return text
    .replace(/```[^]*?(?:```|$)/g, ' ')
    .replace(/^\|?\s*(?:-{3,}\s*\|?\s*)+$/gm, ' ')
    .replace(/\S*[\w$][_()[\]{}=<>\\$/@#%*+:.]+[\w$]\S*/gu, ' ')
    .replace(/\S*[_=<>{}\\$%@#*[\]]\S*/gu, ' ')
    .replace(/(?<!\p{L})(?:\p{Lu}{2,}|\p{L}\d+|\d+)(?!\p{L})/gu, ' ')
    .replace(/[|#`]+/g, ' ')
    .replace(/[ \t]{2,}/g, ' ')
    .trim();
}
