/** A cell's text: one line, no column marks. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ');
}

/** A table in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');
}

/** A whole generated page. */
export function page(title: string, ...parts: string[]): string {
  return (
    [`# ${title}`, '<!-- Made by `npm run reference`. Change the code instead. -->', ...parts].join('\n\n') +
    '\n'
  );
}
