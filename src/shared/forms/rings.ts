import type { FormPlan } from './document.ts';
import { askedBy, planOf } from './plan.ts';

/**
 * The block, or the calculated value (as `=name`), where rules of a form wait for each other in a ring, so
 * that what they show can flicker; null when none do. A rule that jumps or ends the form decides about every
 * block on the pages that it may pass over. A value may be asked for by the rule that changes it: rules are
 * gone through in their order, and "over 100: less a tenth" is no ring.
 */
export function ruleCycleOf(form: FormPlan): string | null {
  const leads = new Map<string, Set<string>>();
  const lead = (from: string, to: string): void => {
    if (from === to && from.startsWith('=')) return;
    const known = leads.get(from);
    if (known) known.add(to);
    else leads.set(from, new Set([to]));
  };
  const passed = passedOver(form);
  for (const [at, rule] of form.rules.entries()) {
    const asked = askedBy(rule);
    for (const action of rule.actions) {
      const isValue = action.type === 'calculate';
      if (isValue && action.field !== '') lead(action.field, `=${action.name}`);
      if (action.type === 'require') continue;
      const isWay = action.type === 'jump' || action.type === 'end';
      const to = isWay ? `way ${at}` : isValue ? `=${action.name}` : action.field;
      for (const field of asked) lead(field, to);
    }
    for (const key of passed[at] ?? []) lead(`way ${at}`, key);
  }
  for (const start of new Set([...form.blocks.map(({ key }) => key), ...leads.keys()])) {
    if (start.startsWith('way ')) continue;
    const reached = new Set(leads.get(start));
    for (const at of reached) for (const next of leads.get(at) ?? []) reached.add(next);
    if (reached.has(start)) return start;
  }
  return null;
}

/**
 * For each rule the blocks about which its jump or end decides: what stands behind its page, up to the
 * farthest to which any rule of that page leads, as the first that holds wins.
 */
function passedOver(form: FormPlan): string[][] {
  const { pages, pageOfRule } = planOf(form);
  const farthest = new Map<number, number>();
  const ends = form.rules.map((rule) =>
    Math.max(
      0,
      ...rule.actions.map((action) => {
        if (action.type === 'end') return pages.length;
        return action.type === 'jump' ? pages.findIndex(({ start }) => start === action.to) : 0;
      }),
    ),
  );
  for (const [at, end] of ends.entries()) {
    const page = pageOfRule[at] ?? 0;
    farthest.set(page, Math.max(end, farthest.get(page) ?? 0));
  }
  return form.rules.map((_rule, at) => {
    const page = pageOfRule[at] ?? 0;
    if ((ends[at] ?? 0) <= page) return [];
    return pages.slice(page + 1, farthest.get(page)).flatMap(({ blocks }) => blocks.map(({ key }) => key));
  });
}
