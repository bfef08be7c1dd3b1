import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { checkTypes, run, type CommandResult } from '../tests/architecture/command.ts';
import { readImports } from '../tests/architecture/import-graph.ts';
import { projectFolder, readTree } from '../tests/architecture/source-tree.ts';
import { lintedOf } from './check/linted.ts';
import { testsOf } from './check/tests-of.ts';

const vitest = path.join(projectFolder, 'node_modules/vitest/vitest.mjs');
const rules = ['structure', 'hygiene', 'imports', 'locales'].map(
  (name) => `tests/architecture/${name}.test.ts`,
);

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: projectFolder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter((line) => line !== '');

/** The files that are there and differ from `base`, committed or not. */
function changedFiles(base: string): string[] {
  const since = git('merge-base', base, 'HEAD')[0] ?? base;
  return [
    ...git('diff', '--name-only', '--diff-filter=d', since),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
}

/** Where the work began: the main branch as others have it, or the last commit. */
function defaultBase(): string {
  const known = new Set(git('for-each-ref', '--format=%(refname:short)', 'refs/heads', 'refs/remotes'));
  return ['origin/main', 'main'].find((name) => known.has(name)) ?? 'HEAD';
}

let isBroken = false;

/** Does one check, and says in one line how it went; what it found follows when it failed. */
async function report(name: string, check: () => Promise<CommandResult>): Promise<void> {
  const begun = performance.now();
  const { code, output } = await check();
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
  process.stdout.write(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)\n`);
  if (code === 0) return;
  isBroken = true;
  process.stdout.write(`${output.trim()}\n`);
}

/** What `npm test` says of the whole project, asked of a change: types, lint, form, rules, and the tests near to it. */
async function main(): Promise<void> {
  const base = process.argv[2] ?? defaultBase();
  const changed = changedFiles(base);
  process.stdout.write(`${changed.length} files differ from ${base}.\n`);
  const { tests, left } = testsOf(changed, readImports(readTree()));
  const types = async (): Promise<void> => {
    for (const project of ['server', 'browser', 'e2e', 'loader'])
      await report(`types: ${project}`, () => checkTypes(project));
  };
  const texts = async (): Promise<void> => {
    const linted = lintedOf(changed);
    if (linted?.length !== 0)
      await report('lint', () => run('oxlint', ['--format', 'unix', '--deny-warnings', ...(linted ?? [])]));
    await report('format', () => run('oxfmt', ['--list-different']));
  };
  await Promise.all([types(), texts()]);
  await report('rules', () => run(vitest, ['run', '--no-color', ...rules]));
  if (tests.length === 0) process.stdout.write('No test stands near to what changed.\n');
  else await report(`tests: ${tests.join(' ')}`, () => run(vitest, ['run', '--no-color', ...tests]));
  if (left > 0)
    process.stdout.write(
      `${left} more files of tests lie further from what changed: \`npm test\` runs them.\n`,
    );
  process.exitCode = isBroken ? 1 : 0;
}

await main();
