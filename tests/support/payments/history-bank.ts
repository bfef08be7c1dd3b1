import type {
  PaymentDispute,
  PaymentFacts,
  PaymentLine,
  PaymentRefund,
  PaymentVendor,
} from '#providers/payments/payments.port.ts';
import { PaymentError } from '#providers/payments/payments.port.ts';

/** Numbers that look random and are the same in every run (mulberry32). */
export function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const dayMs = 86_400_000;
type Sale = {
  purchaseId: string;
  kind: 'pack' | 'once' | 'subscription' | 'form';
  interval: 'month' | 'year' | null;
  trialDays: number;
  currency: string;
  price: { tax: number; total: number };
};
/**
 * A line of the bank's statement: what it moved, and when. Kept beside its facts, so that one can be held
 * against the other.
 */
export type Statement = {
  purchaseId: string;
  currency: string;
  amount: number;
  fee: number;
  at: Date;
};
type Payment = PaymentLine & {
  refunds: PaymentRefund[];
  fee: number;
};

/** One sale at a bank of ours that does whatever banks do in a year, and remembers every movement of it. */
export class BankSale {
  readonly sale: Sale;
  readonly statement: Statement[] = [];
  readonly payments: Payment[] = [];
  readonly disputes: PaymentDispute[] = [];
  subscription: PaymentFacts['subscription'] = null;
  isPaid = false;
  #names = 0;

  constructor(sale: Sale) {
    this.sale = sale;
  }

  #name(kind: string): string {
    return `${kind}_${this.sale.purchaseId}_${++this.#names}`;
  }
  #move(amount: number, fee: number, at: Date): void {
    this.statement.push({ purchaseId: this.sale.purchaseId, currency: this.sale.currency, amount, fee, at });
  }
  #charge(at: Date): void {
    const { price } = this.sale;
    const fee = Math.round(price.total * 0.015) + 25;
    this.payments.push({
      reference: this.#name('pay'),
      amount: price.total,
      refunded: 0,
      paidAt: at,
      url: null,
      tax: price.tax,
      fee,
      refunds: [],
    });
    this.#move(price.total, fee, at);
  }
  #left({ reference, amount, refunded }: Payment): number {
    const taken = this.disputes
      .filter(({ payment, outcome }) => payment === reference && outcome !== 'won')
      .reduce((sum, dispute) => sum + dispute.amount, 0);
    return amount - refunded - taken;
  }

  pay(at: Date): void {
    if (this.isPaid) return;
    this.isPaid = true;
    const { kind, interval, trialDays, price } = this.sale;
    if (kind === 'subscription') {
      const isTrial = trialDays > 0;
      const periodEnd = isTrial ? new Date(at.getTime() + trialDays * dayMs) : this.#after(at);
      this.subscription = {
        status: isTrial ? 'trialing' : 'active',
        periodEnd,
        isEnding: false,
        isPaused: false,
        canceledAt: null,
        price: { label: null, amount: price.total, interval: interval ?? 'month' },
      };
      if (isTrial) return;
    }
    this.#charge(at);
  }
  #after(from: Date): Date {
    return new Date(from.getTime() + (this.sale.interval === 'year' ? 365 : 30) * dayMs);
  }

  /** Time has passed: periods that ended are renewed at their end, or fail, or were to end. */
  pass(now: Date, isFailing: () => boolean): void {
    const { subscription } = this;
    while (subscription && subscription.status !== 'canceled' && subscription.periodEnd <= now) {
      const at = subscription.periodEnd;
      if (subscription.isEnding) {
        Object.assign(subscription, { status: 'canceled', canceledAt: at });
      } else if (subscription.isPaused) {
        return;
      } else if (isFailing()) {
        // Some days later the bank gives up, or the card works again.
        const later = new Date(at.getTime() + 5 * dayMs);
        if (later > now) return void Object.assign(subscription, { status: 'past_due' });
        if (isFailing()) Object.assign(subscription, { status: 'canceled', canceledAt: later });
        else this.#renew(later);
      } else this.#renew(at);
    }
  }
  #renew(at: Date): void {
    if (!this.subscription) return;
    this.#charge(at);
    Object.assign(this.subscription, { status: 'active', periodEnd: this.#after(at) });
  }

  /** Gives back a part of one payment; nothing where a dispute holds it. */
  refund(place: number, part: number, at: Date): void {
    const line = this.payments[place % Math.max(1, this.payments.length)];
    if (
      !line ||
      at < line.paidAt ||
      this.disputes.some(({ payment, outcome }) => payment === line.reference && outcome !== 'won')
    )
      return;
    const amount = Math.min(this.#left(line), Math.max(1, Math.round(line.amount * part)));
    if (amount <= 0) return;
    line.refunded += amount;
    line.refunds.push({ reference: this.#name('ref'), amount, at });
    this.#move(-amount, 0, at);
  }

  /** Gives back a sum of a payment that is named; refused where a dispute holds it or less is left. */
  giveBack(reference: string, amount: number, at: Date): void {
    const line = this.payments.find((one) => one.reference === reference);
    const isHeld = this.disputes.some(({ payment, outcome }) => payment === reference && outcome !== 'won');
    if (!line || isHeld || amount > this.#left(line))
      throw new PaymentError('payments.bad_request', 'Not refundable');
    line.refunded += amount;
    line.refunds.push({ reference: this.#name('ref'), amount, at });
    this.#move(-amount, 0, at);
  }

  /** Disputes one payment, whichever it is; each once. */
  dispute(place: number, at: Date): void {
    const line = this.payments[place % Math.max(1, this.payments.length)];
    if (!line || at < line.paidAt || this.disputes.some(({ payment }) => payment === line.reference)) return;
    const amount = this.#left(line);
    if (amount <= 0) return;
    this.disputes.push({
      reference: this.#name('dsp'),
      payment: line.reference,
      amount,
      outcome: 'open',
      openedAt: at,
      closedAt: null,
      fee: 1_500,
    });
    this.#move(-amount, 1_500, at);
  }
  decide(outcome: 'won' | 'lost', at: Date): void {
    const dispute = this.disputes.find((one) => one.outcome === 'open');
    if (!dispute) return;
    Object.assign(dispute, { outcome, closedAt: at });
    if (outcome === 'won') this.#move(dispute.amount, 0, at);
  }
  end(change: 'end' | 'resume' | 'cancel_now', at: Date): void {
    const { subscription } = this;
    if (!subscription || subscription.status === 'canceled') return;
    if (change === 'cancel_now') Object.assign(subscription, { status: 'canceled', canceledAt: at });
    else subscription.isEnding = change === 'end';
  }

  /** Nothing is collected while the service rests; what would have been due meanwhile is never charged. */
  rest(isPaused: boolean, at: Date): void {
    const { subscription } = this;
    if (!subscription || subscription.status === 'canceled' || subscription.isPaused === isPaused) return;
    subscription.isPaused = isPaused;
    if (!isPaused && subscription.periodEnd <= at)
      subscription.periodEnd = new Date(at.getTime() + 3 * dayMs);
  }
  /** Collected again, next on a day; null leaves it where it is. */
  resume(next: Date | null): void {
    const { subscription } = this;
    if (!subscription || subscription.status === 'canceled') return;
    subscription.isPaused = false;
    if (next) subscription.periodEnd = next;
  }
  /** The agent is deleted: it ends at once, and what was paid for the rest is given back. */
  close(at: Date): void {
    const { subscription } = this;
    const left = (subscription?.periodEnd.getTime() ?? 0) - at.getTime();
    if (!subscription || subscription.status === 'canceled' || left <= 0) return;
    this.end('cancel_now', at);
    this.refund(
      Math.max(0, this.payments.length - 1),
      Math.min(1, left / (this.#after(at).getTime() - at.getTime())),
      at,
    );
  }

  /**
   * Whether what was bought is taken back, or held, by what the bank knows: what a subscription gives hangs
   * on its newest payment.
   */
  access(): { isTaken: boolean; isHeld: boolean } {
    const lines = this.sale.kind === 'subscription' ? this.payments.slice(-1) : this.payments;
    const own = this.disputes.filter(({ payment }) => lines.some(({ reference }) => reference === payment));
    const lost = own.filter(({ outcome }) => outcome === 'lost').reduce((sum, { amount }) => sum + amount, 0);
    const [paid, back] = [
      lines.reduce((sum, { amount }) => sum + amount, 0),
      lines.reduce((sum, { refunded }) => sum + refunded, 0),
    ];
    return {
      isTaken: paid > 0 && back + lost >= paid,
      isHeld: own.some(({ outcome }) => outcome === 'open'),
    };
  }

  facts(): PaymentFacts {
    const { sale, payments, disputes, subscription } = this;
    const sum = (of: (line: Payment) => number): number =>
      payments.reduce((total, line) => total + of(line), 0);
    return structuredClone({
      purchaseId: sale.purchaseId,
      isTest: true,
      checkout: this.isPaid ? 'complete' : 'open',
      payment: payments.length > 0 ? 'paid' : 'none',
      currency: sale.currency.toLowerCase(),
      paid: sum(({ amount }) => amount),
      refunded: sum(({ refunded }) => refunded),
      dispute:
        (['open', 'lost', 'won'] as const).find((state) =>
          disputes.some(({ outcome }) => outcome === state),
        ) ?? 'none',
      disputes,
      email: null,
      paidAt: payments[0]?.paidAt ?? null,
      receiptUrl: null,
      subscription,
      card: null,
      payments,
      references: {
        checkout: `cs_${sale.purchaseId}`,
        payment: payments[0]?.reference ?? null,
        customer: null,
        subscription: subscription && `sub_${sale.purchaseId}`,
      },
    });
  }
}

/** Whatever may happen to a sale in the days before `now`, by a seed. */
export function happen(sale: BankSale, pick: (below: number) => number, now: Date): void {
  const at = new Date(now.getTime() - pick(3) * 3_600_000);
  sale.pass(at, () => pick(5) === 0);
  const what = pick(15);
  const place = pick(40);
  if (what === 0) sale.refund(place, 1, at);
  else if (what < 3) sale.refund(place, (1 + pick(98)) / 100, at);
  else if (what === 3) sale.dispute(place, at);
  else if (what < 6) sale.decide(pick(2) ? 'won' : 'lost', at);
  else if (what === 6) sale.end('end', at);
  else if (what === 7) sale.end('resume', at);
  else if (what === 8 && pick(6) === 0) sale.end('cancel_now', at);
  else if (what === 9) sale.rest(true, at);
  else if (what < 12) sale.rest(false, at);
  else if (what === 12 && pick(6) === 0) sale.close(at);
}

type HistoryVendor = Pick<
  PaymentVendor,
  'facts' | 'changeSubscription' | 'pauseCollection' | 'resumeCollection' | 'refund'
>;

/**
 * The sales as a vendor: it answers what it is asked about, and does once what it is asked to do. `now` is
 * its clock.
 */
export function bankVendor(sales: ReadonlyMap<string, BankSale>, now: () => Date): HistoryVendor {
  const done = new Set<string>();
  const subscribed = (reference: string): BankSale => {
    const found = sales.get(reference.replace(/^sub_/, ''));
    if (!found) throw new PaymentError('payments.gone', 'No such subscription');
    return found;
  };
  const once = (key: string, work: () => void): void => {
    if (done.has(key)) return;
    done.add(key);
    work();
  };
  return {
    async changeSubscription(_connection, reference, change, key) {
      once(key, () => subscribed(reference).end(change, now()));
    },
    async pauseCollection(_connection, reference, key) {
      once(key, () => subscribed(reference).rest(true, now()));
    },
    async resumeCollection(_connection, reference, next, key) {
      once(key, () => subscribed(reference).resume(next));
    },
    async refund(_connection, payment, amount, key) {
      const sale = [...sales.values()].find(({ payments }) =>
        payments.some(({ reference }) => reference === payment),
      );
      if (!sale) throw new PaymentError('payments.gone', 'No such payment');
      once(key, () => sale.giveBack(payment, amount, now()));
    },
    async facts(_connection, { checkout }) {
      const found = sales.get(checkout?.replace(/^cs_/, '') ?? '');
      if (!found) throw new PaymentError('payments.gone', 'No such sale');
      return found.facts();
    },
  };
}
