import { z } from 'zod';
import { paths } from '#shared/paths.ts';
import type { Language } from '#shared/languages.ts';
import { formatMoney } from '#shared/money/money.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import { roleGrants } from '#features/accounts/accounts.contract.ts';
import {
  findUserById,
  findWorkingMembers,
  reachesAgent,
} from '#features/accounts/server/accounts.usecases.ts';
import { findAgentFacts } from '#features/agents/server/agents-facts.usecases.ts';
import type { Invoices } from '#features/invoices/server/invoices.usecases.ts';
import type { MailUsecases } from '#features/mail/server/mail.usecases.ts';
import {
  buyerNotices,
  memberNotices,
  preferencesOfRole,
  preferenceOfNotice,
  type MemberNotice,
  type MoneyPreferences,
} from '../../payments-notices.contract.ts';
import type { CardLinks } from '../subscriptions/card-link.usecases.ts';
import type { PurchaseRow } from '../syncing/purchase-state.models.ts';
import { dayOf, isForMembers, noticeRows, noticesOf, renewalOf, type MoneyNotice } from './notices.models.ts';
import { noticesRepository } from './notices.repository.ts';
import { paymentsRefundsRepository } from '../refunds/refunds.repository.ts';
import { paymentsRepository } from '../payments.repository.ts';

const nullable = z.number().nullable();

/** Writes to a buyer or to an account's members about one thing that happened to a purchase. */
export const moneyNoticeJob = defineJob({
  name: 'payments.notice',
  payload: z.object({
    accountId: z.string(),
    purchaseId: z.string(),
    kind: z.enum([...buyerNotices, ...memberNotices]),
    about: z.string(),
    amount: nullable,
    was: nullable,
    date: z.iso.datetime().nullable(),
    payment: z.string().nullable(),
  }),
  retryLimit: 6,
  expireInSeconds: 60,
  concurrency: 1,
});

/** How long before a trial's first charge its buyer is told of it. */
const trialWarnMs = 3 * 86_400_000;
const atOnce = 200;
/** Where the link of a mail leads to the provider's page for the card. */
const withCardLink: ReadonlySet<MoneyNotice['kind']> = new Set([
  'renewal-failed',
  'trial-ending',
  'price-changed',
]);

export type MoneyNoticesServices = {
  database: Database;
  clock: Clock;
  translator: Translator;
  jobs: Pick<Jobs, 'send'>;
  mail: Pick<MailUsecases, 'send'>;
  invoices: Pick<Invoices, 'ofSubjects' | 'linkOf'>;
  cardLinks: Pick<CardLinks, 'linkFor'>;
  publicUrl(): string;
};

/**
 * Mails about money: each fact once, to the buyer in the language of the purchase, to members in their own.
 */
export function createMoneyNotices(services: MoneyNoticesServices) {
  const { database, clock } = services;
  const site = (): string => services.publicUrl();

  async function write(
    tx: Transaction,
    row: PurchaseRow,
    notice: MoneyNotice,
    to: { email: string; language: Language },
    given: { url: string; links?: { label: string; url: string }[] },
  ): Promise<void> {
    const { email, language } = to;
    const words =
      (prefix: string) =>
      (key: string, variables?: Record<string, string | number>): string =>
        services.translator.text(language, `mail:${prefix}.${key}`, variables);
    const money = (amount: number | null): string =>
      amount === null ? '' : formatMoney(amount, row.currency, language);
    const date = notice.date === null ? '' : dayOf(notice.date, language);
    await services.mail.send(
      {
        kind: notice.kind,
        to: email,
        language,
        accountId: row.accountId,
        // Test money is free, and so anybody could have one sent to anybody.
        isForTypedAddress: row.isTest && !isForMembers(notice.kind),
        rows: noticeRows(row, notice, { notice: words('notice'), receipt: words('receipt') }, language),
        ...(given.links ? { links: given.links } : {}),
        variables: {
          url: given.url,
          agent: row.kind === 'form' ? row.formName : row.agentName,
          buyer: row.email,
          amount: money(notice.amount),
          was: money(notice.was),
          date,
        },
      },
      tx,
    );
  }

  async function tellBuyer(tx: Transaction, row: PurchaseRow, notice: MoneyNotice): Promise<void> {
    // Whoever was erased is not written to.
    if (row.email.endsWith('@erased.invalid')) return;
    const { language } = row;
    const agent = row.agentId === null ? null : await findAgentFacts(tx, row.agentId);
    const form = row.formId === null ? null : await paymentsRepository(tx).addressOfForm(row.formId);
    const page = agent?.hasPage ? paths.widgetPage(agent.number) : form === null ? '' : `/forms/${form}`;
    const papers =
      notice.kind === 'refund' ? await services.invoices.ofSubjects(tx, row.accountId, [row.id]) : [];
    const credit = papers.findLast(
      ({ kind, reference }) => kind === 'credit_note' && reference === notice.payment,
    );
    const label = services.translator.text(language, 'mail:notice.creditNote');
    await write(
      tx,
      row,
      notice,
      { email: row.email, language },
      {
        url: withCardLink.has(notice.kind) ? services.cardLinks.linkFor(row) : `${site()}${page}`,
        ...(credit ? { links: [{ label, url: services.invoices.linkOf(credit) }] } : {}),
      },
    );
  }

  async function tellMembers(
    tx: Transaction,
    row: PurchaseRow,
    notice: MoneyNotice & { kind: MemberNotice },
  ): Promise<void> {
    const able = (await findWorkingMembers(tx, row.accountId)).filter(
      (member) =>
        roleGrants(member.role, 'payments.read') &&
        (row.agentId === null || reachesAgent(member, row.agentId)),
    );
    const said = await noticesRepository(tx).preferences(
      row.accountId,
      able.map(({ userId }) => userId),
    );
    const preference = preferenceOfNotice[notice.kind];
    for (const { userId, role } of able) {
      if (!(said.get(userId) ?? preferencesOfRole(role))[preference]) continue;
      const user = await findUserById(database, userId);
      if (user === null) continue;
      const url = `${site()}${paths.payments}?${new URLSearchParams({ purchase: row.id }).toString()}`;
      await write(tx, row, notice, user, { url });
    }
  }

  /** Writes a notice, unless it was written: the note of it and its mails are one transaction. */
  async function tell(tx: Transaction, row: PurchaseRow, notice: MoneyNotice): Promise<void> {
    const key = notice.kind === 'trial-ending' ? notice.kind : `${notice.kind}: ${notice.about}`;
    if (!(await noticesRepository(tx).claim(row, key, clock.now()))) return;
    const { kind } = notice;
    await (isForMembers(kind) ? tellMembers(tx, row, { ...notice, kind }) : tellBuyer(tx, row, notice));
  }

  return {
    /**
     * Sees to it that people are written to about what a step of a purchase changed, in the step's own
     * transaction.
     */
    async follow(tx: Transaction, step: Omit<Parameters<typeof noticesOf>[0], 'ruled'>): Promise<void> {
      const { after, facts, moved } = step;
      const isGivenBack = moved.some(({ kind }) => kind === 'refund');
      const ruled = isGivenBack ? await paymentsRefundsRepository(tx).byRules(after.id) : [];
      for (const { date, ...notice } of noticesOf({ ...step, ruled })) {
        const about = { accountId: after.accountId, purchaseId: after.id };
        await services.jobs.send(tx, moneyNoticeJob, {
          ...about,
          ...notice,
          date: date?.toISOString() ?? null,
        });
      }
      const price = facts.subscription?.price.amount ?? 0;
      if (price > 0 && price !== after.renewalAmount)
        await paymentsRepository(tx).change(after.id, { renewalAmount: price });
    },

    /** What the job does; as often as it comes. */
    async send({
      accountId,
      purchaseId,
      date,
      ...notice
    }: z.infer<typeof moneyNoticeJob.payload>): Promise<void> {
      await database.system(async (tx) => {
        const row = await paymentsRepository(tx).byId(purchaseId);
        if (row?.accountId === accountId)
          await tell(tx, row, { ...notice, date: date === null ? null : new Date(date) });
      });
    },

    /** Writes to everybody whose trial ends soon. What goes wrong with one keeps nobody else from hearing. */
    async tellOfTrials(signal?: AbortSignal): Promise<void> {
      const now = clock.now();
      const through = new Date(now.getTime() + trialWarnMs);
      for (const { id } of await noticesRepository(database.direct).trialsEnding(now, through, atOnce)) {
        if (signal?.aborted) return;
        await database.system(async (tx) => {
          const row = await paymentsRepository(tx).locked(id);
          if (row?.subscriptionStatus !== 'trialing' || row.isEnding) return;
          await tell(tx, row, {
            kind: 'trial-ending',
            about: '',
            amount: renewalOf(row),
            was: null,
            date: row.periodEnd,
            payment: null,
          });
        });
      }
    },

    preferences: (scope: AccountScope): Promise<MoneyPreferences> =>
      scope.run(
        async (tx) =>
          (await noticesRepository(tx).preferences(scope.accountId, [scope.userId])).get(scope.userId) ??
          preferencesOfRole(scope.role),
      ),

    setPreferences: (
      scope: AccountScope,
      said: { [K in keyof MoneyPreferences]?: boolean | undefined },
    ): Promise<void> =>
      scope.run(async (tx) => {
        const repository = noticesRepository(tx);
        const before =
          (await repository.preferences(scope.accountId, [scope.userId])).get(scope.userId) ??
          preferencesOfRole(scope.role);
        const {
          sales = before.sales,
          failures = before.failures,
          refunds = before.refunds,
          disputes = before.disputes,
        } = said;
        await repository.setPreferences(scope.accountId, scope.userId, {
          sales,
          failures,
          refunds,
          disputes,
        });
      }),
  };
}

export type MoneyNotices = ReturnType<typeof createMoneyNotices>;
