import { parentPort } from 'node:worker_threads';
import { textsFor, type Expression } from './expressions.ts';

/**
 * Each text is tried short first. What takes longer than most do, in milliseconds on the clock, is tried long:
 * there the square of the length takes hundreds of milliseconds of processor time, and what looks at some
 * hundred characters from each place some five.
 */
const short = { length: 2_000, noticed: 0.3, slow: 40 };
const long = { length: 20_000, slow: 100 };

/** Says of each expression on which text its time grows faster than the length; null for none. */
parentPort?.on('message', (expressions: readonly Expression[]) => {
  for (const [at, expression] of expressions.entries())
    parentPort?.postMessage({ at, worst: worstOf(expression) });
});

function worstOf(expression: Expression): string | null {
  const tried = new RegExp(expression.source, expression.flags);
  for (const [at, text] of textsFor(expression, short.length).entries()) {
    // What the engine has compiled by then runs again, so that nothing but the text counts.
    if (onClock(tried, text) < short.noticed || onClock(tried, text) < short.noticed) continue;
    if (onProcessor(tried, text) > short.slow) return text.slice(0, 40);
    if (onProcessor(tried, textsFor(expression, long.length)[at] ?? '') > long.slow) return text.slice(0, 40);
  }
  return null;
}

function onClock(expression: RegExp, text: string): number {
  const before = performance.now();
  find(expression, text);
  return performance.now() - before;
}

function onProcessor(expression: RegExp, text: string): number {
  const before = process.threadCpuUsage();
  find(expression, text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** Finds everything in a text, or what comes first where the expression looks for that. */
function find(expression: RegExp, text: string): void {
  expression.lastIndex = 0;
  if (!expression.global) expression.test(text);
  else
    for (let finds = 0; finds < 40_000; finds++) {
      const found = expression.exec(text);
      if (!found) break;
      if (found[0] === '') expression.lastIndex += 1;
    }
}
