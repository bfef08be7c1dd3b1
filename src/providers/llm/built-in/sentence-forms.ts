import type { Language } from '#shared/languages.ts';
import { languages } from '#shared/languages.ts';
import { anyLanguage, forEachLanguage } from '#platform/language/language-content.ts';
import { wordEnd } from '#platform/language/whole-words.ts';
import { analyze } from '#platform/text-search/analyze.ts';
import { foldAccents, tokenize } from '#platform/text-search/tokenize.ts';
import { answerLooks } from './answer-looks.ts';
import { summary, type Candidate } from './candidates.ts';
import { isUsage } from './wording/readable.ts';
import type { ReadQuestion, Wanted } from './question.ts';

const content = forEachLanguage(({ questions }, language) => ({
  light: new Set(questions.light.flatMap((word) => analyzeTerms(word, language))),
  instructing: new Set(questions.instructing),
  conditional: new Set(questions.conditional),
  seeing: new Set(questions.seeing),
  numbers: new Set(questions.numbers),
  leaning: new Set(questions.leaning),
  defining: new Set(questions.defining),
}));
const monthNames = new Set(
  languages.flatMap((language) =>
    Array.from({ length: 12 }, (_, month) => {
      const date = new Date(Date.UTC(2026, month, 15));
      const name = (form: 'long' | 'short') =>
        new Intl.DateTimeFormat(language, { month: form, day: 'numeric', timeZone: 'UTC' })
          .formatToParts(date)
          .find(({ type }) => type === 'month')
          ?.value.toLowerCase()
          .replace(/\.$/, '') ?? '';
      return [name('long'), name('short')];
    }).flat(),
  ),
);

/** How much of a wanted thing some words have: the factor of the best of its terms. */
export function share(wanted: Wanted, terms: ReadonlySet<string>): number {
  let best = 0;
  for (const [term, factor] of wanted.terms) if (factor > best && terms.has(term)) best = factor;
  return best;
}

const leastNamed = 0.5;

/** How much a heading and a question name the same: 1 for "KeepAlive Directive" and "What does KeepAlive do?". */
export function nameShare(
  heading: ReadonlySet<string>,
  { wanted }: ReadQuestion,
  language: Language,
): number {
  const subjects = wanted.filter(({ concept, isLight, isPart }) => concept === null && !isLight && !isPart);
  if (subjects.length === 0) return 0;
  const said = subjects.filter((one) => share(one, heading) >= 0.6);
  const known = new Set(wanted.flatMap(({ terms }) => [...terms.keys()]));
  const others = [...heading].filter((term) => !known.has(term) && !content[language].light.has(term)).length;
  const part = said.length / (subjects.length + others);
  return part >= leastNamed ? part : 0;
}

/** How much of what is asked for stands at the very beginning: “The work_mem parameter sets …”. */
export function leads({ order, kind }: Candidate, { wanted }: ReadQuestion): number {
  const subjects = wanted.filter(({ concept, isLight }) => concept === null && !isLight);
  if (subjects.length === 0 || kind === 'code') return 0;
  const head = order.slice(0, subjects.length + 1);
  return subjects.filter(({ terms }) => head.some((term) => terms.has(term))).length / subjects.length;
}

/** How surely it tells how to do what is asked: “To create a budget, choose …”, “Click on Budget”. */
export function instructs({ text, language, kind, order }: Candidate, { wanted }: ReadQuestion): number {
  const [first] = tokenize(text.slice(0, 40));
  if (kind === 'code' || !first || !content[language].instructing.has(first.text)) return 0;
  const subjects = wanted.filter(({ isLight }) => !isLight);
  const head = new Set(order.slice(0, subjects.length + 3));
  return subjects.length === 0 ? 0 : subjects.filter((one) => share(one, head) > 0).length / subjects.length;
}

/** “Before you create a budget, …” doesn’t tell how to create one. */
export function isConditional({ text, language, kind }: Candidate): boolean {
  const [first] = tokenize(text.slice(0, 40));
  return kind === 'sentence' && first !== undefined && content[language].conditional.has(first.text);
}

const versionTitle = new RegExp(
  `^(?:[\\w.]+\\s)?(?:${anyLanguage(({ questions }) => questions.versions)})${wordEnd}`,
  'iu',
);

/** Pages about changes between versions name everything and explain little. */
export function toldOfVersions({ passage: { title, heading } }: Candidate): boolean {
  return [title, ...heading.split(' › ')].some((name) => versionTitle.test(name));
}

/** Whether it says what a setting is when nobody sets it. */
export function defaultTold(candidate: Candidate, question: ReadQuestion): number {
  const concept = question.wanted.find((wanted) => wanted.concept === 'default');
  if (!concept || share(concept, candidate.terms) === 0 || isFragment(candidate)) return 0;
  // A list of properties has it without any word around: "Default: index.html".
  if (candidate.kind === 'row' && concept.terms.has(candidate.order[0] ?? '')) return 1;
  if (tellsValue(candidate, concept)) return 1;
  return anyValue.test(candidate.text) ? 0.4 : 0.2;
}

const anyValue = /\d|["“‘]|\b(?:on|off|true|false|none|empty|no|yes|zero|[a-z]+_[a-z_]+)\b/i;
/** A value stands so near to the word that says it is the default. */
const nearestValue = 40;

/** Whether it says "the default is 3", "3 (the default)" or "3 by default", and not only "where it is left at the default". */
function tellsValue({ text, language }: Candidate, { terms }: Wanted): boolean {
  return tokenize(text.slice(0, 600)).some(({ text: word, start, end }) => {
    if (!analyzeTerms(word, language).some((term) => terms.has(term))) return false;
    const after = text.slice(end, end + nearestValue).split(/[,;)]|[.!?](?=\s|$)/)[0] ?? '';
    const before = text.slice(Math.max(0, start - nearestValue), start);
    const [next, second] = tokenize(after);
    return (
      anyValue.test(after) ||
      /^\s*[:=]\s*\S/.test(after) ||
      [next, second].some((token) => token !== undefined && content[language].defining.has(token.text)) ||
      /\w\s+\((?:\w{1,4} )?$/.test(before) ||
      (/(?:^|\W)\w{2,3} $/.test(before) && /\d/.test(before.split(/[,;(]/).at(-1) ?? ''))
    );
  });
}

/** Whether it is the row of a table about the very thing. */
export function rowTold({ kind, text, language }: Candidate, { wanted, kinds }: ReadQuestion): number {
  if (kind !== 'row' || kinds.has('definition')) return 0;
  const first = analyzeTerms(text.split(/ – |\u00a0?: /)[0] ?? '', language);
  const shared = first.filter((term) => wanted.some(({ terms }) => terms.has(term))).length;
  return first.length === 0 ? 0 : shared / first.length;
}

const longestLabel = 2;
const fewestPhraseWords = 4;

/** Whether words without a full stop may be all that explains a term: "edit files in place". */
export const isPhrase = ({ text, kind, pointsAway }: Candidate): boolean =>
  kind === 'sentence' &&
  !pointsAway &&
  !text.endsWith(':') &&
  !isUsage(text) &&
  (text.match(/\p{Ll}{2,}/gu)?.length ?? 0) >= fewestPhraseWords;

/** Whether it only calls what follows: “In short:”. */
export const isLabel = ({ kind, text }: Candidate): boolean =>
  kind === 'sentence' && text.endsWith(':') && text.split(/\s+/).length <= longestLabel;

/** A heading, a pointer elsewhere or an aside rather than a sentence. */
export function isFragment(candidate: Candidate): boolean {
  const { kind, text, language, describes, heads, announces, pointsAway } = candidate;
  if (describes || heads) return false;
  if (pointsAway) return true;
  if (isUsage(text)) return true;
  if (kind !== 'sentence') return false;
  const [first] = tokenize(text.slice(0, 40));
  if (first !== undefined && content[language].seeing.has(first.text)) return true;
  if (/^\(.*\)$/u.test(text)) return true;
  // What it announces stands elsewhere, or it is only a label such as "Grammar:".
  if ((text.endsWith(':') && announces === null) || isLabel(candidate)) return true;
  return !/[.!?:…]["'”’»)\]]*$/u.test(text) && !summary.test(text);
}

/** A sentence that begins with “It …” says little without the one before. */
export function leansOn({ text, language, kind }: Candidate): boolean {
  const [first] = tokenize(text.slice(0, 60));
  return kind === 'sentence' && first !== undefined && content[language].leaning.has(first.text);
}

/** Whether it names what is asked for beside the words of the question; null when that can't be told. */
export function tellsAsked(
  { text, language, terms }: Candidate,
  { asks }: ReadQuestion,
  known: ReadonlySet<string>,
): boolean | null {
  if (asks.size === 0 || asks.has('why')) return null;
  if (asks.has('time')) return answerLooks.hours?.test(text) ?? false;
  const newNumber = tokenize(text).some(
    (token) => (/\d/.test(token.text) || content[language].numbers.has(token.text)) && !known.has(token.text),
  );
  const newName = [...text.matchAll(/(?<=[\p{L}\p{N},;]["'”’»)]?\s+["'“‘«(]?)\p{Lu}[\p{L}\d]+/gu)].some(
    ([name]) => !known.has(analyzeTerms(name, language)[0] ?? ''),
  );
  const isDate =
    /\b\d{3,4}\b|\b\d{1,2}[:.h]\d{2}\b/.test(text) ||
    tokenize(text).some((token) => monthNames.has(token.text) || monthNames.has(foldAccents(token.text)));
  if (terms.size === 0) return false;
  return (
    (asks.has('amount') && newNumber) ||
    (asks.has('when') && (isDate || newNumber)) ||
    ((asks.has('who') || asks.has('where')) && newName)
  );
}

function analyzeTerms(text: string, language: Language): string[] {
  return analyze(text, language).map(({ term }) => term);
}
