import i18next, { type BackendModule } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import { initReactI18next } from 'react-i18next';
import { fallbackLanguage, languages, toLanguage } from '#shared/languages.ts';
import { paths } from '#shared/paths.ts';
import { numbersInTexts } from '#shared/text/numbers-in-texts.ts';
import { zoneHeaders } from '#shared/time-zone.ts';

/** Where the choice is kept. Source: the specification, "Local settings". */
const languageKey = 'i18nextLng';
/** What stands for a language that is none of the six: no locale has it. */
const unknownLanguage = 'und';

/**
 * Where the language comes from: what the link names (`?lang=nl`), the stored choice, then all that the browser wants in its order, then the page.
 * Only the six codes get past here; anything else, markup included, is passed over.
 */
export const detection = {
  order: ['querystring', 'localStorage', 'navigator', 'htmlTag'],
  lookupQuerystring: 'lang',
  lookupLocalStorage: languageKey,
  caches: ['localStorage'],
  convertDetectedLanguage: (code: string) => toLanguage(code) ?? unknownLanguage,
};

/** Reads one locale file. Errors come back flagged for retry: i18next then tries again by its own rules. */
const fetchBackend: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, callback) {
    fetch(`/locales/${encodeURIComponent(language)}/${encodeURIComponent(namespace)}.json`, {
      credentials: 'same-origin',
      headers: zoneHeaders(),
    })
      .then(async (response) => {
        if (!response.ok) throw new Error(`Locale file ${language}/${namespace} answered ${response.status}`);
        callback(null, await response.json());
      })
      .catch((error: unknown) =>
        callback(error instanceof Error ? error : new Error(String(error)), true as never),
      );
  },
};

/** What the first screen of these addresses needs beside the files of every screen. */
const namespacesOf: Readonly<Record<string, readonly string[]>> = {
  [paths.auth]: ['auth'],
  [paths.forgotPassword]: ['auth'],
  [paths.resetPassword]: ['auth'],
  [paths.acceptInvitation]: ['auth', 'team'],
  [paths.apiReference]: ['api-reference'],
};

/** The locale files that the first screen needs, loaded together before it shows. */
export function firstNamespaces(pathname: string): string[] {
  return ['common', 'shell', ...(namespacesOf[pathname] ?? [])];
}

/** Starts translations: detection, the fetched files, retries and limits as specified. */
export async function startTranslations(pathname: string): Promise<void> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = toLanguage(language) ?? fallbackLanguage;
  });
  await i18next
    .use(LanguageDetector)
    .use(fetchBackend)
    .use(initReactI18next)
    .use(numbersInTexts.formatter)
    .init({
      supportedLngs: languages,
      fallbackLng: fallbackLanguage,
      load: 'languageOnly',
      ns: firstNamespaces(pathname),
      defaultNS: 'common',
      maxParallelReads: 10,
      maxRetries: 5,
      retryTimeout: 350,
      detection,
      interpolation: numbersInTexts.interpolation,
      returnEmptyString: false,
      partialBundledLanguages: false,
    });
}
