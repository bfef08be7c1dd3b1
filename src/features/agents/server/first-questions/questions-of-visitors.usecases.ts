import { eachLanguage, type Language } from '#shared/languages.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import { topics } from './topic-evidence.models.ts';

/** A question in each language. */
export type QuestionInLanguages = Readonly<Record<Language, string>>;

/**
 * First questions as visitors of a language read them: those that everybody asks and those of the product's templates are
 * known in all languages, and answered in all of them. What an owner wrote stays as it is.
 */
export function createQuestionsOfVisitors(services: {
  translator: Pick<Translator, 'text'>;
  ofTemplates(): Promise<readonly QuestionInLanguages[]>;
}) {
  const everywhere = topics.map((topic) =>
    eachLanguage((language) => services.translator.text(language, `agent-drafts:iceBreakers.${topic}`)),
  );
  let known: Promise<ReadonlyMap<string, QuestionInLanguages>> | null = null;

  function all(): Promise<ReadonlyMap<string, QuestionInLanguages>> {
    known ??= services.ofTemplates().then(
      (ofTemplates) =>
        new Map(
          [...ofTemplates, ...everywhere].flatMap((texts) =>
            Object.values(texts).map((text) => [text, texts] as const),
          ),
        ),
      (error: unknown) => {
        known = null;
        throw error;
      },
    );
    return known;
  }

  return async (questions: readonly string[], language: Language): Promise<string[]> => {
    const texts = await all();
    // A template may have fewer questions in one language than in another.
    return questions.map((question) => texts.get(question)?.[language] || question);
  };
}

export type QuestionsOfVisitors = ReturnType<typeof createQuestionsOfVisitors>;
