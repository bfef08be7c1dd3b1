import { type Language, fallbackLanguage } from '#shared/languages.ts';
import { detectLanguage } from '#platform/language/detect-language.ts';
import { type BuiltInTexts, phrase } from './built-in.texts.ts';
import { type Candidate, candidatesOf, type Passage } from './candidates.ts';
import { isHollow } from '#platform/text-search/entry-names.ts';
import { foldAccents } from '#platform/text-search/tokenize.ts';
import { questionParts } from '#platform/language/question-parts.ts';
import { comparedThings, type QuestionKind } from '#platform/language/question-kinds.ts';
import { readQuestion, type ReadQuestion, type Turn } from './question.ts';
import { quoted } from './wording/quoted.ts';
import { readable } from './wording/readable.ts';
import { select, type Selection } from './select.ts';
import { noWordCounts, type WordCounts } from '#platform/text-search/word-counts.ts';
import { smallTalk } from './small-talk.ts';
import { nameTopics } from './topics.ts';

export type AttachedFile = {
  kind: 'image' | 'document';
  name: string;
  isNew: boolean;
};

export type BuiltInInput = {
  question: string;
  /** Earlier turns, oldest first, without the question. */
  history: readonly Turn[];
  /** What the search found for the question, best first. */
  passages: readonly Passage[];
  /**
   * What the visitor attached; `isNew` came with the question. The text of documents is among the passages.
   */
  files?: readonly AttachedFile[];
  /** Titles and headings of the agent's documents, for “ask me about …”. */
  /** How rare the question's words are in the documents. */
  counts?: WordCounts;
  topics: readonly string[];
  agentName: string;
  /** The agent hands on to people, but this is its owner's preview, which calls nobody. */
  callsNobody?: boolean | undefined;
  /** The visitor's language as far as known; the question itself decides when it is clear. */
  language: Language;
  /** The fixed phrases (`built-in` texts) in a language. */
  texts: (language: Language) => BuiltInTexts;
};

/**
 * Answers without a model: small talk by fixed phrases, questions by sentences of the passages, each with the
 * `[n]` of its passage.
 * Nothing is said that does not stand in a passage or in the fixed phrases. The text comes in groups of a few
 * words.
 */
export function* answerFromPassages(input: BuiltInInput): Generator<string, void, undefined> {
  yield* inWordGroups(compose(input));
}

/** The whole answer at once. */
export function compose(input: BuiltInInput): string {
  return answerTo(input, () => undefined);
}

/** An answer with what was chosen for it, whether it was said or not; for measuring. */
export function composeWithReasons(input: BuiltInInput): { text: string; selection: Selection | null } {
  let selection: Selection | null = null;
  const text = answerTo(input, (found) => (selection = found));
  return { text, selection };
}

function answerTo(input: BuiltInInput, tell: (selection: Selection | null) => void): string {
  const question = input.question.slice(0, 4_000).trim();
  const language = detectLanguage(question, input.language);
  const texts = input.texts(language);
  const agent = input.agentName;
  const stored = storedAnswer(question, input.passages, language);
  if (stored !== null) return stored;
  const files = input.files ?? [];
  const hasPicture = files.some((file) => file.isNew && file.kind === 'image');
  const document = files.findLast((file) => file.kind === 'document');
  if (question === '' && document?.isNew)
    return [
      ...(hasPicture ? [phrase(texts, 'picture')] : []),
      phrase(texts, 'documentRead', { name: safe(document.name) }),
    ].join(' ');
  if (question === '' && hasPicture) return phrase(texts, 'pictureOnly');
  const talk = smallTalk(question);
  // Naming them takes longer than many an answer, which names none.
  const topicsNow = (): string => nameTopics(input.topics, agent, language);
  if (talk === 'greeting' || talk === 'whatCanYouDo') {
    const topics = topicsNow();
    return phrase(texts, topics ? `${talk}Topics` : talk, { agent, topics });
  }
  if (talk === 'person' && input.callsNobody) return phrase(texts, 'personPreview');
  if (talk === 'person') return withContact(input, language, texts);
  if (talk !== null) return phrase(texts, talk, { agent });
  if (!/[\p{L}\p{N}]/u.test(question)) return phrase(texts, 'unclear');

  const candidates = candidatesOf(input.passages, language);
  const languages = [...new Set([language, ...candidates.map((candidate) => candidate.language)])];
  const counts = input.counts ?? noWordCounts;
  const found =
    selectForAll(questionParts(question), input, languages, candidates, language) ??
    selectForBoth(question, input, languages, candidates, language) ??
    select(readQuestion(question, input.history, languages), candidates, language, counts);
  tell(found);
  const selection = found?.isSaid && !isRepeated(found, question, input.history, languages) ? found : null;
  if (!selection && hasPicture) return phrase(texts, 'pictureOnly');
  if (!selection && document) return phrase(texts, 'unknownFile', { agent, name: safe(document.name) });
  const near = found?.isSaid ? [] : (found?.near ?? []);
  if (!selection && near.length > 0)
    return phrase(texts, 'unknownNear', {
      agent,
      places: near.map((one) => placeOf(one, language)).join('\n'),
    });
  if (!selection) {
    const topics = topicsNow();
    return phrase(texts, topics ? 'unknownTopics' : 'unknown', { agent, topics });
  }
  const spoken = selection.pieces[0]?.language ?? language;
  const body = `${hasPicture ? `${phrase(texts, 'picture')}\n\n` : ''}${write(selection.pieces)}`;
  if (spoken !== language)
    return `${phrase(texts, 'otherLanguage', { language: languageName(spoken, language) })}\n\n${body}`;
  return !selection.isSure ? `${phrase(texts, 'unsure')}\n\n${body}` : body;
}

/**
 * Whether it is the answer before once more, to a question that goes on from that one: what is asked for besides
 * ("and how big is it?") is not known. Whoever asks the same again gets the same again.
 */
function isRepeated(
  { pieces }: Selection,
  question: string,
  history: BuiltInInput['history'],
  languages: Language[],
): boolean {
  const said = (text: string): string => plain(text.replace(/\[\d+\]/g, ' '));
  const lastOf = (one: 'visitor' | 'assistant'): string =>
    said(history.findLast(({ role }) => role === one)?.text ?? '');
  return (
    lastOf('assistant') === said(write(pieces)) &&
    lastOf('visitor') !== said(question) &&
    readQuestion(question, history, languages).isFollowUp
  );
}

/** The whole answer that somebody wrote for this very question, or null. */
function storedAnswer(question: string, passages: readonly Passage[], language: Language): string | null {
  const asked = plain(question);
  const passage = asked === '' ? undefined : passages.find(({ title }) => plain(title) === asked);
  const pieces = passage ? candidatesOf([passage], language).filter(({ text }) => plain(text) !== asked) : [];
  return pieces.length > 0 ? write(pieces) : null;
}

function plain(text: string): string {
  return foldAccents(text.normalize('NFKC').toLowerCase())
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * The answers to several questions of one message together, or null when there is only one or not all have an
 * answer.
 */
function selectForAll(
  parts: readonly string[],
  { history, counts = noWordCounts }: Pick<BuiltInInput, 'history' | 'counts'>,
  languages: Language[],
  candidates: readonly Candidate[],
  language: Language,
): Selection | null {
  if (parts.length < 2) return null;
  const selections = parts.map((part) =>
    select(readQuestion(part, history, languages), candidates, language, counts),
  );
  const found = selections.filter((selection) => selection !== null);
  const [first] = found;
  if (!first || found.length < parts.length || found.some(({ isSaid }) => !isSaid)) return null;
  return {
    ...first,
    pieces: [...new Set(found.flatMap((selection) => selection.pieces))],
    confidence: Math.min(...found.map(({ confidence }) => confidence)),
    isSaid: true,
    isSure: found.every(({ isSure }) => isSure),
  };
}

/**
 * What each of two compared things is, or null when they are not compared or a single place tells of both.
 */
function selectForBoth(
  question: string,
  { history, counts = noWordCounts }: Pick<BuiltInInput, 'history' | 'counts'>,
  languages: Language[],
  candidates: readonly Candidate[],
  language: Language,
): Selection | null {
  const things = comparedThings(question, language);
  if (!things) return null;
  const together = select(readQuestion(question, history, languages), candidates, language, counts);
  const asked = things.map((thing) => ({
    ...readQuestion(thing, [], languages),
    kinds: new Set<QuestionKind>(['definition']),
  }));
  const coversBoth = asked.every((one) => together?.pieces.some(({ terms }) => tellsAll(one, terms)));
  if (coversBoth && together?.pieces.every(({ kind }) => kind === 'row')) return together;
  const [first, second] = asked.map((one) => select(one, candidates, language, counts));
  const [one, other] = [first?.pieces[0], second?.pieces[0]];
  if (!first || !second || !one || !other || one === other) return together;
  const confidence = Math.min(first.confidence, second.confidence);
  const tellsOfBoth = together?.pieces.some(({ terms }) => asked.every((each) => tellsAll(each, terms)));
  if (together && tellsOfBoth && together.confidence > confidence) return together;
  return {
    ...first,
    pieces: [one, other],
    confidence,
    isSaid: first.isSaid && second.isSaid,
    isSure: first.isSure && second.isSure,
  };
}

const tellsAll = ({ wanted }: ReadQuestion, terms: ReadonlySet<string>): boolean =>
  wanted.every((one) => one.isLight || [...one.terms.keys()].some((term) => terms.has(term)));

/** What to say to someone who wants a person: how to reach one, when a passage says so. */
function withContact(input: BuiltInInput, language: Language, texts: BuiltInTexts): string {
  const reachable = candidatesOf(input.passages, language)
    .filter(({ text }) => /@|(?:\+|\b)\d(?:[\s./()-]{0,2}\d){6,}/.test(text))
    .slice(0, 2);
  if (reachable.length === 0) return phrase(texts, 'person');
  return `${phrase(texts, 'personContact')}\n\n${write(reachable)}`;
}

/**
 * Sentences as a paragraph, items and rows as a list under their heading, each run with the number of its
 * passage.
 */
function write(pieces: readonly Candidate[]): string {
  const blocks: string[] = [];
  let run: string[] = [];
  const endRun = () => {
    const isLines = run.length > 1 && run.every((line) => !endsSentence.test(line));
    if (run.length > 0) blocks.push(isLines ? run.map((line) => `- ${line}`).join('\n') : run.join(' '));
    run = [];
  };
  for (const [index, piece] of pieces.entries()) {
    const next = pieces[index + 1];
    const isLast = next?.passage !== piece.passage || next.kind === 'code';
    const mark = `[${piece.passage.number}]`;
    const text = safe(piece.text);
    const inList =
      piece.list !== null && (next?.list === piece.list || pieces[index - 1]?.list === piece.list);
    if (piece.kind === 'code') {
      endRun();
      blocks.push(`\`\`\`\n${piece.text}\n\`\`\``);
      continue;
    }
    if (!inList && piece.kind !== 'sentence') {
      endRun();
      blocks.push(`${text} ${mark}`);
      continue;
    }
    if (!inList) {
      run.push(isLast || next?.kind !== 'sentence' ? `${text} ${mark}` : text);
      continue;
    }
    if (pieces[index - 1]?.list !== piece.list) {
      endRun();
      const heading = piece.headings.at(-1);
      if (heading && pieces[index - 1]?.announces !== piece.list)
        blocks.push(`**${safe(heading.replace(/(?<![:?])[:?]+$/, ''))}**`);
    }
    const endsList = next?.list !== piece.list;
    run.push(`- ${text}${endsList ? ` ${mark}` : ''}`);
    if (endsList) {
      blocks.push(run.join('\n'));
      run = [];
    }
  }
  endRun();
  return blocks.join('\n\n');
}

const longestPlace = 120;
const longestQuote = 200;

/**
 * Where a text stands and what it says, as an item of a list: its page and the heading above it, the text where it
 * says more than those, and the number of its passage.
 */
function placeOf({ passage, headings, text, kind }: Candidate, language: Language): string {
  const title = readable(passage.title);
  const heading = readable(headings.findLast((one) => !isHollow(one)) ?? '');
  const name = heading === '' || title.includes(heading) ? title : `${title} › ${heading}`;
  const colon = language === 'fr' ? '\u00a0:' : ':';
  const quote =
    kind === 'code' || name.includes(text)
      ? ''
      : `${colon} ${quoted(safe(shortened(text, longestQuote)), language)}`;
  return `- ${safe(shortened(name, longestPlace))}${quote} [${passage.number}]`;
}

/** As much of a text as fits, up to the end of a word. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text
    .slice(0, most)
    .replace(/(?<!\s)\s+\S*$/, '')
    .replace(/[,;:–-]$/, '')}…`;
}

/** “Monday: closed” is a line of its own and no sentence of a paragraph. */
const endsSentence = /[.!?…:]["'”’»)\]]*(?: \[\d+\])?$/u;

/** A passage's own brackets must not be taken for citations, nor its signs for markup. */
function safe(text: string): string {
  return text
    .replace(/\[(\s*\^?\d[\d\s,;^]*)\]/g, '($1)')
    .replace(/(?<!\\)(?:[*`<]|(?<![\p{L}\p{N}_])_|_(?![\p{L}\p{N}_]))/gu, (sign) =>
      sign === '<' ? '‹' : `\\${sign}`,
    );
}

function languageName(spoken: Language, language: Language): string {
  return new Intl.DisplayNames([language, fallbackLanguage], { type: 'language' }).of(spoken) ?? spoken;
}

/** Cuts a text after every third word or so; a citation stays in one piece. */
function* inWordGroups(text: string): Generator<string, void, undefined> {
  for (const [group] of text.matchAll(/^\s+|\S+(?:\s+\S+){0,2}\s*/g)) yield group;
}
