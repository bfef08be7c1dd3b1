import { LRUCache } from 'lru-cache';
import { languages } from '#shared/languages.ts';
import { plainText } from '#shared/text/plain-text.ts';
import { forEachLanguage, type LanguageContent } from './language-content.ts';
import { respell, type Respelling } from './respelling.ts';

/**
 * How a language asks for somebody instead of a machine, ready to be tried on text in small letters, without
 * accents and marks, with one space around each word.
 */
type Judge = {
  spelling: Respelling;
  clauseEnd: RegExp;
  fillers: RegExp;
  alone: RegExp;
  asks: readonly RegExp[];
  instead: readonly RegExp[];
  /** Says no to what comes right after it. */
  refused: RegExp;
  /** Makes what comes after it somebody else's matter. */
  other: readonly RegExp[];
};

const judges = forEachLanguage(({ words, personRequest }): Judge => {
  const { parts, spelling, fillers, alone, asks, instead, refused, other, joins } = personRequest;
  const filled = (pattern: string): string => {
    let text = pattern;
    // Parts may hold parts; none holds itself.
    for (let depth = 0; depth < 3 && text.includes('{'); depth++)
      text = text.replaceAll(/\{([a-zA-Z]+)\}/g, (_, name: string) => parts[name] ?? '');
    return text;
  };
  const wholeWords = (pattern: string): RegExp =>
    new RegExp(pattern.startsWith('^ ') ? `${filled(pattern)}(?= )` : `(?<= )(?:${filled(pattern)})(?= )`);
  return {
    // The forms of a word that a pattern names are no slips of another one.
    spelling: { wanted: spelling, known: knownWords(words, JSON.stringify(personRequest)) },
    clauseEnd: new RegExp(String.raw`,(?!\s*(?:${joins})(?!\p{L}))|[:–—()]|\s-\s`, 'u'),
    fillers: new RegExp(`^ (?:(?:${fillers}) )+|(?: (?:${fillers}))+ $`, 'g'),
    alone: new RegExp(`^ (?:${filled(alone)}) $`),
    asks: asks.map(wholeWords),
    instead: instead.map(wholeWords),
    refused: new RegExp(`(?<= )(?:${refused}) $`),
    other: other.map((pattern) => wholeWords(pattern)),
  };
});

function knownWords(
  { grammar, chatter, everyday }: LanguageContent['words'],
  patterns: string,
): ReadonlySet<string> {
  return new Set([
    ...[...grammar, ...chatter, ...everyday].map(plainText),
    ...(patterns.match(/[a-z]{4,}/g) ?? []),
  ]);
}

/** ` one word after the other `, without accents and marks. */
const spaced = (text: string): string =>
  ` ${plainText(text)
    .replaceAll(/['’ʼ`](?=(?:s|t|d|re|ve|ll|m)(?!\p{L}))/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    // Whoever shouts says it again.
    .replaceAll(/(?<![\p{L}\p{N}])([\p{L}\p{N}]+)(?: \1)+(?![\p{L}\p{N}])/gu, '$1')
    .trim()} `;

/** Each is held against all patterns of six languages; nobody says more of them in a sentence. */
const mostClauses = 10;

/** `plain` is the sentence, spaced: the same for every language. */
function isAsked(judge: Judge, sentence: string, plain: string): boolean {
  const whole = respell(plain, judge.spelling);
  const core = whole.replace(judge.fillers, ' ').replace(judge.fillers, ' ');
  if (judge.alone.test(core) || judge.alone.test(whole)) return true;
  // What is said before a comma neither refuses what comes after it, nor makes it somebody else's.
  const clauses = sentence
    .toLowerCase()
    .split(judge.clauseEnd)
    .filter((clause) => /[\p{L}\p{N}]/u.test(clause))
    .slice(0, mostClauses);
  // "Not you, a human".
  const isCorrected =
    clauses.length === 2 &&
    judge.alone.test(respell(spaced(clauses[1]!), judge.spelling).replace(judge.fillers, ' '));
  if (isCorrected && spaced(clauses[0]!).split(' ').length <= 6) return true;
  return clauses.some((clause) => {
    const said = clauses.length === 1 ? whole : respell(spaced(clause), judge.spelling);
    if (judge.instead.some((pattern) => pattern.test(said))) return true;
    return judge.asks.some((pattern) => {
      const found = pattern.exec(said);
      if (!found) return false;
      const before = said.slice(0, found.index);
      const upTo = said.slice(0, found.index + found[0].length + 1);
      return !judge.refused.test(before) && !judge.other.some((veto) => veto.test(upTo));
    });
  });
}

/** Before an answer and within it the same message is asked about. */
const judged = new LRUCache<string, boolean>({
  maxSize: 200_000,
  sizeCalculation: (_asks, text) => text.length + 100,
});

/**
 * Whether somebody who writes this asks for a person of the team instead of the machine that answers: to talk
 * or be put through to one, to be called, or for no machine. In any of the six languages, misspelt by a letter
 * too. A question about people ("are you a real person?", "do you have human support?") asks for none, nor does
 * who refuses one. Everything that acts on such a request asks here.
 */
export function asksForPerson(text: string): boolean {
  const read = text.slice(0, 1_000);
  let asks = judged.get(read);
  if (asks === undefined) judged.set(read, (asks = isAskedIn(read)));
  return asks;
}

function isAskedIn(text: string): boolean {
  const sentences = text
    .split(/[.!?;\n…¡¿]+/)
    .filter((sentence) => sentence.trim() !== '')
    .slice(0, 20);
  return sentences.some((sentence) => {
    const plain = spaced(sentence);
    return languages.some((language) => isAsked(judges[language], sentence, plain));
  });
}
