import { z } from 'zod';
import { calculate, calculationFunctions, longestCalculation } from '#platform/arithmetic/calculate.ts';
import { calculationIn } from '#platform/language/tool-requests/calculation-request.ts';
import { defineTool, failure } from '../tools.usecases.ts';
import type { BuiltInContext } from './built-in.usecases.ts';

/** A number as people of a language write it; what is too long for that stays as it was written. */
function shownNumber(value: string, language: string): string {
  const number = Number(value);
  const isExact = value.replace(/[-.]/g, '').length <= 15;
  return isExact ? new Intl.NumberFormat(language, { maximumFractionDigits: 12 }).format(number) : value;
}

const input = z.strictObject({
  expression: z
    .string()
    .min(1)
    .max(longestCalculation)
    .describe(
      `Numbers with a decimal point, + - * / ^ %, parentheses and ${[...calculationFunctions].join(', ')}; like "3 * 4.20 + 10%".`,
    ),
});

/** Arithmetic that a model need not do in its head. */
export const calculateTool = ({ language }: BuiltInContext) =>
  defineTool({
    name: 'calculate',
    description:
      'Calculates exactly. Use it for every sum, price for several pieces, percentage or difference instead of calculating yourself.',
    input,
    async recognise({ text, language: spokenIn }) {
      const request = calculationIn(text, spokenIn);
      if (!request || !('value' in (await calculate(request.expression)))) return null;
      return { arguments: { expression: request.expression }, place: 'instead', priority: 10 };
    },
    async run({ expression }) {
      const result = await calculate(expression);
      if (!('value' in result)) return failure('invalid_arguments', result.problem);
      // Numbers within are written as people write them, signs as they are said.
      const shown = expression
        .replaceAll(/\d+(?:\.\d+)?/g, (number) => shownNumber(number, language))
        .replaceAll('*', '×')
        .replaceAll('/', '÷');
      return { content: result.value, said: `${shown} = ${shownNumber(result.value, language)}` };
    },
  });
