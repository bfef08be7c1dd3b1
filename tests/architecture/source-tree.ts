import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Files of the project by path (`src/shared/ids.ts`), with their text. Checks read nothing else, so a test
 * can add a file that breaks a rule.
 */
export type SourceTree = ReadonlyMap<string, string>;

export const projectFolder = path.join(import.meta.dirname, '../..');

// What the tools make or bring, and what a person's own work leaves behind.
const ignored = new Set(['node_modules', 'dist', 'data', 'data-demo', '.git', '.vitest', 'coverage']);
const binary = /\.(png|jpe?g|webp|gif|ico|woff2?|ttf|pdf|docx|pptx|xlsx|zip|gz|br|bin|avif)$/i;

/** Reads every text file of the project. */
export function readTree(root: string = projectFolder): SourceTree {
  const tree = new Map<string, string>();
  const visit = (folder: string): void => {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const file = folder === '' ? entry.name : `${folder}/${entry.name}`;
      // Git's own place is a file where the checkout is one of several.
      if (ignored.has(entry.name)) continue;
      if (entry.isDirectory()) visit(file);
      else if (entry.isFile() && !binary.test(entry.name) && !entry.name.endsWith('.log'))
        tree.set(file, readFileSync(path.join(root, file), 'utf8'));
    }
  };
  visit('');
  return tree;
}

/** The same tree with some files added or changed; `null` removes one. */
export function withFiles(tree: SourceTree, files: Record<string, string | null>): SourceTree {
  const copy = new Map(tree);
  for (const [file, text] of Object.entries(files)) {
    if (text === null) copy.delete(file);
    else copy.set(file, text);
  }
  return copy;
}

/** The files below one of the folders that end in one of the endings, sorted. */
export function filesIn(
  tree: SourceTree,
  folders: readonly string[],
  endings: readonly string[] = ['.ts', '.tsx'],
): string[] {
  return [...tree.keys()]
    .filter(
      (file) =>
        folders.some((folder) => file.startsWith(`${folder}/`)) &&
        endings.some((ending) => file.endsWith(ending)),
    )
    .toSorted();
}

/** The number of the line in which a position lies. */
export function lineOf(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < position; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
