import { afterAll, expect, test } from 'vitest';
import { compileCss } from '#shared/custom-css/custom-css.ts';
import { createCssCompiler } from './css-compiler.ts';

const compiler = createCssCompiler({ limits: { timeoutMs: 20_000 } });
afterAll(() => compiler.close());

test('CSS is read in a process of its own, as it is read in the browser', async () => {
  const code = '.cw-header { color: red }\n@import "x";';
  expect(await compiler.compile(code, 'one')).toEqual(compileCss(code));
  expect(await compiler.compile('', 'one')).toEqual({ css: '', problems: [], images: [] });
  expect(await compiler.clean(code, 'one')).toBe('.cw-header { color: red }');
});

test('what a refused text left behind does not stop the next one', async () => {
  for (const before of ['('.repeat(300), '['.repeat(300), '{'.repeat(300)]) {
    for (const after of ['())(', '[])[', '{}}{', '())(a{}']) {
      expect((await compiler.compile(before, 'one'))?.problems).toMatchObject([{ code: 'unclosed' }]);
      expect((await compiler.compile(after, 'one'))?.problems).toContainEqual(
        expect.objectContaining({ code: 'unclosed' }),
      );
    }
  }
});

test('CSS that can not be read in time is not used, and the next one is read again', async () => {
  const impatient = createCssCompiler({ limits: { timeoutMs: 1 } });
  expect(await impatient.compile('.a { color: red }', 'one')).toBeNull();
  expect(await impatient.clean('.a { color: red }', 'one')).toBe('');
  await impatient.close();
});
