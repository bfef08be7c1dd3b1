import { AppError } from '#shared/errors.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { AgentsUsecases } from '#features/agents/server/agents.usecases.ts';
import { contactsErrors } from '#features/contacts/contacts.contract.ts';
import type { PaywallBalance, UsageLine } from '#features/paywall/paywall.contract.ts';
import {
  adjust,
  balanceOfWallet,
  leftOfPurchases,
  lines,
  linesOfPurchase,
  paywallTermsOf,
  walletOf,
  type PaywallTerms,
} from '#features/paywall/server/paywall.usecases.ts';
import type { Purchase } from '../payments-purchases.contract.ts';
import { paymentsErrors } from '../payments.contract.ts';
import type { PaymentConnections } from './payments-connections.usecases.ts';
import { csvHead, csvLine, type CsvFormat } from './payments-csv.models.ts';
import { purchaseState, type PurchaseRow } from './payments-facts.models.ts';
import { unusedPart } from './payments-service.models.ts';
import { paymentsFiguresRepository, type MarginGroup, type Money } from './payments-figures.repository.ts';
import { paymentsRecordsRepository, type RecordFilter } from './payments-records.repository.ts';
import { paymentsRepository } from './payments.repository.ts';

const dayMs = 86_400_000;
const pageSize = 50;
const filePage = 1_000;
const mostMarginRows = 200;
const ledgerLines = 50;
const microsInCent = 10_000;

/** What a query may say. Without `test` it is about the mode that visitors pay with. */
export type RecordQuery = Omit<RecordFilter, 'isTest' | 'agentIds' | 'zone'> & {
  test?: 'true' | 'false' | undefined;
  zone?: string | undefined;
};

/**
 * Dollars earned less the models' cost, in micro-dollars; null where money of another currency came in, or
 * where not all prices are known.
 */
function marginOf({
  money,
  aiCostMicros,
  unpricedAnswers,
}: {
  money: readonly Money[];
  aiCostMicros: number;
  unpricedAnswers: number;
}): number | null {
  if (unpricedAnswers > 0 || money.some(({ currency, net }) => currency !== 'USD' && net !== 0)) return null;
  return money.reduce((sum, { net }) => sum + net, 0) * microsInCent - aiCostMicros;
}

/** The time zone that a reader named; UTC where there is none of that name. */
function knownZone(zone: string | undefined): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone ?? 'UTC' }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

/** What the owner should look at. What was given back no longer needs to be. */
function problemOf(row: PurchaseRow): Purchase['problem'] {
  if (row.problem !== '') return row.problem;
  return row.fulfilment === 'unmatched' && row.status === 'paid' && row.refundedAmount < row.paidAmount
    ? 'unmatched'
    : null;
}

/** What an account's people read of money. */
export function createPaymentRecords(services: {
  database: Database;
  clock: Clock;
  connections: PaymentConnections;
  agents: Pick<AgentsUsecases, 'runningById'>;
}) {
  const { clock, connections } = services;

  function present(
    scope: AccountScope,
    row: PurchaseRow,
    messagesLeft: number | null,
    kept: ReadonlySet<string>,
  ): Purchase {
    const { terms } = row;
    const until =
      row.kind === 'subscription'
        ? row.periodEnd
        : terms.days > 0 && row.paidAt
          ? new Date(row.paidAt.getTime() + terms.days * dayMs)
          : null;
    const isSubscribed =
      row.subscriptionStatus !== null && ['trialing', 'active', 'past_due'].includes(row.subscriptionStatus);
    // Test money has a page of its own for every payment; Stripe's lies in the owner's account there.
    const vendorUrl =
      row.vendor === 'test-money'
        ? row.checkoutUrl || null
        : row.paymentRef &&
          `https://dashboard.stripe.com/${row.isTest ? 'test/' : ''}payments/${encodeURIComponent(row.paymentRef)}`;
    return {
      id: row.id,
      agentId: row.agentId,
      agentName: row.agentName,
      form:
        row.formId === null
          ? null
          : {
              id: row.formId,
              name: row.formName,
              submissionId: row.submissionId !== null && kept.has(row.submissionId) ? row.submissionId : null,
            },
      contactId: row.contactId,
      email: row.email,
      type: row.kind,
      title: row.kind === 'form' ? terms.title : (terms.offer?.title ?? ''),
      interval: terms.interval,
      state: purchaseState(row),
      isEnding: isSubscribed && row.isEnding,
      isPaused: isSubscribed && row.isPaused,
      problem: problemOf(row),
      currency: row.currency,
      base: row.base,
      tax: row.tax,
      total: row.total,
      paid: row.paidAmount,
      refunded: row.refundedAmount,
      messages: terms.messages,
      messagesLeft,
      coupon: row.coupon,
      tag: row.tag,
      conversationId: row.conversationId,
      vendor: row.vendor,
      vendorUrl,
      isTest: row.isTest,
      createdAt: row.createdAt.toISOString(),
      paidAt: row.paidAt?.toISOString() ?? null,
      until: until?.toISOString() ?? null,
      can: {
        refund: scope.can('payments.manage') && row.paidAmount > row.refundedAmount && row.dispute !== 'lost',
        cancel: scope.can('payments.manage') && isSubscribed,
      },
    };
  }

  async function presentAll(
    tx: Transaction,
    scope: AccountScope,
    rows: readonly PurchaseRow[],
  ): Promise<Purchase[]> {
    const left = await leftOfPurchases(
      tx,
      rows.map(({ id }) => id),
    );
    const kept = await paymentsRecordsRepository(tx).submissionsKept(
      rows.flatMap(({ submissionId }) => submissionId ?? []),
    );
    return rows.map((row) => present(scope, row, left.get(row.id) ?? null, kept));
  }

  async function filterOf(
    tx: Transaction,
    scope: AccountScope,
    { test, zone, ...query }: RecordQuery,
  ): Promise<RecordFilter> {
    const isTest =
      test === undefined
        ? (await connections.paymentMode(scope.accountId, false)) === 'test'
        : test === 'true';
    const all = await paymentsRecordsRepository(tx).agentIds();
    const reached = all.filter((id) => scope.reaches(id));
    return {
      ...query,
      zone: knownZone(zone),
      isTest,
      agentIds: reached.length === all.length ? null : reached,
    };
  }

  /** A purchase that the member reaches. */
  async function find(tx: Transaction, scope: AccountScope, id: string): Promise<PurchaseRow> {
    const row = await paymentsRepository(tx).byId(id);
    if (!row || (row.agentId !== null && !scope.reaches(row.agentId)))
      throw new AppError(paymentsErrors.purchaseNotFound);
    return row;
  }

  async function termsOf(accountId: string, agentId: string, isTest: boolean): Promise<PaywallTerms | null> {
    const agent =
      (await services.agents.runningById(accountId, agentId, false)) ??
      (await services.agents.runningById(accountId, agentId, true));
    return agent && paywallTermsOf(agent.configuration.payment, isTest, clock.now());
  }

  type Wallet = { walletId: string; agentId: string; agentName: string };
  async function walletsOf(tx: Transaction, scope: AccountScope, contactId: string): Promise<Wallet[]> {
    const visitors = await paymentsRecordsRepository(tx).visitorsOfContact(contactId);
    if (!visitors) throw new AppError(contactsErrors.notFound);
    const wallets = new Map<string, Wallet>();
    for (const { visitorId, agentId, agentName } of visitors) {
      const walletId = await walletOf(tx, visitorId);
      if (scope.reaches(agentId)) wallets.set(`${walletId} ${agentId}`, { walletId, agentId, agentName });
    }
    return [...wallets.values()];
  }

  return {
    find: (scope: AccountScope, id: string): Promise<PurchaseRow> => scope.run((tx) => find(tx, scope, id)),
    presentOne: (scope: AccountScope, id: string): Promise<Purchase> =>
      scope.run(async (tx) => (await presentAll(tx, scope, [await find(tx, scope, id)]))[0] as Purchase),

    list: (scope: AccountScope, { before, ...query }: RecordQuery & { before?: string | undefined }) =>
      scope.run(async (tx) => {
        const repository = paymentsRecordsRepository(tx);
        const filter = await filterOf(tx, scope, query);
        const rows = await repository.page(filter, before, pageSize + 1);
        const shown = rows.slice(0, pageSize);
        return {
          purchases: await presentAll(tx, scope, shown),
          next: rows.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
          total: await repository.count(filter),
        };
      }),

    /** Every movement of money, newest first, with the sums of all of them. */
    movements: (scope: AccountScope, { before, ...query }: RecordQuery & { before?: string | undefined }) =>
      scope.run(async (tx) => {
        const filter = await filterOf(tx, scope, query);
        const figures = paymentsFiguresRepository(tx);
        const rows = await figures.movements(filter, before, pageSize + 1);
        const shown = rows.slice(0, pageSize);
        return {
          movements: shown,
          next: rows.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
          total: await figures.countMovements(filter),
          sums: await figures.money(filter),
          zone: filter.zone,
        };
      }),

    /** The same, all of it, as a file that spreadsheets read, piece by piece. */
    async *csv(
      scope: AccountScope,
      { format = 'point', ...query }: RecordQuery & { format?: CsvFormat },
    ): AsyncGenerator<string> {
      const filter = await scope.run((tx) => filterOf(tx, scope, query));
      const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
      const day = new Intl.DateTimeFormat('en-CA', { timeZone: filter.zone, ...parts });
      const dayOf = (at: string): string => day.format(new Date(at));
      yield csvHead(format);
      for (let before: string | undefined; ;) {
        const rows = await scope.run((tx) =>
          paymentsFiguresRepository(tx).movements(filter, before, filePage),
        );
        if (rows.length > 0) yield rows.map((row) => csvLine(row, dayOf, format)).join('');
        before = rows.at(-1)?.id;
        if (rows.length < filePage) return;
      }
    },

    one: (scope: AccountScope, id: string) =>
      scope.run(async (tx) => {
        const row = await find(tx, scope, id);
        const [purchase] = await presentAll(tx, scope, [row]);
        if (!purchase) throw new AppError(paymentsErrors.purchaseNotFound);
        const payments = await paymentsRepository(tx).paymentsOf(id);
        return {
          purchase,
          payments: payments.map(({ reference, amount, refunded, dispute, paidAt }) => ({
            reference,
            amount,
            refunded,
            dispute,
            paidAt: paidAt.toISOString(),
          })),
          movements: await paymentsFiguresRepository(tx).movementsOf(id),
          lines: await linesOfPurchase(tx, id, ledgerLines),
          unused: purchase.can.cancel || purchase.isEnding ? unusedPart(row, payments, clock.now()) : null,
        };
      }),

    revenue: (scope: AccountScope, query: RecordQuery) =>
      scope.run(async (tx) => {
        const filter = await filterOf(tx, scope, query);
        const figures = paymentsFiguresRepository(tx);
        const days = new Map<string, { day: string; money: Money[]; payments: number }>();
        for (const { day, currency, net, payments } of await figures.days(filter)) {
          const known = days.get(day) ?? { day, money: [], payments: 0 };
          days.set(day, {
            day,
            money: [...known.money, { currency, net }],
            payments: known.payments + payments,
          });
        }
        const subscriptions = await figures.subscriptions(filter, clock.now());
        return {
          isTest: filter.isTest,
          money: await figures.money(filter),
          ...(await figures.sold(filter)),
          activeSubscriptions: subscriptions.active,
          subscriptions,
          ...(await figures.aiCost(filter)),
          days: [...days.values()],
          zone: filter.zone,
        };
      }),

    margin: (scope: AccountScope, { by, ...query }: RecordQuery & { by: MarginGroup }) =>
      scope.run(async (tx) => {
        const filter = await filterOf(tx, scope, query);
        const figures = paymentsFiguresRepository(tx);
        const costs = await figures.costsBy(filter, by);
        const money =
          by === 'message'
            ? await figures.moneyOfMessages(
                filter.isTest,
                costs.map(({ id }) => id),
              )
            : await figures.moneyBy(filter, by);
        const rows = new Map(costs.map((row) => [row.id, { ...row, money: [] as Money[] }]));
        for (const { id, currency, net } of money) {
          const row = rows.get(id) ?? {
            id,
            label: '',
            messages: 0,
            aiCostMicros: 0,
            unpricedAnswers: 0,
            money: [],
          };
          row.money.push({ currency, net });
          rows.set(id, row);
        }
        const labels = await figures.labels(by, [...rows.keys()]);
        const shown = [...rows.values()].map((row) => ({
          ...row,
          label: labels.get(row.id) ?? '',
          marginMicros: marginOf(row),
        }));
        const weight = (row: (typeof shown)[number]): number =>
          Math.max(row.aiCostMicros, ...row.money.map(({ net }) => net * microsInCent), 0);
        const all = {
          ...(await figures.aiCost(filter)),
          money: (await figures.money(filter)).map(({ currency, net }) => ({ currency, net })),
        };
        return {
          rows: shown.toSorted((a, b) => weight(b) - weight(a)).slice(0, mostMarginRows),
          total: { ...all, marginMicros: marginOf(all) },
        };
      }),

    customers: (scope: AccountScope, { before, ...query }: RecordQuery & { before?: string | undefined }) =>
      scope.run(async (tx) => {
        const position = before !== undefined && /^\d{1,18}\|/.test(before) ? before : undefined;
        const { rows, total } = await paymentsRecordsRepository(tx).customers(
          await filterOf(tx, scope, query),
          clock.now(),
          position,
          pageSize + 1,
        );
        const shown = rows.slice(0, pageSize);
        return {
          customers: shown.map(({ position: _position, ...row }) => ({
            ...row,
            firstAt: new Date(row.firstAt).toISOString(),
            lastAt: new Date(row.lastAt).toISOString(),
          })),
          next: rows.length > pageSize ? (shown.at(-1)?.position ?? null) : null,
          total,
        };
      }),

    /**
     * What a contact may still say to each agent, with every charge. Agents that ask for no money and never
     * did are left out.
     */
    async ledger(
      scope: AccountScope,
      contactId: string,
    ): Promise<{ wallets: (Wallet & { balance: PaywallBalance; lines: UsageLine[] })[] }> {
      const isTest = (await connections.paymentMode(scope.accountId, false)) === 'test';
      const wallets = await scope.run((tx) => walletsOf(tx, scope, contactId));
      const shown = [];
      for (const wallet of wallets) {
        const terms = await termsOf(scope.accountId, wallet.agentId, isTest);
        const found = await scope.run(async (tx) => ({
          balance: await balanceOfWallet(tx, { ...wallet, terms }, clock.now()),
          lines: (await lines(tx, wallet.walletId, null, ledgerLines)).lines,
        }));
        if (terms || found.lines.length > 0) shown.push({ ...wallet, ...found });
      }
      return { wallets: shown };
    },

    /** Gives a contact messages, or takes some, with a reason that the ledger keeps. */
    async adjust(
      scope: AccountScope,
      contactId: string,
      input: { walletId: string; agentId: string; messages: number; reason: string; key: string },
    ): Promise<PaywallBalance> {
      const isTest = (await connections.paymentMode(scope.accountId, false)) === 'test';
      const wallet = (await scope.run((tx) => walletsOf(tx, scope, contactId))).find(
        ({ walletId, agentId }) => walletId === input.walletId && agentId === input.agentId,
      );
      if (!wallet) throw new AppError(contactsErrors.notFound);
      const terms = await termsOf(scope.accountId, wallet.agentId, isTest);
      return scope.run(async (tx) => {
        const now = clock.now();
        await adjust(
          tx,
          {
            accountId: scope.accountId,
            agentId: wallet.agentId,
            walletId: wallet.walletId,
            messages: input.messages,
            note: input.reason,
            key: input.key,
            actorId: scope.userId,
            isTest,
          },
          now,
        );
        return balanceOfWallet(tx, { ...wallet, terms }, now);
      });
    },
  };
}
