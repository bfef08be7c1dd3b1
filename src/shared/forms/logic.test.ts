import { describe, expect, it } from 'vitest';
import { formOperators, type FormCondition, type FormDocument, type FormRule } from './document.ts';
import { checkAnswers, keptAnswers, evaluateForm } from './logic.ts';
import { ruleCycleOf } from './rings.ts';
import { block, form, options, rule, when } from './__fixtures__/made-forms.ts';

const visible = (given: FormDocument, answers: Record<string, unknown>): string[] =>
  [...checkAnswers(given, answers).evaluation.visible].toSorted();

describe('conditions', () => {
  const blocks = [
    block('text'),
    block('n', 'number', { decimals: 2 }),
    block('money', 'currency'),
    block('day', 'date'),
    block('list', 'checkboxes', { options }),
    block('grid', 'matrix', { options, rows: [{ value: 'x', label: 'X' }] }),
    block('yes', 'consent'),
    block('target'),
  ];
  it.each<[FormCondition, Record<string, unknown>, boolean]>([
    [when('text', 'is', 'Yes'), { text: ' yes ' }, true],
    [when('text', 'is', 'yes'), { text: 'yesterday' }, false],
    [when('text', 'is_not', 'yes'), {}, true],
    [when('text', 'contains', 'ES'), { text: 'yesterday' }, true],
    [when('text', 'not_contains', 'es'), { text: 'yesterday' }, false],
    [when('text', 'starts', 'yes'), { text: 'Yesterday' }, true],
    [when('text', 'ends', 'day'), { text: 'yesterday' }, true],
    [when('text', 'starts', ''), {}, false],
    [when('n', 'gt', '10'), { n: '9.5' }, false],
    [when('n', 'gt', '9'), { n: '10' }, true],
    [when('n', 'gte', '10'), { n: '10' }, true],
    [when('n', 'lt', '10'), { n: '9,99' }, true],
    [when('n', 'lte', '10'), { n: '10.01' }, false],
    [when('n', 'lt', 'ten'), { n: '1' }, false],
    [when('money', 'gte', '12.5'), { money: '12.50' }, true],
    [when('money', 'is', '12.50'), { money: '12.50' }, true],
    [when('money', 'is', '1250'), { money: '12.50' }, false],
    [when('money', 'starts', '125'), { money: '12.50' }, false],
    [when('day', 'before', '2026-06-01'), { day: '2026-05-31' }, true],
    [when('day', 'after', '2026-06-01'), { day: '2026-06-01' }, false],
    [when('list', 'contains', 'b'), { list: ['a', 'b'] }, true],
    [when('list', 'is', 'b'), { list: ['a', 'b'] }, false],
    [when('list', 'is', 'b'), { list: ['b'] }, true],
    [when('grid', 'contains', 'x:a'), { grid: { x: 'a' } }, true],
    [when('yes', 'is', 'true'), { yes: 'on' }, true],
    [when('text', 'answered'), { text: 'x' }, true],
    [when('text', 'not_answered'), { text: '  ' }, true],
    [when('text', 'paid'), {}, false],
    [when('text', 'not_paid'), {}, true],
  ])('%j with %j is %s', (condition, answers, holds) => {
    const shown = visible(form(blocks, [rule([condition], { type: 'show', field: 'target' })]), answers);
    expect(shown.includes('target')).toBe(holds);
  });

  it('each have a meaning', () => expect(formOperators).toHaveLength(16));

  it('are joined in groups: either of two pairs', () => {
    const pairs: FormRule = {
      id: 'r',
      match: 'any',
      groups: [
        { match: 'all', conditions: [when('a', 'is', '1'), when('b', 'is', '1')] },
        { match: 'all', conditions: [when('a', 'is', '2'), when('b', 'is', '2')] },
      ],
      actions: [{ type: 'show', field: 'c' }],
    };
    const given = form([block('a'), block('b'), block('c')], [pairs]);
    expect(
      [
        ['1', '1'],
        ['1', '2'],
        ['2', '2'],
      ].map(([a, b]) => visible(given, { a, b }).includes('c')),
    ).toEqual([true, false, true]);
  });

  it('of a rule without any never hold', () =>
    expect(
      visible(
        form([block('a')], [{ id: 'r', match: 'any', groups: [], actions: [{ type: 'hide', field: 'a' }] }]),
        {},
      ),
    ).toEqual(['a']));
});

describe('showing and hiding', () => {
  it('drops what was answered before it was hidden, and asks nothing of it', () => {
    const given = form(
      [block('kind', 'radio', { options }), block('more', 'short_text', { required: true })],
      [rule([when('kind', 'is', 'b')], { type: 'show', field: 'more' })],
    );
    expect(checkAnswers(given, { kind: 'a', more: 'left over' })).toMatchObject({
      answers: { kind: 'a' },
      problems: {},
    });
    expect(checkAnswers(given, { kind: 'b' }).problems).toEqual({ more: { problem: 'required' } });
  });

  it('goes on in chains: what is hidden counts as not answered', () => {
    const given = form(
      [block('a'), block('b'), block('c')],
      [
        rule([when('b', 'answered')], { type: 'show', field: 'c' }),
        rule([when('a', 'answered')], { type: 'show', field: 'b' }),
      ],
    );
    expect(visible(given, { b: 'x', c: 'y' })).toEqual(['a']);
    expect(visible(given, { a: 'x', b: 'x' })).toEqual(['a', 'b', 'c']);
  });

  it('lets the later of two rules win', () => {
    const given = form(
      [block('a'), block('b')],
      [
        rule([when('a', 'answered')], { type: 'hide', field: 'b' }),
        rule([when('a', 'is', 'x')], { type: 'show', field: 'b' }),
      ],
    );
    expect(visible(given, { a: 'y' })).toEqual(['a']);
    expect(visible(given, { a: 'x' })).toEqual(['a', 'b']);
  });

  it('comes to an end in a ring, the same each time, with nobody stuck', () => {
    const given = form(
      [block('a'), block('b')],
      [
        rule([when('b', 'not_answered')], { type: 'show', field: 'a' }),
        rule([when('a', 'answered')], { type: 'show', field: 'b' }),
      ],
    );
    expect(visible(given, { a: 'x', b: 'y' })).toEqual(['a', 'b']);
    expect(ruleCycleOf(given)).toBe('a');
    expect(
      ruleCycleOf(
        form([block('a'), block('b')], [rule([when('a', 'answered')], { type: 'show', field: 'b' })]),
      ),
    ).toBeNull();
  });

  it('needs what a rule says is needed', () => {
    const given = form(
      [block('a'), block('b')],
      [rule([when('a', 'answered')], { type: 'require', field: 'b' })],
    );
    expect(checkAnswers(given, { a: 'x' }).problems).toEqual({ b: { problem: 'required' } });
    expect(checkAnswers(given, {}).problems).toEqual({});
  });

  it('needs one email address where something is to be paid, and says so before it is sent', () => {
    const given = form([
      block('second', 'email'),
      block('third', 'email'),
      block('fee', 'payment', { amount: 1_000 }),
    ]);
    expect([...evaluateForm(given, {}).required]).toEqual(['second']);
    expect(checkAnswers(given, {}).problems).toMatchObject({ second: { problem: 'required' } });
    expect([
      ...evaluateForm(
        form([
          block('one', 'email'),
          block('two', 'email', { required: true }),
          block('fee', 'payment', { amount: 1_000 }),
        ]),
        {},
      ).required,
    ]).toEqual(['two']);
    expect([
      ...evaluateForm(form([block('one', 'email'), block('fee', 'payment', { amountFrom: 'total' })]), {})
        .required,
    ]).toEqual([]);
  });
});

describe('pages', () => {
  const blocks = [
    block('age', 'number'),
    block('p2', 'page_break'),
    block('school', 'short_text', { required: true }),
    block('p3', 'page_break'),
    block('work', 'short_text', { required: true }),
  ];
  it('are jumped over, with what stands on them', () => {
    const given = form(blocks, [rule([when('age', 'gte', '18')], { type: 'jump', to: 'p3' })]);
    expect(checkAnswers(given, { age: 20, school: 'forged', work: 'Baker' })).toMatchObject({
      answers: { age: 20, work: 'Baker' },
      problems: {},
      evaluation: { path: [0, 2] },
    });
    expect(checkAnswers(given, { age: 12 })).toMatchObject({
      problems: { school: { problem: 'required' }, work: { problem: 'required' } },
      evaluation: { path: [0, 1, 2] },
    });
  });
  it('are never jumped back to', () => {
    expect(
      evaluateForm(form(blocks, [rule([when('work', 'answered')], { type: 'jump', to: 'p2' })]), {
        age: 1,
        school: 'x',
        work: 'y',
      }).path,
    ).toEqual([0, 1, 2]);
  });
  it('end early on a screen of their own', () => {
    const given = form(blocks, [rule([when('age', 'lt', '16')], { type: 'end', screen: 'sorry' })]);
    expect(checkAnswers(given, { age: 12, work: 'forged' })).toMatchObject({
      answers: { age: 12 },
      problems: {},
      evaluation: { path: [0], screen: 'sorry' },
    });
    expect(evaluateForm(given, { age: 30 })).toMatchObject({ path: [0, 1, 2], screen: 'thanks' });
  });
  it('are passed over when nothing on them is seen', () => {
    const given = form(blocks, [rule([when('age', 'gt', '0')], { type: 'hide', field: 'school' })]);
    expect(evaluateForm(given, { age: 5 }).path).toEqual([0, 2]);
  });
  it('are checked one by one while somebody fills them', () =>
    expect(checkAnswers(form(blocks), { age: 5 }, { upTo: 0 }).problems).toEqual({}));
});

describe('answers that were kept', () => {
  it('are taken as they are kept, money in its smallest unit', () => {
    for (const [currency, typed, kept] of [
      ['EUR', '12.50', 1_250],
      ['JPY', '1250', 1_250],
      ['KWD', '1.250', 1_250],
    ] as const) {
      const given = form([block('gift', 'currency', { currency }), block('fee', 'payment', { amount: 500 })]);
      const { answers } = checkAnswers(given, { gift: typed });
      expect(answers).toEqual({ gift: kept });
      expect(keptAnswers(given, answers, true).answers).toEqual({ gift: kept });
    }
  });
  it('lose what is hidden once it is paid', () => {
    const given = form(
      [block('a'), block('fee', 'payment', { amount: 500 })],
      [rule([when('', 'paid')], { type: 'hide', field: 'a' }, { type: 'end', screen: 'sorry' })],
    );
    expect(keptAnswers(given, { a: 'x' }, true)).toMatchObject({
      answers: {},
      evaluation: { screen: 'sorry' },
    });
    expect(keptAnswers(given, { a: 'x' }, false)).toMatchObject({
      answers: { a: 'x' },
      evaluation: { screen: 'thanks' },
    });
  });
});
