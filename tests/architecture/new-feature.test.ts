import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { NewFeatureError } from '../../tools/new-feature/names.ts';
import { newFeature } from '../../tools/new-feature.ts';
import { buildOnce } from '../support/app/built.ts';
import { checkTypes, run, typesFolder } from './command.ts';
import { hygieneRules } from './hygiene-rules.ts';
import { readImports } from './import-graph.ts';
import { brokenImportRules, featureCycles, fileCycles } from './import-rules.ts';
import { missingTexts, readTextUses, unequalTexts } from './locale-rules.ts';
import { projectFolder, readTree, withFiles, type SourceTree } from './source-tree.ts';
import { structureRules } from './structure-rules.ts';

const tree = readTree();

describe('the generator of features', () => {
  it('writes a contract, a table with its migration, use cases, routes, a test and texts, and lists them', () => {
    expect(
      Object.keys(newFeature('price-lists', tree))
        .map((file) => file.replace(/\d{4}/, 'NNNN'))
        .toSorted(),
    ).toEqual(
      [
        'migrations/NNNN_price_lists.sql',
        'src/features/price-lists/price-lists.contract.ts',
        ...['http.test', 'repository', 'routes', 'table', 'usecases'].map(
          (role) => `src/features/price-lists/server/price-lists.${role}.ts`,
        ),
        'src/shared/ids.ts',
        'src/apps/server/routes.ts',
        'src/apps/server/services.ts',
        'src/apps/web/endpoints.ts',
        ...['cs', 'en', 'es', 'fr', 'nl', 'pt'].map((language) => `locales/${language}/errors.json`),
      ].toSorted(),
    );
  });

  it.each(['Saved', 'price_lists', '../agents', '', 'a b', '1st', 'agents'])(
    'refuses the name %j',
    (word) => {
      expect(() => newFeature(word, tree)).toThrow(NewFeatureError);
    },
  );
});

describe('a generated feature', () => {
  let folder: string;
  beforeAll(async () => {
    await buildOnce();
    // A whole copy, because the feature is to pass the checks of a whole project. Without the build's
    // configuration the built files are taken as they are.
    folder = mkdtempSync(path.join(tmpdir(), 'chatelier-feature-'));
    for (const name of [
      'src',
      'tests',
      'tools',
      'locales',
      'migrations',
      'content',
      'docs',
      'packages',
      'package.json',
      'package-lock.json',
      'vitest.config.ts',
      'tsconfig.base.json',
      'tsconfig.server.json',
    ]) {
      if (existsSync(path.join(projectFolder, name)))
        cpSync(path.join(projectFolder, name), path.join(folder, name), { recursive: true });
    }
    for (const name of ['node_modules', 'dist'])
      symlinkSync(path.join(projectFolder, name), path.join(folder, name));
    for (const [file, text] of Object.entries(newFeature('price-lists', tree))) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has no type error, nor has the project "server" that it is in', async () => {
    const ofBuild = readdirSync(projectFolder).filter(
      (name) => name.endsWith('.config.ts') && !existsSync(path.join(folder, name)),
    );
    for (const name of ['bench', ...ofBuild])
      cpSync(path.join(projectFolder, name), path.join(folder, name), { recursive: true });
    // What an earlier run found out tells paths as they are seen from the copy, so it is kept apart and used in there.
    const kept = path.join(typesFolder, 'generated-feature.tsbuildinfo');
    const buildInfo = path.join(folder, 'generated-feature.tsbuildinfo');
    if (existsSync(kept)) cpSync(kept, buildInfo);
    const found = await checkTypes('server', { cwd: folder, buildInfo });
    // With them the copy would build anew, into the folder that all others read.
    for (const name of ofBuild) rmSync(path.join(folder, name));
    expect(found).toEqual({ code: 0, output: '' });
    cpSync(buildInfo, kept);
  });

  it('breaks no rule of shape, imports and texts', () => {
    const withFeature = withFiles(tree, newFeature('price-lists', tree));
    const broken = (files: SourceTree): string[] => {
      const imports = readImports(files);
      return [
        ...brokenImportRules(imports).map(({ rule, from, to }) => `${rule}: ${from} → ${to}`),
        ...fileCycles(imports).flat(),
        ...featureCycles(imports).flat(),
        ...[...structureRules, ...hygieneRules].flatMap((rule) => rule.find(files)),
        ...unequalTexts(files),
        ...missingTexts(files, readTextUses(files)),
      ];
    };
    const problems = broken(withFeature);
    // What was broken before is no fault of the generator; to ask is worth its seconds only where there is
    // something.
    const before = new Set(problems.length > 0 ? broken(tree) : []);
    expect(problems.filter((problem) => !before.has(problem))).toEqual([]);
  });

  it('works over HTTP, behind the wall, and is found by the walk of other accounts', async () => {
    const files = [
      'src/features/price-lists',
      'tests/architecture/database.test.ts',
      'tests/security/isolation.test.ts',
    ];
    // What a role, a visitor and a made-up session may do, the same contract says that these walks read. It has no ids within
    // ids, and sends no news.
    const walks =
      '^(?!a role |a visitor |another account (can not reach|hears) |somebody .*(made up|token|owning))';
    // On the PostgreSQL that runs already. An address needs a host to be read as one; the folder of the
    // socket takes its place.
    const address = new URL(
      inject('databaseUrl').replace('@/', '@localhost/').replace('{database}', 'postgres'),
    );
    const { code, output } = await run(
      path.join(projectFolder, 'node_modules/vitest/vitest.mjs'),
      // One worker: each reads the whole copy anew, of which nothing was compiled before.
      ['run', '--no-color', '--maxWorkers=1', '-t', walks, ...files],
      { cwd: folder, environment: { DATABASE_URL: address.href } },
    );
    expect(code, output.slice(-4_000)).toBe(0);
    expect(output).toMatch(/price-lists\.http\.test\.ts/);
  }, 240_000);
});
