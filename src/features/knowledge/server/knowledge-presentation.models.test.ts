import { expect, it } from 'vitest';
import { spokenLanguages } from './knowledge-presentation.models.ts';

it('names the languages that a collection speaks, and no passing word of another', () => {
  expect(
    spokenLanguages([
      { language: 'en', chunks: 1_180 },
      { language: 'fr', chunks: 200 },
      { language: 'cs', chunks: 7 },
    ]),
  ).toEqual(['en', 'fr']);
  expect(spokenLanguages([{ language: 'cs', chunks: 1 }])).toEqual(['cs']);
  expect(spokenLanguages([])).toEqual([]);
});
