/**
 * What a person wrote, without its marks, for a mail of plain paragraphs: the chat draws them, and stars and
 * brackets would only disturb.
 * Where a link leads stands behind its words. Signs that mark nothing stay.
 */
export function mailWords(markdown: string): string {
  return markdown
    .replace(/^ {0,3}```.*$/gm, '')
    .replace(/!?\[([^[\]\n]{0,1000})\]\(([^()\s]{1,2000})\)/g, (_whole, words: string, address: string) =>
      words.trim() === '' || words === address ? address : `${words} (${address})`,
    )
    .replace(/^ {0,3}(?:#{1,6}|>) +/gm, '')
    .replace(/(\*\*|~~)(?=\S)([^\n]{0,1000}?\S)\1/g, '$2')
    .replace(/(?<![*\w])\*(?=[^\s*])([^*\n]*[^\s*])\*(?![*\w])/g, '$1')
    .replace(/`([^`\n]+)`/g, '$1');
}
