import { filesIn, type SourceTree } from './source-tree.ts';

/** A piece of code in a document. */
export type Snippet = {
  file: string;
  /** Of the fence, counted from 1. */
  line: number;
  /** What stands behind the fence: `js`, `sh`. */
  language: string;
  code: string;
};

/** The fenced code of documents, without the indentation of lists. */
export function snippetsIn(tree: SourceTree, folders: readonly string[]): Snippet[] {
  return filesIn(tree, folders, ['.md']).flatMap((file) => {
    const found: Snippet[] = [];
    const fence = /^( *)```(\w*)\n([\s\S]*?)^ *```$/gm;
    const text = tree.get(file) ?? '';
    for (const { index, 1: indentation = '', 2: language = '', 3: body = '' } of text.matchAll(fence)) {
      const code = body.replaceAll(new RegExp(`^${indentation}`, 'gm'), '');
      found.push({ file, line: text.slice(0, index).split('\n').length, language, code });
    }
    return found;
  });
}

/**
 * Names of code that a document puts between backticks and that stand nowhere in the code: `agentConfiguration`,
 * `src/ui/controls/button.tsx`. Placeholders (`<word>`) and names that the document invents are none.
 */
export function unknownNames(
  tree: SourceTree,
  folders: readonly string[],
  invented: ReadonlySet<string>,
): string[] {
  const words = new Set<string>();
  for (const file of filesIn(tree, ['src', 'tests', 'tools', 'bench'], ['']))
    // The test of this check makes up names.
    if (file !== 'tests/architecture/guides.test.ts')
      for (const [word] of (tree.get(file) ?? '').matchAll(/[A-Za-z_]\w*/g)) words.add(word);
  const all = new Set(tree.keys());
  const isThere = (place: string): boolean =>
    all.has(place) || [...all].some((file) => file.startsWith(`${place.replace(/\/$/, '')}/`));
  return filesIn(tree, folders, ['.md']).flatMap((file) => {
    const text = (tree.get(file) ?? '').replaceAll(/^ *```[\s\S]*?^ *```$/gm, '');
    return [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, name = '']) => {
      const isPlace = /^(?:src|tests|tools|locales|docs|content|migrations|bench)\/[\w./-]+$/.test(name);
      const isName = /^[a-z]+[A-Z]\w*$|^[A-Z][a-z]+[A-Z]\w*$/.test(name.replace(/\(\)$/, ''));
      if (invented.has(name) || (!isPlace && !isName)) return [];
      const isKnown = isPlace ? isThere(name) : words.has(name.replace(/\(\)$/, ''));
      return isKnown ? [] : [`${file}: ${name}`];
    });
  });
}
