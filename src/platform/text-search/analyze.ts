import type { Language } from '#shared/languages.ts';
import { secondStem, stem } from './stem.ts';
import { isChatter, isStopWord } from './stop-words.ts';
import { foldAccents, type Token, tokenize, tokensOf, wordsIn } from './tokenize.ts';
import { createWordMemory } from './word-memory.ts';

/**
 * A term as it stands in the index. `word` terms carry the text; the other kinds stand beside a word so that
 * another spelling finds it:
 * `folded` is the word as typed without accents, `joined` a compound (`e-bike`, `A-1234`) in one piece.
 */
export type Term = {
  term: string;
  kind: 'word' | 'folded' | 'joined';
  position: number;
  start: number;
  end: number;
};

/** The terms and their frequencies in one chunk, and how many words it has. */
export type ChunkTerms = {
  terms: Map<string, number>;
  length: number;
};

/**
 * One way to say one word of a question. Alternatives of the same word share a `group`; a chunk is paid for
 * the best of them only, and less for an alternative of less weight.
 */
export type QueryTerm = {
  term: string;
  group: number;
  weight: number;
  /** It raises a score, and a chunk without it lacks nothing of the question. */
  isExtra?: boolean;
};

/** Clipped words before an apostrophe: `l'atelier`, `d'água`. */
const elided = new Set([
  'l',
  'd',
  'j',
  'm',
  't',
  's',
  'n',
  'c',
  'qu',
  'jusqu',
  'lorsqu',
  'puisqu',
  'quoiqu',
  'presqu',
]);

/** Longer words are rare, and most of them are data that no other text has. */
const longestRemembered = 40;

/**
 * What one word of a text brings into the index: its terms with their places in the word, and how many tokens
 * it is.
 */
type ReadWord = {
  terms: readonly Term[];
  tokens: number;
};

function readWord(word: string, language: Language): ReadWord {
  const terms: Term[] = [];
  const tokens = tokensOf(word);
  for (const [position, token] of tokens.entries()) pushTerms(terms, token, position, language, true);
  return { terms, tokens: tokens.length };
}
const rememberWord = createWordMemory(readWord, 40_000);

/**
 * The index terms of a text, in order: lower case, stemmed, without accents, without words that carry grammar
 * only.
 */
export function analyze(text: string, language: Language): Term[] {
  const terms: Term[] = [];
  visitTerms(text, language, ({ term, kind, position, start, end }, before, index) =>
    terms.push({ term, kind, position: before + position, start: index + start, end: index + end }),
  );
  return terms;
}

/**
 * Like `analyze`, without making anything: hands over each term as it stands in its word, how many words came
 * before, and where the word begins.
 */
export function visitTerms(
  text: string,
  language: Language,
  visit: (term: Term, before: number, index: number) => void,
): void {
  let before = 0;
  for (const { 0: word, index } of wordsIn(text)) {
    const read = word.length > longestRemembered ? readWord(word, language) : rememberWord(word, language);
    for (const term of read.terms) visit(term, before, index);
    before += read.tokens;
  }
}

/** What one chunk brings into the index; words of its title and headings count `headingWeight` times more. */
export function chunkTerms(
  chunk: { text: string; headings?: readonly string[] },
  language: Language,
  headingWeight = 2,
): ChunkTerms {
  const terms = new Map<string, number>();
  let length = 0;
  const add = (text: string, weight: number) => {
    for (const { term, kind } of analyze(text, language)) {
      terms.set(term, (terms.get(term) ?? 0) + weight);
      if (kind === 'word') length += weight;
    }
  };
  add(chunk.text, 1);
  for (const heading of new Set(chunk.headings ?? [])) if (heading) add(heading, headingWeight);
  return { terms, length };
}

/**
 * What a question asks the index for. The first language is the visitor's; the others are those of the
 * documents, whose stemming may differ. Greetings and other chatter are left out, unless there is nothing
 * else. `synonyms` are groups of words that mean the same as something in the question: a group joins the
 * question's word that is one of them, else it is asked for beside the words.
 */
export function queryTerms(
  question: string,
  languages: readonly Language[],
  synonyms: readonly (readonly string[])[] = [],
): QueryTerm[] {
  const tokens = tokenize(question).slice(0, 200);
  const main = languages[0] ?? 'en';
  const isShouted = question === question.toUpperCase();
  // “EXPLAIN” is the name of something where the rest is in small letters.
  const isName = ({ start, end }: Token): boolean =>
    !isShouted && /^\p{Lu}{3,}$/u.test(question.slice(start, end));
  const telling = tokens.filter(
    (token) => !isStopWord(token.text, main) && (!isChatter(token.text, main) || isName(token)),
  );
  // “What does EXPLAIN do?” asks for a word that in other questions only leads on.
  const named =
    telling.length > 0 || synonyms.length > 0
      ? telling
      : tokens.filter((token) => !isStopWord(token.text, main));
  const chosen = named.length > 0 || synonyms.length > 0 ? named : tokens;
  const queries = new Map<string, QueryTerm>();
  let group = 0;
  for (const token of chosen) {
    // A compound asks for its parts, each a word of its own, and for the whole in one piece.
    const words = termsOf(token, main, chosen !== tokens).filter(({ kind }) => kind === 'word');
    // The parts of an identifier are common words; who writes `shared_buffers` means that very thing.
    const isCode = isIdentifier(token);
    for (const word of words) {
      const known = queries.get(word.term);
      if (known) known.weight += 1;
      else queries.set(word.term, { term: word.term, group: group++, weight: isCode ? partWeight : 1 });
    }
    const owner = queries.get(words[0]?.term ?? '');
    if (!owner) continue;
    const alternatives = languages.flatMap((language) => termsOf(token, language, chosen !== tokens));
    // The languages may cut the whole differently; it is one thing all the same.
    let whole: number | null = null;
    for (const { term, kind } of alternatives) {
      if (queries.has(term) || (kind === 'word' && words.length > 1)) continue;
      if (kind === 'joined')
        queries.set(term, { term, group: (whole ??= group++), weight: isCode ? 1 : 0.5 });
      else queries.set(term, { term, group: owner.group, weight: owner.weight });
    }
  }
  for (const words of synonyms) {
    const terms = words.flatMap((word) =>
      languages.flatMap((language) => analyze(word, language).map(({ term }) => term)),
    );
    const owners = terms.flatMap((term) => queries.get(term) ?? []);
    const [owner = { group: group++, weight: 0.8 }] = owners;
    // Several words of the question for one thing are one wish.
    const merged = new Set(owners.map((query) => query.group));
    for (const query of queries.values()) if (merged.has(query.group)) query.group = owner.group;
    for (const term of terms)
      if (!queries.has(term))
        queries.set(term, { term, group: owner.group, weight: owner.weight * synonymWeight });
  }
  return [...queries.values()].slice(0, 256);
}

const synonymWeight = 0.6;
const partWeight = 0.3;

/** The terms of whole names out of code in a text, such as `shared_buffers`. */
export function identifiersIn(text: string, language: Language): string[] {
  return tokenize(text)
    .filter(isIdentifier)
    .flatMap((token) =>
      termsOf(token, language, true).flatMap(({ term, kind }) => (kind === 'joined' ? [term] : [])),
    );
}

/** Whether a token is a name out of code or a configuration: `shared_buffers`, `gc.auto`. */
function isIdentifier({ text, parts }: Token): boolean {
  return parts.length > 1 && (text.includes('_') || /^\p{L}[\p{L}\d]+(?:\.\p{L}[\p{L}\d]+)+$/u.test(text));
}

function termsOf(token: Token, language: Language, withoutStopWords: boolean): Term[] {
  const terms: Term[] = [];
  pushTerms(terms, token, 0, language, withoutStopWords);
  return terms;
}

function pushTerms(
  terms: Term[],
  token: Token,
  position: number,
  language: Language,
  withoutStopWords: boolean,
): void {
  const place = { position, start: token.start, end: token.end };
  if (withoutStopWords && isStopWord(token.text.replace(/[’ʼ]/g, "'"), language)) return;
  const parts = meaningfulParts(token, language);
  const [only] = parts;
  if (parts.length === 0 || only === undefined) return;
  if (/^\d[\d.,:]*$/.test(token.text)) {
    terms.push({ term: normalNumber(token.text), kind: 'word', ...place });
    return;
  }
  if (withoutStopWords && parts.every((part) => isStopWord(part, language))) return;
  const words =
    withoutStopWords && parts.length > 1
      ? parts.filter((part) => !isStopWord(part, language) && (part.length > 1 || /\d/.test(part)))
      : parts;
  for (const word of words.length > 0 ? words : parts) {
    const term = stem(word, language);
    terms.push({ term, kind: 'word', ...place });
    const plain = foldAccents(word);
    const folded = plain === word ? term : stem(plain, language);
    if (folded !== term) terms.push({ term: folded, kind: 'folded', ...place });
    const second = secondStem(word, language);
    if (second !== null) terms.push({ term: second, kind: 'folded', ...place });
  }
  if (parts.length > 1) {
    const joined = token.text
      .replace(/(?<=\d)[.,:](?=\d)/g, '·')
      .replace(/['’ʼ.\-‐‑:_&+,]/g, '')
      .replace(/·/g, '.');
    terms.push({
      term: /^\p{L}+$/u.test(joined) ? stem(joined, language) : foldAccents(joined),
      kind: 'joined',
      ...place,
    });
  }
}

/** The pieces of a token that mean something: no possessive s, no clipped article. */
function meaningfulParts(token: Token, language: Language): readonly string[] {
  if (token.parts.length === 0) return [token.text];
  let parts = token.parts;
  if (/['’ʼ]s?$|['’ʼ]s$/u.test(token.text) && parts.at(-1) === 's') parts = parts.slice(0, -1);
  if (
    (language === 'fr' || language === 'pt') &&
    parts.length > 1 &&
    elided.has(parts[0] ?? '') &&
    /^\p{L}+['’ʼ]/u.test(token.text)
  )
    parts = parts.slice(1);
  return parts;
}

/** `1,000` and `1.000` are a thousand; `12,50` is `12.50`. */
function normalNumber(text: string): string {
  if (/^\d{1,3}(?:[.,]\d{3})+$/.test(text)) return text.replace(/[.,]/g, '');
  return text.replace(/,/g, '.');
}
