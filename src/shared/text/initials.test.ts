import { expect, test } from 'vitest';
import { initialsOf } from './initials.ts';

test('initials are of the first and the last word, whatever stands between', () => {
  const names = ['Jonas de Wit', 'élodie', '  Anna-Marie (CEO) ', '𝒜da Lovelace', '🙂', ''];
  expect(names.map(initialsOf)).toEqual(['JW', 'É', 'AC', '𝒜L', '', '']);
});
