import { describe, expect, it } from 'vitest';
import type { PaymentDispute, PaymentFacts } from '#providers/payments/payments.port.ts';
import { nextSync, oneIntervalBefore } from '#providers/payments/payments.timing.ts';
import { csvCell } from '#shared/text/csv.ts';
import {
  after,
  facts,
  purchase,
  running,
  start,
  subscription,
} from '#tests/support/payments/purchase-facts.ts';
import { decimal } from '../movements/csv.models.ts';
import {
  purchaseState,
  applyFacts,
  allocateRefund,
  provisionalAccessEnd,
  type PurchaseRow,
} from './purchase-state.models.ts';

describe('what the vendor says', () => {
  it('opens a pack when it is paid, and nothing while it is open, processing, failed or expired', () => {
    expect(applyFacts(purchase(), facts(), start).opened).toEqual({
      messages: 10,
      until: null,
      isFrozen: false,
      isRevoked: false,
      takenBack: 0,
    });
    const unpaid = { paid: 0, payments: [], paidAt: null };
    for (const [given, status] of [
      [{ checkout: 'open', payment: 'none' }, 'open'],
      [{ checkout: 'open', payment: 'failed' }, 'open'],
      [{ payment: 'processing' }, 'processing'],
      [{ payment: 'failed' }, 'failed'],
      [{ checkout: 'expired', payment: 'none' }, 'expired'],
    ] as const) {
      expect(applyFacts(purchase(), facts({ ...unpaid, ...given }), start)).toMatchObject({
        opened: null,
        changed: { status },
      });
    }
  });

  it.each([
    ['another purchase', { purchaseId: 'pur_2' }],
    [
      'another checkout',
      { references: { checkout: 'cs_2', payment: null, customer: null, subscription: null } },
    ],
    ['the other mode', { isTest: true }],
    ['another currency', { currency: 'jpy' }],
    [
      'less than was asked for',
      { paid: 999, payments: [{ reference: 'pi_1', amount: 999, refunded: 0, paidAt: start, url: null }] },
    ],
  ])('about %s opens nothing', (_what, given: Partial<PaymentFacts>) => {
    expect(applyFacts(purchase(), facts(given), start)).toMatchObject({
      opened: null,
      changed: { problem: 'mismatch' },
    });
  });

  it('closes what was opened when the payment is taken back after all', () => {
    expect(
      applyFacts(
        purchase({ status: 'paid', paidAt: start }),
        facts({ payment: 'failed', paid: 0, payments: [] }),
        start,
      ).opened,
    ).toMatchObject({ isRevoked: true });
  });

  it('takes messages back in proportion and rounds for the visitor', () => {
    for (const [refunded, takenBack] of [
      [1, 0],
      [99, 0],
      [100, 1],
      [350, 3],
      [999, 9],
    ] as const)
      expect(applyFacts(purchase(), facts({ refunded }), start).opened).toMatchObject({
        takenBack,
        isRevoked: false,
      });
    expect(applyFacts(purchase(), facts({ refunded: 1_000 }), start).opened).toMatchObject({
      isRevoked: true,
    });
  });

  it('ends a pass so many days after it was paid, however late that is known', () => {
    const pass = purchase({ kind: 'once', terms: { ...purchase().terms, messages: null, days: 1 } });
    expect(applyFacts(pass, facts(), after(5)).opened?.until).toEqual(after(1));
  });

  it('counts a trial as bought, and ends it with its period', () => {
    const trial = subscription({ terms: { ...purchase().terms, trialDays: 7 } });
    const begun = facts({
      payment: 'none',
      paid: 0,
      paidAt: null,
      payments: [],
      subscription: running({ status: 'trialing', periodEnd: after(7) }),
    });
    expect(applyFacts(trial, begun, start)).toMatchObject({
      changed: { status: 'paid', paidAt: null },
      opened: { messages: null, isRevoked: false },
    });
    expect(applyFacts(subscription(), begun, start).opened).toBeNull();
  });

  it('gives a failed renewal its grace once, whichever period its vendor names', () => {
    const row = subscription({ status: 'paid', paidAt: start });
    const stillOld = applyFacts(
      row,
      facts({ subscription: running({ status: 'past_due', periodEnd: after(28) }) }),
      after(29),
    );
    const alreadyNew = applyFacts(
      row,
      facts({
        subscription: running({ status: 'past_due', periodEnd: new Date('2026-03-28T10:00:00.000Z') }),
      }),
      after(29),
    );
    expect(stillOld.opened?.until).toEqual(after(31));
    expect(alreadyNew.opened?.until).toEqual(after(31));
    const monthLater = applyFacts(
      { ...row, pastDueSince: alreadyNew.changed.pastDueSince },
      facts({ subscription: running({ status: 'past_due', periodEnd: after(90) }) }),
      after(60),
    );
    expect(monthLater.opened?.until).toEqual(after(31));
  });

  it('leaves an ended subscription open until what is paid is over', () => {
    expect(
      applyFacts(subscription(), facts({ subscription: running({ isEnding: true }) }), start).opened?.until,
    ).toEqual(after(28));
    expect(
      applyFacts(subscription(), facts({ subscription: running({ status: 'canceled' }) }), start).opened,
    ).toMatchObject({ until: after(28), isRevoked: false });
  });

  const disputed = (
    outcome: PaymentDispute['outcome'],
    payment = 'pi_1',
    amount = 1_000,
  ): Partial<PaymentFacts> => ({
    dispute: outcome,
    disputes: [
      {
        reference: 'du_1',
        payment,
        amount,
        outcome,
        openedAt: after(40),
        closedAt: outcome === 'open' ? null : after(50),
      },
    ],
  });

  it('freezes while a dispute is open, and ends with one that is lost', () => {
    expect(applyFacts(purchase(), facts(disputed('open')), start)).toMatchObject({
      opened: { isFrozen: true, isRevoked: false },
      payments: [{ dispute: 'open' }],
    });
    expect(applyFacts(purchase(), facts(disputed('won')), start).opened).toMatchObject({
      isFrozen: false,
      isRevoked: false,
    });
    expect(applyFacts(purchase(), facts(disputed('lost')), start).opened).toMatchObject({ isRevoked: true });
    expect(applyFacts(purchase(), facts(disputed('lost', 'pi_1', 300)), start).opened).toMatchObject({
      isRevoked: false,
      takenBack: 3,
    });
  });

  const renewedOnce = (given: Partial<PaymentFacts> = {}): PaymentFacts =>
    facts({
      paid: 2_000,
      payments: [
        { reference: 'pi_1', amount: 1_000, refunded: 0, paidAt: start, url: null },
        { reference: 'pi_2', amount: 1_000, refunded: 0, paidAt: after(28), url: null },
      ],
      subscription: running({ periodEnd: after(59) }),
      ...given,
    });
  const bought = subscription({
    status: 'paid',
    paidAt: start,
    paidAmount: 1_000,
    subscriptionStatus: 'active',
    periodEnd: after(28),
  });

  it('about a dispute of an earlier payment leaves the period that was paid since as it is', () => {
    for (const outcome of ['open', 'won', 'lost'] as const) {
      expect(applyFacts(bought, renewedOnce(disputed(outcome)), after(41)).opened, outcome).toMatchObject({
        isFrozen: false,
        isRevoked: false,
        until: new Date(after(59).getTime() + 3_600_000),
      });
    }
    expect(applyFacts(bought, renewedOnce(disputed('open', 'pi_2')), after(41))).toMatchObject({
      opened: { isFrozen: true },
      changed: { dispute: 'open' },
    });
    expect(applyFacts(bought, renewedOnce(disputed('lost', 'pi_2')), after(41))).toMatchObject({
      opened: { isRevoked: true },
      changed: { dispute: 'lost' },
      reason: 'disputed',
      at: after(50),
    });
    const paidAgain = renewedOnce({ ...disputed('lost', 'pi_1'), refunded: 0 });
    expect(applyFacts({ ...bought, dispute: 'lost' }, paidAgain, after(41))).toMatchObject({
      opened: { isRevoked: false },
      changed: { dispute: 'none' },
      reason: 'renewed',
    });
  });

  it('is called renewed only when a renewal was paid, at the moment at which it was', () => {
    expect(applyFacts(bought, renewedOnce(), after(29))).toMatchObject({ reason: 'renewed', at: after(28) });
    const failed = facts({ subscription: running({ status: 'past_due' }) });
    expect(applyFacts(bought, failed, after(29))).toMatchObject({
      reason: 'grace',
      opened: { until: after(31) },
    });
    // A vendor may name the next period before anything is paid for it.
    const ahead = facts({ subscription: running({ status: 'past_due', periodEnd: after(59) }) });
    expect(applyFacts(bought, ahead, after(29)).reason).toBe('grace');
    expect(
      applyFacts({ ...bought, isEnding: true }, facts({ subscription: running() }), after(5)).reason,
    ).toBe('changed');
    const refundedBefore = { ...bought, refundedAmount: 400 };
    const lines = [
      {
        reference: 'pi_1',
        amount: 1_000,
        refunded: 400,
        paidAt: start,
        url: null,
        refunds: [{ reference: 're_1', amount: 400, at: after(3) }],
      },
    ];
    expect(
      applyFacts(
        refundedBefore,
        renewedOnce({ refunded: 400, payments: [...lines, ...renewedOnce().payments.slice(1)] }),
        after(29),
      ).reason,
    ).toBe('renewed');
    expect(
      applyFacts(bought, facts({ refunded: 400, payments: lines, subscription: running() }), after(9)),
    ).toMatchObject({ reason: 'refunded', at: after(3) });
    const tried = subscription({ status: 'paid', subscriptionStatus: 'trialing', periodEnd: after(0) });
    expect(applyFacts(tried, facts({ subscription: running() }), start)).toMatchObject({
      reason: 'bought',
      at: start,
    });
  });
});

describe('asking again', () => {
  it('is soon for an open checkout, at its end for a period, rarer for what is old, and ends', () => {
    const minutes = (row: PurchaseRow, now: Date): number | null => {
      const due = nextSync(row, now);
      return due && Math.round((due.getTime() - now.getTime()) / 60_000);
    };
    expect(minutes(purchase(), new Date(start.getTime() + 120_000))).toBe(1);
    expect(minutes(purchase(), new Date(start.getTime() + 50 * 60_000))).toBe(11);
    expect(minutes(purchase({ status: 'expired' }), after(1))).toBeNull();
    expect(
      minutes(
        subscription({ status: 'paid', subscriptionStatus: 'active', periodEnd: after(28) }),
        new Date(after(28).getTime() - 3_600_000),
      ),
    ).toBe(62);
    expect(minutes(purchase({ status: 'paid', paidAt: start }), after(120))).toBe(7 * 1_440);
    expect(minutes(purchase({ status: 'paid', paidAt: start }), after(500))).toBeNull();
    expect(
      provisionalAccessEnd(
        subscription({ status: 'paid', subscriptionStatus: 'active', periodEnd: after(28) }),
        after(29),
      ),
    ).toEqual(after(31));
    expect(
      provisionalAccessEnd(
        subscription({ status: 'paid', subscriptionStatus: 'active', periodEnd: after(28), isEnding: true }),
        after(29),
      ),
    ).toBeNull();
  });

  it('knows the day a month before, also where that month is shorter', () => {
    expect(oneIntervalBefore(new Date('2026-03-31T10:00:00.000Z'), 'month')).toEqual(
      new Date('2026-02-28T10:00:00.000Z'),
    );
    expect(oneIntervalBefore(new Date('2028-02-29T10:00:00.000Z'), 'year')).toEqual(
      new Date('2027-02-28T10:00:00.000Z'),
    );
  });
});

it('people see the state that weighs most', () => {
  const paid = { status: 'paid', paidAmount: 1_000 } as const;
  expect(
    [
      purchase(),
      purchase({ ...paid }),
      purchase({ ...paid, refundedAmount: 1 }),
      purchase({ ...paid, refundedAmount: 1_000 }),
      purchase({ ...paid, refundedAmount: 1_000, dispute: 'open' }),
      subscription({ ...paid, subscriptionStatus: 'active', isEnding: true }),
      subscription({ status: 'paid', subscriptionStatus: 'trialing' }),
    ].map(purchaseState),
  ).toEqual(['open', 'paid', 'partly_refunded', 'refunded', 'disputed', 'ending', 'trialing']);
});

it('a refund is spread over the newest payments first, and never beyond what is left', () => {
  const lines = [
    { reference: 'a', amount: 900, refunded: 0, paidAt: after(0) },
    { reference: 'b', amount: 900, refunded: 400, paidAt: after(30) },
  ];
  expect(allocateRefund(lines, 700)).toEqual([
    { reference: 'b', amount: 500 },
    { reference: 'a', amount: 200 },
  ]);
  expect(allocateRefund(lines, 1_401)).toBeNull();
  expect(allocateRefund(lines, 0)).toBeNull();
});

it("cells of a file are no formulas, and amounts have their currency's decimals", () => {
  expect(['=1+1', '+A1', '-2', '@x', '\tx', 'a,b', 'say "hi"', 'plain', '＝1+1', '＠x'].map(csvCell)).toEqual(
    ["'=1+1", "'+A1", "'-2", "'@x", "'\tx", '"a,b"', '"say ""hi"""', 'plain', "'＝1+1", "'＠x"],
  );
  expect([decimal(1_209, 'EUR'), decimal(500, 'JPY'), decimal(3_140, 'KWD'), decimal(5, 'EUR')]).toEqual([
    '12.09',
    '500',
    '3.140',
    '0.05',
  ]);
});
