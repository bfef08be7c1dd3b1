/** An answer without its markdown, for the clipboard's plain use and for screen readers. */
export function withoutMarkdown(markdown: string): string {
  return markdown
    .replace(/```[^\n]*\n?/g, '')
    .replace(/!?\[([^\][]*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1')
    .replace(/\s?\[\d{1,2}\]/g, '')
    .replace(/^ {0,3}(#{1,6}|>) +/gm, '')
    .replace(/(\*\*|__|~~|`)/g, '')
    .trim();
}
