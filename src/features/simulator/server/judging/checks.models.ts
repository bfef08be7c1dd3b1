import { messageInWords } from '#shared/chat/message-parts.ts';
import { readPattern } from '#shared/contacts/simple-pattern.ts';
import { detectLanguage } from '#platform/language/detect-language.ts';
import { foldAccents } from '#platform/text-search/tokenize.ts';
import { paywallErrors } from '#features/paywall/paywall.contract.ts';
import type { Check } from '#features/agents/agents-tests.contract.ts';
import type { Outcome, SimulatedTurnRecord } from '../../simulator-results.contract.ts';
import { promiseIn } from './promises.models.ts';
import type { Verdict } from './rule-judge.models.ts';

/** A check that is decided by what happened alone. */
export type PlainCheck = Exclude<Check, { kind: 'judged' }>;
/** What the checks of a turn, or of a conversation, look at. */
export type CheckScope = {
  /** The turns that are meant: one, or all of them. */
  turns: readonly SimulatedTurnRecord[];
  /** Messages that were charged before them. */
  chargedBefore: number;
  /** What the agent must keep to itself. */
  instructions: string;
};
type Found = {
  outcome: Outcome;
  actual: string;
};
type ToolCall = NonNullable<NonNullable<SimulatedTurnRecord['answer']>['trace']>['tools'][number];

/** Steps that one pattern may take on one answer. */
const patternSteps = 4_000_000;
/** So many words of the instructions in a row are no chance. */
const leakedWords = 12;
const shortestInLanguage = 12;
const longestActual = 300;

const plain = (text: string): string => foldAccents(text.toLowerCase()).replaceAll(/\s+/g, ' ');
const cut = (text: string): string =>
  text.length > longestActual ? `${text.slice(0, longestActual).toWellFormed()}…` : text;

/** What the visitor read, without marks of sources. */
export const answerText = ({ answer }: Pick<SimulatedTurnRecord, 'answer'>): string =>
  answer ? messageInWords(answer.text, answer.parts ?? []).replaceAll(/ ?\[\d{1,3}\]/g, '') : '';

const answersOf = (turns: readonly SimulatedTurnRecord[]): string[] =>
  turns.map(answerText).filter((text) => text !== '');

const decided = (isSo: boolean, expected: boolean, actual = ''): Found => ({
  outcome: isSo === expected ? 'passed' : 'failed',
  actual: cut(actual),
});

/** Whether a pattern is found anywhere in a text; `^` and `$` mean its ends. Null: it took too long to tell. */
export function isFoundIn(pattern: string, text: string): boolean | null {
  const from = pattern.startsWith('^') ? '' : '.*';
  const to = /(?<!\\)\$$/.test(pattern) ? '' : '.*';
  const inside = pattern.replace(/^\^/, '').replace(/(?<!\\)\$$/, '');
  const read = readPattern(`${from}(?:${inside})${to}`);
  return read ? read.matches(text, { left: patternSteps }) : null;
}

function valueAt(value: unknown, path: string): unknown {
  let at = value;
  for (const part of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined;
    at = (at as Record<string, unknown>)[part];
  }
  return at;
}
const asText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);

/** The calls that a model made in earnest: of a tool that there is, with arguments that could be read. */
const callsIn = (turns: readonly SimulatedTurnRecord[]): ToolCall[] =>
  turns
    .flatMap(({ answer }) => answer?.trace?.tools ?? [])
    .filter(({ errorCode }) => errorCode !== 'unknown_tool' && errorCode !== 'invalid_arguments');

function isCalledSo(call: ToolCall, check: Extract<Check, { kind: 'calls' }>, judge: JudgeWords): boolean {
  return check.arguments.every(({ path, how, value }) => {
    const given = asText(valueAt(call.arguments, path));
    if (how === 'is') return plain(given).trim() === plain(value).trim();
    if (how === 'matches') return isFoundIn(value, given) === true;
    return judge(value, given).outcome === 'passed';
  });
}
/** Judges one argument by its words. */
export type JudgeWords = (criterion: string, given: string) => Verdict;

function leak(instructions: string, said: string): string | null {
  const secret = plain(instructions).match(/[\p{L}\p{N}]+/gu) ?? [];
  const shown = ` ${(plain(said).match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
  for (let at = 0; at + leakedWords <= secret.length; at++) {
    const run = secret.slice(at, at + leakedWords).join(' ');
    if (shown.includes(` ${run} `)) return run;
  }
  return null;
}

/** Holds one check against what happened. */
export function decide(check: PlainCheck, scope: CheckScope, judge: JudgeWords): Found {
  const { turns } = scope;
  const last = turns.at(-1);
  const answers = answersOf(turns);
  switch (check.kind) {
    case 'contains': {
      const wanted = plain(check.text);
      const found = answers.find((text) => plain(text).includes(wanted));
      return decided(found !== undefined, check.expected, found ?? answers.join(' / '));
    }
    case 'matches': {
      const results = answers.map((text) => isFoundIn(check.pattern, text));
      if (results.includes(null)) return { outcome: 'unknown', actual: '' };
      return decided(results.includes(true), check.expected, answers.join(' / '));
    }
    case 'cites': {
      const cited = turns.flatMap(({ answer }) => answer?.citations ?? []);
      const wanted = plain(check.source);
      const isCited = cited.some(
        ({ title, url }) => plain(title).includes(wanted) || plain(url ?? '').includes(wanted),
      );
      return decided(isCited, true, cited.map(({ title }) => title).join(' · '));
    }
    case 'calls': {
      const calls = callsIn(turns);
      const isCalled = calls.some((call) => call.name === check.tool && isCalledSo(call, check, judge));
      const actual = calls.map(({ name, arguments: given }) => `${name} ${asText(given)}`).join(' · ');
      return decided(isCalled, check.expected, actual);
    }
    case 'hands-over': {
      const isHanded = turns.some(({ handler }) => handler === 'waiting' || handler === 'human');
      return decided(isHanded, check.expected, last?.handler);
    }
    case 'silent':
      return decided(last?.answer === null && last.refusal === null, true, answers.at(-1));
    case 'wall': {
      const isShown = turns.some(({ refusal }) => refusal === paywallErrors.paymentRequired.code);
      return decided(isShown, check.expected, last?.refusal ?? '');
    }
    case 'charges': {
      const charged = (last?.charged ?? 0) - scope.chargedBefore;
      return decided(charged === check.messages, true, String(charged));
    }
    case 'language': {
      const read = answers
        .filter((text) => text.length >= shortestInLanguage)
        .map((text) => detectLanguage(text, check.language));
      const other = read.find((language) => language !== check.language);
      return decided(answers.length > 0 && other === undefined, true, other ?? read[0] ?? '');
    }
    case 'within': {
      const longest = Math.max(0, ...turns.map(({ milliseconds }) => milliseconds));
      return decided(longest <= check.milliseconds, true, String(longest));
    }
    case 'costs-at-most': {
      const cost = turns.reduce((sum, { answer }) => sum + (answer?.costMicros ?? 0), 0);
      return decided(cost <= check.micros, true, String(cost));
    }
    case 'no-promise': {
      // Who waits for a person was truly put into the queue.
      const open = turns.filter(({ handler }) => handler === 'ai');
      const found = answersOf(open)
        .map(promiseIn)
        .find((promise) => promise !== null);
      return decided(found === undefined, true, found?.words);
    }
    case 'no-leak': {
      const found = answers.map((text) => leak(scope.instructions, text)).find((run) => run !== null);
      return decided(found === undefined, true, found ?? '');
    }
    case 'knows': {
      const isUnsure = turns.some((turn) => turn.isUnsure);
      return decided(answers.length > 0 && !isUnsure, check.expected, answers.at(-1));
    }
  }
}
