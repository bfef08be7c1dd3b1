import path from 'node:path';
import type { Import } from '../../tests/architecture/import-graph.ts';

/** Everything hangs on everything through these: they put the whole product together. */
export const assembled: readonly string[] = ['src/apps/', 'tests/support/', 'tests/security/world.ts'];
const isTest = (file: string): boolean =>
  /\.test\.tsx?$/.test(file) && !file.startsWith('tests/architecture/');

/** The most tests by other files that a check runs: a contract that all import is near to hundreds. */
const mostNear = 24;

/**
 * The tests that are near to what changed: a test that changed itself, one in the folder of a changed file, and one that
 * imports such a file, directly or through others, the nearest of those. What reaches it only through the whole server
 * is left to `npm test`, and so are the `left` tests that lie further away.
 */
export function testsOf(
  changed: readonly string[],
  imports: readonly Import[],
): { tests: string[]; left: number } {
  const importers = Map.groupBy(
    imports.filter(({ isType }) => !isType),
    ({ to }) => to,
  );
  const reached = new Set(changed);
  for (const file of reached) {
    if (assembled.some((start) => file.startsWith(start))) continue;
    for (const { from } of importers.get(file) ?? []) reached.add(from);
  }
  const folders = new Set(
    changed.filter((file) => file.startsWith('src/')).map((file) => path.posix.dirname(file)),
  );
  const nearby = imports.map(({ from }) => from).filter((file) => folders.has(path.posix.dirname(file)));
  const asked = new Set([...changed, ...nearby].filter(isTest));
  // They were reached step by step: the first are the nearest.
  const further = [...reached].filter((file) => isTest(file) && !asked.has(file));
  const left = Math.max(further.length - mostNear, 0);
  return { tests: [...asked, ...further.slice(0, mostNear)].toSorted(), left };
}
