/**
 * A line that could be a heading: short, without an end of a sentence, a number or a sign of money, and no fact such as
 * "Monday: closed".
 */
const headingLike = /^(?=.{3,60}$)(?!.*[.!?:;,…]["'”’»)\]]*$)(?!.{1,50}:\s+\S)[^\d@€$£|]+$/u;
/** A name out of code, with what it takes: `shared_buffers (integer)`, `-k limit`, `--num-callers=<number>`. */
const nameLike = /^(?:--?[\p{L}\d][^\s|]{0,40}|[\p{L}_][\p{L}\d_.-]{2,40})(?: [\p{L}_<[(][^|.]{0,30})?$/u;
const mostWords = 7;
const longestGap = 20;
const longestIndent = 40;

/**
 * Whether the piece of a text from `start` to `end` is a heading that has lost its markup, or a term with its
 * explanation below: a short line that stands alone and has text after it. `least` is how long that text must be.
 */
export function isPlainHeading(whole: string, start: number, end: number, least = 1): boolean {
  const line = whole.slice(start, end).trim();
  if (!(headingLike.test(line) || (/[_=-]/.test(line) && nameLike.test(line)))) return false;
  if (line.split(/\s+/).length > mostWords) return false;
  const startsLine = start === 0 || /\n[ \t]*$/.test(whole.slice(Math.max(0, start - longestIndent), start));
  if (!startsLine || !/^[ \t]*\r?\n/.test(whole.slice(end, end + longestGap))) return false;
  const after = /\S[^\n]*/.exec(whole.slice(end, end + 2_000))?.[0] ?? '';
  return after.length >= least;
}
