import { readAnswer, readNumber, type AnswerProblem, type FormAnswer, type FormAnswers } from './form-answers.ts';
import { pagesOf, takesAnswer, type FormBlock, type FormCondition, type FormPlan, type FormRule } from './form-document.ts';
import { currencyDigits } from './message-parts.ts';

/** How a form stands with what was answered so far. */
export type FormStanding = {
  /** Blocks that are shown on pages that are gone through. */
  visible: ReadonlySet<string>;
  required: ReadonlySet<string>;
  /** The pages that are gone through, in order. */
  path: readonly number[];
  variables: Readonly<Record<string, number>>;
  /** The screen at the end. */
  screen: string;
};

type Look = { form: FormPlan; pages: ReturnType<typeof pagesOf>; blocks: ReadonlyMap<string, FormBlock>; answers: FormAnswers; isPaid: boolean };

const largest = 1_000_000_000_000;
const bounded = (value: number): number => (Number.isFinite(value) ? Math.round(Math.min(largest, Math.max(-largest, value)) * 1e6) / 1e6 : 0);

/** The number in an answer, in whole units of a currency. */
function numberIn(block: FormBlock | undefined, answer: FormAnswer | undefined): number | null {
  if (typeof answer === 'number') return block?.type === 'currency' ? answer / 10 ** currencyDigits(block.currency) : answer;
  return typeof answer === 'string' ? readNumber(answer) : null;
}

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** The words of an answer that texts are compared with. */
function wordsOf(answer: FormAnswer | undefined): string[] {
  if (answer === undefined) return [];
  if (Array.isArray(answer)) return answer;
  if (typeof answer === 'object') return Object.entries(answer).flatMap(([name, value]) => [value, `${name}:${value}`]);
  return [String(answer)];
}

function compares(condition: FormCondition, block: FormBlock | undefined, answer: FormAnswer | undefined): boolean {
  const { operator, value } = condition;
  const words = wordsOf(answer);
  const number = numberIn(block, answer);
  const wanted = readNumber(value);
  const isSame = (word: string): boolean => same(word, value) || (number !== null && wanted !== null && number === wanted);
  const isText = typeof answer === 'string' && block !== undefined && block.options.length === 0;
  const holds = (word: string): boolean => (isText ? word.toLowerCase().includes(value.trim().toLowerCase()) : isSame(word));
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

function holds(look: Look, shown: ReadonlySet<string>, variables: Readonly<Record<string, number>>, condition: FormCondition): boolean {
  if (condition.operator === 'paid' || condition.operator === 'not_paid') return look.isPaid === (condition.operator === 'paid');
  if (condition.field.startsWith('=')) return compares(condition, undefined, variables[condition.field.slice(1)] ?? 0);
  // What nobody sees is not answered, whatever was typed before it was hidden.
  return compares(condition, look.blocks.get(condition.field), shown.has(condition.field) ? look.answers[condition.field] : undefined);
}

function applies(rule: FormRule, test: (condition: FormCondition) => boolean): boolean {
  const joins = <T>(match: 'all' | 'any', list: readonly T[], each: (entry: T) => boolean): boolean => list.length > 0 && (match === 'all' ? list.every(each) : list.some(each));
  return joins(rule.match, rule.groups, (group) => joins(group.match, group.conditions, test));
}

/** The page on which the last answer is given that a rule depends on: it leads on from there. */
function pageOfRule(look: Pick<Look, 'form' | 'pages'>, rule: FormRule, depth = 0): number {
  const conditions = rule.groups.flatMap((group) => group.conditions);
  return Math.max(
    0,
    ...conditions.map(({ field }) => {
      if (!field.startsWith('=')) return look.pages.findIndex(({ blocks }) => blocks.some(({ key, type }) => key === field && type !== 'hidden'));
      const makers = depth > 3 ? [] : look.form.rules.filter(({ actions }) => actions.some((action) => action.type === 'calculate' && action.name === field.slice(1)));
      return Math.max(0, ...makers.map((maker) => pageOfRule(look, maker, depth + 1)));
    }),
  );
}

/** Goes through all rules once, in their order, taking `shown` as what is answered. A later rule wins over an earlier one. */
function run(look: Look, shown: ReadonlySet<string>): FormStanding {
  const { form, pages } = look;
  const waiting = new Set(form.rules.flatMap(({ actions }) => actions.flatMap((action) => (action.type === 'show' ? [action.field] : []))));
  const visible = new Set([...look.blocks.keys()].filter((key) => !waiting.has(key)));
  const required = new Set(form.blocks.filter((block) => block.required).map(({ key }) => key));
  const variables: Record<string, number> = {};
  const ways = new Map<number, { page: number } | { screen: string }>();
  for (const rule of form.rules) {
    if (!applies(rule, (condition) => holds(look, shown, variables, condition))) continue;
    for (const action of rule.actions) {
      if (action.type === 'show') visible.add(action.field);
      else if (action.type === 'hide') visible.delete(action.field);
      else if (action.type === 'require') required.add(action.field);
      else if (action.type === 'calculate') variables[action.name] = calculated(look, shown, variables[action.name] ?? 0, action);
      else {
        const from = pageOfRule(look, rule);
        const page = action.type === 'jump' ? pages.findIndex(({ start }) => start === action.to) : 0;
        if (!ways.has(from) && (action.type === 'end' || page > from)) ways.set(from, action.type === 'end' ? { screen: action.screen } : { page });
      }
    }
  }
  const path: number[] = [];
  let screen = form.screens[0]?.id ?? '';
  for (let page = 0; page < pages.length; ) {
    path.push(page);
    const way = ways.get(page);
    if (way && 'screen' in way) {
      screen = way.screen;
      break;
    }
    page = way ? way.page : page + 1;
  }
  const reached = new Set(path.flatMap((page) => pages[page]?.blocks.map(({ key }) => key) ?? []));
  for (const key of visible) if (!reached.has(key)) visible.delete(key);
  // A page on which nothing is left to see is passed over.
  const seen = path.filter((page, at) => at === 0 || pages[page]?.blocks.some(({ key, type }) => type !== 'hidden' && visible.has(key)));
  const standing = { visible, required, path: seen, variables, screen };
  // Who pays is written to: the first address is needed unless another one is anyway.
  const addresses = form.blocks.filter(({ type, key }) => type === 'email' && visible.has(key)).map(({ key }) => key);
  if (addresses[0] !== undefined && dueOf(form, standing) && !addresses.some((key) => required.has(key))) required.add(addresses[0]);
  return standing;
}

function calculated(look: Look, shown: ReadonlySet<string>, before: number, action: Extract<FormRule['actions'][number], { type: 'calculate' }>): number {
  const answer = action.field === '' || !shown.has(action.field) ? undefined : look.answers[action.field];
  const amount = action.field === '' ? action.amount : (numberIn(look.blocks.get(action.field), answer) ?? 0);
  if (action.by === 'set') return bounded(amount);
  if (action.by === 'add') return bounded(before + amount);
  if (action.by === 'subtract') return bounded(before - amount);
  if (action.by === 'multiply') return bounded(before * amount);
  return amount === 0 ? before : bounded(before / amount);
}

const isSameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => a.size === b.size && [...a].every((key) => b.has(key));

/**
 * What is shown, needed and calculated with these answers, where the form leads and how it ends. A rule may show what another one asks about, so it is
 * gone through until nothing changes. Rules that contradict each other in a ring never come to rest: what flickers is then shown, on both sides alike.
 */
export function standingOf(form: FormPlan, answers: FormAnswers, isPaid = false): FormStanding {
  const look: Look = { form, pages: pagesOf(form), blocks: new Map(form.blocks.filter(({ type }) => type !== 'page_break').map((block) => [block.key, block])), answers, isPaid };
  let shown: ReadonlySet<string> = new Set(look.blocks.keys());
  let standing = run(look, shown);
  const enough = form.blocks.length + form.rules.length + 1;
  const flickering = new Set<string>();
  for (let pass = 0; pass < enough * 2; pass++) {
    if (isSameSet(standing.visible, shown)) return standing;
    shown = standing.visible;
    if (pass >= enough) for (const key of shown) flickering.add(key);
    standing = run(look, shown);
  }
  return { ...run(look, flickering), visible: flickering };
}

/** Whether rules of a form wait for each other, so that what they show can flicker. */
export function ringOf(form: FormPlan): string | null {
  const leads = new Map<string, string[]>();
  for (const rule of form.rules)
    for (const { field } of rule.groups.flatMap((group) => group.conditions))
      for (const action of rule.actions) if (action.type === 'show' || action.type === 'hide') leads.set(field, [...(leads.get(field) ?? []), action.field]);
  const reaches = (from: string, to: string, seen: Set<string>): boolean => (leads.get(from) ?? []).some((next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))));
  return form.blocks.find(({ key }) => reaches(key, key, new Set()))?.key ?? null;
}

export type CheckedAnswers = { answers: FormAnswers; problems: Record<string, AnswerProblem>; standing: FormStanding };

/**
 * Checks a form's answers as a whole: the same in the browser that asks and in the server that keeps. What is hidden and what the form does not ask is
 * dropped. `upTo` asks only what stands on the pages up to that one.
 */
export function checkAnswers(form: FormPlan, given: Readonly<Record<string, unknown>>, options: { isPaid?: boolean; upTo?: number } = {}): CheckedAnswers {
  const all: FormAnswers = {};
  const refusals: Record<string, AnswerProblem> = {};
  for (const block of form.blocks.filter(takesAnswer)) {
    const { answer, problem } = readAnswer(block, Object.hasOwn(given, block.key) ? given[block.key] : undefined);
    if (problem) refusals[block.key] = problem;
    else if (answer !== undefined) all[block.key] = answer;
  }
  const standing = standingOf(form, all, options.isPaid);
  const answers: FormAnswers = {};
  const problems: Record<string, AnswerProblem> = {};
  const pages = pagesOf(form);
  const asked = new Set(options.upTo === undefined ? standing.visible : pages.slice(0, options.upTo + 1).flatMap(({ blocks }) => blocks.map(({ key }) => key)));
  for (const block of form.blocks.filter((entry) => takesAnswer(entry) && standing.visible.has(entry.key))) {
    const answer = all[block.key];
    if (answer !== undefined) answers[block.key] = answer;
    if (!asked.has(block.key)) continue;
    const refusal = refusals[block.key];
    if (refusal) problems[block.key] = refusal;
    // A payment is asked for when everything else is answered.
    else if (answer === undefined && block.type !== 'payment' && block.type !== 'hidden' && standing.required.has(block.key)) problems[block.key] = { problem: block.type === 'consent' ? 'consent' : 'required' };
  }
  return { answers, problems, standing };
}

/** What is to be paid in the smallest unit, or null when nothing is. */
export function dueOf(form: FormPlan, standing: FormStanding): { amount: number; currency: string; key: string; label: string } | null {
  const block = form.blocks.find(({ type, key }) => type === 'payment' && standing.visible.has(key));
  if (!block) return null;
  const amount = block.amountFrom === '' ? block.amount : Math.round((standing.variables[block.amountFrom] ?? 0) * 10 ** currencyDigits(block.currency));
  return amount > 0 ? { amount, currency: block.currency, key: block.key, label: block.label } : null;
}
