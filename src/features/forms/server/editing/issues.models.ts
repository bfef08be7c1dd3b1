import {
  formLimits,
  hasOptions,
  pagesOf,
  takesAnswer,
  type FormAction,
  type FormBlock,
  type FormDocument,
  type FormRule,
} from '#shared/forms/document.ts';
import { placeholderNames, unknownPlaceholders } from '#shared/forms/placeholders.ts';
import { ruleCycleOf } from '#shared/forms/rings.ts';
import { currencies, mostCharged } from '#shared/money/money.ts';
import type { FormIssue } from '../../forms.contract.ts';

const of = (
  issue: FormIssue['issue'],
  block: string | null = null,
  rule: number | null = null,
  name = '',
): FormIssue => ({ issue, block, rule, name });

/** What keeps a form from being published: what people could not fill in, and rules that lead nowhere. */
export function formIssues(form: FormDocument): FormIssue[] {
  const questions = form.blocks.filter((block) => takesAnswer(block) && block.type !== 'hidden');
  const issues: FormIssue[] = questions.length === 0 ? [of('no_fields')] : [];
  const pages = pagesOf(form).length;
  if (pages > formLimits.pages) issues.push(of('pages'));
  const seen = new Set<string>();
  for (const block of form.blocks) {
    if (seen.has(block.key)) issues.push(of('duplicate', block.key));
    seen.add(block.key);
    const issue = blockIssue(block, form);
    if (issue) issues.push(of(issue, block.key));
  }
  const payments = form.blocks.filter(({ type }) => type === 'payment');
  if (payments.length > 1) issues.push(of('payments', payments[1]?.key));
  for (const [target, mapped] of Map.groupBy(form.blocks, ({ mapTo }) => mapTo)) {
    if (target !== '' && mapped.length > 1) issues.push(of('mapped', mapped[1]?.key));
  }
  const asksEmail = form.blocks.some(({ type }) => type === 'email');
  if ((form.settings.reply.enabled || form.settings.confirm || payments.length > 0) && !asksEmail)
    issues.push(of('reply_to'));
  // What was paid for is not waited for again.
  if (form.settings.confirm && payments.length > 0) issues.push(of('confirm_paid', payments[0]?.key));
  issues.push(...placeholderIssues(form));
  const ring = ruleCycleOf(form);
  if (ring?.startsWith('=')) issues.push(of('ring', null, makerOf(form, ring.slice(1))));
  else if (ring !== null) issues.push(of('ring', ring));
  form.rules.forEach((rule, at) => {
    const issue = ruleIssue(rule, form);
    if (issue) issues.push(of(issue, null, at));
  });
  return issues;
}

/** What stands in double braces and nothing fills: people would read the braces. */
function placeholderIssues(form: FormDocument): FormIssue[] {
  const { reply, confirm } = form.settings;
  const onPage = (text: string, block: string | null): FormIssue[] =>
    unknownPlaceholders(form, text, 'page').map((name) => of('placeholder', block, null, name));
  const typed = new Set(placeholderNames(form, 'page'));
  const inReply = reply.enabled
    ? unknownPlaceholders(form, `${reply.subject}\n${reply.text}`, confirm ? 'confirmed mail' : 'mail')
    : [];
  return [
    ...form.blocks.flatMap(({ type, label, key }) =>
      type === 'heading' || type === 'paragraph' ? onPage(label, key) : [],
    ),
    ...form.screens.flatMap(({ title, text }) => onPage(`${title}\n${text}`, null)),
    ...inReply.map((name) => of(typed.has(name) ? 'placeholder_typed' : 'placeholder', null, null, name)),
  ];
}

/** The first rule that calculates a value. */
function makerOf(form: FormDocument, name: string): number {
  return form.rules.findIndex(({ actions }) =>
    actions.some((action) => action.type === 'calculate' && action.name === name),
  );
}

function blockIssue(block: FormBlock, form: FormDocument): FormIssue['issue'] | null {
  if (takesAnswer(block) && block.label === '') return 'label';
  if ((block.type === 'heading' || block.type === 'paragraph') && block.label === '') return 'label';
  if (block.type === 'image' && !block.source.startsWith('https://')) return 'source';
  if (block.type === 'hidden' && !/^[A-Za-z][\w-]{0,59}$/.test(block.source)) return 'source';
  if (hasOptions(block)) {
    const values = block.options.map(({ value }) => value);
    if (
      values.length === 0 ||
      block.options.some(({ label }) => label === '') ||
      new Set(values).size < values.length
    )
      return 'options';
    if (block.type === 'ranking' && values.length < 2) return 'options';
  }
  if (
    block.type === 'matrix' &&
    (block.rows.length === 0 ||
      block.rows.some(({ label }) => label === '') ||
      new Set(block.rows.map(({ value }) => value)).size < block.rows.length)
  )
    return 'options';
  if (block.type === 'payment') {
    const { least, step } = currencies[block.currency];
    if (block.amountFrom === '')
      return block.amount < least || block.amount % step !== 0 || block.amount > mostCharged
        ? 'amount'
        : null;
    return form.rules.some(({ actions }) =>
      actions.some((action) => action.type === 'calculate' && action.name === block.amountFrom),
    )
      ? null
      : 'amount';
  }
  return null;
}

function ruleIssue(rule: FormRule, form: FormDocument): FormIssue['issue'] | null {
  const keys = new Set(form.blocks.map(({ key }) => key));
  const names = new Set(
    form.rules.flatMap(({ actions }) =>
      actions.flatMap((action) => (action.type === 'calculate' ? [action.name] : [])),
    ),
  );
  const conditions = rule.groups.flatMap((group) => group.conditions);
  const isKnown = (action: FormAction): boolean => {
    if (action.type === 'jump')
      return form.blocks.some(({ key, type }) => key === action.to && type === 'page_break');
    if (action.type === 'end') return form.screens.some(({ id }) => id === action.screen);
    if (action.type === 'calculate') return action.field === '' || keys.has(action.field);
    return keys.has(action.field);
  };
  if (conditions.length === 0 || rule.actions.length === 0) return 'unknown';
  if (
    !conditions.every(
      ({ field, operator }) =>
        operator === 'paid' ||
        operator === 'not_paid' ||
        (field.startsWith('=') ? names.has(field.slice(1)) : keys.has(field)),
    )
  )
    return 'unknown';
  if (!rule.actions.every(isKnown)) return 'unknown';
  const pages = pagesOf(form);
  const pageOf = (key: string): number =>
    pages.findIndex(({ blocks }) => blocks.some((block) => block.key === key && block.type !== 'hidden'));
  const from = Math.max(0, ...conditions.map(({ field }) => pageOf(field)));
  return rule.actions.some(
    (action) => action.type === 'jump' && pages.findIndex(({ start }) => start === action.to) <= from,
  )
    ? 'jump_back'
    : null;
}
