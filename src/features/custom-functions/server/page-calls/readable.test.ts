import { expect, test } from 'vitest';
import { readable } from './page-calls.usecases.ts';

test('what begins as JSON and was cut is not read, for nobody knows what in it is secret', () => {
  expect(readable('{"size":"M","token":"abcdef123"}')).not.toContain('abcdef123');
  for (const cut of [
    '{"token":"abcdef123","lines":["a"',
    ' [ {"token":"abcdef123"',
    '["a", {"token":"abcdef123"',
  ])
    expect(readable(cut)).toBe('It was done. What it gave is no whole JSON and was left out.');
});

test('any other text is read as it is, also one with brackets', () => {
  for (const text of ['Done', '[1] is chosen', '[Size](/size)', '{size} is set', '"M"'])
    expect(readable(text)).toBe(text.replaceAll('"', ''));
});
