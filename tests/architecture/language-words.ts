import { parseSync, Visitor, type Expression } from 'oxc-parser';
import { filesIn, lineOf, type SourceTree } from './source-tree.ts';

const home = /^content\/language\/([a-z]{2})\/\w+\.json$/;
const letters = /\p{L}{2,}/gu;
/** What may hold them, and why. */
const exempt: readonly { file: RegExp; why: string }[] = [
  { file: /-style\.ts$/, why: 'style sheets, whose words are of CSS' },
  { file: /\/country-codes\.ts$/, why: 'codes of countries' },
  {
    file: /\/mail-samples\.models\.ts$/,
    why: 'names of mails, which are English, with addresses and people of everywhere',
  },
  { file: /\/dom-to-text\.ts$/, why: 'names of the elements of HTML' },
  { file: /^src\/shared\/language-words\.ts$/, why: 'the door to the content for browsers' },
  {
    file: /^src\/(platform\/language|features\/conversations\/server\/answers)\//,
    why: 'how the built-in engine understands: rules of grammar over all languages at once',
  },
  {
    file: /^src\/providers\/llm\/built-in\/(candidates|question|small-talk|topics)\.ts$/,
    why: 'the same',
  },
];
/** So many languages in one piece of code are a list of languages; a word or two may stand in English, too. */
const mostLanguages = 2;

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Words that `content/language/` has for one language only; the language of each. English is that of the code itself. */
function ownWords(tree: SourceTree): Map<string, string> {
  const languagesOf = new Map<string, Set<string>>();
  for (const [file, text] of tree) {
    const language = home.exec(file)?.[1];
    if (language === undefined) continue;
    for (const [word] of plain(text).matchAll(letters))
      languagesOf.set(word, (languagesOf.get(word) ?? new Set()).add(language));
  }
  return new Map(
    [...languagesOf].flatMap(([word, [first = '', ...others]]) =>
      others.length > 0 || first === 'en' ? [] : [[word, first] as const],
    ),
  );
}

const literal = /'[^'\n]*'|"[^"\n]*"|`[^`]*`|\/[^/\n]+\/[a-z]*/g;

/** Of how many languages words stand in a text. */
function languagesIn(text: string, words: ReadonlyMap<string, string>): number {
  const found = new Set<string>();
  for (const [word] of plain(text).matchAll(letters)) {
    const language = words.get(word);
    if (language !== undefined) found.add(language);
  }
  return found.size;
}

/** Places of code in which words of several languages stand side by side: lists, patterns, tables by language. */
export function languageWordsIn(tree: SourceTree, folders: readonly string[]): string[] {
  const words = ownWords(tree);
  return filesIn(tree, folders, ['.ts', '.tsx'])
    .filter(
      (file) =>
        !exempt.some((one) => one.file.test(file)) &&
        !/\.test\.tsx?$|\.contract-suite\.ts$|\/__fixtures__\//.test(file),
    )
    .flatMap((file) => {
      const text = tree.get(file) ?? '';
      const found = new Set<number>();
      if (languagesIn(text, words) <= mostLanguages) return [];
      const look = ({ start, end }: Pick<Expression, 'start' | 'end'>): void => {
        const literals = text.slice(start, end).match(literal) ?? [];
        if (languagesIn(literals.join(' '), words) > mostLanguages) found.add(lineOf(text, start));
      };
      new Visitor({
        Literal: look,
        TemplateLiteral: look,
        ArrayExpression: look,
        ObjectExpression: look,
      }).visit(parseSync(file, text).program);
      return [...found].map((line) => `${file}:${line}`);
    });
}
