import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { createInstance, type i18n } from 'i18next';
import { fallbackLanguage, languages, type Language } from '#shared/languages.ts';
import { numbersInTexts } from '#shared/text/numbers-in-texts.ts';

/** Texts in the six languages. A key names its file: `errors:common.not_found`. */
export type Translator = {
  text(language: Language, key: string, variables?: Record<string, string | number>): string;
  has(key: string): boolean;
  /**
   * All texts of one file in one language, flat: `{ 'composer.placeholder': '…' }`, English where one is
   * missing.
   */
  namespace(language: Language, name: string): Readonly<Record<string, string>>;
};

type Tree = { [key: string]: string | Tree };

/** What was read already, by folder: a tenth of a server's start, where one process starts several. */
const known = new Map<string, Translator>();

/** Reads `locales/<language>/<namespace>.json`, once in a process. */
export function createTranslator(folder: string): Translator {
  const translator = known.get(folder) ?? readTranslator(folder);
  known.set(folder, translator);
  return translator;
}

function readTranslator(folder: string): Translator {
  const resources = Object.fromEntries(
    languages.map((language) => {
      const names = readdirSync(path.join(folder, language)).filter((name) => name.endsWith('.json'));
      return [
        language,
        Object.fromEntries(
          names.map((name) => [
            name.slice(0, -5),
            JSON.parse(readFileSync(path.join(folder, language, name), 'utf8')) as Tree,
          ]),
        ),
      ];
    }),
  );
  const instance: i18n = createInstance();
  void instance.use(numbersInTexts.formatter).init({
    resources,
    lng: fallbackLanguage,
    fallbackLng: fallbackLanguage,
    ns: Object.keys(resources[fallbackLanguage] ?? {}),
    interpolation: numbersInTexts.interpolation,
    initAsync: false,
  });
  const fixed = Object.fromEntries(
    languages.map((language) => [language, instance.getFixedT(language)]),
  ) as Record<Language, (key: string, options?: object) => string>;
  const namespaces = new Map<string, Readonly<Record<string, string>>>();
  return {
    text: (language, key, variables) => fixed[language](key, variables),
    has: (key) => instance.exists(key),
    namespace(language, name) {
      const place = `${language}/${name}`;
      const known =
        namespaces.get(place) ??
        Object.freeze({
          ...flatten(resources[fallbackLanguage]?.[name] ?? {}),
          ...flatten(resources[language]?.[name] ?? {}),
        });
      namespaces.set(place, known);
      return known;
    },
  };
}

function flatten(tree: Tree, prefix = ''): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') flat[prefix + key] = value;
    else Object.assign(flat, flatten(value, `${prefix}${key}.`));
  }
  return flat;
}
