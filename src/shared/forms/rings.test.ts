import { describe, expect, it } from 'vitest';
import { countProcessorTime } from '#tests/support/app/processor-time.ts';
import {
  emptyBlock,
  formLimits,
  type FormAction,
  type FormBlock,
  type FormBlockType,
  type FormCondition,
  type FormOperator,
  type FormPlan,
  type FormRule,
} from './document.ts';
import { checkAnswers, evaluateForm } from './logic.ts';
import { ruleCycleOf } from './rings.ts';

const block = (key: string, type: FormBlockType = 'short_text'): FormBlock => ({
  ...emptyBlock(key, type),
  label: key,
});
const when = (field: string, operator: FormOperator = 'answered', value = ''): FormCondition => ({
  field,
  operator,
  value,
});
const rule = (conditions: FormCondition[], ...actions: FormAction[]): FormRule => ({
  id: 'r',
  match: 'all',
  groups: [{ match: 'all', conditions }],
  actions,
});
const jump = (to: string): FormAction => ({ type: 'jump', to });
const makes = (name: string, field = ''): FormAction => ({
  type: 'calculate',
  name,
  by: 'set',
  amount: 1,
  field,
});
const form = (blocks: FormBlock[], rules: FormRule[]): FormPlan => ({
  blocks,
  rules,
  screens: [{ id: 's', title: '', text: '', redirectUrl: '' }],
});
const many = <T>(count: number, each: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => each(at));

/** Three pages: `a`; then the hidden `h` and the number `p`; then `z`. */
const blocks = [
  block('a'),
  block('two', 'page_break'),
  block('h', 'hidden'),
  block('p', 'number'),
  block('three', 'page_break'),
  block('z'),
];

describe('rings through jumps', () => {
  it('are found where a rule passes over the hidden field that it asks for', () => {
    const ring = form(blocks, [rule([when('h')], jump('three'))]);
    expect(ruleCycleOf(ring)).toBe('h');
    expect(ruleCycleOf(form(blocks, [rule([when('h')], { type: 'end', screen: 's' })]))).toBe('h');
    // It comes to its end all the same, alike for everybody.
    expect([...evaluateForm(ring, { h: 'x' }).visible].toSorted()).toEqual(['a', 'h', 'p', 'z']);
  });

  it('are found where another rule of the same page passes over it, as the first that holds wins', () => {
    const late = [...blocks.filter(({ key }) => key !== 'h'), block('h', 'hidden')];
    const end: FormAction = { type: 'end', screen: 's' };
    expect(ruleCycleOf(form(late, [rule([when('h')], jump('three')), rule([when('a')], end)]))).toBe('h');
    expect(ruleCycleOf(form(late, [rule([when('h')], jump('three'))]))).toBeNull();
  });

  it('are found where a field behind hides what a jump before it asks for', () => {
    const hides: FormAction = { type: 'hide', field: 'a' };
    expect(ruleCycleOf(form(blocks, [rule([when('a')], jump('three')), rule([when('p')], hides)]))).toBe('a');
    expect(
      ruleCycleOf(form(blocks, [rule([when('a')], jump('three')), rule([when('z')], hides)])),
    ).toBeNull();
  });

  it('are none where answers lead on from their own page', () => {
    for (const rules of [
      [rule([when('a')], jump('three'))],
      [rule([when('p', 'gt', '5')], jump('three'))],
      [rule([when('p', 'gt', '5')], { type: 'end', screen: 's' })],
      [rule([when('h')], { type: 'show', field: 'z' })],
    ])
      expect(ruleCycleOf(form(blocks, rules))).toBeNull();
  });

  it('come from no value: one that is made of an answer is known on the page of that answer', () => {
    const given = form(
      [...blocks, block('four', 'page_break'), block('end')],
      [rule([when('a')], makes('y', 'p')), rule([when('=y', 'gt', '5')], jump('four'))],
    );
    expect(ruleCycleOf(given)).toBeNull();
    expect(evaluateForm(given, { a: '1', p: 9 })).toMatchObject({ path: [0, 1, 3], variables: { y: 9 } });
    expect(evaluateForm(given, { a: '1', p: 3 }).path).toEqual([0, 1, 2, 3]);
  });
});

describe('what a page view of the largest form costs', () => {
  const spare = formLimits.blocks + formLimits.pages - blocks.length;
  const full = (first: FormRule[], action: (at: number) => FormAction, asked = '=x'): FormPlan => ({
    ...form(
      [...blocks, ...many(spare, (at) => block(`f${at}`))],
      [
        ...first,
        ...many(formLimits.rules - first.length, (at): FormRule => ({
          id: `q${at}`,
          match: 'all',
          groups: many(formLimits.groups, () => ({
            match: 'all',
            conditions: many(formLimits.conditions, (of) =>
              when(asked, 'is_not', `${'1'.repeat(250)}v${of}`),
            ),
          })),
          actions: many(formLimits.actions, () => action(at)),
        })),
      ],
    ),
  });
  const adds: FormAction = { type: 'calculate', name: 'x', by: 'add', amount: 1.123456, field: '' };
  const shows = (at: number): FormAction => ({ type: at % 2 === 0 ? 'hide' : 'show', field: `f${at}` });
  const forms: Readonly<Record<string, FormPlan>> = {
    'no ring': full([rule([when('a')], adds)], () => adds),
    'a ring through a hidden field': full(
      [rule([when('h')], jump('three')), rule([when('a')], adds)],
      () => adds,
    ),
    'a ring through a value': full(
      [rule([when('a')], makes('y', 'p')), rule([when('=y', 'gt', '5')], jump('three'))],
      () => adds,
    ),
    'rings everywhere': full([rule([when('h')], jump('three'))], shows, 'f1'),
    // Each shows the next one only: the longest way to rest.
    'a chain': form(
      many(formLimits.blocks, (at) => block(`f${at}`)),
      many(formLimits.rules, (at) =>
        rule([when(`f${at}`, 'not_answered')], { type: 'hide', field: `f${at + 1}` }),
      ),
    ),
    // Counts in binary: what is shown comes again only after 2^20 passes.
    'a counter': form(
      many(formLimits.blocks, (at) => block(`f${at}`)),
      many(20, (at) => [
        rule([when(`f${at}`), ...many(at, (of) => when(`f${of}`, 'not_answered'))], {
          type: 'hide' as const,
          field: `f${at}`,
        }),
      ]).flat(),
    ),
  };

  it.each(Object.entries(forms))('%s', (_name, given) => {
    const answers = Object.fromEntries(given.blocks.map(({ key }) => [key, '9']));
    const once = countProcessorTime();
    checkAnswers({ ...given }, answers);
    evaluateForm({ ...given }, { h: 'x' });
    ruleCycleOf({ ...given });
    expect(once()).toBeLessThan(400);
  });
});
