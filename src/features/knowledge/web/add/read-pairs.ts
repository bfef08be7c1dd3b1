import { tableWords } from '#shared/language-words.ts';
import { knowledgeLimits, type QuestionAnswer } from '../../knowledge.contract.ts';

export type ReadPairs = {
  pairs: QuestionAnswer[];
  /** Rows that have no question or no answer, or are too long. */
  skipped: number;
};

const headings = new RegExp(
  String.raw`^(?:q|prompt|(?:${tableWords.flatMap(({ question }) => question).join('|')})(?:\s*\/.*)?)$`,
  'i',
);

/**
 * Questions and answers out of pasted or exported rows: comma, semicolon or tab between two columns (as
 * spreadsheets write them, with quotes), with or without a heading row. Further columns are left out.
 */
export function readPairs(text: string): ReadPairs {
  const rows = readRows(text.replace(/^\uFEFF/, ''));
  const [first] = rows;
  const body = first && headings.test(first[0]?.trim() ?? '') ? rows.slice(1) : rows;
  const filled = body.filter((row) => row.some((cell) => cell.trim() !== ''));
  const pairs = filled
    .map((row) => ({ question: row[0]?.trim() ?? '', answer: row[1]?.trim() ?? '' }))
    .filter(
      ({ question, answer }) =>
        question !== '' &&
        answer !== '' &&
        question.length <= knowledgeLimits.questionLength &&
        answer.length <= knowledgeLimits.answerLength,
    );
  return { pairs, skipped: filled.length - pairs.length };
}

/** The separator that the first row uses most, outside quotes. */
function separatorOf(text: string): string {
  const line = text.replace(/"(?:[^"]|"")*"/g, '').split(/\r?\n/, 1)[0] ?? '';
  const count = (mark: string) => line.split(mark).length - 1;
  if (count('\t') > 0) return '\t';
  return count(';') > count(',') ? ';' : ',';
}

function readRows(text: string): string[][] {
  const separator = separatorOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (quoted) {
      if (letter === '"' && text[at + 1] === '"') cell += text[++at];
      else if (letter === '"') quoted = false;
      else cell += letter;
    } else if (letter === '"' && cell.trim() === '') {
      cell = '';
      quoted = true;
    } else if (letter === separator) {
      row.push(cell);
      cell = '';
    } else if (letter === '\n') {
      rows.push([...row, cell]);
      row = [];
      cell = '';
    } else if (letter !== '\r') cell += letter;
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell]);
  return rows;
}
