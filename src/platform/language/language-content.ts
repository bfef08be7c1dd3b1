import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { languages, type Language } from '#shared/languages.ts';
import { pattern, ways, wordList } from './content-forms.ts';
import { questionsSchema } from './questions-content.ts';

const wordsSchema = z.strictObject({
  /** Words that carry grammar only. */
  grammar: wordList,
  /** What people say around a question. */
  chatter: wordList,
  /** Short words that give the language of a line away. */
  everyday: wordList,
  /** Words by which owners say that somebody asks for something, without accents; what is asked for stands beside them. */
  asking: wordList,
  /** Short forms with a full stop that ends no sentence, without it. */
  abbreviations: wordList,
  /** The tax on what is sold, as a receipt calls it. */
  tax: z.string(),
});

const phrasesSchema = z.strictObject({
  /** What a whole message says that asks nothing, by its kind. */
  smallTalk: z.record(z.string(), pattern),
  /** That somebody wants to buy or to be contacted. */
  wantsContact: pattern,
  /**
   * What people ask everywhere: how they say it, the words in which a text answers, and words that only carry such a question,
   * as `quit` in `Can I quit the membership?`.
   */
  topics: z.record(
    z.string(),
    z.strictObject({ says: pattern, words: z.string(), carriers: wordList.optional() }),
  ),
  /** Words that only carry a question about an everyday thing: `where can I find you`, `how long does it take`. */
  carriers: wordList,
  /** The same for a wish to speak with somebody. */
  personCarriers: wordList,
  /** How a question begins that goes on from the one before, as it is written. */
  followsOn: pattern,
  /** Letters and signs that only this language uses in everyday text, and how much they tell. */
  signs: z.array(z.strictObject({ pattern, weight: z.number().positive() })),
});

/** Words with one space around each, in small letters without accents; `{name}` stands for a part. */
const wordPattern = z.string();

const personRequestSchema = z.strictObject({
  /** What several patterns say: `{name}` in a pattern. */
  parts: z.record(z.string(), wordPattern),
  /** Words that are found although a letter of theirs is wrong. */
  spelling: wordList,
  /** What may stand around a request that is nothing but the name of who is wanted. */
  fillers: wordPattern,
  /** A whole sentence that names who is wanted, or does so in two words. */
  alone: wordPattern,
  /** Asks for a person, wherever in a clause. */
  asks: z.array(wordPattern),
  /** Wants no machine, which asks for a person as well. */
  instead: z.array(wordPattern),
  /** Right before such words: it is not asked for. */
  refused: wordPattern,
  /** Somewhere before such words: others than the writer are spoken of. */
  other: z.array(wordPattern),
  /** After a comma, goes on with the clause before it (with accents). */
  joins: wordPattern,
});

const namingSchema = z.strictObject({
  /** Small words that stand within names. */
  joining: ways,
  /** Right before a name: called, named. */
  called: ways,
  /** At the beginning of a sentence, before the name of who speaks. */
  introduces: ways,
  /** What follows a name of which something is told. */
  tells: ways,
  /** Before the name of whom an agent is for. */
  servedFor: ways,
  /** Articles, and what else may stand before a business: ours, several. */
  articles: ways,
  ours: ways,
  /** Articles that stay when a name begins with one: "The Green Room". */
  articlesInNames: ways,
  /** Begins a letter before anything is said. */
  greets: ways,
  /** How owners begin who have a business. */
  running: ways,
  /** Goes on after the name of a trade, which ends there. */
  goesOn: ways,
  /** Between a trade and its town. */
  place: ways,
  /** Begins a sentence with a capital and is no name. */
  noName: ways,
  /** What an agent is, other than its business. */
  agentNouns: ways,
  /** Tells an agent what to do. */
  commands: ways,
  /** What the title of a front page says beside the name. */
  frontPage: ways,
  /** Stands before the name in the title of a front page. */
  welcomes: ways,
});

const pagesSchema = z.strictObject({
  /** Begins the title of a page about whoever wrote it: "About us", "About Linden Bakery". */
  about: ways,
  /** Whole titles of pages that every site or book may have. */
  everywhere: ways,
  /** Before the number of a chapter. */
  chapter: ways,
  /** After what is explained. */
  defines: ways,
  weekdays: ways,
  open: ways,
  times: z.strictObject({
    /** After an hour; short ones are read only where a second hour follows. */
    units: ways,
    shortUnits: ways,
    /** Between two hours; `and` says less. */
    to: ways,
    and: ways,
  }),
  /** Money, after an amount. */
  money: ways,
  durations: z.strictObject({
    units: ways,
    /** Several days, after a number that is no hour then. */
    days: ways,
    /** Before a unit, with the space between them. */
    working: ways,
  }),
  free: ways,
  sending: ways,
  returning: ways,
  /** What is returned. */
  bought: ways,
  appointing: ways,
  /** "We sell". */
  offering: ways,
});

const answersSchema = z.strictObject({
  /** After an hour. */
  hourUnits: ways,
  closed: ways,
  price: ways,
  place: ways,
  services: ways,
  durations: z.strictObject({
    /** How units begin; some are read only after digits. */
    units: ways,
    unitsAfterDigits: ways,
    numbers: ways,
    /** Before a unit, with the space between them. */
    working: ways,
    sameDay: ways,
    /** What a time is counted from follows: “within 30 days of”. */
    since: ways,
  }),
});

const mailSchema = z.strictObject({
  /** Without accents, in small letters. After who wrote what is quoted, at the end of a line. */
  wrote: ways,
  /** Between lines of dashes, before what is quoted. */
  original: ways,
  /** How lines of a quoted head begin. */
  headers: ways,
  /** What telephones and programs write under a mail. */
  sentFrom: ways,
});

/** Each on words without accents and signs, in small letters, with one space between them. */
const toolsSchema = z.strictObject({
  /** What stands before a request that a tool answers. */
  lead: pattern,
  /** What stands after it. */
  tail: pattern,
  /** What time it is, and what day. */
  time: ways,
  date: ways,
  /** Before a place. */
  in: pattern,
  /** How places are called here, by IANA time zone, with accents; the first is the name, others may be inflected. */
  places: z.record(
    z.string(),
    z.string().transform((names) => names.split('|')),
  ),
  calculate: z.strictObject({
    lead: pattern,
    tail: pattern,
    plus: pattern,
    minus: pattern,
    times: pattern,
    over: pattern,
    percent: pattern,
    /** Between a percentage and that of which it is. */
    of: pattern,
  }),
  /** Before a mail address or a telephone number that is the writer's own. */
  mine: ways,
  myPhone: ways,
  /** The whole of a request: to end the chat, to book a time, to be mailed a summary. */
  ending: ways,
  booking: ways,
  /** What makes a wish to book another question: to cancel, what it costs. */
  notBooking: pattern,
  summary: ways,
  /** Before the name of whom somebody wants to go on with. */
  switching: ways,
});

const simulationSchema = z.strictObject({
  /** How people greet, at the beginning of a message, as it is written. */
  greetings: pattern,
  /** What whoever is new to the language leaves out. */
  articles: pattern,
  /** How an agent promises what nobody does: in small letters, with straight apostrophes. */
  promises: z.strictObject({ callback: pattern, mail: pattern, deed: pattern }),
});

/** How people ask for what a store has; each on small letters without accents. */
const storeSchema = z.strictObject({
  /** How a question for products begins. */
  search: ways,
  /** Words for products of any kind. */
  goods: pattern,
  /** What asks for things when it stands behind them: "which mugs do you have". */
  verbs: pattern,
  /** What stands around the thing that is asked for. */
  filler: pattern,
  /** Before the most and the least that something may cost. */
  under: pattern,
  over: pattern,
  between: pattern,
  and: pattern,
  /** Currencies in words. */
  currency: pattern,
  cheapest: pattern,
  dearest: pattern,
  inStock: pattern,
  /** That something is to be put into the cart, and the cart with what stands before it. */
  add: pattern,
  cart: pattern,
  show: pattern,
  /** That something is bought. */
  take: pattern,
  /** What stands for a thing that was spoken of. */
  it: pattern,
  /** One to ten; each in all its forms. */
  numbers: z.string().transform((text) => text.split('|').map((forms) => forms.split(' '))),
  /** That somebody asks where an order is. */
  order: ways,
  /** What stands before the number of an order. */
  number: pattern,
});

/** What is known of a language: `content/language/<language>/`. A further language is a further folder. */
export type LanguageContent = {
  words: z.infer<typeof wordsSchema>;
  phrases: z.infer<typeof phrasesSchema>;
  personRequest: z.infer<typeof personRequestSchema>;
  /** How people say what their business is called and does, as it is written. */
  naming: z.infer<typeof namingSchema>;
  /** How pages say what visitors ask everywhere, as it is written. */
  pages: z.infer<typeof pagesSchema>;
  /** What an answer to an everyday question looks like, as it is written. */
  answers: z.infer<typeof answersSchema>;
  /** What stands around what somebody writes in a mail. */
  mail: z.infer<typeof mailSchema>;
  questions: z.infer<typeof questionsSchema>;
  /** How people ask for what tools do, where no model chooses them. */
  tools: z.infer<typeof toolsSchema>;
  /** How simulated visitors write, and what answers must not promise. */
  simulation: z.infer<typeof simulationSchema>;
  /** How people ask for products, for their cart, and for an order. */
  store: z.infer<typeof storeSchema>;
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
    {
      words: read(language, 'words', wordsSchema),
      phrases: read(language, 'phrases', phrasesSchema),
      personRequest: read(language, 'person-request', personRequestSchema),
      naming: read(language, 'naming', namingSchema),
      pages: read(language, 'pages', pagesSchema),
      answers: read(language, 'answers', answersSchema),
      mail: read(language, 'mail', mailSchema),
      questions: read(language, 'questions', questionsSchema),
      tools: read(language, 'tools', toolsSchema),
      simulation: read(language, 'simulation', simulationSchema),
      store: read(language, 'store', storeSchema),
    },
  ]),
);

/** The insides of regular expressions that the languages have, as one; a language may have an empty one. */
export const anyLanguage = (pick: (content: LanguageContent) => string): string =>
  [...content.values()].map(pick).filter(Boolean).join('|');

/** Makes one thing for each language out of its content, when it is first asked for: a start waits for none of them. */
export function forEachLanguage<T>(
  make: (content: LanguageContent, language: Language) => T,
): Record<Language, T> {
  const made = {} as Record<Language, T>;
  for (const [language, of] of content)
    Object.defineProperty(made, language, {
      enumerable: true,
      configurable: true,
      get() {
        const value = make(of, language);
        Object.defineProperty(made, language, { enumerable: true, value });
        return value;
      },
    });
  return made;
}
