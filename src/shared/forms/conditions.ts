import { readNumber, type FormAnswer, type FormAnswers } from './answers.ts';
import {
  type pagesOf,
  type FormBlock,
  type FormCondition,
  type FormPlan,
  type FormRule,
} from './document.ts';
import { currencyDigits } from '../chat/message-parts.ts';

/** What a form says whatever is answered: worked out once for a document, which nobody changes in place. */
export type Plan = {
  form: FormPlan;
  pages: ReturnType<typeof pagesOf>;
  blocks: ReadonlyMap<string, FormBlock>;
  /** Blocks that wait for a rule to show them. */
  waiting: ReadonlySet<string>;
  /** For each rule the page on which the last answer is given that it depends on: it leads on from there. */
  pageOfRule: readonly number[];
};

/** What a condition said: of an answer that is shown or hidden, or of the calculated value that it last saw. */
type Known = {
  shown?: boolean;
  hidden?: boolean;
  value?: number;
  ofValue?: boolean;
};

/**
 * A plan with answers. `known` keeps what was compared: going through the rules again asks the same again.
 */
export type Look = Plan & {
  answers: FormAnswers;
  isPaid: boolean;
  known: Map<FormCondition, Known>;
};

/** The number in an answer, in whole units of a currency. */
export function numberIn(block: FormBlock | undefined, answer: FormAnswer | undefined): number | null {
  if (typeof answer === 'number')
    return block?.type === 'currency' ? answer / 10 ** currencyDigits(block.currency) : answer;
  return typeof answer === 'string' ? readNumber(answer) : null;
}

export const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** The words of an answer that texts are compared with; money in whole units, as people see it. */
function wordsOf(block: FormBlock | undefined, answer: FormAnswer | undefined): string[] {
  if (answer === undefined) return [];
  if (typeof answer === 'number') return [String(numberIn(block, answer))];
  if (Array.isArray(answer)) return answer;
  if (typeof answer === 'object')
    return Object.entries(answer).flatMap(([name, value]) => [value, `${name}:${value}`]);
  return [String(answer)];
}

function compares(
  condition: FormCondition,
  block: FormBlock | undefined,
  answer: FormAnswer | undefined,
): boolean {
  const { operator, value } = condition;
  const words = wordsOf(block, answer);
  const number = numberIn(block, answer);
  const wanted = readNumber(value);
  const isSame = (word: string): boolean =>
    same(word, value) || (number !== null && wanted !== null && number === wanted);
  const isText = typeof answer === 'string' && block !== undefined && block.options.length === 0;
  const holds = (word: string): boolean =>
    isText ? word.toLowerCase().includes(value.trim().toLowerCase()) : isSame(word);
  const text = words[0]?.toLowerCase() ?? '';
  switch (operator) {
    case 'is':
      return Array.isArray(answer) ? answer.length === 1 && isSame(answer[0] ?? '') : words.some(isSame);
    case 'is_not':
      return !compares({ ...condition, operator: 'is' }, block, answer);
    case 'contains':
      return words.some(holds);
    case 'not_contains':
      return !words.some(holds);
    case 'starts':
      return words.length > 0 && text.startsWith(value.trim().toLowerCase());
    case 'ends':
      return words.length > 0 && text.endsWith(value.trim().toLowerCase());
    case 'gt':
      return number !== null && wanted !== null && number > wanted;
    case 'gte':
      return number !== null && wanted !== null && number >= wanted;
    case 'lt':
      return number !== null && wanted !== null && number < wanted;
    case 'lte':
      return number !== null && wanted !== null && number <= wanted;
    // Days and times are written so that their order is that of their texts.
    case 'before':
      return text !== '' && value !== '' && text < value.toLowerCase();
    case 'after':
      return text !== '' && value !== '' && text.slice(0, value.length) > value.toLowerCase();
    case 'answered':
      return answer !== undefined;
    case 'not_answered':
      return answer === undefined;
    default:
      return false;
  }
}

export function holds(
  look: Look,
  shown: ReadonlySet<string>,
  variables: Readonly<Record<string, number>>,
  condition: FormCondition,
): boolean {
  const { field, operator } = condition;
  if (operator === 'paid' || operator === 'not_paid') return look.isPaid === (operator === 'paid');
  let known = look.known.get(condition);
  if (!known) look.known.set(condition, (known = {}));
  if (field.startsWith('=')) {
    const value = variables[field.slice(1)] ?? 0;
    if (known.ofValue === undefined || known.value !== value) {
      known.value = value;
      known.ofValue = compares(condition, undefined, value);
    }
    return known.ofValue;
  }
  // What nobody sees is not answered, whatever was typed before it was hidden.
  const visibility = shown.has(field) ? 'shown' : 'hidden';
  return (known[visibility] ??= compares(
    condition,
    look.blocks.get(field),
    visibility === 'shown' ? look.answers[field] : undefined,
  ));
}

export function applies(rule: FormRule, test: (condition: FormCondition) => boolean): boolean {
  const joins = <T>(match: 'all' | 'any', list: readonly T[], each: (entry: T) => boolean): boolean =>
    list.length > 0 && (match === 'all' ? list.every(each) : list.some(each));
  return joins(rule.match, rule.groups, (group) => joins(group.match, group.conditions, test));
}

export const typed = new Set<FormBlock['type']>(['number', 'currency', 'short_text', 'long_text', 'hidden']);
