import { expect, test } from 'vitest';
import { numberText } from '../invoices.contract.ts';
import { duePapers, taxIn, type Issued } from './invoices.models.ts';

const paidAt = new Date('2026-05-18T10:00:00Z');
const paid = (amount: number, refunded = 0) => ({ reference: 'pay_1', amount, refunded, paidAt });

test('tax is split in proportion and to the nearest unit, also where a currency has no cents or three digits', () => {
  expect(taxIn(1_210, { tax: 210, total: 1_210 })).toBe(210);
  expect(taxIn(605, { tax: 210, total: 1_210 })).toBe(105);
  expect(taxIn(1, { tax: 210, total: 1_210 })).toBe(0);
  expect(taxIn(550, { tax: 100, total: 1_100 })).toBe(50);
  expect(taxIn(999, { tax: 0, total: 999 })).toBe(0);
  expect(taxIn(500, { tax: 0, total: 0 })).toBe(0);
  expect(taxIn(900_000_000_000, { tax: 1, total: 3 })).toBe(300_000_000_000);
});

test('credit notes of a payment that is given back in parts hold exactly its tax', () => {
  const price = { tax: 210, total: 1_210 };
  const issued: Issued[] = [];
  for (const refunded of [0, 1, 1, 403, 807, 1_210, 1_210]) {
    issued.push(
      ...duePapers(price, [paid(1_210, refunded)], issued).map(({ kind, total, tax }) => ({
        kind,
        total,
        tax,
        reference: 'pay_1',
      })),
    );
  }
  const credits = issued.filter(({ kind }) => kind === 'credit_note');
  expect(issued.length - credits.length).toBe(1);
  expect(credits.map(({ total }) => total)).toEqual([1, 402, 404, 403]);
  expect(credits.reduce((sum, { tax }) => sum + tax, 0)).toBe(210);
});

test('credit notes are rounded as the list of money movements is: by the tax in what is left', () => {
  const [, half] = duePapers({ tax: 200, total: 1_200 }, [paid(1_200, 501)], []);
  expect([half?.total, half?.tax]).toEqual([501, 83]);
  const one = { ...paid(1_200, 501), tax: 200 };
  expect(duePapers({ tax: 0, total: 0 }, [one], []).map(({ tax }) => tax)).toEqual([200, 83]);
});

test('each refund that the provider names has a credit note of its day, and none is credited twice', () => {
  const [october, november] = [new Date('2026-10-31T23:00:00Z'), new Date('2026-11-02T09:00:00Z')];
  const payment = {
    ...paid(1_210, 700),
    refunds: [
      { amount: 300, at: november },
      { amount: 200, at: october },
    ],
  };
  const due = duePapers({ tax: 210, total: 1_210 }, [payment], []);
  expect(due.map(({ kind, total, at }) => [kind, total, at])).toEqual([
    ['invoice', 1_210, paidAt],
    ['credit_note', 200, october],
    ['credit_note', 300, november],
    ['credit_note', 200, null],
  ]);
  const issued = due.map(({ kind, total, tax }) => ({ kind, total, tax, reference: 'pay_1' }));
  expect(duePapers({ tax: 210, total: 1_210 }, [payment], issued)).toEqual([]);
  // Written before the provider named it: what it names now is credited already.
  const before = [
    { kind: 'invoice' as const, reference: 'pay_1', total: 1_210, tax: 210 },
    { kind: 'credit_note' as const, reference: 'pay_1', total: 200, tax: 35 },
  ];
  expect(
    duePapers({ tax: 210, total: 1_210 }, [payment], before).map(({ total, at }) => [total, at]),
  ).toEqual([
    [300, november],
    [200, null],
  ]);
});

test('nothing is due for a payment of nothing, or for what was issued already', () => {
  expect(duePapers({ tax: 0, total: 0 }, [paid(0)], [])).toEqual([]);
  expect(
    duePapers(
      { tax: 0, total: 500 },
      [paid(500)],
      [{ kind: 'invoice', reference: 'pay_1', total: 500, tax: 0 }],
    ),
  ).toEqual([]);
});

test('a number says what it is of, and test money says so', () => {
  expect(numberText({ isTest: false, kind: 'invoice', number: 42 })).toBe('INV-000042');
  expect(numberText({ isTest: true, kind: 'credit_note', number: 1_234_567 })).toBe('TEST-CN-1234567');
});

test('all invoices come before all credit notes, so that two who issue at once wait in one order for their numbers', () => {
  const [first, second] = [paid(1_210, 300), { ...paid(1_210, 400), reference: 'pay_2' }];
  const due = duePapers({ tax: 210, total: 1_210 }, [first, second], []);
  expect(due.map(({ kind, payment }) => [kind, payment.reference])).toEqual([
    ['invoice', 'pay_1'],
    ['invoice', 'pay_2'],
    ['credit_note', 'pay_1'],
    ['credit_note', 'pay_2'],
  ]);
});
