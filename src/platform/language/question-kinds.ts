import type { Language } from '#shared/languages.ts';
import { foldAccents } from '#platform/text-search/tokenize.ts';
import { forEachLanguage } from './language-content.ts';

/** What a question wants to be told, by the form of its answer. */
export type QuestionKind = 'comparison' | 'purpose' | 'definition' | 'list' | 'howTo' | 'yesNo';
/** What a question asks for: a person, a moment, a time of day, a place, a number, a reason. */
export type AskedFor = 'who' | 'when' | 'time' | 'where' | 'amount' | 'why';

const kinds = ['comparison', 'purpose', 'definition', 'list', 'howTo', 'yesNo'] as const;
const asked = ['who', 'when', 'time', 'where', 'amount', 'why'] as const;

const compared = forEachLanguage(
  ({ questions }) => new RegExp(`(?:^|(?<=[\\s¿]))(?:${questions.compared})$`, 'iu'),
);
const longestCompared = 200;

/** The two things whose difference a question asks for, as it names them; null when it asks for none. */
export function comparedThings(question: string, language: Language): [string, string] | null {
  const asked = question.trim().replace(/(?<![?!.\s])[?!.\s]+$/u, '');
  if (asked.length > longestCompared) return null;
  const { a, b } = compared[language].exec(asked)?.groups ?? {};
  return a && b ? [a, b] : null;
}

const patterns = forEachLanguage(({ questions }) => ({
  kinds: new Map(kinds.map((kind) => [kind, new RegExp(questions.kinds[kind])])),
  asks: new Map(asked.map((ask) => [ask, new RegExp(questions.asks[ask])])),
}));

/** A question in small letters without accents and signs; names keep their underscores. */
function plainQuestion(question: string): string {
  return foldAccents(question.slice(0, 500).normalize('NFC').toLowerCase())
    .replace(/[^\p{L}\p{N}_]+/gu, ' ')
    .trim();
}

/** Which forms of answer a question may want; a question can be of several kinds. */
export function questionKinds(question: string, language: Language): Set<QuestionKind> {
  const plain = plainQuestion(question);
  return new Set(kinds.filter((kind) => patterns[language].kinds.get(kind)?.test(plain)));
}

/** What a question asks for, as far as its words tell. */
export function askedFor(question: string, language: Language): ReadonlySet<AskedFor> {
  const plain = plainQuestion(question);
  return new Set(asked.filter((ask) => patterns[language].asks.get(ask)?.test(plain)));
}
