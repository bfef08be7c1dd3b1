import type { Plan } from './conditions.ts';
import { pagesOf, type FormPlan } from './document.ts';

const plans = new WeakMap<FormPlan, Plan>();

/** What a form says whatever is answered, worked out once for a document. */
export function planOf(form: FormPlan): Plan {
  const before = plans.get(form);
  if (before) return before;
  const pages = pagesOf(form);
  const actions = form.rules.flatMap((rule) => rule.actions);
  const asking = form.blocks.filter(({ type }) => type !== 'page_break');
  const plan: Plan = {
    form,
    pages,
    blocks: new Map(asking.map((block) => [block.key, block])),
    waiting: new Set(actions.flatMap((action) => (action.type === 'show' ? [action.field] : []))),
    pageOfRule: pagesOfRules(form, pages),
  };
  plans.set(form, plan);
  return plan;
}

/**
 * What each calculated value is made of: the fields and values (as `=name`) that its makers ask for or reckon
 * with.
 */
export function makingsOf(form: Pick<FormPlan, 'rules'>): ReadonlyMap<string, ReadonlySet<string>> {
  const makings = new Map<string, Set<string>>();
  for (const rule of form.rules) {
    const asked = askedBy(rule);
    for (const action of rule.actions) {
      if (action.type !== 'calculate') continue;
      const known = makings.get(action.name) ?? new Set<string>();
      makings.set(action.name, known);
      for (const field of asked) known.add(field);
      if (action.field !== '') known.add(action.field);
    }
  }
  return makings;
}

/** The fields and values (as `=name`) that the conditions of a rule ask for. */
export const askedBy = ({ groups }: FormPlan['rules'][number]): ReadonlySet<string> =>
  new Set(groups.flatMap((group) => group.conditions.map(({ field }) => field)));

/**
 * The page of each rule: the one on which the last answer is given that it depends on, through all values
 * between, also where values are made out of each other in a ring. Hidden fields are answered from the
 * beginning, wherever they stand.
 */
function pagesOfRules(form: FormPlan, pages: ReturnType<typeof pagesOf>): number[] {
  const pageOfKey = new Map<string, number>();
  pages.forEach(({ blocks }, page) => {
    for (const { key, type } of blocks)
      if (type !== 'hidden' && !pageOfKey.has(key)) pageOfKey.set(key, page);
  });
  const makings = makingsOf(form);
  return form.rules.map((rule) => {
    const seen = new Set(askedBy(rule));
    let page = 0;
    // A set is gone through with what is added to it on the way.
    for (const field of seen) {
      if (field.startsWith('=')) for (const making of makings.get(field.slice(1)) ?? []) seen.add(making);
      else page = Math.max(page, pageOfKey.get(field) ?? 0);
    }
    return page;
  });
}
