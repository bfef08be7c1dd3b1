import { expect, test } from 'vitest';
import { progressStatement } from './statements.repository.ts';

test('what the database refuses in one answer does not stop the progress of all the others', () => {
  const { values } = progressStatement('p1', [
    {
      id: 'msg_1',
      text: 'one\u0000 \ud800',
      parts: [{ type: 'image', url: 'https://x.test/a.png', alt: 'a\u0000\udc00', at: 0 } as never],
    },
    { id: 'msg_2', text: 'two', parts: [] },
  ]);
  const written = values.flat().join('\n');
  expect(written).toContain('one');
  expect(written).not.toContain('\u0000');
  expect(written).not.toMatch(/\\u0000|\\ud800|\\udc00/);
});
