import { expect, test } from 'vitest';
import { processorMs } from '#tests/support/processor-time.ts';
import { trimEndSigns, trimSigns } from './trim-signs.ts';

test('signs go from the end, or from both ends, and stay in the middle', () => {
  expect(trimEndSigns('. a. b. .', /[. ]/)).toBe('. a. b');
  expect(trimSigns('. a. b. .', /[. ]/)).toBe('a. b');
  expect(trimSigns('...', /[. ]/)).toBe('');
  expect(trimEndSigns('', /[. ]/)).toBe('');
  expect(trimEndSigns('a😀😀', /\p{Emoji_Presentation}/u)).toBe('a');
  expect(trimSigns('😀a\ud800', /\p{Emoji_Presentation}/u)).toBe('a\ud800');
});

test('a long run in the middle costs no more than its length', async () => {
  const text = `a${'.'.repeat(400_000)}x`;
  const cost = await processorMs(() => expect(trimSigns(text, /[. ]/)).toBe(text));
  expect(cost).toBeLessThan(1_000);
});
