import { expect, test } from 'vitest';
import { trimEndSigns, trimSigns } from './trim-signs.ts';

test('signs go from the end, or from both ends, and stay in the middle', () => {
  expect(trimEndSigns('. a. b. .', /[. ]/)).toBe('. a. b');
  expect(trimSigns('. a. b. .', /[. ]/)).toBe('a. b');
  expect(trimSigns('...', /[. ]/)).toBe('');
  expect(trimEndSigns('', /[. ]/)).toBe('');
  expect(trimEndSigns('a😀😀', /\p{Emoji_Presentation}/u)).toBe('a');
  expect(trimSigns('😀a\ud800', /\p{Emoji_Presentation}/u)).toBe('a\ud800');
});

test('a long run in the middle costs no more than its length', () => {
  const text = `a${'.'.repeat(400_000)}x`;
  const before = process.cpuUsage();
  expect(trimSigns(text, /[. ]/)).toBe(text);
  const { user } = process.cpuUsage(before);
  expect(user / 1_000).toBeLessThan(1_000);
});
