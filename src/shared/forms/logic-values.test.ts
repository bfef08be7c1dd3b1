import { describe, expect, it } from 'vitest';
import { type FormAction, type FormBlock, type FormDocument, type FormRule } from './document.ts';
import { countProcessorTime } from '#tests/support/app/processor-time.ts';
import { checkAnswers, dueOf, evaluateForm } from './logic.ts';
import { ruleCycleOf } from './rings.ts';
import { block, form, options, rule, when } from './__fixtures__/made-forms.ts';

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
    expect(evaluateForm(given, { q1: 'b', n: 5 })).toMatchObject({
      variables: { sum: 15 },
      screen: 'sorry',
      path: [0],
    });
    expect(evaluateForm(given, { q1: 'b', n: 4 })).toMatchObject({
      variables: { sum: 14 },
      screen: 'thanks',
      path: [0, 1],
    });
  });
  it('stay finite and never divide by nothing', () => {
    const act = (by: 'set' | 'multiply' | 'divide', amount: number): FormRule =>
      rule([when('a', 'not_answered')], { type: 'calculate', name: 'sum', by, amount, field: '' });
    expect(
      evaluateForm(
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
    expect(dueOf(given, evaluateForm(given, { n: 12 }))).toEqual({
      amount: 1_200,
      currency: 'EUR',
      key: 'pay',
      label: 'pay',
    });
    expect(dueOf(given, evaluateForm(given, {}))).toBeNull();
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
    ruleCycleOf(given);
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
    expect(ruleCycleOf(given)).not.toBeNull();
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
    expect(checkAnswers(form(blocks, rules), { n: '3' }).evaluation).toMatchObject({
      path: [0, 1],
      screen: 'sorry',
    });
  });

  it('has no rings: neither of values nor through them, while a rule may change the value that it asks for', () => {
    const blocks = [block('a', 'number'), block('b')];
    expect(
      ruleCycleOf(
        form(blocks, [rule([when('=x', 'gt', '0')], makes('y')), rule([when('=y', 'gt', '0')], makes('x'))]),
      ),
    ).toBe('=x');
    expect(
      ruleCycleOf(
        form(blocks, [
          rule([when('a', 'gt', '0')], makes('x')),
          rule([when('=x', 'is', '1')], { type: 'hide', field: 'a' }),
        ]),
      ),
    ).toBe('a');
    expect(
      ruleCycleOf(
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
      dueOf(shop({ currency }), evaluateForm(shop({ currency }), { n }))?.amount;
    expect([due('EUR', 1.005), due('JPY', 120.5), due('KWD', 1.234), due('KWD', 1.235)]).toEqual([
      101, 121, 1_230, 1_240,
    ]);
  });
});
