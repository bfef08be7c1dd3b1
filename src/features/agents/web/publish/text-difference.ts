export type TextDifference = {
  before: string;
  removed: string;
  added: string;
  after: string;
};

/** Where two texts differ, cut at words: what stays in front, what goes, what comes, what stays behind. */
export function textDifference(old: string, next: string): TextDifference {
  const [one, other] = [old.split(/(?<=\s)/), next.split(/(?<=\s)/)];
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start++;
  let end = 0;
  while (end < one.length - start && end < other.length - start && one.at(-1 - end) === other.at(-1 - end))
    end++;
  const part = (words: string[], from: number, to: number) => words.slice(from, to).join('');
  return {
    before: part(one, 0, start),
    removed: part(one, start, one.length - end),
    added: part(other, start, other.length - end),
    after: part(one, one.length - end, one.length),
  };
}

/** The end or the beginning of a text that only gives the surroundings of a change. */
export function surroundings(text: string, side: 'before' | 'after', longest = 90): string {
  if (text.length <= longest) return text;
  return side === 'before'
    ? `… ${text.slice(-longest).replace(/^\S*\s/, '')}`
    : `${text.slice(0, longest).replace(/\s\S*$/, '')} …`;
}
