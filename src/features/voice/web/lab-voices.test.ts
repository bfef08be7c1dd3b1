import { expect, test } from 'vitest';
import { choosePair, findVoices } from './lab-voices.ts';

const voices = [
  { id: '1', label: 'Anna', about: 'Dutch, young' },
  { id: '2', label: 'Renée', about: 'French, calm' },
  { id: '3', label: 'George', about: 'British, calm' },
];

test('voices are found by every word of their name and description, with and without accents', () => {
  expect(findVoices(voices, '').map(({ id }) => id)).toEqual(['1', '2', '3']);
  expect(findVoices(voices, 'calm').map(({ id }) => id)).toEqual(['2', '3']);
  expect(findVoices(voices, ' CALM  renee').map(({ id }) => id)).toEqual(['2']);
  expect(findVoices(voices, 'calm young')).toEqual([]);
});

test('two voices are compared, the last two that were chosen', () => {
  expect(choosePair([], '1')).toEqual(['1']);
  expect(choosePair(['1'], '2')).toEqual(['1', '2']);
  expect(choosePair(['1', '2'], '3')).toEqual(['2', '3']);
  expect(choosePair(['2', '3'], '2')).toEqual(['3']);
});
