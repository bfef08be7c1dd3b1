import { expect, test } from 'vitest';
import { processorMs } from '#tests/support/processor-time.ts';
import { boundedFileName, shownFileName } from './file-name.ts';

test('a name is shown without folders and tricks, with the extension of what it is', () => {
  expect(shownFileName('C:\\me\\..my  photo.JPG', 'png')).toBe('my photo.png');
  expect(shownFileName('../../a\u202egnp.exe', 'txt')).toBe('a gnp.txt');
  expect(shownFileName('..\u0000/..\u202Egnp.exe', 'txt')).toBe('gnp.txt');
  expect(shownFileName('Smlouva č. 5.PDF', 'pdf')).toBe('Smlouva č. 5.pdf');
  expect(shownFileName('... ', 'txt')).toBe('file.txt');
  expect(shownFileName('é'.repeat(300), 'txt')).toBe(`${'é'.repeat(100)}.txt`);
});

test('no name is longer than one of a file system, and none loses its extension by that', () => {
  expect(boundedFileName('a.txt')).toBe('a.txt');
  const long = boundedFileName(`${'a'.repeat(80_000)}.docx`);
  expect(long).toHaveLength(255);
  expect(long.endsWith('.docx')).toBe(true);
});

test('a name of a million dots is read at once', async () => {
  const cost = await processorMs(() => {
    for (const again of ['.', ' ', '. ', '.a ', '\u202e'])
      shownFileName(`a${again.repeat(1_000_000 / again.length)}x.txt`, 'txt');
  });
  expect(cost).toBeLessThan(1_000);
});
