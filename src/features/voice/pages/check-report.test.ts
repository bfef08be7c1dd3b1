import { expect, test } from 'vitest';
import { reportText, wordsRight } from './check-report.ts';

test('a report is plain text, one finding to a line', () => {
  const row = { label: 'Voices', value: '12\n  en 3', verdict: 'Good' };
  expect(
    reportText(
      'Voice on this device',
      [['Browser', 'Firefox  140']],
      [
        { title: 'Browser', rows: [row] },
        { title: 'Echo', rows: [] },
      ],
    ),
  ).toBe('Voice on this device\nBrowser: Firefox 140\n\nBrowser\n- Voices: 12 en 3 (Good)\n');
});

test.each([
  ['Je voudrais une chambre calme.', 'je voudrais une chambre calme', 5, 5],
  ['The boat house opens in the morning.', 'the goat house opens morning', 4, 7],
  ['Dobrý den, přejete si?', '', 0, 4],
  ['one two', 'two one', 1, 2],
  ['', 'anything', 0, 0],
])('of “%s” heard as “%s” %d of %d words are right', (shown, heard, right, of) => {
  expect(wordsRight(shown, heard)).toEqual({ right, of });
});
