import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkTypes, run } from './command.ts';
import { projectFolder } from './source-tree.ts';

/** What the project "e2e" has for itself: what else it reads, the project "server" checks. */
function filesOfE2e(): string[] {
  const read = (project: string): { include: string[]; exclude?: string[] } =>
    JSON.parse(readFileSync(path.join(projectFolder, `tsconfig.${project}.json`), 'utf8')) as never;
  const { exclude = [] } = read('server');
  return read('e2e').include.filter((each) => exclude.includes(each));
}

describe('the tools', () => {
  // The project "server" is checked whole, with a feature more, where features are generated.
  it.each(['browser', 'loader'])('find no type error in the project "%s"', async (project) => {
    expect(await checkTypes(project)).toEqual({ code: 0, output: '' });
  });

  // The types of all projects: minutes of one core, which it shares with other tests.
  it('find nothing to warn of in the code (oxlint)', { timeout: 600_000 }, async () => {
    const elsewhere = filesOfE2e().map((each) => `--ignore-pattern=/${each}`);
    const { code, output } = await run('oxlint', ['--format', 'unix', '--deny-warnings', ...elsewhere]);
    expect({ code, output: output.trim() }).toEqual({ code: 0, output: '' });
  });

  // Most of what browsers are driven by is the server's own code, which `tsc` would check once more: three times the work.
  it('find nothing to warn of, and no type error, in the project "e2e" (oxlint)', async () => {
    const files = filesOfE2e();
    expect(files).toContain('tests/e2e');
    const { code, output } = await run('oxlint', [
      '--format',
      'unix',
      '--deny-warnings',
      '--type-check',
      ...files,
    ]);
    expect({ code, output: output.trim() }).toEqual({ code: 0, output: '' });
  });

  it('find every file formatted (oxfmt)', async () => {
    const { code, output } = await run('oxfmt', ['--list-different']);
    expect({ code, output: output.trim() }).toEqual({ code: 0, output: '' });
  });

  it('find no dead file, export or dependency (knip)', async () => {
    const { code, output } = await run('knip', ['--no-progress', '--no-config-hints']);
    expect({ code, output: output.trim() }).toEqual({ code: 0, output: '' });
  });
});

describe('the checks by tools', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'chatelier-tools-'));
    symlinkSync(path.join(projectFolder, 'node_modules'), path.join(folder, 'node_modules'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };

  const breaches: Record<string, [what: string, text: string, expected: RegExp][]> = {
    server: [
      ['a document in server code', 'export const title = document.title;', /Cannot find name 'document'/],
      ['an import without its ending', `export * from './other';`, /TS2834|TS2835/],
      ['syntax that Node can not strip', 'export enum Colour { red }', /TS1294/],
      ['an unchecked entry of a list', 'export const first = (list: string[]): string => list[0];', /TS2322/],
    ],
    browser: [
      [
        'a Node module in browser code',
        `import fs from 'node:fs';\nexport const text = fs.readFileSync('a');`,
        /TS2591|TS2307|TS2580/,
      ],
    ],
    loader: [['the process in the loader', 'export const mode = process.env;', /Cannot find name 'process'/]],
  };

  it.each(Object.keys(breaches))(
    'notice every breach in the project "%s", each in its file',
    async (project) => {
      const tree = path.join(folder, project);
      mkdirSync(tree);
      symlinkSync(path.join(projectFolder, 'node_modules'), path.join(tree, 'node_modules'));
      write(`${project}/other.ts`, 'export const other = 1;');
      write(`${project}/package.json`, JSON.stringify({ type: 'module' }));
      write(
        `${project}/tsconfig.json`,
        JSON.stringify({
          extends: path.join(projectFolder, `tsconfig.${project}.json`),
          include: ['breach-*.ts'],
          exclude: [],
        }),
      );
      for (const [at, [, text]] of breaches[project]!.entries()) write(`${project}/breach-${at}.ts`, text);
      const { code, output } = await run('tsc', ['-p', path.join(tree, 'tsconfig.json')], { cwd: tree });
      expect(code).not.toBe(0);
      const lines = output.split('\n');
      for (const [at, [what, , expected]] of breaches[project]!.entries())
        expect(lines.filter((line) => line.includes(`breach-${at}.ts`)).join('\n'), what).toMatch(expected);
    },
  );

  it('notice every breach in the project "e2e", and what is to be warned of, in one run', async () => {
    const found: [what: string, text: string, expected: string][] = [
      ['a text as a number', `export const size: number = 'a';`, 'TS2322'],
      ['an unchecked entry of a list', 'export const first = (list: string[]): string => list[0];', 'TS2322'],
      ['a name of nothing', 'export const nothing = whatIsThis;', 'TS2304'],
      ['an import without its ending', `export * from './other';`, 'TS283'],
      ['syntax that Node can not strip', 'export enum Colour { red }', 'TS1294'],
      ['a forgotten promise', `fetch('/');`, 'no-floating-promises'],
    ];
    write('e2e/other.ts', 'export const other = 1;');
    write('e2e/package.json', JSON.stringify({ type: 'module' }));
    write(
      'e2e/tsconfig.json',
      JSON.stringify({
        extends: path.join(projectFolder, 'tsconfig.e2e.json'),
        include: ['breach-*.ts'],
        exclude: [],
      }),
    );
    for (const [at, [, text]] of found.entries()) write(`e2e/breach-${at}.ts`, text);
    const config = path.join(projectFolder, '.oxlintrc.json');
    const { code, output } = await run('oxlint', ['--format', 'unix', '-c', config, '--type-check', 'e2e'], {
      cwd: folder,
    });
    expect(code).not.toBe(0);
    const lines = output.split('\n');
    for (const [at, [what, , expected]] of found.entries())
      expect(lines.filter((line) => line.includes(`breach-${at}.ts`)).join('\n'), what).toContain(expected);
  });

  it('notice forgotten promises, unused names, hooks out of order and markup from texts', async () => {
    write(
      'tsconfig.json',
      JSON.stringify({
        extends: path.join(projectFolder, 'tsconfig.browser.json'),
        include: ['lint'],
        exclude: [],
      }),
    );
    write(
      'lint/breach.tsx',
      [
        `import { useState } from 'react';`,
        `async function save(): Promise<void> {}`,
        `export function Breach({ html, isOpen }: { html: string; isOpen: boolean }) {`,
        `  const unused = 1;`,
        `  save();`,
        `  if (isOpen) useState(0);`,
        `  return <p dangerouslySetInnerHTML={{ __html: html }} />;`,
        `}`,
      ].join('\n'),
    );
    const { code, output } = await run(
      'oxlint',
      ['--format', 'unix', '-c', path.join(projectFolder, '.oxlintrc.json'), 'lint'],
      { cwd: folder },
    );
    expect(code).not.toBe(0);
    for (const rule of ['no-floating-promises', 'no-unused-vars', 'rules-of-hooks', 'no-danger'])
      expect(output).toContain(rule);
  });

  it('notice a file that is not formatted', async () => {
    write('unformatted/wide.ts', 'export const a = {a:1,\n b:2}\n');
    const config = path.join(projectFolder, '.oxfmtrc.json');
    const { code, output } = await run('oxfmt', ['--list-different', '-c', config, 'unformatted'], {
      cwd: folder,
    });
    expect(code).not.toBe(0);
    expect(output).toContain('wide.ts');
  });

  it('notice a dead file, a dead export and a dead dependency', async () => {
    const tree = path.join(folder, 'dead');
    write(
      'dead/package.json',
      JSON.stringify({ name: 'dead', type: 'module', dependencies: { fastify: '*' } }),
    );
    write('dead/knip.json', JSON.stringify({ entry: ['src/main.ts'], project: ['src/**/*.ts'] }));
    write('dead/src/main.ts', `import { used } from './parts.ts';\nused();\n`);
    write('dead/src/parts.ts', 'export function used(): void {}\nexport function forgotten(): void {}\n');
    write('dead/src/nobody.ts', 'export const nobody = 1;\n');
    const { code, output } = await run('knip', ['--no-progress'], { cwd: tree });
    expect(code).not.toBe(0);
    for (const word of ['fastify', 'forgotten', 'src/nobody.ts']) expect(output).toContain(word);
  });
});
