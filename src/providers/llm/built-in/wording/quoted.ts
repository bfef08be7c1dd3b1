import type { Language } from '#shared/languages.ts';

/** A text between the quotation marks of a language. */
export function quoted(text: string, language: Language): string {
  const [open, close] = { en: '“”', nl: '“”', es: '«»', pt: '“”', fr: '«»', cs: '„“' }[language];
  const space = language === 'fr' ? '\u00a0' : '';
  return `${open}${space}${text}${space}${close}`;
}
