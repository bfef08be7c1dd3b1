import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { tellsByLook } from './answer-looks.ts';
import { sentenceFeatures } from './evidence.ts';
import { isSmall, type WordCounts } from '#platform/text-search/word-counts.ts';
import type { ReadQuestion } from './question.ts';

export const answerFeatures = [
  'own',
  'together',
  'around',
  'missing',
  'apart',
  'lost',
  'unknown',
  'words',
  'matched',
  'score',
  'margin',
  'near',
  'asked',
  'unasked',
  'defines',
  'named',
  'default',
  'everyday',
  'look',
  'names',
  'fragment',
  'single',
  'singleTold',
  'subject',
  'foreign',
  'opens',
  'describes',
  'leads',
  'first',
  'versions',
  'rivals',
  'instructs',
  'told',
  'genus',
  'cells',
  'operates',
  'enumerates',
  'heads',
  'howTo',
  'list',
  'yesNo',
  'called',
  'expands',
  'lacks',
  'entry',
  'entryFirst',
  'elsewhere',
  'vague',
  'pieces',
  'option',
  'comparison',
  'late',
  'ahead',
] as const;
/** What speaks for and against an answer, each from about 0 to 1. */
export type AnswerEvidence = Record<(typeof answerFeatures)[number], number>;

const weightsSchema = z.strictObject({
  /** How surely a sentence is the one that answers. */
  sentence: z.strictObject(withBias(sentenceFeatures)),
  /** How surely what was chosen answers at all. */
  answer: z.strictObject(withBias(answerFeatures)),
  /** Below the first, nothing is said; below the second, with doubt. */
  said: z.number(),
  sure: z.number(),
});

/** Weights that were fitted to questions of one form. */
export type Weights = z.infer<typeof weightsSchema>;

const fileSchema = z.strictObject({
  /** For questions about the thing itself: what it is, what it does, how it is used, what its default is. */
  reference: weightsSchema,
  /** For all others, which ask for a detail. */
  fact: weightsSchema,
  /** For whatever is asked of few documents, where hardly a word is shared by chance. */
  small: weightsSchema,
});

const file = path.join(import.meta.dirname, '../../../../content/answering/weights.json');
/** `content/answering/weights.json`, as `bench/fit-answers.ts` writes it. */
export const allWeights: z.infer<typeof fileSchema> = fileSchema.parse(
  JSON.parse(readFileSync(file, 'utf8')),
);

const mostReferenceWords = 4;

/** Whether a question to many documents is for a thing itself, and for no detail. */
export function isForThing({ kinds, concepts, wanted }: ReadQuestion, counts: WordCounts): boolean {
  const asksForThing =
    concepts.includes('default') ||
    (['definition', 'purpose', 'howTo'] as const).some((kind) => kinds.has(kind));
  return !isSmall(counts) && asksForThing && wanted.length <= mostReferenceWords;
}

/** A site of a business; in a manual of thousands of chunks, prices and hours are of anything. */
const mostOfSite = 500;
/** Of several prices on a site only one is asked for: what is said has to be beyond doubt. */
const everyday: Weights = { ...allWeights.small, said: 0.9, sure: 0.95 };

/** In a manual more stands near what was asked by chance: whoever isn't told is shown where to look. */
const ofManual: Weights = { ...allWeights.fact, said: 0.45 };

/** A site has one place where a thing is explained; a manual has hundreds where it is used. */
const thingOfSite: Weights = { ...allWeights.reference, said: 0.4 };

/** “What does it cost?” is known by what its answer looks like, more than by words that could be shared by chance. */
const isEveryday = ({ concepts, wanted }: ReadQuestion): boolean =>
  concepts.some((concept) => tellsByLook.has(concept)) &&
  wanted.every(({ concept, isLight }) => concept !== null || isLight);

/** The weights for a question. */
export function weightsFor(question: ReadQuestion, counts: WordCounts): Weights {
  if (isSmall(counts)) return allWeights.small;
  if (counts.chunks <= mostOfSite && isEveryday(question)) return everyday;
  const isThing = isForThing(question, counts);
  if (counts.chunks > mostOfSite) return isThing ? allWeights.reference : ofManual;
  return isThing ? thingOfSite : allWeights.fact;
}

/** The weighted sum of what speaks for and against something. */
export function sumOf(
  weights: Readonly<Record<string, number>>,
  evidence: Readonly<Record<string, number>>,
): number {
  return Object.entries(evidence).reduce(
    (sum, [name, value]) => sum + (weights[name] ?? 0) * value,
    weights['bias'] ?? 0,
  );
}

function withBias<Name extends string>(names: readonly Name[]): Record<Name | 'bias', z.ZodNumber> {
  return Object.fromEntries([...names, 'bias'].map((name) => [name, z.number()])) as Record<
    Name | 'bias',
    z.ZodNumber
  >;
}
