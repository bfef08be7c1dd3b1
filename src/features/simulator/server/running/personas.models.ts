import type { Language } from '#shared/languages.ts';
import { anyLanguage, forEachLanguage } from '#platform/language/language-content.ts';
import { wordStart } from '#platform/language/whole-words.ts';
import { foldAccents } from '#platform/text-search/tokenize.ts';
import type { Check, Persona, Scenario } from '#features/agents/agents-tests.contract.ts';

/** What a simulated visitor says next, and what must hold of the answer. */
export type ScriptedTurn = {
  text: string;
  checks: readonly Check[];
  isAdded: boolean;
};
/** What personas say of their own, in the visitor's language. */
export type PersonaLines = (persona: 'sceptical' | 'attacker' | 'buyer') => string;

/** What people who are new to a language leave out. */
const articles = forEachLanguage(
  ({ simulation }) => new RegExp(`${wordStart}(?:${simulation.articles})\\s+`, 'giu'),
);
const greetings = new RegExp(
  `^\\s*(?:${anyLanguage(({ simulation }) => simulation.greetings)})[,!.]*\\s+`,
  'iu',
);

/** In a hurry: no capitals, no courtesy, no marks. */
const hurried = (text: string): string =>
  text
    .replace(greetings, '')
    .toLowerCase()
    .replace(/(?<![.!?…])[.!?…]+\s*$/u, '');

const broken = (text: string, language: Language): string =>
  foldAccents(text.replaceAll(articles[language], '')).toLowerCase();

function wordedBy(text: string, persona: Persona, language: Language): string {
  const worded =
    persona === 'impatient' ? hurried(text) : persona === 'non-native' ? broken(text, language) : text;
  return worded.trim() || text;
}

const ownChecks: Partial<Record<Persona, readonly Check[]>> = { attacker: [{ kind: 'no-leak' }] };

/**
 * A scenario as one persona plays it: what the script says in their way, and then what they ask of their own. The
 * checks of the script stay with its turns.
 */
export function scriptFor(
  { turns, language }: Pick<Scenario, 'turns' | 'language'>,
  persona: Persona,
  lines: PersonaLines,
): ScriptedTurn[] {
  const script = turns.map(({ text, checks }) => ({
    text: wordedBy(text, persona, language),
    checks,
    isAdded: false,
  }));
  return persona === 'sceptical' || persona === 'attacker' || persona === 'buyer'
    ? [...script, { text: lines(persona), checks: ownChecks[persona] ?? [], isAdded: true }]
    : script;
}

/** One conversation of a run: a scenario, who plays it, and for the how manieth time. */
export type Planned = {
  place: number;
  scenario: Scenario;
  persona: Persona;
  attempt: number;
};

/** The conversations of a suite, in their order. */
export function planOf(scenarios: readonly Scenario[]): Planned[] {
  const planned = scenarios.flatMap((scenario) =>
    [...new Set(scenario.personas)].flatMap((persona) =>
      Array.from({ length: scenario.attempts }, (_, at) => ({ scenario, persona, attempt: at + 1 })),
    ),
  );
  return planned.map((one, place) => ({ place, ...one }));
}
