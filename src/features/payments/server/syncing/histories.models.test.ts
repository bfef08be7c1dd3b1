import { expect, it } from 'vitest';
import { BankSale, happen, seeded } from '#tests/support/payments/history-bank.ts';
import { csvLine } from '../movements/csv.models.ts';
import { applyFacts, type PurchaseRow } from './purchase-state.models.ts';
import { newMovements, type Movement } from '../movements/changes.models.ts';

const histories = 2_000;
const dayMs = 86_400_000;
const start = new Date('2026-01-15T10:00:00.000Z');
const currencies = ['EUR', 'USD', 'JPY', 'KWD'] as const;

/** What is known of a purchase before anything happened, as far as anybody here looks. */
function purchaseOf({ sale }: BankSale): PurchaseRow {
  const terms = {
    interval: sale.interval,
    trialDays: sale.trialDays,
    messages: sale.kind === 'pack' ? 40 : null,
    days: 0,
    graceDays: 3,
  };
  const {
    purchaseId: id,
    kind,
    currency,
    price: { tax, total },
  } = sale;
  const row: Partial<PurchaseRow> = {
    id,
    kind,
    currency,
    tax,
    total,
    isTest: true,
    status: 'open',
    paidAmount: 0,
    refundedAmount: 0,
    dispute: 'none',
    isEnding: false,
    isPaused: false,
    closing: '',
    periodEnd: null,
    pastDueSince: null,
    paidAt: null,
    checkoutRef: `cs_${id}`,
    terms: terms as PurchaseRow['terms'],
  };
  return row as PurchaseRow;
}

/** What one sale came to in a year: everything that is wrong with what was made of it. */
function live(seed: number): { faults: string[]; lines: number } {
  const pick = seeded(seed);
  const kind = (['pack', 'once', 'subscription', 'subscription', 'subscription'] as const)[pick(5)] ?? 'pack';
  const total = 300 + pick(5_000) * (pick(2) ? 1 : 10);
  const price = { total, tax: Math.round((total * pick(26)) / 126) };
  const isYearly = kind === 'subscription' && pick(6) === 0;
  const bank = new BankSale({
    purchaseId: `pur_${seed}`,
    kind,
    interval: kind === 'subscription' ? (isYearly ? 'year' : 'month') : null,
    trialDays: kind === 'subscription' && pick(3) === 0 ? 7 : 0,
    currency: currencies[pick(4)] ?? 'EUR',
    price,
  });
  const faults: string[] = [];
  let row = purchaseOf(bank);
  let list: Movement[] = [];

  /** The vendor is asked, which may be long after much has happened, and may be asked twice. */
  function sync(now: Date): void {
    const facts = bank.facts();
    const applied = applyFacts(row, facts, now);
    row = { ...row, ...applied.changed };
    list = [...list, ...newMovements(list, facts, row, now)];
    if (pick(3) === 0 && newMovements(list, facts, row, new Date(now.getTime() + 1)).length > 0)
      faults.push('the same facts were written twice');
    const { isTaken, isHeld } = bank.access();
    if (applied.opened && (applied.opened.isRevoked !== isTaken || applied.opened.isFrozen !== isHeld))
      faults.push(`what is opened is not what the bank leaves: ${JSON.stringify(applied.opened)}`);
    const { subscription } = facts;
    if (
      applied.opened?.until &&
      subscription?.status === 'active' &&
      applied.opened.until < subscription.periodEnd
    )
      faults.push('a period that was paid ends early');
  }

  let now = new Date(start.getTime() + pick(40) * dayMs);
  bank.pay(now);
  for (let days = 0; days < 365;) {
    const step = 1 + pick(24);
    days += step;
    now = new Date(now.getTime() + step * dayMs);
    happen(bank, pick, now);
    if (pick(3) > 0) sync(now);
  }
  sync(now);

  const months = (rows: readonly { at: Date; amount: number }[]): string =>
    JSON.stringify(
      Object.entries(
        rows.reduce<Record<string, number>>((sums, { at, amount }) => {
          const month = at.toISOString().slice(0, 7);
          return { ...sums, [month]: (sums[month] ?? 0) + amount };
        }, {}),
      )
        .filter(([, sum]) => sum !== 0)
        .toSorted(),
    );
  const fees = (rows: readonly { fee: number | null }[]): number =>
    rows.reduce((sum, { fee }) => sum + (fee ?? 0), 0);
  const [banks, ours] = [
    months(bank.statement),
    months(list.map(({ at, gross }) => ({ at, amount: gross }))),
  ];
  if (banks !== ours) faults.push(`the bank says ${banks}, the movements say ${ours}`);
  if (fees(bank.statement) !== fees(list))
    faults.push(`the bank kept ${fees(bank.statement)}, the movements say ${fees(list)}`);
  if (list.some(({ isEstimated }) => isEstimated))
    faults.push('a line was guessed although the bank said everything');
  if (list.some(({ currency }) => currency !== bank.sale.currency))
    faults.push('a line is of another currency');
  // The tax of every payment follows what is left of it.
  for (const { reference, amount, tax } of bank.payments) {
    const own = list.filter(({ paymentRef }) => paymentRef === reference);
    const [left, inIt] = [
      own.reduce((sum, { gross }) => sum + gross, 0),
      own.reduce((sum, one) => sum + one.tax, 0),
    ];
    if (Math.abs(inIt - (left * (tax ?? 0)) / amount) > 0.5)
      faults.push(`${left} of ${amount} left hold a tax of ${inIt}`);
  }
  const file = list.map((one) =>
    csvLine(
      {
        ...one,
        id: '',
        at: one.at.toISOString(),
        recordedAt: one.at.toISOString(),
        isFeeLater: false,
        purchaseId: row.id,
        type: row.kind,
        interval: null,
        agentId: null,
        agentName: '',
        formName: '',
        contactId: null,
        email: '',
        coupon: '',
        tag: '',
        net: one.gross - one.tax - (one.fee ?? 0),
        vendor: '',
        payment: one.paymentRef,
        isTest: true,
        title: '',
        papers: [],
      },
      (at) => at.slice(0, 10),
    ),
  );
  const digits = { EUR: 2, USD: 2, JPY: 0, KWD: 3 }[bank.sale.currency as (typeof currencies)[number]];
  const inFile = months(
    file.map((line) => ({
      at: new Date(line.split(',')[1] ?? ''),
      amount: Math.round(Number(line.split(',')[11]) * 10 ** digits),
    })),
  );
  if (inFile !== banks) faults.push(`the file says ${inFile}, the bank ${banks}`);
  return { faults: faults.map((fault) => `history ${seed}: ${fault}`), lines: list.length };
}

it(`${histories} years of sales, renewals, failures, pauses, trials, partial refunds, deleted agents and disputes of any payment end in what the bank says of every month`, () => {
  const all = Array.from({ length: histories }, (_, at) => live(at + 1));
  expect(all.flatMap(({ faults }) => faults).slice(0, 10)).toEqual([]);
  expect(all.reduce((sum, { lines }) => sum + lines, 0)).toBeGreaterThan(histories * 5);
});
