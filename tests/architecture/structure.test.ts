import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTree, withFiles } from './source-tree.ts';
import { structureRules } from './structure-rules.ts';

const tree = readTree();

/** For each rule the files that break it, and which of them it must name. */
const breaches: Record<string, Record<string, string>> = {
  'feature-files-have-a-role': {
    'src/features/agents/server/agents.service.ts': '',
    'src/features/agents/server/mail.usecases.ts': '',
    'src/features/agents/stray.ts': '',
    'src/features/agents/server/editor/agents-sections.usecases.ts': '',
    'src/features/agents/server/editor/sections.service.ts': '',
    'src/features/agents/server/editor/deep/sections.usecases.ts': '',
    'src/features/agents/web/editor/deep/sections.tsx': '',
  },
  'provider-files-have-a-place': { 'src/providers/llm/vendor-list.ts': '' },
  'names-are-kebab-case': { 'src/ui/bigButton.tsx': '', 'src/features/agents/web/AgentCard.tsx': '' },
  'names-say-something': { 'src/platform/helpers/text.ts': '', 'src/shared/utils.ts': '' },
  'words-are-the-fields-own': {
    'src/shared/a.ts': 'export const readStanding = () => 1;',
    'src/shared/b.ts': 'export class Lock {\n  #settle = 1;\n}',
    'src/shared/c.tsx': 'export const c = () => <LapsedNotice />;',
    'src/shared/d.test.ts': 'const stage = 1;',
    'src/shared/e.ts': 'export type MailWishes = { createContactsCare: string };',
    'src/shared/f.ts': 'export const createStillness = () => holdAccount();',
    'src/features/mail/server/mail-wishes.usecases.ts': '',
    'src/features/mail/server/mail-other.table.ts': `export const other = pgTable('mail_wishes', {});`,
    'src/shared/g.ts': 'export const wishes = 1;',
    'src/shared/h.ts': 'export const h = (wish: string) => wish;',
    'src/shared/i.ts': 'export type I = { standing: string };',
    'src/shared/j.ts': 'export const j = { carried: null };',
    'src/shared/k.ts': 'export const isCarried = true;',
    'src/shared/l.ts': 'const lapsed = new Set();',
    'src/shared/m.ts': 'let settled = false;',
    'src/shared/n.ts': 'export const n = ({ bound }: { bound: number }) => bound;',
    'src/shared/o.ts': 'export type Bound = number;',
    'src/features/agents/web/p.ts': 'export const stage = 1;',
  },
  'a-person-is-they': {
    'src/shared/a.ts': '/** What he typed. */\nexport const a = 1;',
    'src/features/mail/mail-he.contract.ts': `export const a = { summary: 'Lets the member keep his mails.' };`,
    'docs/decisions/0999-him.md': 'Whoever asks: the answer goes to him.',
    'src/features/mail/README.md': 'Only the owner himself.',
  },
  'words-of-languages-are-content': {
    'src/shared/a.ts': `export const thanks = new Set(['thanks', 'bedankt', 'gracias', 'obrigado', 'merci', 'děkuji']);`,
    'src/shared/b.ts': 'export const prices = /prijs|precio|preço|cena/i;',
    'src/features/agents/web/c.ts': `export const tax = { en: 'Tax', nl: 'Btw', es: 'IVA', fr: 'TVA', cs: 'DPH' };`,
  },
  'no-barrels': {
    'src/shared/everything.ts': `export { newId } from './ids.ts';`,
    'src/ui/index.ts': '',
    'src/shared/more.ts': `export * from './ids.ts';\nexport const x = 1;`,
  },
  'no-default-exports': {
    'src/shared/a.ts': 'export default 1;',
    'src/shared/b.ts': 'const b = 1;\nexport { b as default };',
  },
  'files-stay-small': {
    'src/shared/long.ts': 'export const line = 1;\n'.repeat(401),
    'src/ui/long.css': ':root {}\n'.repeat(401),
  },
  'folders-stay-small': Object.fromEntries(
    Array.from({ length: 31 }, (_, at) => [`src/shared/crowded/part-${at}.ts`, '']),
  ),
  'types-have-one-field-per-line': { 'src/shared/a.ts': 'export type A = { a: string; b: string };' },
  'reads-fail-in-one-way': {
    'src/features/agents/web/a.tsx': `export const a = <Callout action={<Button>{t('common:tryAgain')}</Button>} />;`,
  },
  'lists-use-the-shell': {
    'src/features/agents/web/a.tsx': `const { data } = useEndpoint('GET /api/agents');\nexport const a = data ? data.map(() => <li />) : <Skeleton />;`,
  },
  'forms-use-the-shell': {
    'src/features/agents/web/a.tsx': 'export const a = <form />;',
    'src/features/agents/web/b.tsx': `const save = useMutate('PUT /api/agents');\nexport const b = <Field><Input /></Field>;`,
  },
  'exemptions-are-needed': { 'src/features/contacts/web/tags/tags-dialog.tsx': '' },
  'icons-have-one-stroke': {
    'src/features/inbox/web/a.ts': 'const icon = { size: 16, strokeWidth: 1.75 } as const;',
    'src/features/inbox/web/b.tsx': 'export const b = <X size={16} strokeWidth={1.75} />;',
  },
  'no-any': {
    'src/shared/a.ts': 'export const a = (b: any) => b;',
    'src/shared/b.ts': 'export const b = 1 as unknown as any[];',
  },
  'router-types-are-used': {
    'src/features/agents/web/a.tsx': `import { Link } from '@tanstack/react-router';\nexport const a = <Link to="/" search={{ tab: 'x' } as never} />;`,
    'src/features/agents/web/b.ts': `import { useSearch } from '@tanstack/react-router';\nexport const useB = () => useSearch({ strict: false });`,
    'src/features/agents/web/c.ts': `import { useParams } from '@tanstack/react-router';\nexport const useC = () => useParams({ from: '/auth' }) as { id: string };`,
  },
  'no-silenced-types': { 'src/shared/a.ts': '// @ts-expect-error\nexport const a: string = 1;' },
  'no-code-from-texts': {
    'src/shared/a.ts': `eval('1');`,
    'src/shared/b.ts': `new Function('return 1');`,
    'src/shared/c.ts': `import { runInNewContext } from 'node:vm';`,
  },
  'tests-replace-no-module': { 'src/shared/a.test.ts': `vi.mock('./ids.ts');` },
  'no-test-is-left-out': {
    'src/shared/a.test.ts': `it.skip('x', () => {});`,
    'src/shared/b.test.ts': `describe.only('x', () => {});`,
  },
  'what-a-browser-shows-is-waited-for': {
    'tests/e2e/agents/list.test.ts': "expect(await page.getByRole('link').count()).toBe(1);",
  },
  'tests-do-not-sleep': {
    'src/shared/a.test.ts': 'await new Promise((resolve) => setTimeout(resolve, 50));',
  },
  'texts-are-not-written-to-the-console': { 'src/shared/a.ts': `console.log('here');` },
  'every-routes-file-is-listed': { 'src/features/agents/server/agents-forgotten.routes.ts': '' },
  'every-jobs-file-is-listed': { 'src/features/agents/server/agents-forgotten.jobs.ts': '' },
  'every-listeners-file-is-listed': { 'src/features/agents/server/agents-forgotten.listeners.ts': '' },
};

describe('the shape of the project', () => {
  it.each(structureRules)('keeps the rule $name: $why', ({ find }) => {
    expect(find(tree)).toEqual([]);
  });
});

describe('the check of the shape', () => {
  it.each(structureRules)('notices a breach of $name', ({ name, find }) => {
    const files = breaches[name];
    if (!files) throw new Error(`No breach is written for ${name}`);
    const found = find(withFiles(tree, files));
    for (const file of Object.keys(files))
      expect(found.join('\n')).toContain(name === 'folders-stay-small' ? path.dirname(file) : file);
  });
});
