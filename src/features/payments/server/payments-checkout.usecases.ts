import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { toLanguage, type Language } from '#shared/languages.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { violatedConstraint, type Database } from '#platform/database/database.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import type { Logger } from '#platform/log/logger.ts';
import { PaymentError } from '#providers/payments/payments.port.ts';
import { agentsErrors } from '#features/agents/agents.contract.ts';
import type { AgentsUsecases, RunningAgent } from '#features/agents/server/agents.usecases.ts';
import { conversationsErrors } from '#features/conversations/conversations.contract.ts';
import type { PaywallBalance } from '#features/paywall/paywall.contract.ts';
import { walletOf } from '#features/paywall/server/paywall.usecases.ts';
import { paymentsErrors, type Checkout } from '../payments.contract.ts';
import type { PaymentConnections, PaymentVendors } from './payments-connections.usecases.ts';
import type { PurchaseRow } from './payments-facts.models.ts';
import { createOpening, openMs } from './payments-opening.usecases.ts';
import { couponOf, offersOf } from './payments-offers.models.ts';
import type { Syncing } from './payments-syncing.usecases.ts';
import { paymentsRepository } from './payments.repository.ts';

export type CheckoutServices = {
  database: Database;
  clock: Clock;
  log: Logger;
  vendors: PaymentVendors;
  connections: PaymentConnections;
  syncing: Syncing;
  agents: Pick<AgentsUsecases, 'runningById'>;
  balance(visitor: VisitorIdentity): Promise<PaywallBalance>;
  isLapsed(accountId: string): Promise<boolean>;
  publicUrl(): string;
};

export async function agentOfVisitor(agents: CheckoutServices['agents'], visitor: VisitorIdentity): Promise<RunningAgent> {
  const agent = await agents.runningById(visitor.accountId, visitor.agentId, visitor.isPreview);
  if (!agent) throw new AppError(agentsErrors.notFound);
  return agent;
}

/** Beginning to pay, and finding out whether it was paid. Nothing of price, currency, messages, agent or address is taken from the browser. */
export function createCheckouts(services: CheckoutServices) {
  const { database, clock, connections, syncing } = services;

  async function present(visitor: VisitorIdentity, row: PurchaseRow): Promise<Checkout> {
    return { purchaseId: row.id, status: row.status, url: row.status === 'open' && row.checkoutUrl !== '' ? row.checkoutUrl : null, balance: await services.balance(visitor) };
  }

  /** Writes down what is to be bought, once for each key of the browser. */
  async function record(visitor: VisitorIdentity, agent: RunningAgent, input: CheckoutInput, language: Language): Promise<PurchaseRow> {
    const { payment } = agent.configuration;
    if (!payment.enabled) throw new AppError(paymentsErrors.free);
    // Nobody pays for what may be paused tomorrow.
    if (await services.isLapsed(visitor.accountId)) throw new AppError(conversationsErrors.agentClosed);
    const known = await connections.forVisitor(visitor.accountId, visitor.isPreview);
    const { isTest, vendor } = known.connection;
    const now = clock.now();
    const coupon = couponOf(payment, input.coupon, now);
    if (input.coupon && !coupon) throw new AppError(paymentsErrors.couponUnknown);
    const offers = offersOf(payment, coupon, agent.configuration.basic.name);
    if (offers.length === 0 || !connections.isReady(known)) throw new AppError(paymentsErrors.incomplete);
    const sold = offers.find(({ offer }) => offer.interval === (input.interval ?? offer.interval)) ?? offers[0];
    if (!sold) throw new AppError(paymentsErrors.incomplete);
    const { state } = await services.balance(visitor);
    if (sold.offer.type !== 'pack' && (state === 'subscription' || state === 'once')) throw new AppError(paymentsErrors.alreadyOpen);
    return database.account(visitor.accountId, async (tx) => {
      const repository = paymentsRepository(tx);
      const standing = await repository.standing(visitor.visitorId, input.conversationId);
      if (!standing) throw new AppError(agentsErrors.notFound);
      if (coupon && coupon.mostUses > 0 && (await repository.couponUses(agent.id, coupon.code, isTest, now)) >= coupon.mostUses) throw new AppError(paymentsErrors.couponUnknown);
      const row = {
        id: newId('pur', now.getTime()),
        accountId: visitor.accountId,
        agentId: agent.id,
        agentName: agent.configuration.basic.name,
        walletId: await walletOf(tx, visitor.visitorId),
        visitorId: visitor.visitorId,
        contactId: standing.contactId,
        conversationId: standing.conversationId,
        tag: standing.conversationTag ?? standing.tag ?? '',
        email: input.email,
        vendor,
        isTest,
        kind: sold.offer.type,
        terms: sold.terms,
        currency: sold.offer.currency,
        base: sold.price.base,
        tax: sold.price.tax,
        total: sold.price.total,
        coupon: coupon?.code ?? '',
        status: 'open' as const,
        clientKey: input.key,
        language: toLanguage(standing.language) ?? language,
        createdAt: now,
        expiresAt: new Date(now.getTime() + openMs),
        syncDueAt: new Date(now.getTime() + openMs),
      };
      await repository.insert(row);
      const written = await repository.byId(row.id);
      if (!written) throw new Error('The purchase was not written');
      return written;
    });
  }

  const opening = createOpening(services);
  const openPage = (row: PurchaseRow): Promise<PurchaseRow> => opening.openPage(row, `${services.publicUrl().replace(/\/$/, '')}/subscription-success?purchase=${row.id}`);

  /** Closes the pages of earlier tries, so that nobody pays twice for one wish. */
  async function closeEarlier(row: PurchaseRow, visitorId: string): Promise<void> {
    for (const earlier of await database.account(row.accountId, (tx) => paymentsRepository(tx).openOfVisitor(visitorId, row.id))) await opening.closePage(earlier);
  }

  return {
    async begin(visitor: VisitorIdentity, input: CheckoutInput, language: Language): Promise<Checkout> {
      const find = (): Promise<PurchaseRow | null> => database.account(visitor.accountId, (tx) => paymentsRepository(tx).byClientKey(visitor.visitorId, input.key));
      const agent = await agentOfVisitor(services.agents, visitor);
      const known = await find();
      const row =
        known ??
        (await record(visitor, agent, input, language).catch(async (error: unknown) => {
          // The same click came twice at one moment.
          const first = violatedConstraint(error) === 'purchases_client_key' ? await find() : null;
          if (!first) throw error;
          return first;
        }));
      if (row.status !== 'open') return present(visitor, row);
      if (row.checkoutRef !== null && clock.now() < row.expiresAt) return present(visitor, row);
      if (clock.now() >= row.expiresAt) return present(visitor, (await syncing.sync(row.accountId, row.id)) ?? row);
      if (!known) await closeEarlier(row, visitor.visitorId);
      return present(visitor, await openPage(row));
    },

    /** Whether a purchase of the visitor was paid. `asks` asks the vendor; what it can't tell now, the stored state tells. */
    async state(visitor: VisitorIdentity, id: string, asks: boolean): Promise<Checkout> {
      const row = await database.account(visitor.accountId, (tx) => paymentsRepository(tx).byId(id));
      if (!row || row.visitorId !== visitor.visitorId || row.agentId !== visitor.agentId) throw new AppError(paymentsErrors.purchaseNotFound);
      const isOpen = row.status === 'open' || row.status === 'processing';
      const synced = isOpen && asks ? await syncing.sync(row.accountId, id).catch((error: unknown) => {
        if (error instanceof PaymentError) return null;
        throw error;
      }) : null;
      return present(visitor, synced ?? row);
    },
  };
}

export type CheckoutInput = { email: string; interval?: 'month' | 'year' | undefined; coupon?: string | undefined; conversationId: string | null; key: string };
