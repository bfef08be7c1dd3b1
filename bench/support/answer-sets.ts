import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { languages, type Language } from '#shared/languages.ts';

const questionSchema = z.strictObject({
  ask: z.string(),
  /** Asked before, in the same conversation. */
  after: z.string().optional(),
  /** Any of these must stand in the answer; null when the documents don't tell. */
  gold: z.array(z.string()).min(1).nullable(),
  /** None of these may. */
  never: z.array(z.string()).optional(),
});
const setSchema = z.strictObject({
  name: z.string(),
  language: z.enum(languages),
  /** Weights were chosen with it, or it was kept away from that. */
  half: z.enum(['tuning', 'held-out']),
  /** Of texts that others wrote. */
  licence: z.string().optional(),
  /** Texts; or a website, whose folder comes by argument. */
  documents: z.array(z.strictObject({ title: z.string(), text: z.string() })).optional(),
  questions: z.array(questionSchema),
});

export type AskedQuestion = z.infer<typeof questionSchema>;
/** Documents and questions about them; `folder` instead of documents is a website's. */
export type AnswerSet = z.infer<typeof setSchema> & {
  kind: 'own' | 'collection' | 'manual';
  folder?: string;
};

/** The sets that ship, `bench/answers/*.json`; those of manuals only with a folder. */
export function ownSets(folder: string, manuals: ReadonlyMap<string, string>): AnswerSet[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .flatMap((file): AnswerSet[] => {
      const set = setSchema.parse(JSON.parse(readFileSync(path.join(folder, file), 'utf8')));
      if (set.documents) return [{ ...set, kind: set.licence === undefined ? 'own' : 'manual' }];
      const manual = manuals.get(set.name);
      return manual === undefined ? [] : [{ ...set, kind: 'manual', folder: manual }];
    });
}

type TemplateFile = {
  examples: {
    question: string;
    expected: string;
    language?: Language;
  }[];
};
type TemplateTexts = {
  iceBreakers?: string[];
  answers?: string[];
};

/** The product's templates with the questions that they promise to answer: a set for each language of those. */
export function templateSets(folder: string): AnswerSet[] {
  return readdirSync(folder).flatMap((slug): AnswerSet[] => {
    const read = <T>(name: string): T => JSON.parse(readFileSync(path.join(folder, slug, name), 'utf8')) as T;
    const knowledge = path.join(folder, slug, 'knowledge');
    const pages = readdirSync(knowledge)
      .toSorted()
      .map((name) => ({ title: name, text: readFileSync(path.join(knowledge, name), 'utf8') }));
    const written = languages.flatMap((language) => {
      const { iceBreakers = [], answers = [] } = read<TemplateTexts>(`texts.${language}.json`);
      return answers.map((text, place) => ({ title: iceBreakers[place] ?? '', text }));
    });
    const asked = Map.groupBy(
      read<TemplateFile>('template.json').examples,
      ({ language = 'en' }) => language,
    );
    return [...asked].map(([language, examples]) => ({
      name: `template-${slug}`,
      language,
      half: 'tuning',
      kind: 'own',
      documents: [...pages, ...written],
      questions: examples.map(({ question, expected }) => ({ ask: question, gold: [expected] })),
    }));
  });
}

type SquadFile = {
  data: {
    title: string;
    paragraphs: {
      context: string;
      qas: { question: string; is_impossible?: boolean; answers: { text: string }[] }[];
    }[];
  }[];
};

/**
 * Two sets of a file in the form of SQuAD: in each, every second article is taught, and the questions about
 * the others are about things never taught. Which set an article is in depends on its title alone, so that
 * translations of a collection are cut alike.
 */
export function squadSets(file: string, language: Language, mostQuestions: number): AnswerSet[] {
  const { data } = JSON.parse(readFileSync(file, 'utf8')) as SquadFile;
  return (['tuning', 'held-out'] as const).map((half) => {
    const articles = data
      .filter(({ title }) => (sumOf(title) % 2 === 0 ? 'tuning' : 'held-out') === half)
      .toSorted((a, b) => sumOf(a.title) - sumOf(b.title) || (a.title < b.title ? -1 : 1));
    const taught = articles.filter((_article, index) => index % 2 === 0);
    const questionsOf = (from: typeof articles): AskedQuestion[] =>
      from.flatMap(({ paragraphs }) =>
        paragraphs.flatMap(({ context, qas }) =>
          qas
            .filter(({ is_impossible: isImpossible }) => !isImpossible)
            .map(({ question, answers }) => ({
              ask: question,
              gold: answers.flatMap(({ text }) => wholeWords(text, context)),
            }))
            .filter(({ gold }) => gold.length > 0),
        ),
      );
    return {
      name: path.basename(file),
      language,
      half,
      kind: 'collection',
      documents: taught.map(({ title, paragraphs }) => ({
        title: title.replaceAll('_', ' '),
        text: paragraphs.map(({ context }) => context.replace(/^\ufeff/, '')).join('\n\n'),
      })),
      questions: [
        ...spread(questionsOf(taught), mostQuestions),
        ...spread(
          questionsOf(articles.filter((article) => !taught.includes(article))).map((one) => ({
            ...one,
            gold: null,
          })),
          mostQuestions,
        ),
      ],
    };
  });
}

/**
 * An answer without what surrounds it; none where its place in a translated text was guessed so badly that a dot, a
 * part of a word or nothing is left.
 */
function wholeWords(text: string, context: string): string[] {
  const gold = text.replace(/^[^\p{L}\p{N}$€£]+|[^\p{L}\p{N}%]+$/gu, '');
  const parts = gold === '' ? [] : context.split(gold);
  const stands = parts
    .slice(1)
    .some((after, index) => !/[\p{L}\p{N}]$/u.test(parts[index] ?? '') && !/^[\p{L}\p{N}]/u.test(after));
  return stands ? [gold] : [];
}

function sumOf(text: string): number {
  let sum = 7;
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return sum;
}

/** So many of a list, evenly out of all of it. */
function spread<Item>(items: readonly Item[], most: number): Item[] {
  if (items.length <= most) return [...items];
  return Array.from({ length: most }, (_, index) => items[Math.floor((index * items.length) / most)] as Item);
}
