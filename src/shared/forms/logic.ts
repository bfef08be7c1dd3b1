import { readAnswer, type AnswerProblem, type FormAnswers } from './answers.ts';
import { pagesOf, takesAnswer, type FormBlock, type FormPlan, type FormRule } from './document.ts';
import { currencyDigits } from '../chat/message-parts.ts';
import { currencies, mostCharged } from '../money/money.ts';
import { applies, holds, numberIn, typed, type Look } from './conditions.ts';
import { planOf } from './plan.ts';

/** How a form stands with what was answered so far. */
export type FormEvaluation = {
  /** Blocks that are shown on pages that are gone through. */
  visible: ReadonlySet<string>;
  required: ReadonlySet<string>;
  /** The pages that are gone through, in order. */
  path: readonly number[];
  variables: Readonly<Record<string, number>>;
  /** The screen at the end. */
  screen: string;
};

const largest = 1_000_000_000_000;

const bounded = (value: number): number =>
  Number.isFinite(value) ? Math.round(Math.min(largest, Math.max(-largest, value)) * 1e6) / 1e6 : 0;

/**
 * Goes through all rules once, in their order, taking `shown` as what is answered. A later rule wins over an
 * earlier one.
 */
function run(look: Look, shown: ReadonlySet<string>): FormEvaluation {
  const { form, pages } = look;
  const visible = new Set([...look.blocks.keys()].filter((key) => !look.waiting.has(key)));
  const required = new Set(form.blocks.filter((block) => block.required).map(({ key }) => key));
  const variables: Record<string, number> = {};
  const ways = new Map<number, { page: number } | { screen: string }>();
  for (const [at, rule] of form.rules.entries()) {
    if (!applies(rule, (condition) => holds(look, shown, variables, condition))) continue;
    for (const action of rule.actions) {
      if (action.type === 'show') visible.add(action.field);
      else if (action.type === 'hide') visible.delete(action.field);
      else if (action.type === 'require') required.add(action.field);
      else if (action.type === 'calculate')
        variables[action.name] = calculated(look, shown, variables[action.name] ?? 0, action);
      else {
        const from = look.pageOfRule[at] ?? 0;
        const page = action.type === 'jump' ? pages.findIndex(({ start }) => start === action.to) : 0;
        if (!ways.has(from) && (action.type === 'end' || page > from))
          ways.set(from, action.type === 'end' ? { screen: action.screen } : { page });
      }
    }
  }
  const path: number[] = [];
  let screen = form.screens[0]?.id ?? '';
  for (let page = 0; page < pages.length;) {
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
  const seen = path.filter(
    (page, at) =>
      at === 0 || pages[page]?.blocks.some(({ key, type }) => type !== 'hidden' && visible.has(key)),
  );
  const evaluation = { visible, required, path: seen, variables, screen };
  // Who pays is written to: the first address is needed unless another one is anyway.
  const addresses = form.blocks
    .filter(({ type, key }) => type === 'email' && visible.has(key))
    .map(({ key }) => key);
  if (addresses[0] !== undefined && dueOf(form, evaluation) && !addresses.some((key) => required.has(key)))
    required.add(addresses[0]);
  return evaluation;
}

function calculated(
  look: Look,
  shown: ReadonlySet<string>,
  before: number,
  action: Extract<FormRule['actions'][number], { type: 'calculate' }>,
): number {
  const answer = action.field === '' || !shown.has(action.field) ? undefined : look.answers[action.field];
  const amount = action.field === '' ? action.amount : (numberIn(look.blocks.get(action.field), answer) ?? 0);
  if (action.by === 'set') return bounded(amount);
  if (action.by === 'add') return bounded(before + amount);
  if (action.by === 'subtract') return bounded(before - amount);
  if (action.by === 'multiply') return bounded(before * amount);
  return amount === 0 ? before : bounded(before / amount);
}

/**
 * How much is looked at for one set of answers: conditions, actions and blocks, over all times that the rules
 * are gone through. A full form comes to rest within a tenth of it.
 */
const mostSteps = 150_000;

/**
 * What is shown, needed and calculated with these answers, where the form leads and how it ends. A rule may
 * show what another one asks about, so it is gone through until nothing changes. Rules that contradict each
 * other in a ring never come to rest: what flickers is then shown, on both sides alike.
 */
export function evaluateForm(form: FormPlan, answers: FormAnswers, isPaid = false): FormEvaluation {
  const plan = planOf(form);
  const look: Look = { ...plan, answers, isPaid, known: new Map() };
  const most = Math.min(
    2 * (form.blocks.length + form.rules.length + 1),
    Math.max(8, Math.floor(mostSteps / stepsOf(form))),
  );
  let shown: ReadonlySet<string> = new Set(look.blocks.keys());
  // What was taken for shown, in the order of the passes: the same again begins the same round again.
  const before = new Map<string, ReadonlySet<string>>();
  for (let pass = 0; pass < most; pass++) {
    const evaluation = run(look, shown);
    const mark = markOf(look, shown);
    if (markOf(look, evaluation.visible) === mark) return evaluation;
    if (before.has(mark)) break;
    before.set(mark, shown);
    shown = evaluation.visible;
  }
  // Where none came again in time, the later half of them stands for the round.
  const from = [...before.keys()].indexOf(markOf(look, shown));
  const round = [...before.values()].slice(from < 0 ? before.size / 2 : from);
  const flickering = new Set(round.flatMap((set) => [...set]));
  return { ...run(look, flickering), visible: flickering };
}

/** Which blocks are in a set, one sign for each. */
const markOf = (look: Look, keys: ReadonlySet<string>): string => {
  let mark = '';
  for (const key of look.blocks.keys()) mark += keys.has(key) ? '1' : '0';
  return mark;
};

const stepsOf = (form: FormPlan): number => {
  let steps = form.blocks.length;
  for (const { groups, actions } of form.rules) {
    steps += actions.length;
    for (const { conditions } of groups) steps += conditions.length;
  }
  return Math.max(1, steps);
};

export type CheckedAnswers = {
  answers: FormAnswers;
  problems: Record<string, AnswerProblem>;
  evaluation: FormEvaluation;
};

/** The fields out of whose answers a price is reckoned, as far as people type them freely. */
function pricedBy(form: FormPlan): ReadonlySet<string> {
  const names = new Set(
    form.blocks.flatMap(({ type, amountFrom }) =>
      type === 'payment' && amountFrom !== '' ? [amountFrom] : [],
    ),
  );
  const actions = form.rules.flatMap((rule) => rule.actions);
  const fields = new Set(
    actions.flatMap((action) =>
      action.type === 'calculate' && names.has(action.name) ? [action.field] : [],
    ),
  );
  return new Set(form.blocks.flatMap(({ key, type }) => (typed.has(type) && fields.has(key) ? [key] : [])));
}

/**
 * Checks a form's answers as a whole: the same in the browser that asks and in the server that keeps. What is
 * hidden and what the form does not ask is dropped. `upTo` asks only what stands on the pages up to that one.
 * `given` is what people typed; answers that were kept are for `keptAnswers`.
 */
export function checkAnswers(
  form: FormPlan,
  given: Readonly<Record<string, unknown>>,
  options: { upTo?: number } = {},
): CheckedAnswers {
  const all: FormAnswers = {};
  const refusals: Record<string, AnswerProblem> = {};
  const priced = pricedBy(form);
  for (const block of form.blocks.filter(takesAnswer)) {
    const { answer, problem } = readAnswer(
      block,
      Object.hasOwn(given, block.key) ? given[block.key] : undefined,
      form.settings?.language,
    );
    if (problem) refusals[block.key] = problem;
    // Nobody buys less than nothing: one line of an order would pay for another.
    else if (block.min === null && priced.has(block.key) && (numberIn(block, answer) ?? 0) < 0)
      refusals[block.key] = { problem: 'too_low', value: 0 };
    else if (answer !== undefined) all[block.key] = answer;
  }
  const evaluation = evaluateForm(form, all);
  const answers: FormAnswers = {};
  const problems: Record<string, AnswerProblem> = {};
  const pages = pagesOf(form);
  const isWhole = options.upTo === undefined || options.upTo >= (evaluation.path.at(-1) ?? 0);
  const asked = new Set(
    options.upTo === undefined
      ? evaluation.visible
      : pages.slice(0, options.upTo + 1).flatMap(({ blocks }) => blocks.map(({ key }) => key)),
  );
  for (const block of form.blocks.filter(
    (entry) => takesAnswer(entry) && evaluation.visible.has(entry.key),
  )) {
    const answer = all[block.key];
    if (answer !== undefined) answers[block.key] = answer;
    if (!asked.has(block.key)) continue;
    const refusal = refusals[block.key] ?? (isWhole ? priceProblem(form, block, evaluation) : undefined);
    if (refusal) problems[block.key] = refusal;
    // A payment is asked for when everything else is answered.
    else if (
      answer === undefined &&
      block.type !== 'payment' &&
      block.type !== 'hidden' &&
      evaluation.required.has(block.key)
    )
      problems[block.key] = { problem: block.type === 'consent' ? 'consent' : 'required' };
  }
  return { answers, problems, evaluation };
}

/**
 * What answers say that were checked and kept before, once they are paid for: rules may show and hide by
 * that. They are not read again, because an answer is kept in another form than it was typed in (money in its
 * smallest unit).
 */
export function keptAnswers(
  form: FormPlan,
  kept: FormAnswers,
  isPaid: boolean,
): Omit<CheckedAnswers, 'problems'> {
  const evaluation = evaluateForm(form, kept, isPaid);
  const shown = form.blocks.filter((block) => takesAnswer(block) && evaluation.visible.has(block.key));
  return {
    evaluation,
    answers: Object.fromEntries(
      shown.flatMap(({ key }) => (kept[key] === undefined ? [] : [[key, kept[key]]])),
    ),
  };
}

/** The price of a payment block in the smallest unit, as it is reckoned; it may be below zero. */
function priceOf(block: FormBlock, evaluation: FormEvaluation): number {
  if (block.amountFrom === '') return block.amount;
  // Calculated values have six digits behind the point; shifting them first keeps halves what they are.
  const shifted =
    (Math.round((evaluation.variables[block.amountFrom] ?? 0) * 1e6) * 10 ** currencyDigits(block.currency)) /
    1e6;
  const { step } = currencies[block.currency];
  return Math.round(shifted / step) * step;
}

const inWords = (amount: number, currency: FormBlock['currency']): string =>
  `${(amount / 10 ** currencyDigits(currency)).toFixed(currencyDigits(currency))} ${currency}`;

/** Why nobody can pay what was reckoned. Nothing to pay is right, unless a payment is required. */
function priceProblem(
  form: FormPlan,
  block: FormBlock,
  evaluation: FormEvaluation,
): AnswerProblem | undefined {
  if (
    block.type !== 'payment' ||
    form.blocks.find(({ type, key }) => type === 'payment' && evaluation.visible.has(key)) !== block
  )
    return undefined;
  const price = priceOf(block, evaluation);
  const { least } = currencies[block.currency];
  if (price < 0) return { problem: 'price' };
  if (price === 0) return evaluation.required.has(block.key) ? { problem: 'price' } : undefined;
  if (price < least) return { problem: 'price_low', value: inWords(least, block.currency) };
  return price > mostCharged
    ? { problem: 'price_high', value: inWords(mostCharged, block.currency) }
    : undefined;
}

/** What is to be paid in the smallest unit, or null when nothing is. */
export function dueOf(
  form: FormPlan,
  evaluation: FormEvaluation,
): { amount: number; currency: string; key: string; label: string } | null {
  const block = form.blocks.find(({ type, key }) => type === 'payment' && evaluation.visible.has(key));
  const amount = block ? priceOf(block, evaluation) : 0;
  return block && amount > 0
    ? { amount, currency: block.currency, key: block.key, label: block.label }
    : null;
}
