import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { languages, type Language } from '#shared/languages.ts';

/** A list of words in one text, as people write and compare them. */
const wordList = z.string().transform((text) => text.split(/\s+/).filter(Boolean));
/** The inside of a regular expression, on text in small letters without accents. */
const pattern = z.string().refine((source) => {
  try {
    return new RegExp(source) instanceof RegExp;
  } catch {
    return false;
  }
}, 'is no regular expression');

const wordsSchema = z.strictObject({
  /** Words that carry grammar only. */
  grammar: wordList,
  /** What people say around a question. */
  chatter: wordList,
  /** Short words that give the language of a line away. */
  everyday: wordList,
});

const phrasesSchema = z.strictObject({
  /** What a whole message says that asks nothing, by its kind. */
  smallTalk: z.record(z.string(), pattern),
  /** That somebody wants to buy or to be contacted. */
  wantsContact: pattern,
  /** That somebody wants a person instead of a machine. */
  asksForPerson: pattern,
  /** What people ask everywhere: how they say it, and the words in which a text answers. */
  topics: z.record(z.string(), z.strictObject({ says: pattern, words: z.string() })),
});

/** What is known of a language: `content/language/<language>/`. A further language is a further folder. */
export type LanguageContent = {
  words: z.infer<typeof wordsSchema>;
  phrases: z.infer<typeof phrasesSchema>;
};

const folder = path.join(import.meta.dirname, '../../../content/language');

function read<T>(language: Language, name: string, schema: z.ZodType<T>): T {
  const file = path.join(folder, language, `${name}.json`);
  const { data, error } = schema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (error) throw new Error(`content/language/${language}/${name}.json: ${z.prettifyError(error)}`);
  return data as T;
}

const content = new Map<Language, LanguageContent>(
  languages.map((language) => [
    language,
    { words: read(language, 'words', wordsSchema), phrases: read(language, 'phrases', phrasesSchema) },
  ]),
);

/** Makes one thing for each language out of its content. */
export function forEachLanguage<T>(make: (content: LanguageContent) => T): Record<Language, T> {
  return Object.fromEntries([...content].map(([language, of]) => [language, make(of)])) as Record<
    Language,
    T
  >;
}
