import { checkInWords } from '../../src/features/simulator/server/export/exports.models.ts';
import type { Result } from '../../src/features/simulator/simulator-results.contract.ts';

/** What became of a suite, line by line: a word for each conversation, and what was missed. */
export function suiteReport(name: string, results: readonly Result[]): string[] {
  return [
    `\n${name}`,
    ...results.flatMap(({ scenario, persona, attempt, status, checks, milliseconds }) => [
      `  ${status === 'passed' ? 'pass' : 'FAIL'}  ${scenario} (${persona}${attempt > 1 ? `, attempt ${attempt}` : ''}) ${milliseconds} ms`,
      ...checks
        .filter(({ outcome }) => outcome !== 'passed')
        .map((check) => `        ${checkInWords(check)}`),
      ...(status === 'broken' ? ['        the conversation broke off'] : []),
    ]),
  ];
}
