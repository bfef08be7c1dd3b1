import { describe, expect, it } from 'vitest';
import type { PaymentDispute, PaymentFacts, PaymentLine } from '#providers/payments/payments.port.ts';
import { newMovements, type Movement } from './changes.models.ts';

const dayMs = 86_400_000;
const start = new Date('2026-10-31T10:00:00.000Z');
const after = (days: number): Date => new Date(start.getTime() + days * dayMs);
const price = { tax: 210, total: 1_210 };

const line = (reference: string, days: number, given: Partial<PaymentLine> = {}): PaymentLine => ({
  reference,
  amount: 1_210,
  refunded: 0,
  paidAt: after(days),
  url: null,
  ...given,
});
const dispute = (
  payment: string,
  outcome: PaymentDispute['outcome'],
  given: Partial<PaymentDispute> = {},
): PaymentDispute => ({
  reference: 'du_1',
  payment,
  amount: 1_210,
  outcome,
  openedAt: after(50),
  closedAt: outcome === 'open' ? null : after(70),
  ...given,
});
function facts(payments: readonly PaymentLine[], disputes: readonly PaymentDispute[] = []): PaymentFacts {
  return {
    purchaseId: 'pur_1',
    isTest: false,
    checkout: 'complete',
    payment: 'paid',
    currency: 'eur',
    email: null,
    receiptUrl: null,
    subscription: null,
    card: null,
    payments,
    disputes,
    paid: payments.reduce((sum, { amount }) => sum + amount, 0),
    refunded: payments.reduce((sum, { refunded }) => sum + refunded, 0),
    dispute: disputes.at(-1)?.outcome ?? 'none',
    paidAt: payments[0]?.paidAt ?? null,
    references: { checkout: 'cs_1', payment: null, customer: null, subscription: null },
  };
}
const refund = (reference: string, amount: number, days: number) => ({ reference, amount, at: after(days) });
const grossOf = (movements: readonly Movement[]): number =>
  movements.reduce((sum, { gross }) => sum + gross, 0);
const taxOf = (movements: readonly Movement[]): number => movements.reduce((sum, { tax }) => sum + tax, 0);

/** Tells what was said one thing after the other; every second time the same is told twice. */
function told(...said: PaymentFacts[]): Movement[] {
  let list: Movement[] = [];
  for (const one of said) {
    list = [...list, ...newMovements(list, one, price, after(90))];
    expect(newMovements(list, one, price, after(91))).toEqual([]);
    const disputed = one.disputes.reduce(
      (sum, { outcome, amount }) => sum + (outcome === 'won' ? 0 : amount),
      0,
    );
    expect(grossOf(list)).toBe(one.paid - one.refunded - disputed);
  }
  return list;
}
const shown = (movements: readonly Movement[]) =>
  movements.map(({ kind, reference, at, gross }) => [
    kind,
    reference,
    Math.round((at.getTime() - start.getTime()) / dayMs),
    gross,
  ]);

describe('movements of money', () => {
  it('are a payment and its renewals, each on its own day with its own tax', () => {
    const list = told(facts([line('pi_1', 0)]), facts([line('pi_1', 0), line('pi_2', 30), line('pi_3', 61)]));
    expect(list).toMatchObject([
      {
        kind: 'payment',
        paymentRef: 'pi_1',
        at: after(0),
        currency: 'EUR',
        gross: 1_210,
        tax: 210,
        fee: null,
        isEstimated: false,
      },
      { kind: 'renewal', paymentRef: 'pi_2', at: after(30), gross: 1_210, tax: 210 },
      { kind: 'renewal', paymentRef: 'pi_3', at: after(61), gross: 1_210, tax: 210 },
    ]);
  });

  it('put a refund on the day on which it was given back, and leave the sale where it was', () => {
    const given = line('pi_1', 0, {
      refunded: 700,
      refunds: [refund('re_1', 333, 20), refund('re_2', 367, 45)],
    });
    const list = told(
      facts([line('pi_1', 0)]),
      facts([given]),
      facts([{ ...given, refunded: 1_210, refunds: [...(given.refunds ?? []), refund('re_3', 510, 46)] }]),
    );
    expect(shown(list)).toEqual([
      ['payment', 'pi_1', 0, 1_210],
      ['refund', 're_1', 20, -333],
      ['refund', 're_2', 45, -367],
      ['refund', 're_3', 46, -510],
    ]);
    expect(taxOf(list)).toBe(0);
  });

  it('take one payment when its dispute is opened, and give it back when it is won', () => {
    const payments = [line('pi_1', 0), line('pi_2', 30), line('pi_3', 61)];
    const lost = told(
      facts(payments),
      facts(payments, [dispute('pi_2', 'open')]),
      facts(payments, [dispute('pi_2', 'lost')]),
    );
    expect(shown(lost).slice(3)).toEqual([
      ['dispute_opened', 'du_1', 50, -1_210],
      ['dispute_lost', 'du_1', 70, 0],
    ]);
    expect([grossOf(lost), taxOf(lost)]).toEqual([2_420, 420]);
    const won = told(
      facts(payments, [dispute('pi_2', 'open', { fee: 2_000 })]),
      facts(payments, [dispute('pi_2', 'won', { fee: 2_000 })]),
    );
    expect(won.filter(({ kind }) => kind.startsWith('dispute'))).toMatchObject([
      { kind: 'dispute_opened', gross: -1_210, tax: -210, fee: 2_000 },
      { kind: 'dispute_won', gross: 1_210, tax: 210 },
    ]);
    const late = told(facts(payments, [dispute('pi_1', 'lost')]));
    expect(shown(late).filter(([kind]) => kind !== 'renewal')).toEqual([
      ['payment', 'pi_1', 0, 1_210],
      ['dispute_opened', 'du_1', 50, -1_210],
      ['dispute_lost', 'du_1', 70, 0],
    ]);
  });

  it('follow a dispute whose decision is changed afterwards', () => {
    const payments = [line('pi_1', 0)];
    const list = told(
      facts(payments, [dispute('pi_1', 'won')]),
      facts(payments, [dispute('pi_1', 'lost', { closedAt: after(80) })]),
    );
    expect(shown(list)).toEqual([
      ['payment', 'pi_1', 0, 1_210],
      ['dispute_opened', 'du_1', 50, -1_210],
      ['dispute_won', 'du_1', 70, 1_210],
      ['dispute_lost', 'du_1', 80, -1_210],
    ]);
  });

  it('take what was left of a payment of which a part was given back, its tax included', () => {
    const given = [line('pi_1', 0, { refunded: 605, refunds: [refund('re_1', 605, 10)] })];
    const list = told(
      facts([line('pi_1', 0)]),
      facts(given),
      facts(given, [dispute('pi_1', 'lost', { amount: 605 })]),
    );
    expect([grossOf(list), taxOf(list)]).toEqual([0, 0]);
  });

  it('carry the fee that the provider names, and one more line when it names it later', () => {
    const list = told(
      facts([line('pi_1', 0, { fee: 43, tax: 209 })]),
      facts([line('pi_1', 0, { fee: 50, tax: 209 })]),
      facts([line('pi_1', 0, { fee: 50, tax: 209 }), line('pi_2', 30)]),
      facts([line('pi_1', 0, { fee: 50, tax: 209 }), line('pi_2', 30, { fee: 43 })]),
    );
    expect(list.map(({ kind, reference, fee, tax }) => [kind, reference, fee, tax])).toEqual([
      ['payment', 'pi_1', 43, 209],
      ['fee', 'pi_1:fee', 7, 0],
      ['renewal', 'pi_2', null, 210],
      ['fee', 'pi_2:fee', 43, 0],
    ]);
    expect(list.at(-1)?.at).toEqual(after(30));
  });

  it('of which the provider names only the sum are marked, and not counted again when it names the parts', () => {
    const sum = facts([line('pi_1', 0, { refunded: 500 })]);
    const parts = facts([
      line('pi_1', 0, { refunded: 700, refunds: [refund('re_1', 300, 20), refund('re_2', 400, 40)] }),
    ]);
    const list = told(facts([line('pi_1', 0)]), sum, parts);
    expect(list.slice(1)).toMatchObject([
      { kind: 'refund', gross: -500, at: after(90), isEstimated: true },
      { kind: 'refund', reference: 're_2', gross: -200, at: after(40), isEstimated: false },
    ]);
  });

  it('are set right by a line of their own when a refund fails, and when a payment bounces after all', () => {
    const given = facts([line('pi_1', 0, { refunded: 1_210, refunds: [refund('re_1', 1_210, 20)] })]);
    const failed = told(given, facts([line('pi_1', 0, { refunded: 0, refunds: [] })]));
    expect(failed.at(-1)).toMatchObject({ kind: 'correction', gross: 1_210, tax: 210, isEstimated: true });
    const again = told(
      given,
      facts([line('pi_1', 0, { refunds: [] })]),
      facts([line('pi_1', 0, { refunded: 1_210, refunds: [refund('re_2', 1_210, 60)] })]),
    );
    expect(again.at(-1)).toMatchObject({ kind: 'refund', reference: 're_2', gross: -1_210, tax: -210 });
    expect(told(facts([line('pi_1', 0)]), facts([])).at(-1)).toMatchObject({
      kind: 'refund',
      paymentRef: 'pi_1',
      gross: -1_210,
      tax: -210,
    });
  });

  it('that were put on the wrong payment before are set right when the provider names the payment', () => {
    const payments = [line('pi_1', 0), line('pi_2', 30)];
    const guessed: Movement[] = newMovements([], facts(payments), price, after(31));
    const estimate = {
      reference: 'known:pi_2',
      paymentRef: 'pi_2',
      at: after(55),
      currency: 'EUR',
      gross: -1_210,
      tax: -210,
      fee: null,
      isEstimated: true,
    };
    const list = [...guessed, { ...estimate, kind: 'dispute_opened' as const }];
    const now = facts(payments, [dispute('pi_1', 'open')]);
    const made = newMovements(list, now, price, after(60));
    expect(made).toMatchObject([
      { kind: 'dispute_opened', paymentRef: 'pi_1', gross: -1_210, at: after(50) },
      { kind: 'correction', paymentRef: 'pi_2', gross: 1_210, tax: 210 },
    ]);
    expect(newMovements([...list, ...made], now, price, after(61))).toEqual([]);
    const right = facts(payments, [dispute('pi_2', 'lost')]);
    expect(newMovements(list, right, price, after(80))).toMatchObject([
      { kind: 'dispute_lost', paymentRef: 'pi_2', gross: 0, at: after(70) },
    ]);
  });
});
