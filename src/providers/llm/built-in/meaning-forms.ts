import { forEachLanguage } from '#platform/language/language-content.ts';
import { analyze } from '#platform/text-search/analyze.ts';
import { foldAccents, tokenize } from '#platform/text-search/tokenize.ts';
import { summary, type Candidate } from './candidates.ts';
import type { ReadQuestion, Wanted } from './question.ts';
import { share } from './sentence-forms.ts';

const content = forEachLanguage(({ questions }, language) => ({
  light: new Set(questions.light.flatMap((word) => analyze(word, language).map(({ term }) => term))),
  defining: new Set(questions.defining),
  articles: new Set(questions.articles),
  leaning: new Set(questions.leaning),
  called: new Set(questions.called),
  earlier: new Set(questions.earlier),
  joining: new Set(questions.joining),
}));

/** What a sentence says of the thing asked for, each from 0 to 1. */
export type Meaning = {
  /** Its subject is the thing, and a word such as “is” follows; or it is a manual's line of summary. */
  defines: number;
  /** The same, and what follows is a kind of thing: “is a”, “is the”. */
  genus: number;
  /** It gives the thing its name after saying what it is: “… is called tar pitting”. */
  called: number;
  /** It writes out the letters that the thing is called by: “Dynamic Shared Objects (DSO)”. */
  expands: number;
};

/** Of what says nothing, or where nothing of the kind is asked for. */
export const noMeaning: Meaning = { defines: 0, genus: 0, called: 0, expands: 0 };

const subjectsOf = ({ wanted }: ReadQuestion): Wanted[] =>
  wanted.filter(({ concept, isLight }) => concept === null && !isLight);

/** How surely a sentence says what the thing asked for is. */
export function meaningOf(candidate: Candidate, question: ReadQuestion): Meaning {
  const subjects = subjectsOf(question);
  if (subjects.length === 0 || candidate.kind === 'code') return noMeaning;
  return {
    ...definition(candidate, subjects),
    called: namedAs(candidate, subjects),
    expands: writtenOut(candidate, subjects),
  };
}

function definition(candidate: Candidate, subjects: readonly Wanted[]): Pick<Meaning, 'defines' | 'genus'> {
  const tokens = tokenize(candidate.text.slice(0, 160)).slice(0, 14);
  if (tokens.length < 4) return noMeaning;
  const { defining, light, articles, leaning } = content[candidate.language];
  const at = tokens.findIndex(({ text }) => defining.has(text));
  const isSummary = summary.test(candidate.text) && candidate.text.length < 200;
  const dash = isSummary ? candidate.text.search(/\s[—–-]{1,2}\s/u) : -1;
  const head = isSummary
    ? candidate.text.slice(0, dash)
    : candidate.text.slice(0, tokens[at === -1 ? 3 : at]?.start ?? 0);
  const terms = new Set(analyze(head, candidate.language).map(({ term }) => term));
  const told = subjects.filter((wanted) => share(wanted, terms) > 0).length / subjects.length;
  // “In polling mode, it is slow” says nothing of what the mode is.
  const isLeaning = at > 0 && leaning.has(tokens[at - 1]?.text ?? '');
  if (told < 0.5 || isLeaning) return noMeaning;
  const others = [...terms].filter(
    (term) => !subjects.some((wanted) => wanted.terms.has(term)) && !light.has(term),
  ).length;
  if (isSummary) return { defines: others === 0 ? told : 0, genus: 0 };
  const defines = (at > 0 ? 1 : 0.4) * told * ([1, 0.6][others] ?? 0.3);
  const isKind = at > 0 && (articles.size === 0 || articles.has(tokens[at + 1]?.text ?? ''));
  return { defines, genus: isKind && others === 0 ? told : 0 };
}

/** So near to “called”, a name is the one that is given. */
const nearestName = 6;

function namedAs({ text, language }: Candidate, subjects: readonly Wanted[]): number {
  const tokens = tokenize(text.slice(0, 600));
  const at = tokens.findIndex((token) => content[language].called.has(token.text));
  if (at === -1) return 0;
  const given = tokens.slice(at + 1, at + 1 + nearestName);
  const terms = new Set(given.flatMap((token) => analyze(token.text, language).map(({ term }) => term)));
  return subjects.filter((wanted) => share(wanted, terms) > 0).length / subjects.length;
}

const acronym = /^[\p{Lu}\d]{2,8}$/u;

function writtenOut({ text, language }: Candidate, subjects: readonly Wanted[]): number {
  const [subject] = subjects;
  if (subjects.length !== 1 || subject === undefined) return 0;
  for (const [, inside = ''] of text.slice(0, 800).matchAll(/\(([^()]{2,80})\)/g)) {
    const index = text.indexOf(`(${inside})`);
    const before = text.slice(Math.max(0, index - 100), index).trim();
    const letters = acronym.test(inside.trim()) ? inside.trim() : (before.split(/\s+/).at(-1) ?? '');
    const words =
      letters === inside.trim() ? before.split(/[\s-]+/).slice(-letters.length - 2) : inside.split(/[\s-]+/);
    if (!acronym.test(letters)) continue;
    const isAsked = analyze(letters, language).some(({ term }) => subject.terms.has(term));
    if (isAsked && spells(words, letters)) return 1;
  }
  return 0;
}

/** Whether the words begin with these letters, in order; small words between them count for nothing. */
function spells(words: readonly string[], letters: string): boolean {
  const wanted = foldAccents(letters.toLowerCase());
  let at = 0;
  for (const word of words)
    if (
      foldAccents(word.toLowerCase())
        .replace(/^[^\p{L}\d]+/u, '')
        .startsWith(wanted[at] ?? '\n')
    )
      at++;
  return at >= wanted.length;
}

/** Whether it says how something was in an earlier version. */
export function toldOfEarlier({ text, language }: Candidate): boolean {
  if (!/\d\.\d/.test(text)) return false;
  return tokenize(text.slice(0, 400)).some((token) => content[language].earlier.has(token.text));
}

/** How surely it lists several things: “B-tree, Hash, GiST, and GIN”; 1 from four things on. */
export function enumerates({ text, language, kind }: Candidate): number {
  if (kind === 'code') return 0;
  const { joining } = content[language];
  const pieces = text.slice(0, 600).split(/[,;]\s+/);
  const short = pieces.slice(1).filter((piece) => piece.length <= 60);
  const last = tokenize(pieces.at(-1) ?? '').slice(0, 1)[0]?.text ?? '';
  const closes = joining.has(last) || tokenize(pieces.at(-1) ?? '').some((token) => joining.has(token.text));
  return closes ? Math.min(1, short.length / 3) : 0;
}

/** A name out of code, an option, a path, a menu, a function. */
const operation =
  /(?<![\p{L}\d_-])(?:--?[a-z][\w-]{0,60}|[\w-]{1,60}_[\w-]{1,60}|\w{1,60}\(\)|\/[\w.-]{1,60}\/[\w./-]{1,60})(?![\p{L}\d])|[→➔]| -> |(?<=\p{Ll}\s)[A-Z]{3,20}(?![\p{L}\d])/u;

/** Whether it names what one types or opens. */
export const operates = ({ text, kind }: Candidate): boolean =>
  kind !== 'code' && operation.test(text.slice(0, 600));
