import { describe, expect, test } from 'vitest';
import { countProcessorTime } from '#tests/support/app/processor-time.ts';
import { calculate } from './calculate.ts';

describe('a calculation', () => {
  test.each([
    ['3 * 4.20', '12.6'],
    ['0.1 + 0.2', '0.3'],
    ['49.95 + 21%', '60.4395'],
    ['20% * 80', '16'],
    ['-2^2', '-4'],
    ['2^3^2', '512'],
    ['(12 + 8) / 3', '6.666666666667'],
    ['round(19.955, 2)', '19.96'],
    ['max(3, 7, 5) - min(3, 7, 5)', '4'],
    ['12345678901234567890 * 10', '123456789012345678900'],
    ['7 mod 4', '3'],
    ['2 * pi', '6.28318530718'],
  ])('%s is %s', async (text, value) => expect(await calculate(text)).toEqual({ value }));

  test.each([
    ['1 / 0', 'It has no value.'],
    ['sqrt(-1)', 'It has no value.'],
    ['9^9^9^9', 'An exponent is too large.'],
    ['2^(1e9)', 'An exponent is too large.'],
    ['10^900 * 10^900', 'The result is too large.'],
    ['x + 1', '“x” is not known.'],
    ['factorial(100000000)', '“factorial” is not known.'],
    ['ones(100000, 100000)', '“ones” is not known.'],
    ['import("fs")', '“import” is not known.'],
    ['cos.constructor("return process")', '“constructor” is not known.'],
    ['f(x) = x', 'It is no calculation.'],
    ['a = 3', 'It is no calculation.'],
    ['[1, 2, 3]', 'It is no calculation.'],
    ['"text"', 'It has no value.'],
    ['3 cm', '“cm” is not known.'],
    ['1; 2', 'It is no calculation.'],
    ['+ '.repeat(140) + '1', 'It is too long.'],
    ['1+'.repeat(200), 'At most 300 characters.'],
  ])('%s is refused: %s', async (text, problem) => expect(await calculate(text)).toEqual({ problem }));

  test.each(['3 +', '((1)', '', '1 2', '3,5 * 2', '\u0000'])('%j says what is wrong', async (text) =>
    expect(await calculate(text)).toEqual({ problem: expect.stringMatching(/\w/) }),
  );

  test('costs little, whatever it holds', async () => {
    await calculate('1');
    const spent = countProcessorTime();
    for (const text of ['('.repeat(149) + '1' + ')'.repeat(149), '9^999*'.repeat(48) + '9', '1%'.repeat(90)])
      await calculate(text);
    expect(spent()).toBeLessThan(500);
  });
});
