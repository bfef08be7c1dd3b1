import { describe, expect, it } from 'vitest';
import { surroundings, textDifference } from './text-difference.ts';

describe('what changed in a text', () => {
  it('is found between the words that stay', () => {
    expect(textDifference('We open at nine on weekdays.', 'We open at ten on weekdays.')).toEqual({
      before: 'We open at ',
      removed: 'nine ',
      added: 'ten ',
      after: 'on weekdays.',
    });
  });
  it('may be only an addition or only a removal', () => {
    expect(textDifference('a b', 'a b c')).toMatchObject({ added: 'b c' });
    expect(textDifference('', 'new')).toEqual({ before: '', removed: '', added: 'new', after: '' });
    expect(textDifference('a b c', 'a c')).toEqual({ before: 'a ', removed: 'b ', added: '', after: 'c' });
  });
  it('shows only the surroundings of a long text', () => {
    expect(surroundings('word '.repeat(100), 'before').length).toBeLessThan(100);
    expect(surroundings('short', 'after')).toBe('short');
  });
});
