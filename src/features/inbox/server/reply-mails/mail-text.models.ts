import { anyLanguage } from '#platform/language/language-content.ts';
import { plainText } from '#shared/text/plain-text.ts';

/** Lines of a mail that are looked at, and the longest that may be more than text. */
const mostLines = 2_000;
const longestMark = 300;

const words = {
  wrote: new RegExp(`\\s(?:${anyLanguage(({ mail }) => mail.wrote)})(?=[\\s:])`, 'u'),
  original: new RegExp(`^[-_ ]{2,}(?:${anyLanguage(({ mail }) => mail.original)})[-_ :]*$`, 'u'),
  header: new RegExp(`^\\*?(?:${anyLanguage(({ mail }) => mail.headers)})\\s?:`, 'u'),
  sentFrom: new RegExp(`^(?:${anyLanguage(({ mail }) => mail.sentFrom)})(?=\\s)`, 'u'),
};

/**
 * What somebody wrote in a mail: without what is quoted of the one before, the head that programs put before it,
 * and the signature. Empty where nothing of their own is left.
 */
export function ownWords(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n').slice(0, mostLines);
  const plain = lines.map((line) => (line.length > longestMark ? '' : plainText(line.trim())));
  const isQuoted = (at: number): boolean => /^\s*[>|]/.test(lines[at] ?? '');
  /** Who wrote what follows, on one line or two: `On 3 May 2026 at 10:00, Anna <a@x> wrote:`. */
  const attribution = (at: number): number => {
    const [one = '', next = ''] = [plain[at], plain[at + 1]];
    const says = (line: string) => line.endsWith(':') && words.wrote.test(` ${line}`) && /[\d@]/.test(line);
    if (one === '' || isQuoted(at)) return 0;
    if (says(one)) return 1;
    // Gmail breaks a long line right before the address, or behind its bracket.
    return (!says(next) || next.startsWith('<') || one.endsWith('<')) &&
      /\d/.test(one) &&
      !isQuoted(at + 1) &&
      says(`${one} ${next}`)
      ? 2
      : 0;
  };
  const headerBlock = (at: number): boolean =>
    words.header.test(plain[at] ?? '') &&
    [1, 2, 3].filter((more) => words.header.test(plain[at + more] ?? '')).length >= 2;
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    // All that follows is the mail before, or says who writes.
    if (/^--\s*$/.test(line) || /^_{10,}$/.test(line.trim())) break;
    if (words.original.test(plain[at] ?? '') || headerBlock(at)) break;
    const quoteHead = attribution(at);
    if (quoteHead > 0) {
      // Somebody who answers between the lines goes on behind the quote.
      if (!lines.slice(at + quoteHead).some((_, more) => isQuoted(at + quoteHead + more))) break;
      at += quoteHead - 1;
      continue;
    }
    if (isQuoted(at) || words.sentFrom.test(plain[at] ?? '')) continue;
    kept.push(line.trimEnd());
  }
  return kept
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
