import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { filesIn, projectFolder, readTree, type SourceTree } from '../tests/architecture/source-tree.ts';
import { changedFiles } from './new-feature/changed-files.ts';
import { featureFiles } from './new-feature/feature-files.ts';
import { featureNames, NewFeatureError } from './new-feature/names.ts';

/**
 * Everything that a new feature adds and changes, by path. Throws `NewFeatureError` when there can be no such
 * feature.
 */
export function newFeature(word: string, tree: SourceTree): Record<string, string> {
  const prefixes = [
    ...(/export type IdPrefix =([^;]*);/.exec(tree.get('src/shared/ids.ts') ?? '')?.[1] ?? '').matchAll(
      /'(\w+)'/g,
    ),
  ].map(([, prefix = '']) => prefix);
  const names = featureNames(word, prefixes);
  if (filesIn(tree, [`src/features/${word}`], ['']).length > 0)
    throw new NewFeatureError(`The feature ${word} is there already.`);
  const last =
    filesIn(tree, ['migrations'], ['.sql'])
      .map((file) => Number(/(\d{4})_/.exec(file)?.[1]))
      .at(-1) ?? 0;
  return { ...featureFiles(names, String(last + 1).padStart(4, '0')), ...changedFiles(names, tree) };
}

function main(word: string | undefined): void {
  if (!word) throw new NewFeatureError('Say which feature: npm run new-feature price-lists');
  const tree = readTree();
  const files = newFeature(word, tree);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(projectFolder, file)), { recursive: true });
    writeFileSync(path.join(projectFolder, file), text);
    process.stdout.write(`${tree.has(file) ? 'changed' : 'new    '}  ${file}\n`);
  }
  execFileSync(path.join(projectFolder, 'node_modules/.bin/oxfmt'), Object.keys(files), {
    cwd: projectFolder,
  });
  process.stdout.write('\nNext: npm run reference && npm test, and docs/guides/add-a-feature.md\n');
}

if (process.argv[1] === import.meta.filename) {
  try {
    main(process.argv[2]);
  } catch (error) {
    if (!(error instanceof NewFeatureError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
