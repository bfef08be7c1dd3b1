import { parseSync, Visitor } from 'oxc-parser';
import { filesIn, lineOf, type SourceTree } from './source-tree.ts';

type HouseWord = {
  /** Names of code that hold the word. */
  name: RegExp;
  /** Names of files that hold it. */
  file: RegExp;
  /** What an engineer of the field would search for. */
  say: string;
  /** Only in these files; everywhere when it is left out. */
  only?: RegExp;
  /** Tables and columns that hold it, as their descriptions name them. */
  stored?: RegExp;
};

/** Words that only this house understood, or that meant several things. `docs/glossary.md` tells them too. */
const houseWords: readonly HouseWord[] = [
  {
    name: /standing/i,
    file: /\bstandings?\b/,
    say: 'plan status, visitor progress, form evaluation, dispute state',
  },
  {
    name: /^#?settles?$|^settle[A-Z]|[sS]ettlement|^#?[sS]ettled|[a-z]Settled/,
    file: /\bsettle(d|ment)?\b/,
    say: 'resolve, charge, apply facts, end a reservation',
  },
  {
    name: /^#?wish(es)?$|^wish(es)?[A-Z]|Wish(es)?([A-Z]|$)/,
    file: /\bwish(es)?\b/,
    say: 'preferences, request, intent',
    stored: /wish(es)?\b/,
  },
  {
    name: /^care$|^care[A-Z](?<!careD)|^Care|[a-z]Care([A-Z]|$)|CaredFor/,
    file: /\bcare\b/,
    say: 'privacy, pauses',
  },
  {
    name: /^#?[lL]aps(e|es|ed|ing)([A-Z]|$)|[a-z]Laps(e|es|ed|ing)([A-Z]|$)/,
    file: /\blapsed?\b/,
    say: 'plan expired, expiry',
  },
  {
    name: /^[sS]tages?$|^stage[A-Z]|[a-z]Stages?([A-Z]|$)/,
    file: /\bstages?\b/,
    say: 'test world, lifecycle, step, state',
  },
  {
    name: /^#?[cC]arried([A-Z]|$)|[a-z]Carried([A-Z]|$)/,
    file: /\bcarried\b/,
    say: 'transferred',
  },
  { name: /^#?[bB]ound$/, file: /\bbound\b/, say: 'message limit, longest, address, endpoints' },
  { name: /^takeForPerson$/, file: /\bfor-person\b/, say: 'accept for the team' },
  { name: /^hold(Account|Team)$/, file: /\bhold-(account|team)\b/, say: 'lock' },
  { name: /[sS]tillness/, file: /\bstillness\b/, say: 'stall' },
  { name: /^patienceMs$/, file: /\bpatience\b/, say: 'timeout', only: /^src\// },
  { name: /^likeness$/, file: /\blikeness\b/, say: 'similarity' },
  { name: /^vividness$/, file: /\bvividness\b/, say: 'saturation' },
  { name: /^goesInCircles$/, file: /\bcircles\b/, say: 'repetitive' },
  { name: /DeathWatch$/, file: /\bdeath-watch\b/, say: 'dead process detector' },
];

/** What a file without any house word does not hold: most files need no parser. */
const someHouseWord =
  /standing|settle|wish|care|laps|stage|carried|bound|takeforperson|holdaccount|holdteam|stillness|patiencems|likeness|vividness|circles|deathwatch/i;

/** Names that stay, and why. */
const kept: Readonly<Record<string, string>> = {
  allSettled: 'of the language',
};

/** Names of code and of files in words that the field does not use. */
export function houseWordsIn(tree: SourceTree, folders: readonly string[]): string[] {
  return filesIn(tree, folders, ['.ts', '.tsx', '.mjs']).flatMap((file) => {
    const words = houseWords.filter(({ only }) => only?.test(file) ?? true);
    const found = words.filter((word) => word.file.test(file)).map(({ say }) => `${file}: say ${say}`);
    const text = tree.get(file) ?? '';
    if (!someHouseWord.test(text)) return found;
    const look = ({ name, start }: { name: string; start: number }): void => {
      const word = Object.hasOwn(kept, name) ? undefined : words.find((one) => one.name.test(name));
      if (word) found.push(`${file}:${lineOf(text, start)}: ${name}: say ${word.say}`);
    };
    const isTable = file.endsWith('.table.ts');
    new Visitor({
      Identifier: look,
      PrivateIdentifier: look,
      JSXIdentifier: look,
      Literal({ value, start }) {
        const word =
          isTable && typeof value === 'string' ? words.find(({ stored }) => stored?.test(value)) : undefined;
        if (word) found.push(`${file}:${lineOf(text, start)}: ${String(value)}: say ${word.say}`);
      },
    }).visit(parseSync(file, text).program);
    return found;
  });
}

/** Words for a person that say more than is known of them. Below `docs/reference` everything is generated. */
const pronoun = /\b(?:he|him|his|himself|she|hers|herself)\b/i;
const isDocument = /^(?:docs\/(?!reference\/)|src\/|CHANGELOG|CONTRIBUTING|README).*\.md$/;

/** Comments, texts of contracts and documents in which a person is not "they". */
export function pronounsIn(tree: SourceTree, folders: readonly string[]): string[] {
  const inCode = filesIn(tree, folders, ['.ts', '.tsx', '.mjs']).flatMap((file) => {
    const text = tree.get(file) ?? '';
    if (!pronoun.test(text)) return [];
    const { program, comments } = parseSync(file, text);
    const texts = comments.map(({ value, start }) => ({ value, start }));
    if (file.endsWith('.contract.ts'))
      new Visitor({
        Literal: ({ value, start }) => void (typeof value === 'string' && texts.push({ value, start })),
        TemplateElement: ({ value, start }) => void texts.push({ value: value.raw, start }),
      }).visit(program);
    return texts
      .filter(({ value }) => pronoun.test(value))
      .map(({ start }) => `${file}:${lineOf(text, start)}`);
  });
  const inDocuments = [...tree]
    .filter(([file]) => isDocument.test(file))
    .flatMap(([file, text]) =>
      text.split('\n').flatMap((line, at) => (pronoun.test(line) ? [`${file}:${at + 1}`] : [])),
    );
  return [...inCode, ...inDocuments];
}
