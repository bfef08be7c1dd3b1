import { checkInWords } from '../../src/features/simulator/server/export/exports.models.ts';
import type { Result } from '../../src/features/simulator/simulator-results.contract.ts';

/** On one line of a terminal: nothing that moves the cursor, colours, or looks like lines of ours. */
const onLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');

/** What became of a suite, line by line: a word for each conversation, and what was missed. */
export function suiteReport(name: string, results: readonly Result[]): string[] {
  return [
    `\n${onLine(name)}`,
    ...results.flatMap(({ scenario, persona, attempt, status, checks, milliseconds }) => [
      `  ${status === 'passed' ? 'pass' : 'FAIL'}  ${onLine(scenario)} (${persona}${attempt > 1 ? `, attempt ${attempt}` : ''}) ${milliseconds} ms`,
      ...checks
        .filter(({ outcome }) => outcome !== 'passed')
        .map((check) => `        ${onLine(checkInWords(check))}`),
      ...(status === 'broken' ? ['        the conversation broke off'] : []),
    ]),
  ];
}
