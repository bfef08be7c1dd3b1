import type { Checked, SimulatedTurnRecord } from '../../simulator-results.contract.ts';
import type { Run } from '../../simulator.contract.ts';
import { answerText } from '../judging/checks.models.ts';
import type { ResultRow } from '../simulator.repository.ts';

type Exported = Pick<
  ResultRow,
  | 'scenario'
  | 'persona'
  | 'wallet'
  | 'attempt'
  | 'status'
  | 'checks'
  | 'turns'
  | 'speech'
  | 'costMicros'
  | 'milliseconds'
>;

/** A text within XML 1.0: what that can't hold is left out. */
const xml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** A check in words for a log: its kind and what it asks. */
export function checkInWords({ turn, check, outcome, actual }: Checked): string {
  const { kind, ...asked } = check;
  const where = turn === null ? 'conversation' : `turn ${turn + 1}`;
  return `${where}: ${kind} ${JSON.stringify(asked)} ${outcome}${actual ? `: ${actual}` : ''}`;
}

/** What was understood of what was said aloud. */
const understoodIn = ({ speech }: SimulatedTurnRecord): string =>
  speech ? `(${speech.outcome}: ${speech.heard})\n` : '';

const saidIn = (turns: readonly SimulatedTurnRecord[]): string =>
  turns
    .map(
      (turn) =>
        `> ${turn.said}\n${understoodIn(turn)}${answerText(turn) || `(${turn.refusal ?? turn.handler})`}`,
    )
    .join('\n');

const nameOf = ({ scenario, persona, attempt }: Exported): string =>
  `${scenario} (${persona}${attempt > 1 ? `, attempt ${attempt}` : ''})`;

/** The results as JUnit XML, which build servers read: a test case for each conversation. */
export function asJUnit(run: Pick<Run, 'suiteName' | 'milliseconds'>, results: readonly Exported[]): string {
  const failed = results.filter(({ status }) => status === 'failed').length;
  const broken = results.filter(({ status }) => status === 'broken').length;
  const suite = xml(run.suiteName);
  const cases = results.map((result) => {
    const missed = result.checks.filter(({ outcome }) => outcome !== 'passed').map(checkInWords);
    const problem =
      result.status === 'failed'
        ? `\n      <failure message="${xml(missed[0] ?? '')}">${xml(missed.join('\n'))}</failure>`
        : result.status === 'broken'
          ? '\n      <error message="The conversation broke off"/>'
          : '';
    return `    <testcase name="${xml(nameOf(result))}" classname="${suite}" time="${(result.milliseconds / 1_000).toFixed(3)}">${problem}
      <system-out>${xml(saidIn(result.turns))}</system-out>
    </testcase>`;
  });
  const counts = `tests="${results.length}" failures="${failed}" errors="${broken}" time="${(run.milliseconds / 1_000).toFixed(3)}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts}>
  <testsuite name="${suite}" ${counts}>
${cases.join('\n')}
  </testsuite>
</testsuites>
`;
}

/** Everything of a run, with every word that was said. */
export function asJson(run: object, results: readonly Exported[]): string {
  const conversations = results.map(
    ({ scenario, persona, wallet, attempt, status, checks, turns, speech, costMicros, milliseconds }) => ({
      scenario,
      persona,
      wallet,
      attempt,
      status,
      costMicros,
      milliseconds,
      checks,
      ...(speech && { speech }),
      turns: turns.map((turn) => ({
        ...turn,
        answer: turn.answer && {
          ...turn.answer,
          citations: turn.answer.citations.map(({ storedUrl: _, ...citation }) => citation),
        },
      })),
    }),
  );
  return `${JSON.stringify({ kind: 'chatelier.simulation', run, conversations }, null, 2)}\n`;
}
