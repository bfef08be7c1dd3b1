/** "NAME", "SEE ALSO": how the sections of a manual page are headed, at the very left. */
const sectionPattern = /^[A-Z][A-Z\d ()/,-]{2,48}$/;
/** "POSTQUEUE(1)          POSTQUEUE(1)": the line at the top and at the bottom of a page. */
const edgePattern = /^[^\s()]{1,60}\(\d[a-z]?\)\s{3,}\S|(?<!\s)\s{3,}[^\s()]{1,60}\(\d[a-z]?\)$/;
const codeSigns = /[{}<>;$=|\\]/;
const fewestSections = 3;
const leastIndented = 0.7;
/** A term and its text on one line stand so far apart. */
const termGap = /^(\S+(?: \S+){0,6}) {2,}(\S.*)$/;
/** So much further in stands the text of a term. */
const termIndent = 3;

/** Whether preformatted text is a page of a manual: sections in capitals, all else indented. */
function isManualPage(lines: readonly string[]): boolean {
  const filled = lines.filter((line) => line.trim() !== '');
  const sections = filled.filter((line) => sectionPattern.test(line));
  const rest = filled.filter((line) => !sectionPattern.test(line) && !edgePattern.test(line));
  const indented = rest.filter((line) => /^ {2,}\S/.test(line)).length;
  return (
    sections.length >= fewestSections && sections.includes('NAME') && indented >= rest.length * leastIndented
  );
}

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** Lines of a paragraph as running text: words that were cut at the end of a line are whole again. */
const joined = (lines: readonly string[]): string =>
  lines
    .map((line) => line.trim())
    .join('\n')
    .replace(/(?<=\p{Ll})-\n(?=\p{Ll})/gu, '')
    .replace(/\s+/g, ' ');

/** One block without empty lines: paragraphs, and terms with their texts. */
function blockText(block: readonly string[]): string[] {
  if (block.filter((line) => codeSigns.test(line)).length > block.length / 2)
    return [`\`\`\`\n${block.join('\n')}\n\`\`\``];
  const written: string[] = [];
  let paragraph: string[] = [];
  const end = () => {
    if (paragraph.length > 0) written.push(joined(paragraph));
    paragraph = [];
  };
  for (const [index, line] of block.entries()) {
    const next = block[index + 1];
    const before = paragraph.at(-1);
    if (before !== undefined && indentOf(line) < indentOf(before) - 1) end();
    const [, term = '', text = ''] = termGap.exec(line.trim()) ?? [];
    const textAt = line.length - text.length;
    const isTerm =
      paragraph.length === 0 && next !== undefined && indentOf(next) >= indentOf(line) + termIndent;
    if (
      text !== '' &&
      paragraph.length === 0 &&
      (next === undefined ? term.startsWith('-') : indentOf(next) === textAt)
    ) {
      written.push(term);
      paragraph.push(' '.repeat(textAt) + text);
    } else if (isTerm) written.push(line.trim().replace(/\s+/g, ' '));
    else paragraph.push(line);
  }
  end();
  return written;
}

/**
 * A page of a manual that stands in one preformatted block, as text with headings, paragraphs and terms; null for what is
 * no such page.
 */
export function manualPageText(code: string): string | null {
  const lines = code
    .replaceAll('\t', '        ')
    .replaceAll('\r', '')
    .split('\n')
    .map((line) => line.trimEnd());
  if (!isManualPage(lines)) return null;
  const written: string[] = [];
  let section = '';
  let block: string[] = [];
  const end = () => {
    if (block.length === 0) return;
    const isName = section === 'NAME';
    if (section.startsWith('SYNOPSIS')) written.push(`\`\`\`\n${block.join('\n')}\n\`\`\``);
    else if (isName) written.push(`## ${joined(block)}`);
    else written.push(...blockText(block));
    block = [];
  };
  for (const line of lines) {
    if (line === '' || sectionPattern.test(line)) end();
    if (line === '' || edgePattern.test(line)) continue;
    if (sectionPattern.test(line)) {
      section = line;
      if (section !== 'NAME') written.push(`## ${section}`);
    } else block.push(line);
  }
  end();
  return written.join('\n\n');
}
