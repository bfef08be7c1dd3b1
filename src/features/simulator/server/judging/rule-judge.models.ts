import { foldAccents } from '#platform/text-search/tokenize.ts';
import type { Outcome } from '../../simulator-results.contract.ts';

export type Verdict = {
  outcome: Outcome;
  /** Why, in few words. */
  rationale: string;
};
export type Criterion = {
  criterion: string;
  good: readonly string[];
  bad: readonly string[];
};

/** Share of an example's words that must stand in the answer, so that the answer counts as like it. */
const alike = 0.6;
/** Words that are too short to say anything, unless they are numbers. */
const shortest = 4;

const plain = (text: string): string => foldAccents(text.toLowerCase());
const wordsOf = (text: string): string[] => [
  ...new Set(
    (plain(text).match(/[\p{L}\p{N}]+/gu) ?? []).filter(
      (word) => word.length >= shortest || /\p{N}/u.test(word),
    ),
  ),
];

/** How much of an example's words a text has, from 0 to 1. */
function similarity(example: string, words: ReadonlySet<string>): number {
  const wanted = wordsOf(example);
  return wanted.length === 0 ? 0 : wanted.filter((word) => words.has(word)).length / wanted.length;
}

/** What a criterion names that an answer can be held against: numbers, quoted words, addresses, names. */
export function factsIn(criterion: string): string[] {
  const quoted = [...criterion.matchAll(/[“"«„]([^”"»“]{1,120})[”"»“]/g)].map(([, inside]) => inside ?? '');
  const rest = criterion.replaceAll(/[“"«„][^”"»“]{1,120}[”"»“]/g, ' ');
  const numbers = rest.match(/\p{N}+(?:[.,:]\p{N}+)*/gu) ?? [];
  const addresses = rest.match(/(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+(?<=\w)/g) ?? [];
  // The first word of a sentence is capital without being a name.
  const names = rest.match(/(?<=[\p{L}\p{N},;] )\p{Lu}[\p{L}\p{N}]{2,}/gu) ?? [];
  return [...new Set([...quoted, ...numbers, ...addresses, ...names].map((fact) => fact.trim()))].filter(
    Boolean,
  );
}

/**
 * Judges without a model: by examples of good and bad answers where there are some, else by what the criterion
 * names. What neither tells stays unknown; it is never guessed.
 */
export function judgeByRules({ criterion, good, bad }: Criterion, answers: readonly string[]): Verdict {
  const said = plain(answers.join('\n'));
  const words = new Set(said.match(/[\p{L}\p{N}]+/gu) ?? []);
  const best = (examples: readonly string[]): number =>
    Math.max(0, ...examples.map((example) => similarity(example, words)));
  const [likeGood, likeBad] = [best(good), best(bad)];
  if (Math.max(likeGood, likeBad) >= alike && likeGood !== likeBad)
    return {
      outcome: likeGood > likeBad ? 'passed' : 'failed',
      rationale: `good ${likeGood.toFixed(2)}, bad ${likeBad.toFixed(2)}`,
    };
  const facts = factsIn(criterion);
  if (facts.length === 0) return { outcome: 'unknown', rationale: '' };
  const missing = facts.filter((fact) => !said.includes(plain(fact)));
  return {
    outcome: missing.length === 0 ? 'passed' : 'failed',
    rationale: missing.length === 0 ? facts.join(' · ') : missing.join(' · '),
  };
}
