import type { Language } from '#shared/languages.ts';
import { wordsFor } from '#platform/language/everyday-concepts.ts';
import { forEachLanguage } from '#platform/language/language-content.ts';
import { analyze } from './analyze.ts';
import { isHollow, namesBelow, namesOf } from './entry-names.ts';
import { sentences } from './sentences.ts';
import { tokenize } from './tokenize.ts';

/** No word of a text begins with it. */
const sign = '≡';
const mostWords = 3;
/** So near to the beginning of a sentence stands the word that says it tells what something is. */
const furthestVerb = 6;
const longestHead = 160;

const content = forEachLanguage(({ questions }, language) => ({
  defining: new Set(questions.defining),
  articles: new Set(questions.articles),
  unasked: new Set(
    [...questions.light, ...questions.asking, ...wordsFor('default', [language])].flatMap((word) =>
      analyze(word, language).map(({ term }) => term),
    ),
  ),
}));

/** One term for a thing of few words; null for more. */
function termFor(name: string, language: Language): string | null {
  const words = analyze(name, language)
    .filter(({ kind }) => kind === 'word')
    .map(({ term }) => term)
    .filter((term) => !content[language].unasked.has(term));
  return words.length === 0 || words.length > mostWords ? null : sign + words.join(' ');
}

/**
 * What a chunk explains, as terms that stand in the index beside its words: the things that its own headings name,
 * and those that a sentence says what they are: “A router is a driver …”.
 */
export function explainedIn(
  { text, headings }: { text: string; headings: readonly string[] },
  language: Language,
): Set<string> {
  const { defining, articles } = content[language];
  const [title = ''] = headings;
  const found = new Set<string>();
  const add = (names: readonly string[]): void => {
    for (const name of names) {
      const term = termFor(name, language);
      if (term !== null) found.add(term);
    }
  };
  const plain = new Set(headings.slice(1));
  for (const { text: sentence, kind } of sentences(text, language)) {
    const heading = sentence.replace(/^#{1,6}\s+/, '').trim();
    if (kind === 'heading' || plain.has(heading)) {
      if (!isHollow(heading)) add(namesOf(heading));
      else
        add(
          namesBelow(
            headings.filter((one) => one !== heading),
            title,
          ),
        );
    }
    if (kind !== 'sentence') continue;
    const summary = /^([\p{L}\p{N}_.-]{2,40})\s[—–-]{1,2}\s+\p{L}/u.exec(sentence)?.[1];
    if (summary !== undefined) add([summary]);
    const tokens = tokenize(sentence.slice(0, longestHead)).slice(0, furthestVerb + 2);
    const verb = tokens.findIndex(({ text: word }) => defining.has(word));
    const next = tokens[verb + 1]?.text;
    if (verb < 1 || verb > furthestVerb || (articles.size > 0 && !articles.has(next ?? ''))) continue;
    add([sentence.slice(0, tokens[verb]?.start ?? 0)]);
  }
  return found;
}

/** The term of what a question asks to have explained; null where it asks for more words. */
export const explainedBy = (question: string, language: Language): string | null =>
  termFor(question, language);
