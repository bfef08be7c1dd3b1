import { describe, expect, it } from 'vitest';
import { lintedOf } from '../../tools/check/linted.ts';
import { assembled, testsOf } from '../../tools/check/tests-of.ts';
import type { Import } from './import-graph.ts';
import { readTree } from './source-tree.ts';

const arrow = (from: string, to: string, isType = false): Import => ({ from, to, line: 1, isType });
const imports = [
  arrow('src/features/a/server/a.usecases.ts', 'src/features/a/server/a.models.ts'),
  arrow('src/features/a/server/a.models.test.ts', 'src/features/a/server/a.models.ts'),
  arrow('src/features/a/server/a.http.test.ts', 'tests/support/app/test-app.ts'),
  arrow('src/features/b/server/b.http.test.ts', 'tests/support/app/test-app.ts'),
  arrow('src/features/c/server/c.test.ts', 'src/features/a/server/a.usecases.ts'),
  arrow('src/features/d/server/d.test.ts', 'src/features/a/server/a.models.ts', true),
  arrow('src/apps/server/services.ts', 'src/features/a/server/a.usecases.ts'),
  arrow('tests/support/app/test-app.ts', 'src/apps/server/services.ts'),
  arrow('tests/e2e/story.test.ts', 'tests/support/app/test-app.ts'),
];

describe('the tests near to a change', () => {
  it('are those of its folder, and those that import it through others', () => {
    expect(testsOf(['src/features/a/server/a.models.ts'], imports).tests).toEqual([
      'src/features/a/server/a.http.test.ts',
      'src/features/a/server/a.models.test.ts',
      'src/features/c/server/c.test.ts',
    ]);
  });

  it('are the nearest, where a file is imported nearly everywhere', () => {
    const direct = Array.from({ length: 20 }, (_, at) => `src/features/f${at}/f${at}.test.ts`);
    const indirect = Array.from({ length: 20 }, (_, at) => `src/features/g${at}/g${at}.test.ts`);
    const contract = 'src/shared/contract.ts';
    const { tests, left } = testsOf(
      [contract],
      [
        ...indirect.map((file) => arrow(file, 'src/ui/uses.ts')),
        arrow('src/ui/uses.ts', contract),
        ...direct.map((file) => arrow(file, contract)),
        arrow('src/shared/contract.test.ts', contract),
      ],
    );
    expect(tests).toEqual(expect.arrayContaining([...direct, 'src/shared/contract.test.ts']));
    expect([tests.length, left]).toEqual([25, 16]);
  });

  it('are not all that start the whole server', () => {
    expect(testsOf(['tests/support/app/test-app.ts'], imports).tests).toEqual([]);
  });

  it('leave out only what is there', () => {
    const files = [...readTree().keys()];
    expect(assembled.filter((start) => !files.some((file) => file.startsWith(start)))).toEqual([]);
  });

  it('are a changed test itself', () => {
    expect(testsOf(['tests/e2e/story.test.ts', 'README.md'], imports).tests).toEqual([
      'tests/e2e/story.test.ts',
    ]);
  });
});

describe('what the linter is asked about', () => {
  it('are the files of code that changed', () => {
    expect(lintedOf(['README.md', 'src/ui/theme.css', 'src/a.ts', 'src/b.tsx', 'locales/en/a.json'])).toEqual(
      ['src/a.ts', 'src/b.tsx'],
    );
  });

  it('is everything when its rules or the types may have changed', () => {
    expect(lintedOf(['src/a.ts', '.oxlintrc.json'])).toBeNull();
    expect(lintedOf(['tsconfig.server.json'])).toBeNull();
  });
});
