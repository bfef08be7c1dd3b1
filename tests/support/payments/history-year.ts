import { sql } from 'drizzle-orm';
import path from 'node:path';
import { expect } from 'vitest';
import { newId } from '#shared/ids.ts';
import { createManualClock, type Clock } from '#platform/clock/clock.ts';
import { createSecretBox } from '#platform/crypto/secret-box.ts';
import type { Database } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { createTranslator } from '#platform/i18n/translator.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { createSilentLogger } from '#platform/log/logger.ts';
import { PaymentError } from '#providers/payments/payments.port.ts';
import type { SubscribersChoice } from '#features/agents/agents.contract.ts';
import { createInvoices, type Invoices } from '#features/invoices/server/invoices.usecases.ts';
import { mailboxOf } from '#features/mail/server/mail.usecases.ts';
import { joinWallet } from '#features/paywall/server/paywall.usecases.ts';
import type { PaymentConnections } from '#features/payments/server/connecting/connections.usecases.ts';
import { createPaymentFigures } from '#features/payments/server/figures/sums.usecases.ts';
import { createPapers } from '#features/payments/server/receipts/invoices.usecases.ts';
import { createRefunds } from '#features/payments/server/refunds/refunds.usecases.ts';
import {
  servicePausesJob,
  createServicePauses,
  createSubscriberNotes,
} from '#features/payments/server/subscriptions/pauses.usecases.ts';
import { createSyncing } from '#features/payments/server/syncing/apply.usecases.ts';
import { carryOutJob } from '#features/payments/server/syncing/queues.usecases.ts';
import { createReconcile } from '#features/payments/server/syncing/reconcile.usecases.ts';
import { paymentsRepository } from '#features/payments/server/payments.repository.ts';
import { BankSale, bankVendor, happen, seeded } from './history-bank.ts';
import { expectSameAsBank } from '../history-figures.ts';
import { brokenLots, endMessage, makePaywallWorld, reserve, threeFree } from './paywall-setup.ts';

const dayMs = 86_400_000;
const start = new Date('2026-01-15T10:00:00.000Z');
const currencies = ['EUR', 'USD', 'JPY'] as const;
const translator = createTranslator(path.join(import.meta.dirname, '../../../locales'));
const box = createSecretBox(['a'.repeat(64)]);

const invoicesOf = (database: Database, clock: Clock): Invoices =>
  createInvoices({ database, clock, box, translator, publicUrl: () => 'https://chat.example' });

const onlyVendors = (error: unknown): void => {
  if (!(error instanceof PaymentError)) throw error;
};

/**
 * A year of some buyers of one agent with two devices each: their sales and their messages, what banks do to
 * them, and what the agent's owner does to the service, until the agent is deleted. Holds movements against
 * bank, lots, figures, file, customers, margin and papers. The first buyer has the seed that is given, the
 * next one the next. How many movements there were.
 */
export async function liveYear(database: Database, firstSeed: number, count: number): Promise<number> {
  const world = await makePaywallWorld(database);
  const clock = createManualClock(start);
  const sales = new Map<string, BankSale>();
  const vendor = bankVendor(sales, () => clock.now());
  const connections = {
    ofPurchase: async () => ({ vendor, connection: {} }),
  } as unknown as PaymentConnections;
  const nobody = { publish: async () => undefined };
  const queued: { name: string; payload: object }[] = [];
  const jobs: Pick<Jobs, 'send'> = {
    send: async (_tx, { name }, payload) => void queued.push({ name, payload }),
  };
  const services = {
    database,
    clock,
    connections,
    log: createSilentLogger(),
    jobs,
    realtime: nobody as never,
  };
  const papers = createPapers({ invoices: invoicesOf(database, clock), translator });
  const notices = { follow: async () => undefined };
  const syncing = createSyncing({ ...services, papers, notices });
  const reconcile = createReconcile({ ...services, syncing });
  const refunds = createRefunds({ ...services, syncing });
  // What the owner's plan allows, and what becomes of the agent, is decided below.
  const plan: { endsAt: Date | null } = { endsAt: null };
  const planStatuses = { of: async () => plan as never };
  const pauses = createServicePauses({ ...services, syncing, refunds, planStatuses });
  const notes = createSubscriberNotes({ clock, jobs });
  const owner = {
    accountId: world.accountId,
    userId: 'usr_owner',
    can: () => true,
  } as unknown as AccountScope;

  /** Does what was queued, until nothing is left; a vendor that refuses is asked again by the next look. */
  async function work(): Promise<void> {
    for (let next = queued.shift(); next; next = queued.shift()) {
      if (next.name === carryOutJob.name)
        await refunds.goOn(carryOutJob.payload.parse(next.payload)).catch(onlyVendors);
      if (next.name === servicePausesJob.name) await pauses.lookAfterAccount(world.accountId);
    }
  }
  /** As every minute: looks at all that may not be served. */
  async function lookAfter(): Promise<void> {
    await work();
    await database.direct.execute(sql`UPDATE purchases SET care_due_at = NULL`);
    await pauses.lookAfter();
    await work();
  }
  const setAgent = (status: 'live' | 'paused' | 'draft', choice: SubscribersChoice | null): Promise<void> =>
    database.account(world.accountId, async (tx) => {
      if (choice !== null) await notes.closing(tx, owner, world.agentId, choice);
      await tx.execute(
        sql`UPDATE agents SET status = ${status}, serves_paid = ${choice === 'period'} WHERE id = ${world.agentId}`,
      );
      if (choice === null) await notes.opened(tx, owner, world.agentId);
    });

  /** As every minute: asks about all that is due. */
  const askAbout = (): Promise<void> => reconcile.askDue();

  /** When the service rested: what is charged in these times goes back. */
  const rests: { from: Date; until: Date | null }[] = [];
  const isResting = (): boolean => rests.some(({ until }) => until === null);
  /**
   * What the owner does to the service, once in a while: closes it, lets the plan end, and opens it again.
   */
  async function own(pick: (below: number) => number): Promise<void> {
    const what = pick(8);
    if (isResting() && what < 4) {
      for (const rest of rests) rest.until ??= clock.now();
      plan.endsAt = null;
      await setAgent('live', null);
    } else if (!isResting() && what === 4) {
      // With `period` those who paid are served on; else nobody is from now on.
      const choice = (['pause', 'refund', 'period'] as const)[pick(3)] ?? 'pause';
      await setAgent(choice === 'period' ? 'paused' : 'draft', choice);
      rests.push({ from: clock.now(), until: null });
    } else if (!isResting() && what === 5) {
      // In some days, as plans end; nobody looks before the next step.
      plan.endsAt = new Date(clock.now().getTime() + pick(18) * dayMs);
      rests.push({ from: plan.endsAt, until: null });
    }
  }

  const figures = createPaymentFigures({ clock, connections });

  const sync = (bank: BankSale): Promise<unknown> => syncing.sync(world.accountId, bank.sale.purchaseId);
  async function sell(pick: (below: number) => number, buyer: string, email: string): Promise<BankSale> {
    const kind = (['pack', 'once', 'subscription', 'subscription'] as const)[pick(4)] ?? 'pack';
    const total = 300 + pick(5_000);
    const price = { total, tax: Math.round((total * pick(26)) / 126) };
    const isYearly = kind === 'subscription' && pick(6) === 0;
    const sale = {
      purchaseId: newId('pur'),
      kind,
      interval: kind === 'subscription' ? (isYearly ? ('year' as const) : ('month' as const)) : null,
      trialDays: kind === 'subscription' && pick(3) === 0 ? 7 : 0,
      currency: currencies[pick(3)] ?? 'EUR',
      price,
    };
    const bank = new BankSale(sale);
    sales.set(sale.purchaseId, bank);
    const terms = {
      interval: sale.interval,
      trialDays: sale.trialDays,
      messages: kind === 'pack' ? 20 : null,
      days: 0,
      graceDays: 3,
      fairUsePerDay: 500,
      taxThousandths: 0,
      taxBehaviour: 'inclusive' as const,
      title: '',
      description: '',
    };
    await database.account(world.accountId, (tx) =>
      paymentsRepository(tx).insert({
        id: sale.purchaseId,
        accountId: world.accountId,
        agentId: world.agentId,
        agentName: 'Hotel',
        walletId: buyer,
        visitorId: buyer,
        email,
        mailbox: mailboxOf(email),
        vendor: 'test-money',
        isTest: true,
        kind,
        terms,
        currency: sale.currency,
        base: total - price.tax,
        tax: price.tax,
        total,
        status: 'open',
        checkoutRef: `cs_${sale.purchaseId}`,
        clientKey: newId('key'),
        language: 'en',
        createdAt: clock.now(),
        expiresAt: new Date(clock.now().getTime() + dayMs),
      }),
    );
    bank.pay(clock.now());
    // The way back from the vendor's page.
    await sync(bank);
    return bank;
  }
  const buyers = Array.from({ length: count }, (_, at) => ({
    devices: [newId('vis'), newId('vis')] as const,
    email: `buyer-${firstSeed + at}@example.test`,
    sales: [] as BankSale[],
    isJoined: false,
    pick: seeded(firstSeed + at),
  }));
  await setAgent('live', null);
  const owning = seeded(firstSeed);
  for (let days = 0; days < 365; days += 18) {
    await Promise.all(
      buyers.map(async (buyer) => {
        const { pick } = buyer;
        const device = buyer.devices[pick(2)] ?? buyer.devices[0];
        // Everybody buys once, some again, from either of their devices.
        if (buyer.sales.length === 0 || (buyer.sales.length < 3 && pick(12) === 0))
          buyer.sales.push(
            await sell(pick, device, pick(3) === 0 ? buyer.email.replace('@', `+${pick(9)}@`) : buyer.email),
          );
        const again = pick(3);
        for (const bank of buyer.sales) {
          happen(bank, pick, clock.now());
          if (again > 0) await (again === 1 ? Promise.all([sync(bank), sync(bank)]) : sync(bank));
        }
        if (!buyer.isJoined && pick(10) === 0) {
          buyer.isJoined = true;
          await database.account(world.accountId, (tx) =>
            joinWallet(tx, {
              accountId: world.accountId,
              visitorId: buyer.devices[1],
              walletId: buyer.devices[0],
              now: clock.now(),
            }),
          );
        }
        if (pick(2) === 0) return;
        const answer = newId('msg');
        const lot = await reserve(
          database,
          world,
          device,
          answer,
          { ...threeFree, isTest: true },
          clock.now(),
        );
        if (!lot.startsWith('PW'))
          await endMessage(
            database,
            world,
            answer,
            pick(4) === 0
              ? { outcome: 'release', reason: 'failed' }
              : { outcome: 'commit', reason: 'answered' },
            clock.now(),
          );
      }),
    );
    // In some weeks nobody hears anything, and the clock that looks after services is all there is.
    if (owning(3) > 0) await askAbout();
    await lookAfter();
    await own(owning);
    await lookAfter();
    clock.advance(18 * dayMs);
  }

  await Promise.all([...sales.values()].map(sync));
  await lookAfter();
  // Lots: sums of their entries, and open or closed as the bank leaves them.
  expect(await brokenLots(database)).toEqual([]);
  const { rows: lots } = await database.direct.execute<{ id: string; revoked: boolean; frozen: boolean }>(
    sql`SELECT purchase_id AS id, revoked_at IS NOT NULL AS revoked, frozen_at IS NOT NULL AS frozen
      FROM paywall_lots WHERE purchase_id IS NOT NULL AND account_id = ${world.accountId}`,
  );
  // Who subscribes on a second device has one subscription: the other opened nothing.
  const { rows: surplus } = await database.direct.execute<{ id: string }>(
    sql`SELECT id FROM purchases WHERE is_surplus AND account_id = ${world.accountId}`,
  );
  expect(lots.length + surplus.length).toBe(sales.size);
  expect(surplus.filter(({ id }) => lots.some((lot) => lot.id === id))).toEqual([]);
  // Nobody was served a second trial, by whatever spelling of their address. One that is first heard of
  // when it is over opened nothing while it was free.
  const { rows: triedTwice } = await database.direct.execute(sql`
  SELECT p.mailbox FROM purchases p JOIN paywall_lots l ON l.purchase_id = p.id
  WHERE p.account_id = ${world.accountId} AND p.kind = 'subscription' AND (p.terms->>'trialDays')::int > 0
    AND l.created_at < p.created_at + make_interval(days => (p.terms->>'trialDays')::int)
    AND (p.canceled_at IS NULL OR l.created_at < p.canceled_at)
  GROUP BY p.mailbox HAVING count(*) > 1`);
  expect(triedTwice).toEqual([]);
  const wrong = lots.filter(({ id, revoked, frozen }) => {
    const access = sales.get(id)?.access();
    return access?.isTaken !== revoked || access.isHeld !== frozen;
  });
  expect(wrong).toEqual([]);

  // The agent is deleted, with all that it opened: nobody pays on.
  await database.account(world.accountId, async (tx) => {
    await notes.closing(tx, owner, world.agentId, 'refund');
    await tx.execute(sql`DELETE FROM agents WHERE id = ${world.agentId}`);
  });
  await lookAfter();
  await Promise.all([...sales.values()].map(sync));
  const { rows: ofAgents } = await database.direct.execute(
    sql`SELECT id FROM purchases WHERE agent_id IS NOT NULL AND account_id = ${world.accountId}`,
  );
  expect(ofAgents).toEqual([]);
  const charging = [...sales.values()].filter(
    ({ subscription }) => subscription && subscription.status !== 'canceled',
  );
  expect(charging.map(({ sale }) => sale.purchaseId)).toEqual([]);
  // What was charged while the service rested went back, but where the buyer's bank holds it.
  const unserved = [...sales.values()].flatMap((bank) =>
    bank.payments
      // What was paid on a page is no renewal; after a trial nothing is.
      .slice(bank.sale.trialDays > 0 ? 0 : 1)
      .filter(
        ({ reference, amount, refunded, paidAt }) =>
          refunded < amount &&
          rests.some(({ from, until }) => paidAt > from && (until === null || paidAt < until)) &&
          !bank.disputes.some(({ payment, outcome }) => payment === reference && outcome !== 'won'),
      ),
  );
  expect(unserved).toEqual([]);

  // Bank, movements, figures, file, margin and customers: the same of every month and currency.
  const scope = {
    accountId: world.accountId,
    userId: 'usr',
    userName: 'Vera',
    address: null,
    can: () => true,
    reaches: () => true,
    run: (work: Parameters<AccountScope['run']>[0]) => database.account(world.accountId, work),
  } as unknown as AccountScope;
  const statement = [...sales.values()].flatMap((bank) => bank.statement);
  const inMovements = await expectSameAsBank(figures, scope, statement);
  const { rows: lines } = await database.direct.execute(
    sql`SELECT FROM payment_movements WHERE account_id = ${world.accountId}`,
  );
  expect(inMovements).toBe(lines.length);

  // What a purchase says of itself is what its movements come to.
  const { rows: torn } = await database.direct.execute(sql`
  SELECT p.id FROM purchases p JOIN payments y ON y.purchase_id = p.id
        WHERE p.account_id = ${world.accountId} GROUP BY p.id, p.paid_amount
  HAVING p.paid_amount <> (SELECT sum(m.gross) FROM payment_movements m
    WHERE m.purchase_id = p.id AND m.kind IN ('payment', 'renewal'))`);
  expect(torn).toEqual([]);

  // Papers: an invoice for each payment and credit notes for what went back of it, tax included, without a
  // gap in their numbers.
  const { rows: unpapered } = await database.direct.execute(sql`
    WITH moved AS (
      SELECT purchase_id, payment_ref, sum(gross) AS gross, sum(tax) AS tax FROM payment_movements
      WHERE account_id = ${world.accountId} AND kind IN ('payment', 'renewal', 'refund') GROUP BY 1, 2),
    written AS (
      SELECT subject_id AS purchase_id, reference AS payment_ref,
        sum(CASE kind WHEN 'invoice' THEN total ELSE -total END) AS gross,
        sum(CASE kind WHEN 'invoice' THEN tax ELSE -tax END) AS tax
      FROM invoices WHERE account_id = ${world.accountId} GROUP BY 1, 2)
    SELECT m.*, w.gross AS written, w.tax AS written_tax FROM moved m
      FULL JOIN written w USING (purchase_id, payment_ref)
    WHERE (m.gross, m.tax) IS DISTINCT FROM (w.gross, w.tax)`);
  expect(unpapered).toEqual([]);
  const { rows: numbered } = await database.direct.execute(sql`
    SELECT kind FROM invoices WHERE account_id = ${world.accountId} GROUP BY kind
    HAVING count(*) <> max(number) OR count(DISTINCT number) <> count(*)`);
  expect(numbered).toEqual([]);
  return lines.length;
}
