import { z } from 'zod';
import { calculate, calculationFunctions, longestCalculation } from '#platform/arithmetic/calculate.ts';
import { defineTool, failure } from '../tools.usecases.ts';

/** Arithmetic that a model need not do in its head. */
export const calculateTool = defineTool({
  name: 'calculate',
  description:
    'Calculates exactly. Use it for every sum, price for several pieces, percentage or difference instead of calculating yourself.',
  input: z.strictObject({
    expression: z
      .string()
      .min(1)
      .max(longestCalculation)
      .describe(
        `Numbers with a decimal point, + - * / ^ %, parentheses and ${[...calculationFunctions].join(', ')}; like "3 * 4.20 + 10%".`,
      ),
  }),
  async run({ expression }) {
    const result = await calculate(expression);
    return 'value' in result ? { content: result.value } : failure('invalid_arguments', result.problem);
  },
});
