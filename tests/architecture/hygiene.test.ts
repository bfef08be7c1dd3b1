import { describe, expect, it } from 'vitest';
import { hygieneRules } from './hygiene-rules.ts';
import { readTree, withFiles } from './source-tree.ts';

const tree = readTree();

const locked = (name: string, facts: object): Record<string, string> => ({
  'package-lock.json': JSON.stringify({ packages: { [`node_modules/${name}`]: facts } }),
});

const breaches: Record<string, [files: Record<string, string>, problem: string]> = {
  'no-place-of-one-machine': [{ 'docs/a.md': `Look into /${'home'}/vera/notes.` }, 'docs/a.md:1'],
  'no-leftovers': [{ 'src/shared/a.ts': `// ${'TODO'}: later` }, 'src/shared/a.ts:1'],
  'no-keys': [
    { 'src/shared/a.ts': `const key = 'sk_live_${'4eC39HqLyjWDarjtT1zdp7dc'}';` },
    'src/shared/a.ts:1',
  ],
  'links-lead-somewhere': [
    { 'docs/a.md': 'See [this](guides/never-written.md).' },
    'docs/a.md → docs/guides/never-written.md',
  ],
  'commands-in-documents-exist': [{ 'docs/a.md': 'Type `npm run magic`.' }, 'docs/a.md: npm run magic'],
  'markup-is-made-by-one-template': [
    { 'src/features/forms/server/a.ts': `const page = ${'`'}<title>${'${'}name}</title>${'`'};` },
    'src/features/forms/server/a.ts:1',
  ],
  'versions-are-exact': [
    { 'package.json': JSON.stringify({ dependencies: { fastify: '^5.0.0' } }) },
    'fastify ^5.0.0',
  ],
  'licences-are-permissive': [locked('greedy', { license: 'AGPL-3.0-only' }), 'greedy (AGPL-3.0-only)'],
  'packages-run-nothing-when-installed': [
    locked('eager', { license: 'MIT', hasInstallScript: true }),
    'eager',
  ],
};

describe('the repository', () => {
  it.each(hygieneRules)('keeps the rule $name: $why', ({ find }) => {
    expect(find(tree)).toEqual([]);
  });
});

describe('the check of the repository', () => {
  it.each(hygieneRules)('notices a breach of $name', ({ name, find }) => {
    const breach = breaches[name];
    if (!breach) throw new Error(`No breach is written for ${name}`);
    expect(find(withFiles(tree, breach[0]))).toContain(breach[1]);
  });
});
