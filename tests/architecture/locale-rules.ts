import { parseSync, Visitor, type Expression } from 'oxc-parser';
import { languages, type Language } from '#shared/languages.ts';
import { filesIn, lineOf, type SourceTree } from './source-tree.ts';

/** Namespace → key → text. */
export type Texts = Map<string, Map<string, string>>;

const pluralSuffix = /_(zero|one|two|few|many|other)$/;

/** The texts of one language, keys flattened with dots. */
export function textsOf(tree: SourceTree, language: Language): Texts {
  const texts: Texts = new Map();
  for (const file of filesIn(tree, [`locales/${language}`], ['.json'])) {
    const flat = new Map<string, string>();
    const visit = (value: unknown, key: string): void => {
      if (typeof value === 'string') flat.set(key, value);
      else if (typeof value === 'object' && value !== null)
        for (const [name, child] of Object.entries(value)) visit(child, key === '' ? name : `${key}.${name}`);
      else flat.set(key, `(${typeof value})`);
    };
    visit(JSON.parse(tree.get(file) ?? '{}'), '');
    texts.set(file.slice(file.lastIndexOf('/') + 1, -'.json'.length), flat);
  }
  return texts;
}

/** The key that code uses: without the plural form. */
function baseOf(key: string, keys: ReadonlyMap<string, string>): string {
  const base = key.replace(pluralSuffix, '');
  return base !== key && keys.has(`${base}_other`) ? base : key;
}

const variablesOf = (text: string): string =>
  [
    ...new Set(
      [...text.matchAll(/\{\{-?\s*(\w+)[^}]*\}\}|<(\w+)>|\$t\(([^)]*)\)/g)].map(
        (match) => match[1] ?? match[2] ?? match[3] ?? '',
      ),
    ),
  ]
    .toSorted()
    .join(' ');

/** Where the other languages differ from English: files, keys, plural forms, variables, empty texts. */
export function unequalTexts(tree: SourceTree): string[] {
  const english = textsOf(tree, 'en');
  return languages.flatMap((language) => {
    const texts = textsOf(tree, language);
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
    const problems = [...texts.keys()]
      .filter((namespace) => !english.has(namespace))
      .map((namespace) => `${language}/${namespace}.json has no English original`);
    for (const [namespace, keys] of english) {
      const own = texts.get(namespace);
      if (!own) problems.push(`${language}/${namespace}.json is missing`);
      else
        problems.push(
          ...unequalKeys(keys, own, forms).map((problem) => `${language}/${namespace}: ${problem}`),
        );
    }
    return problems;
  });
}

function unequalKeys(
  english: ReadonlyMap<string, string>,
  own: ReadonlyMap<string, string>,
  forms: readonly string[],
): string[] {
  const problems: string[] = [];
  const bases = (keys: ReadonlyMap<string, string>): Set<string> =>
    new Set([...keys.keys()].map((key) => baseOf(key, keys)));
  const wanted = bases(english);
  for (const base of bases(own)) if (!wanted.has(base)) problems.push(`${base} has no English original`);
  for (const base of wanted) {
    const isPlural = english.has(`${base}_other`);
    const given = isPlural
      ? [...own.keys()]
          .filter((key) => key !== base && baseOf(key, own) === base)
          .map((key) => key.slice(base.length + 1))
          .toSorted()
      : [];
    if (isPlural && given.join(' ') !== forms.join(' '))
      problems.push(
        `${base} needs the plural forms ${forms.join(', ')} and has ${given.join(', ') || 'none'}`,
      );
    const original = variablesOf(english.get(isPlural ? `${base}_other` : base) ?? '');
    for (const key of isPlural ? given.map((form) => `${base}_${form}`) : [base]) {
      const text = own.get(key);
      if (text === undefined) problems.push(`${key} is missing`);
      else if (text.trim() === '') problems.push(`${key} is empty`);
      // "One page" needs no number.
      else if (
        variablesOf(text) !== original &&
        !(/_(one|two|zero)$/.test(key) && withoutCount(original) === variablesOf(text))
      )
        problems.push(`${key} has the variables "${variablesOf(text)}" instead of "${original}"`);
    }
  }
  return problems;
}

const withoutCount = (variables: string): string =>
  variables
    .split(' ')
    .filter((name) => name !== 'count')
    .join(' ');

/**
 * What code says about texts: whole keys (with their place), and beginnings of keys that are put together
 * while it runs.
 */
export type TextUse = {
  file: string;
  line: number;
  namespaces: string[];
  pattern: RegExp;
  shown: string;
  isCall: boolean;
};

/** Every text in code that may be a key, and every call that surely names one. */
export function readTextUses(tree: SourceTree, sources: readonly string[] = ['src']): TextUse[] {
  return filesIn(tree, sources).flatMap((file) =>
    /\.test\.tsx?$/.test(file) ? [] : usesIn(file, tree.get(file) ?? ''),
  );
}

function usesIn(file: string, text: string): TextUse[] {
  const uses: TextUse[] = [];
  const namespaces = new Set<string>(/\/chat\/|^src\/apps\/chat\//.test(file) ? ['chat'] : []);
  const called = new Set<number>();
  const note = (start: number, given: readonly string[], isCall: boolean): void => {
    // Behind `|` stand the values of a text that is named far from where it is shown.
    const whole = given.join('\0').split('|')[0] ?? '';
    const parts = whole.split('\0');
    const shown = parts.join('…');
    if (!/[a-z]/i.test(shown) || /[\s<>]/.test(shown) || shown.length > 200) return;
    const escaped = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    uses.push({
      file,
      line: lineOf(text, start),
      namespaces: [],
      pattern: new RegExp(`^${escaped.join('.+')}$`),
      shown,
      isCall,
    });
  };
  const collect = (node: Expression | null | undefined, isCall: boolean): void => {
    if (!node) return;
    if (node.type === 'Literal' && typeof node.value === 'string') {
      called.add(node.start);
      note(node.start, [node.value], isCall);
    } else if (node.type === 'TemplateLiteral') {
      called.add(node.start);
      note(
        node.start,
        node.quasis.map((part) => part.value.cooked ?? ''),
        isCall,
      );
    } else if (node.type === 'ConditionalExpression') {
      collect(node.consequent, isCall);
      collect(node.alternate, isCall);
    } else if (node.type === 'TSAsExpression') collect(node.expression, isCall);
  };
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      const name =
        callee.type === 'Identifier'
          ? callee.name
          : callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
            ? callee.property.name
            : '';
      const [first] = given;
      if (name === 'useTranslation')
        for (const named of first?.type === 'ArrayExpression' ? first.elements : [first])
          if (named?.type === 'Literal' && typeof named.value === 'string') namespaces.add(named.value);
      if (name === 't' && first && first.type !== 'SpreadElement') collect(first, true);
    },
    JSXAttribute({ name, value }) {
      if (name.type !== 'JSXIdentifier' || value?.type !== 'Literal' || typeof value.value !== 'string')
        return;
      if (name.name === 'ns') namespaces.add(value.value);
      if (name.name === 'i18nKey') note(value.start, [value.value], true);
    },
    Literal(node) {
      if (typeof node.value === 'string' && !called.has(node.start)) note(node.start, [node.value], false);
    },
    TemplateLiteral(node) {
      if (!called.has(node.start))
        note(
          node.start,
          node.quasis.map((part) => part.value.cooked ?? ''),
          false,
        );
    },
  }).visit(parseSync(file, text).program);
  return uses.map((use) => ({ ...use, namespaces: [...namespaces] }));
}

const namespaced = (use: TextUse): string | null => /^([a-z][a-z-]*):./.exec(use.shown)?.[1] ?? null;

function keysOf(texts: Texts, namespaces: readonly string[]): string[] {
  return namespaces.flatMap((namespace) => {
    const keys = texts.get(namespace) ?? new Map<string, string>();
    return [...keys.keys()].map((key) => `${namespace}:${baseOf(key, keys)}`);
  });
}

function matches(use: TextUse, key: string): boolean {
  return (
    use.pattern.test(key) || (!use.shown.includes(':') && use.pattern.test(key.slice(key.indexOf(':') + 1)))
  );
}

/** Calls of `t` and names like `errors:common.not_found` in the code for which there is no English text. */
export function missingTexts(tree: SourceTree, uses: readonly TextUse[]): string[] {
  const texts = textsOf(tree, 'en');
  return uses.flatMap((use) => {
    const namespace = namespaced(use);
    if (!use.isCall && !(namespace && texts.has(namespace))) return [];
    // A part of the screen that gets its `t` handed in does not say from where.
    const all = [...texts.keys()];
    const searched = namespace ? [namespace] : use.namespaces.length > 0 ? use.namespaces : all;
    const isKnown =
      keysOf(texts, searched).some((key) => matches(use, key)) ||
      (use.namespaces.length > 0 && !namespace && use.shown === '…');
    if (isKnown) return [];
    const files = searched.length === all.length ? 'any file' : searched.join(', ');
    return [`${use.file}:${use.line} asks for "${use.shown}"${namespace ? '' : ` in ${files}`}`];
  });
}

/** English texts that no code names. `named` are keys that code puts together in ways that can't be seen. */
export function unusedTexts(
  tree: SourceTree,
  uses: readonly TextUse[],
  named: readonly RegExp[] = [],
): string[] {
  const texts = textsOf(tree, 'en');
  // A key that is nothing but a hole, like `${name}`, would name every text.
  const telling = uses.filter((use) => /[a-z]/i.test(use.shown));
  const exact = new Set(telling.map((use) => use.shown));
  const loose = telling.filter((use) => use.shown.includes('…'));
  return keysOf(texts, [...texts.keys()])
    .filter((key) => {
      const bare = key.slice(key.indexOf(':') + 1);
      return (
        !exact.has(key) &&
        !exact.has(bare) &&
        !named.some((pattern) => pattern.test(key)) &&
        !loose.some((use) => matches(use, key))
      );
    })
    .filter((key, at, all) => all.indexOf(key) === at);
}

/** Words as a person reads them: not within another one, also beside letters with accents. */
const word = (...patterns: string[]): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}_-])(?:${patterns.join('|')})(?![\p{L}\p{N}_]|-[\p{L}])`, 'giu');

/** What whoever says “usted” tells people to do. */
const spanishOrders = [
  'abra',
  'añada',
  'compruebe',
  'conecte',
  'copie',
  'elija',
  'escriba',
  'espere',
  'guarde',
  'pegue',
  'ponga',
  'pruebe',
  'pulse',
  'quite',
  'recargue',
  'revise',
  'use',
  'vuelva',
];

/**
 * Each language has one voice: the variety that it is written in and how it addresses people. These words are
 * of another one.
 */
const strangeWords: Partial<Record<Language, { voice: string; words: RegExp }>> = {
  en: {
    voice: 'is spelled as in the United States',
    words: word(
      'colours?|behaviours?|favourites?|cent(?:re|red)|grey|licence|cancelled|analysers?',
      'analyse|organis\\p{L}+|recognis\\p{L}+|customis\\p{L}+',
    ),
  },
  nl: { voice: 'says “je”', words: word('u|uw|uzelf') },
  // “Elija” can also be “whoever chooses”; at the start of a sentence it tells somebody to choose.
  es: {
    voice: 'says “tú”',
    words: word(
      'ustedes|usted|introduzca|haga clic|inténtelo|su contraseña',
      `(?<=^|[.:;!?»] )(?:${spanishOrders.join('|')})`,
    ),
  },
  pt: {
    voice: 'is Brazilian and says “você”',
    words: word(
      'ficheiros?|palavras?-passe|equipas?|definições|contactos?|ecrãs?',
      'utilizador(?:es)?|telemóve(?:l|is)|subscriç(?:ão|ões)|moradas?|faturação',
      'registos?|connosco|noutr[oa]s?|demasiad[oa]s?|gerir|introduza',
      'elimin(?:ar|e|ado|ada)|descarregar|partilh(?:ar|e|ado|ada)|pré-visualização',
      'está a \\p{L}+r',
    ),
  },
};

/** Texts in the other variety of a language, or that address people in the other way. */
export function strangeVoices(tree: SourceTree): string[] {
  return Object.entries(strangeWords).flatMap(([language, { voice, words }]) => {
    const texts = [...textsOf(tree, language as Language)].flatMap(([namespace, keys]) =>
      [...keys].map(([key, text]) => [`locales/${language}/${namespace}.json: ${key}`, text] as const),
    );
    const templates = filesIn(
      tree,
      ['content/templates', 'content/landing-pages'],
      [`texts.${language}.json`],
    ).map((file) => [file, withoutKeywords(tree.get(file) ?? '')] as const);
    return [...texts, ...templates].flatMap(([place, text]) =>
      [...text.matchAll(words)].map(([found]) => `${place} has "${found}", but the language ${voice}`),
    );
  });
}

/** What a template is found by are words of every variety. */
const withoutKeywords = (template: string): string => template.replace(/^ *"keywords":.*$/m, '');

/** How each language quotes the name of a button or a place. */
const quoted: Record<Language, RegExp> = {
  en: /“([^”]+)”/g,
  nl: /“([^”]+)”/g,
  pt: /“([^”]+)”/g,
  es: /«([^»]+)»/g,
  fr: /«\s?([^»]+?)\s?»/g,
  cs: /„([^“]+)“/g,
};
const quotesIn = (text: string, language: Language): string[] =>
  [...text.matchAll(quoted[language])].map(([, name = '']) => name.replace(/[.,]$/, ''));

/** Texts that send a person to a button or a place by a name that it doesn't have in their language. */
export function misnamedPlaces(tree: SourceTree): string[] {
  const flat = (language: Language): Map<string, string> =>
    new Map(
      [...textsOf(tree, language)].flatMap(([namespace, keys]) =>
        [...keys].map(([key, text]) => [`${namespace}:${key}`, text] as const),
      ),
    );
  const english = flat('en');
  const keysOf = Map.groupBy(english.keys(), (key) => english.get(key) ?? '');
  return languages.flatMap((language) => {
    const own = flat(language);
    return [...english].flatMap(([key, text]) => {
      const said = quotesIn(own.get(key) ?? '', language);
      return quotesIn(text, 'en').flatMap((name) => {
        // What stands there only when it is shown has no name of its own.
        if (name.includes('{{')) return [];
        const names = (keysOf.get(name) ?? []).flatMap((place) => own.get(place) ?? []);
        return names.length === 0 || !own.has(key) || said.some((each) => names.includes(each))
          ? []
          : [`${language}/${key}: “${name}” is called ${[...new Set(names)].join(' or ')}`];
      });
    });
  });
}
