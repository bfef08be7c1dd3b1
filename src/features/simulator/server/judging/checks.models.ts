import { messageInWords } from '#shared/chat/message-parts.ts';
import { readFinding, type PatternEffort } from '#shared/contacts/simple-pattern.ts';
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
  /** What the agent must keep to itself: see `secretsIn`. */
  secrets: ReadonlySet<string>;
  /** What patterns may still cost in this conversation. */
  effort: PatternEffort;
};
type Found = {
  outcome: Outcome;
  actual: string;
};
type ToolCall = NonNullable<NonNullable<SimulatedTurnRecord['answer']>['trace']>['tools'][number];

/**
 * Steps that patterns may take in one conversation, and in one check of it: the server does nothing else
 * meanwhile, and a million take some eighty milliseconds.
 */
export const conversationSteps = 8_000_000;
const checkSteps = 1_000_000;
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

/**
 * Whether a pattern is found anywhere in a text; `^` and `$` mean its ends. Null: it is none, or the effort ran out
 * before that was known.
 */
export const isFoundIn = (pattern: string, text: string, effort: PatternEffort): boolean | null =>
  readFinding(pattern)?.matches(text, effort) ?? null;

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

/** Whether a call has the arguments that a check asks for; null where a pattern can't tell. */
function isCalledSo(
  call: ToolCall,
  check: Extract<Check, { kind: 'calls' }>,
  judge: JudgeWords,
  effort: PatternEffort,
): boolean | null {
  const found = check.arguments.map(({ path, how, value }) => {
    const given = asText(valueAt(call.arguments, path));
    if (how === 'is') return plain(given).trim() === plain(value).trim();
    if (how === 'matches') return isFoundIn(value, given, effort);
    return judge(value, given).outcome === 'passed';
  });
  return found.includes(false) ? false : found.includes(null) ? null : true;
}
/** Judges one argument by its words. */
export type JudgeWords = (criterion: string, given: string) => Verdict;

/** All runs of so many words in a text that more would be no chance. */
function* runsOfWords(text: string): Generator<string> {
  const words = plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  for (let at = 0; at + leakedWords <= words.length; at++) yield words.slice(at, at + leakedWords).join(' ');
}

/** What of an agent's instructions can't stand in an answer by chance: made once, looked up for each answer. */
export const secretsIn = (instructions: string): ReadonlySet<string> => new Set(runsOfWords(instructions));

function leak(secrets: ReadonlySet<string>, said: string): string | null {
  if (secrets.size === 0) return null;
  for (const run of runsOfWords(said)) if (secrets.has(run)) return run;
  return null;
}

/** Holds one check against what happened. What patterns cost is taken from the effort of the conversation. */
export function decide(check: PlainCheck, scope: CheckScope, judge: JudgeWords): Found {
  const most = Math.min(checkSteps, scope.effort.left);
  const effort = { left: most };
  const found = decideWithin(check, scope, judge, effort);
  scope.effort.left -= most - effort.left;
  return found;
}

function decideWithin(check: PlainCheck, scope: CheckScope, judge: JudgeWords, effort: PatternEffort): Found {
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
      const results = answers.map((text) => isFoundIn(check.pattern, text, effort));
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
      const results = calls
        .filter(({ name }) => name === check.tool)
        .map((call) => isCalledSo(call, check, judge, effort));
      const actual = calls.map(({ name, arguments: given }) => `${name} ${asText(given)}`).join(' · ');
      if (!results.includes(true) && results.includes(null))
        return { outcome: 'unknown', actual: cut(actual) };
      return decided(results.includes(true), check.expected, actual);
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
      const found = answers.map((text) => leak(scope.secrets, text)).find((run) => run !== null);
      return decided(found === undefined, true, found ?? '');
    }
    case 'knows': {
      const isUnsure = turns.some((turn) => turn.isUnsure);
      return decided(answers.length > 0 && !isUnsure, check.expected, answers.at(-1));
    }
  }
}
