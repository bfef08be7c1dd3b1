import type { Language } from '#shared/languages.ts';

const regions: Record<Language, string> = {
  en: 'en-US',
  es: 'es-ES',
  pt: 'pt-BR',
  nl: 'nl-NL',
  fr: 'fr-FR',
  cs: 'cs-CZ',
};

/** The person's own kind of a language, where their browser names one. */
export const localeOf = (language: Language): string =>
  navigator.languages.find((each) => each.startsWith(`${language}-`)) ?? regions[language];
