import { fallbackLanguage, languages, type Language } from '#shared/languages.ts';
import type { PartContent } from '#shared/chat/message-parts.ts';
import { readInstructions } from '#shared/chat/rich-instructions.ts';
import { everydayConcepts, wordsFor } from '#platform/language/everyday-concepts.ts';
import { analyze } from '#platform/text-search/analyze.ts';
import { readContent } from '../message-parts/parts.models.ts';

/** Most rules of one agent that answer one question. */
const mostRulesAtOnce = 2;
/** Words of "opening hours" that by themselves are about many things. */
const hourWords = 'hours times uren tijden horas heures doba hodiny'.split(' ');

/** The terms of a text as a language's index has them. */
const termsOf = (text: string, language: Language): string[] =>
  analyze(text, language).map(({ term }) => term);

/**
 * Reads how many words of a phrase a question has when it has all of them, in whatever form, or means the
 * same everyday thing; 0 when it does not.
 */
export function phraseReader(question: string, language: Language): (phrase: string) => number {
  const inLanguages = [...new Set([language, ...languages, fallbackLanguage])];
  const everyday = everydayConcepts(question, language)
    .flatMap((concept) => [...wordsFor(concept), ...(concept === 'hours' ? hourWords : [])])
    .join(' ');
  const asked = new Map(
    inLanguages.map((one) => [
      one,
      new Set([...termsOf(question.slice(0, 1_000), one), ...termsOf(everyday, one)]),
    ]),
  );
  return (phrase) => strengthOf(phrase, asked);
}

/**
 * What the owner's instructions show for a question, without any model: rules of which every word of a phrase
 * is in the question, in whatever form, or whose phrase means the same everyday thing ("prices" for "how much
 * is it", in all six languages).
 */
export function contentsByRules(instructions: string, question: string, language: Language): PartContent[] {
  if (instructions.trim() === '') return [];
  const { rules } = readInstructions(instructions);
  if (rules.length === 0) return [];
  const strength = phraseReader(question, language);
  const matching = rules
    .map((rule) => ({ rule, strength: Math.max(0, ...rule.phrases.map(strength)) }))
    .filter(({ strength }) => strength > 0)
    // The rule with the most words in common is the nearest; among equals the owner's order counts.
    .toSorted((a, b) => b.strength - a.strength);
  return matching.slice(0, mostRulesAtOnce).flatMap(({ rule }) =>
    rule.parts.flatMap((part) => {
      const read = readContent(part, () => true);
      return 'content' in read ? [read.content] : [];
    }),
  );
}

/**
 * Whether a message is what a shown form sends when it is filled: its title, then its fields. Showing it
 * again would look as if nothing had arrived.
 */
export function isFilledForm(content: PartContent, message: string): boolean {
  if (content.type !== 'form') return false;
  const lines = message.split('\n');
  if (content.title !== '' && lines.shift() !== content.title) return false;
  return lines.some((line) => content.fields.some(({ label }) => line.startsWith(`${label}: `)));
}

/** How many words of a phrase a question has, when it has all of them. */
function strengthOf(phrase: string, asked: ReadonlyMap<Language, ReadonlySet<string>>): number {
  for (const [language, terms] of asked) {
    const words = analyze(phrase, language).filter(({ kind }) => kind === 'word');
    if (words.length > 0 && words.every(({ term }) => terms.has(term))) return words.length;
  }
  return 0;
}
