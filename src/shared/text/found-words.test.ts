import { expect, test } from 'vitest';
import { countFound, excerptAround, placesOf } from './found-words.ts';

const marked = (text: string, search: string): string[] =>
  placesOf(text, search).map(({ from, to }) => text.slice(from, to));

test('words are found whatever their marks and size, short ones at the beginning of a word', () => {
  expect(marked('Réservé à la Cafétéria', 'cafeteria reserve')).toEqual(['Réservé', 'Cafétéria']);
  expect(marked('Kontakt: ZOFIE Šťastná, Øystein', 'stastna oystein')).toEqual(['Šťastná', 'Øystein']);
  expect(marked('An order, another order', 'an')).toEqual(['An', 'an']);
  expect(marked('Order order', 'rder order')).toEqual(['Order', 'order']);
  expect(marked('Nothing', 'bread')).toEqual([]);
  expect([countFound('rye bread', 'bread rye oats'), countFound('', 'bread')]).toEqual([2, 0]);
});

test('what is shown of a long text is the sentence with the word, or what stands around it', () => {
  const before = 'We are open from Tuesday to Sunday. '.repeat(8);
  const after = 'Come and see us at the harbour. '.repeat(8);
  expect(excerptAround(`${before}The cello is repaired by a luthier. ${after}`, 'luthier')).toMatch(
    /^The cello is repaired by a luthier\. Come .*…$/,
  );
  const long = excerptAround(`${'and so on '.repeat(40)}luthier ${'and so on '.repeat(40)}`, 'luthier');
  expect(long).toMatch(/^…\S.*luthier.*…$/);
  expect(long.length).toBeLessThanOrEqual(162);
  expect(excerptAround('Short\n\n  text', 'text')).toBe('Short text');
  expect(excerptAround('nothing '.repeat(60), 'absent')).toMatch(/^nothing .*…$/);
});
