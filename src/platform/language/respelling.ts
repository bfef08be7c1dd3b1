/** Words that are looked for, and words that are right as they are. */
export type Respelling = {
  wanted: readonly string[];
  known: ReadonlySet<string>;
};

/** From so many letters on a word may have a letter too many, too few or another one. */
const lettersForOther = 5;

/** Whether two words differ by one letter, or by two neighbours that changed places. */
export function isOneSlipAway(word: string, wanted: string): boolean {
  const longer = Math.max(word.length, wanted.length);
  if (Math.abs(word.length - wanted.length) > 1) return false;
  let start = 0;
  while (start < longer && word[start] === wanted[start]) start++;
  let end = 0;
  while (end < longer - start && word.at(-1 - end) === wanted.at(-1 - end)) end++;
  const [left, right] = [word.length - start - end, wanted.length - start - end];
  if (left === 2 && right === 2)
    return word[start] === wanted[start + 1] && word[start + 1] === wanted[start];
  if (Math.min(word.length, wanted.length) < lettersForOther - 1 || wanted.length < lettersForOther)
    return false;
  // Another ending is another form of the word or another word ("persons", "personal"), no slip.
  if (word.length !== wanted.length) return left + right <= 1 && end > 0;
  return left === 1 && right === 1 && (end > 0 || wanted.length > lettersForOther);
}

const byLength = new WeakMap<readonly string[], Map<number, readonly string[]>>();

/** The wanted words that a word of so many letters may stand for, in their order. */
function wantedNear(wanted: readonly string[], letters: number): readonly string[] {
  let known = byLength.get(wanted);
  if (!known) byLength.set(wanted, (known = new Map()));
  let near = known.get(letters);
  if (!near)
    known.set(letters, (near = wanted.filter((candidate) => Math.abs(candidate.length - letters) <= 1)));
  return near;
}

/**
 * Text (words with a space around each) in which words that are one slip of the fingers away from a wanted one
 * are that one: ` tlak to a humen ` → ` talk to a human `.
 */
export function respell(text: string, { wanted, known }: Respelling): string {
  return text.replaceAll(/[a-z]{4,}/g, (word) => {
    if (known.has(word)) return word;
    const near = wantedNear(wanted, word.length);
    return near.includes(word) ? word : (near.find((candidate) => isOneSlipAway(word, candidate)) ?? word);
  });
}
