import { expect, it } from 'vitest';
import { fileTitles } from './file-titles.models.ts';

it('calls a file as its link does, and by its name where the link says nothing of it alone', () => {
  const titles = fileTitles(
    new Map([
      ['https://a.example/p/prices%202026.pdf', ' Our\nprices '],
      ['https://a.example/_sources/ch-binary.rst.txt', 'Show Source'],
      ['https://a.example/_sources/ch-files.rst.txt', 'Show Source'],
      ['https://a.example/plan%E9.pdf', '↓'],
      ['https://a.example/?file=pdf', ''],
    ]),
  ).map(({ title }) => title);
  expect(titles).toEqual([
    'Our prices',
    'ch-binary.rst.txt',
    'ch-files.rst.txt',
    'plan%E9.pdf',
    'https://a.example/?file=pdf',
  ]);
});
