import { describe, expect, it } from 'vitest';
import {
  emptyBlock,
  formOperators,
  type FormAction,
  type FormBlock,
  type FormBlockType,
  type FormCondition,
  type FormDocument,
  type FormOperator,
  type FormRule,
} from './form-document.ts';
import { countProcessorTime } from '#tests/support/processor-time.ts';
import { checkAnswers, dueOf, keptAnswers, ringOf, standingOf } from './form-logic.ts';

const block = (
  key: string,
  type: FormBlockType = 'short_text',
  more: Partial<FormBlock> = {},
): FormBlock => ({ ...emptyBlock(key, type), label: key, ...more });
const when = (field: string, operator: FormOperator, value = ''): FormCondition => ({
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
const form = (blocks: FormBlock[], rules: FormRule[] = []): FormDocument => ({
  blocks,
  rules,
  screens: [
    { id: 'thanks', title: 'Thanks', text: '', redirectUrl: '' },
    { id: 'sorry', title: 'Sorry', text: '', redirectUrl: '' },
  ],
  settings: {
    openFrom: '',
    openUntil: '',
    maxSubmissions: 0,
    onePerVisitor: false,
    confirm: false,
    notify: [],
    reply: { enabled: false, subject: '', text: '' },
    spam: 'honeypot',
    language: 'en',
    submitText: '',
    theme: { color: '#36d6b5', background: '#ffffff', mode: 'auto', font: 'sans', corners: 'soft' },
  },
});
const options = ['a', 'b', 'c'].map((value) => ({ value, label: value, image: '' }));
const visible = (given: FormDocument, answers: Record<string, unknown>): string[] =>
  [...checkAnswers(given, answers).standing.visible].toSorted();

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
    expect(ringOf(given)).toBe('a');
    expect(
      ringOf(form([block('a'), block('b')], [rule([when('a', 'answered')], { type: 'show', field: 'b' })])),
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
    expect([...standingOf(given, {}).required]).toEqual(['second']);
    expect(checkAnswers(given, {}).problems).toMatchObject({ second: { problem: 'required' } });
    expect([
      ...standingOf(
        form([
          block('one', 'email'),
          block('two', 'email', { required: true }),
          block('fee', 'payment', { amount: 1_000 }),
        ]),
        {},
      ).required,
    ]).toEqual(['two']);
    expect([
      ...standingOf(form([block('one', 'email'), block('fee', 'payment', { amountFrom: 'total' })]), {})
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
      standing: { path: [0, 2] },
    });
    expect(checkAnswers(given, { age: 12 })).toMatchObject({
      problems: { school: { problem: 'required' }, work: { problem: 'required' } },
      standing: { path: [0, 1, 2] },
    });
  });
  it('are never jumped back to', () => {
    expect(
      standingOf(form(blocks, [rule([when('work', 'answered')], { type: 'jump', to: 'p2' })]), {
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
      standing: { path: [0], screen: 'sorry' },
    });
    expect(standingOf(given, { age: 30 })).toMatchObject({ path: [0, 1, 2], screen: 'thanks' });
  });
  it('are passed over when nothing on them is seen', () => {
    const given = form(blocks, [rule([when('age', 'gt', '0')], { type: 'hide', field: 'school' })]);
    expect(standingOf(given, { age: 5 }).path).toEqual([0, 2]);
  });
  it('are checked one by one while somebody fills them', () =>
    expect(checkAnswers(form(blocks), { age: 5 }, { upTo: 0 }).problems).toEqual({}));
});

describe('calculated values', () => {
  const add = (field: string, amount = 0): FormAction => ({
    type: 'calculate',
    name: 'sum',
    by: 'add',
    amount,
    field,
  });
  it('add up in the order of the rules, and later rules may ask for them', () => {
    const given = form(
      [
        block('q1', 'radio', { options }),
        block('n', 'number'),
        block('bonus'),
        block('p2', 'page_break'),
        block('late'),
      ],
      [
        rule([when('q1', 'is', 'b')], add('', 10)),
        rule([when('n', 'answered')], add('n')),
        rule([when('=sum', 'gte', '15')], { type: 'end', screen: 'sorry' }, { type: 'show', field: 'bonus' }),
      ],
    );
    expect(standingOf(given, { q1: 'b', n: 5 })).toMatchObject({
      variables: { sum: 15 },
      screen: 'sorry',
      path: [0],
    });
    expect(standingOf(given, { q1: 'b', n: 4 })).toMatchObject({
      variables: { sum: 14 },
      screen: 'thanks',
      path: [0, 1],
    });
  });
  it('stay finite and never divide by nothing', () => {
    const act = (by: 'set' | 'multiply' | 'divide', amount: number): FormRule =>
      rule([when('a', 'not_answered')], { type: 'calculate', name: 'sum', by, amount, field: '' });
    expect(
      standingOf(
        form([block('a')], [act('set', 3), act('divide', 0), act('multiply', 1e12), act('multiply', 1e12)]),
        {},
      ).variables,
    ).toEqual({ sum: 1e12 });
  });
  it('are a price when the payment says so', () => {
    const given = form(
      [block('n', 'number'), block('pay', 'payment', { amountFrom: 'sum', currency: 'EUR' })],
      [rule([when('n', 'answered')], add('n'))],
    );
    expect(dueOf(given, standingOf(given, { n: 12 }))).toEqual({
      amount: 1_200,
      currency: 'EUR',
      key: 'pay',
      label: 'pay',
    });
    expect(dueOf(given, standingOf(given, {}))).toBeNull();
  });
});

/** Counts how often a property is read; the function that it gives says how often so far. */
function counted<T extends object>(of: T, name: keyof T & string): () => number {
  const value = of[name];
  let times = 0;
  Object.defineProperty(of, name, { enumerable: true, get: () => ((times += 1), value) });
  return () => times;
}

describe('the work of rules', () => {
  const makes = (name: string, field = ''): FormAction => ({
    type: 'calculate',
    name,
    by: 'add',
    amount: 1,
    field,
  });
  const many = <T>(count: number, each: (at: number) => T): T[] =>
    Array.from({ length: count }, (_, at) => each(at));

  it('stays small where every rule asks for what every other one calculates', () => {
    const conditions = many(10, (at) => when(`=v${at}`, 'gte', '0'));
    const groups = many(5, () => ({ match: 'all' as const, conditions }));
    const actions = many(10, (at) =>
      at === 9 ? { type: 'end' as const, screen: 'sorry' } : makes(`v${at}`, 'long'),
    );
    const rules = many(50, (at): FormRule => ({ id: `r${at}`, match: 'all', groups, actions }));
    const given = form([block('long', 'long_text'), block('p', 'page_break'), block('b')], rules);
    const spent = countProcessorTime();
    for (let page = 0; page < 20; page++) checkAnswers(given, { long: 'x'.repeat(10_000) });
    ringOf(given);
    expect(spent()).toBeLessThan(3_000);
  });

  it('stays small where rules contradict each other over long texts', () => {
    const blocks = many(100, (at) => block(`b${at}`, 'long_text'));
    const rules = many(50, (at): FormRule => {
      const conditions = many(10, (of) => when(`b${(at + of) % 100}`, 'not_contains', `needle ${at} ${of}`));
      const actions = many(10, (of): FormAction => ({
        type: of % 2 === 0 ? 'hide' : 'show',
        field: `b${(at * 7 + of) % 100}`,
      }));
      return {
        id: `r${at}`,
        match: 'any',
        groups: many(5, () => ({ match: 'all', conditions: conditions.map((each) => ({ ...each })) })),
        actions,
      };
    });
    const given = form(blocks, rules);
    const answers = Object.fromEntries(blocks.map(({ key }) => [key, 'x'.repeat(2_000)]));
    const spent = countProcessorTime();
    checkAnswers(given, answers);
    expect(ringOf(given)).not.toBeNull();
    expect(spent()).toBeLessThan(3_000);
  });

  it('is done once: what the document says for all answers, and each comparison for those that were given', () => {
    const asked = when('a', 'is', 'x');
    const ask = counted(asked, 'value');
    // Shows one field after the other, so that the rules are gone through again and again.
    const blocks = many(10, (at) => block(at === 0 ? 'a' : `b${at}`));
    const chain = many(8, (at) =>
      rule([when(`b${at + 1}`, 'not_answered')], { type: 'hide', field: `b${at + 2}` }),
    );
    const rules = [rule([asked], { type: 'require', field: 'a' }), ...chain];
    const given = form(blocks, rules);
    const read = counted(rules[0]!, 'actions');
    checkAnswers(given, { a: 'x' });
    expect(ask()).toBe(1);
    const first = read();
    checkAnswers(given, { a: 'x' });
    expect(read() - first).toBeLessThan(first);
  });

  it('leads on from the page of the last answer that a value is made of, through the values between', () => {
    const blocks = [
      block('a'),
      block('p1', 'page_break'),
      block('n', 'number'),
      block('p2', 'page_break'),
      block('c'),
    ];
    const rules = [
      rule([when('n', 'answered')], makes('one')),
      rule([when('=one', 'gt', '0')], makes('two')),
      rule([when('=two', 'gt', '0')], { type: 'end', screen: 'sorry' }),
    ];
    expect(checkAnswers(form(blocks, rules), { n: '3' }).standing).toMatchObject({
      path: [0, 1],
      screen: 'sorry',
    });
  });

  it('has no rings: neither of values nor through them, while a rule may change the value that it asks for', () => {
    const blocks = [block('a', 'number'), block('b')];
    expect(
      ringOf(
        form(blocks, [rule([when('=x', 'gt', '0')], makes('y')), rule([when('=y', 'gt', '0')], makes('x'))]),
      ),
    ).toBe('=x');
    expect(
      ringOf(
        form(blocks, [
          rule([when('a', 'gt', '0')], makes('x')),
          rule([when('=x', 'is', '1')], { type: 'hide', field: 'a' }),
        ]),
      ),
    ).toBe('a');
    expect(
      ringOf(
        form(blocks, [
          rule([when('b', 'answered')], makes('x', 'a')),
          rule([when('=x', 'gt', '100')], makes('x')),
        ]),
      ),
    ).toBeNull();
  });
});

describe('a price', () => {
  const shop = (fee: Partial<FormBlock> = {}, n: Partial<FormBlock> = {}): FormDocument =>
    form(
      [
        block('n', 'number', { decimals: 6, ...n }),
        block('off', 'short_text'),
        block('choice', 'radio', { options }),
        block('pay', 'payment', { amountFrom: 'sum', ...fee }),
      ],
      [
        rule(
          [when('n', 'answered')],
          { type: 'calculate', name: 'sum', by: 'add', amount: 0, field: 'n' },
          { type: 'calculate', name: 'sum', by: 'add', amount: 0, field: 'off' },
        ),
      ],
    );
  const problems = (given: FormDocument, answers: Record<string, unknown>) =>
    checkAnswers(given, answers).problems;

  it('is not reckoned out of less than nothing, unless its owner allows that', () => {
    expect(problems(shop(), { n: '-1' })).toMatchObject({ n: { problem: 'too_low', value: 0 } });
    expect(problems(shop(), { n: '10', off: '-9' })).toMatchObject({ off: { problem: 'too_low', value: 0 } });
    expect(problems(shop({}, { min: -5 }), { n: '-1' })).toEqual({ pay: { problem: 'price' } });
  });
  it('is one that can be paid', () => {
    expect(problems(shop(), { n: '0.49' })).toEqual({ pay: { problem: 'price_low', value: '0.50 EUR' } });
    expect(problems(shop(), { n: '0.5' })).toEqual({});
    expect(problems(shop(), { n: '1000000' })).toEqual({
      pay: { problem: 'price_high', value: '999999.99 EUR' },
    });
    expect(problems(shop({ currency: 'JPY' }), { n: '49' })).toEqual({
      pay: { problem: 'price_low', value: '50 JPY' },
    });
  });
  it('may be nothing, unless a payment is required', () => {
    expect(problems(shop(), { n: '0' })).toEqual({});
    expect(problems(shop({ required: true }), { n: '0' })).toEqual({ pay: { problem: 'price' } });
    expect(problems(shop({ required: true }), {})).toEqual({ pay: { problem: 'price' } });
  });
  it('is asked about where all is answered that it depends on', () => {
    const two = form(
      [
        block('pay', 'payment', { amountFrom: 'sum', required: true }),
        block('next', 'page_break'),
        block('n', 'number'),
      ],
      shop().rules,
    );
    expect(checkAnswers(two, {}, { upTo: 0 }).problems).toEqual({});
    expect(checkAnswers(two, {}, { upTo: 1 }).problems).toEqual({ pay: { problem: 'price' } });
  });
  it('is rounded once, and to what providers charge', () => {
    const due = (currency: FormBlock['currency'], n: number) =>
      dueOf(shop({ currency }), standingOf(shop({ currency }), { n }))?.amount;
    expect([due('EUR', 1.005), due('JPY', 120.5), due('KWD', 1.234), due('KWD', 1.235)]).toEqual([
      101, 121, 1_230, 1_240,
    ]);
  });
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
      standing: { screen: 'sorry' },
    });
    expect(keptAnswers(given, { a: 'x' }, false)).toMatchObject({
      answers: { a: 'x' },
      standing: { screen: 'thanks' },
    });
  });
});
