import type { Translator } from '#platform/i18n/translator.ts';
import { languages } from '#shared/languages.ts';
import type { BuiltInEngine } from '#features/conversations/server/conversations.usecases.ts';
import { answerFromPassages } from '#providers/llm/built-in/answer-from-passages.ts';

/** The built-in engine with the product's own phrases. */
export function createBuiltInEngine(translator: Translator): BuiltInEngine {
  const phrases = new Map(
    languages.map((language) => [language, translator.namespace(language, 'built-in')]),
  );
  return (input) => answerFromPassages({ ...input, texts: (language) => phrases.get(language) ?? {} });
}
