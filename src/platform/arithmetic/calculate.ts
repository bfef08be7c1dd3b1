import type { MathNode } from 'mathjs';

/** Characters of the longest calculation that is read. */
export const longestCalculation = 300;
const mostNodes = 100;
const largestExponent = 1_000;
/** What a calculation may call. */
export const calculationFunctions = new Set([
  'abs',
  'ceil',
  'floor',
  'max',
  'mean',
  'min',
  'round',
  'sqrt',
  'sum',
]);
const operators = new Set(['+', '-', '*', '/', '^', '%', 'mod']);

/**
 * Loaded by the first calculation: most answers need none. The bundle is there in a tenth of the time that
 * its eight hundred modules take, during which nobody else would be served.
 */
const loadMath = async () => {
  const { default: math } = await import('mathjs/lib/browser/math.js');
  // Decimal fractions, as money and quantities are: 0.1 + 0.2 is 0.3.
  math.config({ number: 'BigNumber', precision: 34 });
  return math;
};
let loading: ReturnType<typeof loadMath> | undefined;

/** What an expression holds that a calculation doesn't; null when it is one. */
function strangeIn(expression: MathNode): string | null {
  let strange: string | null = null;
  let nodes = 0;
  expression.traverse((node, path, parent) => {
    nodes += 1;
    const { type, op, name, fn } = node as MathNode & { op?: string; name?: string; fn?: { name?: string } };
    if (nodes > mostNodes) strange ??= 'It is too long.';
    else if (type === 'OperatorNode') {
      if (!operators.has(op ?? '')) strange ??= `“${op}” is not known.`;
    } else if (type === 'FunctionNode') {
      if (!calculationFunctions.has(fn?.name ?? '')) strange ??= `“${fn?.name ?? '?'}” is not known.`;
    } else if (type === 'SymbolNode') {
      // The name of a function stands below its call.
      if (!(parent?.type === 'FunctionNode' && path === 'fn') && name !== 'pi')
        strange ??= `“${name}” is not known.`;
    } else if (type !== 'ConstantNode' && type !== 'ParenthesisNode') strange ??= 'It is no calculation.';
  });
  return strange;
}

/** A number as people write it: no more than twelve digits after the point, no zeros at its end. */
const written = (value: { toDecimalPlaces(places: number): { toFixed(): string } }): string =>
  value.toDecimalPlaces(12).toFixed();

/**
 * The value of a calculation such as `3 * 4.20 + 10%`; a problem in words where it is none. What it may hold
 * is listed, so that no text can be more than arithmetic, and what it costs is bounded.
 */
export async function calculate(text: string): Promise<{ value: string } | { problem: string }> {
  if (text.length > longestCalculation) return { problem: `At most ${longestCalculation} characters.` };
  const math = await (loading ??= loadMath());
  try {
    const expression = math.parse(text);
    const problem = strangeIn(expression);
    if (problem !== null) return { problem };
    const exponents = expression.filter(
      (node) => node.type === 'OperatorNode' && (node as MathNode & { op?: string }).op === '^',
    ) as (MathNode & { args: MathNode[] })[];
    for (const { args } of exponents) {
      const exponent = math.bignumber(String(args[1]?.evaluate()));
      if (exponent.abs().greaterThan(largestExponent)) return { problem: 'An exponent is too large.' };
    }
    const value: unknown = expression.evaluate();
    if (!math.isBigNumber(value) || !value.isFinite()) return { problem: 'It has no value.' };
    if (value.abs().greaterThan('1e30')) return { problem: 'The result is too large.' };
    return { value: written(value) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message.slice(0, 200) : 'It can not be read.' };
  }
}
