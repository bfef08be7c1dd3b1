/** Signs within a word that stand in code and names of files, and those that stand only there. */
const isCode = /[\w$][_()[\]{}=<>\\$/@#%*+:.]+[\w$]|[_=<>{}\\$%@#*[\]]/u;

/** Text as people write it, without code, tables of names and signs: what a language can be told by. */
export function proseOf(text: string): string {
  return text
    .replace(/```[^]*?(?:```|$)/g, ' ')
    .replace(/^\|?[ \t]*-{3,}(?:[ \t]+-{3,}|[ \t]*\|[ \t]*-{3,})*[ \t]*(?:\|[ \t]*)?$/gm, ' ')
    .replace(/\S+/gu, (word) => (isCode.test(word) ? ' ' : word))
    .replace(/(?<!\p{L})(?:\p{Lu}{2,}|\p{L}\d+|\d+)(?!\p{L})/gu, ' ')
    .replace(/[|#`]+/g, ' ')
    .replace(/[ \t]{2,}/g, ' ')
    .trim();
}
