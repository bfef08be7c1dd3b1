import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { answerErrorCodes } from '#features/conversations/conversations.contract.ts';
import { failureCodes } from '#features/knowledge/knowledge.contract.ts';
import { mailKinds } from '#features/mail/mail.contract.ts';
import { languages } from '#shared/languages.ts';
import {
  misnamedPlaces,
  missingTexts,
  readTextUses,
  strangeVoices,
  textsOf,
  unequalTexts,
  unusedTexts,
} from './locale-rules.ts';
import { breakablePrices } from './price-rules.ts';
import { filesIn, projectFolder, readTree, withFiles } from './source-tree.ts';

const tree = readTree();
const uses = readTextUses(tree);

/** The codes of all errors that contracts declare. */
async function declaredCodes(): Promise<string[]> {
  const files = [...filesIn(tree, ['src/features'], ['.contract.ts']), 'src/shared/errors.ts'];
  const modules = await Promise.all(
    files.map(async (file) => (await import(path.join(projectFolder, file))) as Record<string, unknown>),
  );
  return modules
    .flatMap((module) => Object.values(module))
    .flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []))
    .flatMap((value: unknown) =>
      typeof value === 'object' &&
      value !== null &&
      'code' in value &&
      'status' in value &&
      typeof value.code === 'string'
        ? [value.code]
        : [],
    );
}

const mailParts = ['subject', 'title', 'body', 'button', 'footer'];

/** Keys that the server puts together out of codes and names. */
async function namedByServer(): Promise<string[]> {
  return [
    ...(await declaredCodes()).map((code) => `errors:${code}`),
    ...answerErrorCodes.map((code) => `errors:${code}`),
    ...failureCodes.flatMap((code) => [`knowledge:failures.${code}.text`, `knowledge:failures.${code}.hint`]),
    ...mailKinds.flatMap((kind) => mailParts.map((part) => `mail:${kind}.${part}`)),
  ];
}

const exactly = (key: string): RegExp => new RegExp(`^${key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);

describe('texts', () => {
  it('are the same in six languages: keys, plural forms, variables', () => {
    expect(unequalTexts(tree)).toEqual([]);
  });

  it('write prices that no end of a line tears apart', () => {
    expect(breakablePrices(tree)).toEqual([]);
  });

  it('speak with one voice in each language: one variety, one way to address people', () => {
    expect(strangeVoices(tree)).toEqual([]);
  });

  it('name a button or a place as it is called in their language', () => {
    expect(misnamedPlaces(tree)).toEqual([]);
  });

  it('exist for everything that the code asks for', () => {
    expect(uses.filter((use) => use.isCall).length).toBeGreaterThan(300);
    expect(missingTexts(tree, uses)).toEqual([]);
  });

  it('are all used', async () => {
    expect(unusedTexts(tree, uses, (await namedByServer()).map(exactly))).toEqual([]);
  });

  it('exist for every declared error, failure of a source, and mail', async () => {
    const named = await namedByServer();
    expect(named.length).toBeGreaterThan(100);
    const english = textsOf(tree, 'en');
    expect(
      named.filter((key) => !english.get(key.split(':')[0] ?? '')?.has(key.slice(key.indexOf(':') + 1))),
    ).toEqual([]);
  });

  it('hold no markup beyond the names of links, and nothing that a browser runs', () => {
    const odd = languages.flatMap((language) =>
      [...textsOf(tree, language)].flatMap(([namespace, keys]) =>
        [...keys]
          .filter(([, text]) => /<\/?(script|img|iframe|a|style)\b|javascript:|\son\w+=/i.test(text))
          .map(([key]) => `${language}/${namespace}:${key}`),
      ),
    );
    expect(odd).toEqual([]);
  });
});

describe('the check of texts', () => {
  const english = {
    plain: 'Plain {{name}}',
    pages_one: '{{count}} page',
    pages_other: '{{count}} pages',
    nested: { leaf: 'Leaf' },
  };
  const czech = {
    plain: 'Prostý {{name}}',
    pages_one: '{{count}} strana',
    pages_few: '{{count}} strany',
    pages_many: '{{count}} strany',
    pages_other: '{{count}} stran',
    nested: { leaf: 'List' },
  };
  const small = (cs: object): ReturnType<typeof readTree> => {
    const files = new Map([['locales/en/breach.json', JSON.stringify(english)]]);
    for (const language of languages)
      if (language !== 'en' && language !== 'cs')
        files.set(
          `locales/${language}/breach.json`,
          JSON.stringify(
            ['es', 'pt', 'fr'].includes(language) ? { ...english, pages_many: '{{count}} pages' } : english,
          ),
        );
    return files.set('locales/cs/breach.json', JSON.stringify(cs));
  };

  it('passes what is whole', () => {
    expect(unequalTexts(small(czech))).toEqual([]);
  });

  it.each([
    ['a missing key', { ...czech, plain: undefined }, 'cs/breach: plain is missing'],
    ['a key that nobody asked for', { ...czech, extra: 'Navíc' }, 'cs/breach: extra has no English original'],
    [
      'a missing plural form',
      { ...czech, pages_few: undefined },
      'cs/breach: pages needs the plural forms few, many, one, other and has many, one, other',
    ],
    [
      'a lost variable',
      { ...czech, plain: 'Prostý' },
      'cs/breach: plain has the variables "" instead of "name"',
    ],
    ['an empty text', { ...czech, nested: { leaf: ' ' } }, 'cs/breach: nested.leaf is empty'],
  ])('notices %s', (_what, cs, problem) => {
    expect(unequalTexts(small(cs))).toEqual([problem]);
  });

  it.each([
    ['en', 'Read colours of a centred logo', ['colours', 'centred']],
    ['en', 'Otherwise the color of its center', []],
    ['nl', 'Uw agent, en wat u ziet', ['Uw', 'u']],
    ['nl', 'Je agent, het menu, uur na uur', []],
    ['es', 'Introduzca su contraseña', ['Introduzca', 'su contraseña']],
    ['es', 'Ha cambiado. Vuelva más tarde', ['Vuelva']],
    ['es', 'Cada visitante con su clave, hasta que vuelva', []],
    ['pt', 'O ficheiro está a ser enviado', ['ficheiro', 'está a ser']],
    ['pt', 'O arquivo está pronto, e o contato está a caminho', []],
  ] as const)('notices another voice: %s, %s', (language, text, words) => {
    const found = strangeVoices(
      new Map([[`locales/${language}/breach.json`, JSON.stringify({ said: text })]]),
    );
    expect(found.map((line) => /"(.*?)"/.exec(line)?.[1])).toEqual(words);
  });

  it('notices a text that is asked for and missing, also in parts and in words of conditions', () => {
    const screen = [
      `const { t } = useTranslation('common');`,
      `t('tryAgain'); t('notThere'); t(\`actions.\${name}\`); t(\`nowhere.\${name}\`); t(open ? 'close' : 'notThereEither');`,
      `const message = 'errors:common.never';`,
    ].join('\n');
    const found = missingTexts(
      tree,
      readTextUses(withFiles(tree, { 'src/ui/breach/breach.tsx': screen }), ['src/ui/breach']),
    );
    expect(found.map((line) => /"(.*?)"/.exec(line)?.[1])).toEqual([
      'notThere',
      'nowhere.…',
      'notThereEither',
      'errors:common.never',
    ]);
  });

  it('notices a text that nobody uses', () => {
    const changed = withFiles(tree, {
      'locales/en/common.json': JSON.stringify({
        ...(JSON.parse(tree.get('locales/en/common.json') ?? '{}') as object),
        neverUsedAnywhere: 'Never',
      }),
    });
    expect(unusedTexts(changed, uses)).toContain('common:neverUsedAnywhere');
  });

  it('finds a price that may break', () => {
    const written = ['148 €', '€ 148', '2 400\u00a0Kč', 'R$ 59', '20 EUR'];
    const whole = ['148\u00a0€', '€148', '2\u00a0400\u00a0Kč', '3 agents, $29', 'EUR or USD', '2 USDC'];
    const found = (text: string) => breakablePrices(new Map([['locales/cs/breach.json', text]])).length;
    expect(written.map(found)).toEqual([1, 1, 1, 1, 1]);
    expect(whole.map(found)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('finds a button that is called otherwise', () => {
    const texts = (open: string, help: string): string => JSON.stringify({ open, help });
    const files = new Map(languages.map((each) => [`locales/${each}/breach.json`, texts('Open', 'Open')]));
    files.set('locales/en/breach.json', texts('Open', 'Press “Open” and “Anything”.'));
    files.set('locales/fr/breach.json', texts('Ouvrir', 'Appuyez sur «\u00a0Ouvrez\u00a0».'));
    files.set('locales/cs/breach.json', texts('Otevřít', 'Stiskněte „Otevřít“.'));
    const found = misnamedPlaces(files);
    expect(found).toContain('fr/breach:help: “Open” is called Ouvrir');
    expect(found.filter((each) => each.startsWith('cs'))).toEqual([]);
  });
});
