/**
 * The six languages of the product, in the order in which pickers show them. Source: the specification,
 * "Languages".
 */
export const languages = ['en', 'nl', 'es', 'pt', 'fr', 'cs'] as const;
export type Language = (typeof languages)[number];
export const fallbackLanguage: Language = 'en';

/** One thing for each language. */
export function eachLanguage<T>(make: (language: Language) => T): Record<Language, T> {
  return Object.fromEntries(languages.map((language) => [language, make(language)])) as Record<Language, T>;
}

/** Each language in its own words, for pickers. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  nl: 'Nederlands',
  es: 'Español',
  pt: 'Português',
  fr: 'Français',
  cs: 'Čeština',
};

/**
 * The product language that a code stands for (`pt-BR` → `pt`), or null.
 * Exact match against the six codes: a detected code is untrusted text and never reaches a path or markup.
 */
export function toLanguage(code: unknown): Language | null {
  if (typeof code !== 'string' || code.length > 35) return null;
  const primary = code.trim().toLowerCase().split(/[-_]/, 1)[0] ?? '';
  return languages.find((language) => language === primary) ?? null;
}

/** The best product language out of an `Accept-Language` header; null when it names none of the six. */
export function fromAcceptLanguage(header: string | undefined): Language | null {
  if (!header || header.length > 500) return null;
  const wanted = header
    .split(',')
    .map((part) => {
      const [code = '', ...parameters] = part.split(';');
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
      return { language: toLanguage(code), quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter((entry) => entry.language !== null && entry.quality > 0)
    .toSorted((a, b) => b.quality - a.quality);
  return wanted[0]?.language ?? null;
}
