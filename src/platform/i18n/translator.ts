import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { createInstance, type i18n } from 'i18next';
import { fallbackLanguage, type Language } from '#shared/languages.ts';
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
type TextOf = (key: string, options?: Record<string, unknown>) => string;

/** What was read already, by folder: a tenth of a server's start, where one process starts several. */
const known = new Map<string, Translator>();

/** Reads `locales/<language>/<namespace>.json`, once in a process. */
export function createTranslator(folder: string): Translator {
  const translator = known.get(folder) ?? readTranslator(folder);
  known.set(folder, translator);
  return translator;
}

function readTranslator(folder: string): Translator {
  const trees = new Map<Language, Readonly<Record<string, Tree>>>();
  /** The files of a language, read when its first text is asked for: all six are a tenth of a server's start. */
  function treesOf(language: Language): Readonly<Record<string, Tree>> {
    const read =
      trees.get(language) ??
      Object.fromEntries(
        readdirSync(path.join(folder, language))
          .filter((name) => name.endsWith('.json'))
          .map((name) => [
            name.slice(0, -5),
            JSON.parse(readFileSync(path.join(folder, language, name), 'utf8')) as Tree,
          ]),
      );
    trees.set(language, read);
    return read;
  }
  const english = treesOf(fallbackLanguage);
  const instance: i18n = createInstance();
  void instance.use(numbersInTexts.formatter).init({
    resources: { [fallbackLanguage]: english },
    lng: fallbackLanguage,
    fallbackLng: fallbackLanguage,
    ns: Object.keys(english),
    interpolation: numbersInTexts.interpolation,
    initAsync: false,
  });
  const fixed = new Map<Language, TextOf>();
  function fixedOf(language: Language): TextOf {
    const known = fixed.get(language);
    if (known) return known;
    if (language !== fallbackLanguage)
      for (const [name, tree] of Object.entries(treesOf(language)))
        instance.addResourceBundle(language, name, tree);
    const translate = instance.getFixedT(language);
    const made: TextOf = (key, options = {}) => translate(key, options);
    fixed.set(language, made);
    return made;
  }
  const namespaces = new Map<string, Readonly<Record<string, string>>>();
  return {
    text: (language, key, variables) => fixedOf(language)(key, variables),
    has: (key) => instance.exists(key),
    namespace(language, name) {
      const place = `${language}/${name}`;
      const known =
        namespaces.get(place) ??
        Object.freeze({
          ...flatten(english[name] ?? {}),
          ...flatten(treesOf(language)[name] ?? {}),
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
