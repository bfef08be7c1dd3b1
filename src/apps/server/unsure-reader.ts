import { languages } from '#shared/languages.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import { createUnsureReader } from '#features/conversations/server/answers/unsure.models.ts';

/** Tells answers that only say that the agent does not know, in every language of the product. */
export const unsureReaderOf = (translator: Translator): ReturnType<typeof createUnsureReader> =>
  createUnsureReader(languages.map((language) => translator.namespace(language, 'built-in')));
