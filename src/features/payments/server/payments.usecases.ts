import type { Clock } from '#platform/clock/clock.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { RateLimiter } from '#platform/rate-limit/rate-limit.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import type { PlanStatuses } from '#features/accounts/server/accounts-plan-status.usecases.ts';
import type { AgentsUsecases } from '#features/agents/server/agents.usecases.ts';
import type { MailUsecases } from '#features/mail/server/mail.usecases.ts';
import type { PaywallBalance } from '#features/paywall/paywall.contract.ts';
import type { Invoices } from '#features/invoices/server/invoices.usecases.ts';
import { createCardLinks } from './subscriptions/card-link.usecases.ts';
import { createCheckouts } from './checkout/begin.usecases.ts';
import type { PaymentConnections, PaymentVendors } from './connecting/connections.usecases.ts';
import { createPaymentEvents } from './syncing/events.usecases.ts';
import { createPayouts } from './figures/payouts.usecases.ts';
import type { PlatformEndpoints } from './connecting/platform-endpoint.usecases.ts';
import type { PaymentsPlatform } from './connecting/platform.usecases.ts';
import { createFormCheckouts } from './checkout/forms.usecases.ts';
import { createReceipts } from './receipts/receipts.usecases.ts';
import { createMoneyNotices } from './notices/notices.usecases.ts';
import { createPapers } from './receipts/invoices.usecases.ts';
import { createPaymentFigures } from './figures/sums.usecases.ts';
import { createContactLedgers } from './purchases/ledgers.usecases.ts';
import { createPaymentRecords } from './purchases/reading.usecases.ts';
import { createReconcile } from './syncing/reconcile.usecases.ts';
import { createRefunds } from './refunds/refunds.usecases.ts';
import { createReturns } from './checkout/return.usecases.ts';
import { createRestoring } from './restoring/restore.usecases.ts';
import { paymentsRepository } from './payments.repository.ts';
import { createSubscriptionLinks } from './subscriptions/manage-links.usecases.ts';
import { createServiceMails } from './subscriptions/pause-mails.usecases.ts';
import { createServicePauses } from './subscriptions/pauses.usecases.ts';
import { createSyncing } from './syncing/apply.usecases.ts';
import { createVisitorPayments } from './checkout/visitor.usecases.ts';

export type PaymentsServices = {
  database: Database;
  clock: Clock;
  log: Logger;
  box: SecretBox;
  limiter: Pick<RateLimiter, 'takeAll'>;
  realtime: Realtime;
  translator: Translator;
  jobs: Pick<Jobs, 'send'>;
  mail: Pick<MailUsecases, 'send'>;
  agents: Pick<AgentsUsecases, 'runningById'>;
  vendors: PaymentVendors;
  invoices: Invoices;
  connections: PaymentConnections;
  platform: PaymentsPlatform;
  platformEndpoints: PlatformEndpoints;
  /** What a visitor may still say, by the ledger. */
  balance(visitor: VisitorIdentity): Promise<PaywallBalance>;
  /** Where accounts stand with their plan. */
  planStatuses: Pick<PlanStatuses, 'of'>;
  /** Whether an account's plan is over, so that its agents sell nothing. */
  isPlanExpired(accountId: string): Promise<boolean>;
  publicUrl(): string;
  /** Where an account's visitors are. */
  originFor(accountId: string): Promise<string>;
};

/** Everything about money that visitors pay to owners, but the ledger of what it opens. */
export function createPaymentsUsecases(services: PaymentsServices) {
  const papers = createPapers(services);
  const cardLinks = createCardLinks(services);
  const notices = createMoneyNotices({ ...services, cardLinks });
  const syncing = createSyncing({ ...services, papers, notices });
  const all = { ...services, syncing };
  const refunds = createRefunds(all);
  const links = createSubscriptionLinks(all);
  return {
    syncing,
    events: createPaymentEvents(all),
    checkouts: createCheckouts(all),
    forms: createFormCheckouts(all),
    visitor: createVisitorPayments({ ...all, papers }),
    restoring: createRestoring(all),
    returns: createReturns(all),
    papers,
    cardLinks,
    notices,
    receipts: createReceipts({ ...all, links }),
    reconcile: createReconcile(all),
    records: createPaymentRecords(services),
    figures: createPaymentFigures(services),
    ledgers: createContactLedgers(services),
    refunds,
    pauses: createServicePauses({ ...all, refunds }),
    links,
    serviceMails: createServiceMails({ ...all, links }),
    payouts: createPayouts(services),
    /** Those of the visitors who bought something, or began to. */
    buyersAmong: (tx: Transaction, visitorIds: readonly string[]): Promise<ReadonlySet<string>> =>
      paymentsRepository(tx).buyersAmong(visitorIds),
  };
}

export type PaymentsUsecases = ReturnType<typeof createPaymentsUsecases>;
