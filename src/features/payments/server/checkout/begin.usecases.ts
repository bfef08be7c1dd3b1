import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { toLanguage, type Language } from '#shared/languages.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { violatedConstraint, type Database, type Transaction } from '#platform/database/database.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import type { Logger } from '#platform/log/logger.ts';
import { PaymentError } from '#providers/payments/payments.port.ts';
import { agentsErrors } from '#features/agents/agents.contract.ts';
import { agentFor, type AgentsUsecases, type RunningAgent } from '#features/agents/server/agents.usecases.ts';
import { conversationsErrors } from '#features/conversations/conversations.contract.ts';
import { mailboxOf } from '#features/mail/server/mail.usecases.ts';
import type { PaywallBalance } from '#features/paywall/paywall.contract.ts';
import { walletOf } from '#features/paywall/server/paywall.usecases.ts';
import type { Checkout } from '../../payments-visitor.contract.ts';
import { paymentsErrors } from '../../payments.contract.ts';
import type { PaymentConnections, PaymentVendors } from '../connecting/connections.usecases.ts';
import { outcomeOf, type PurchaseRow } from '../syncing/purchase-state.models.ts';
import { createOpening, openMs, returnPath } from './vendor-page.usecases.ts';
import { couponOf, offersOf } from './offers.models.ts';
import type { Syncing } from '../syncing/apply.usecases.ts';
import { personsRepository } from '../subscriptions/one-per-person.repository.ts';
import { paymentsRepository } from '../payments.repository.ts';

export type CheckoutServices = {
  database: Database;
  clock: Clock;
  log: Logger;
  vendors: PaymentVendors;
  connections: PaymentConnections;
  syncing: Syncing;
  translator: Translator;
  agents: Pick<AgentsUsecases, 'runningById'>;
  balance(visitor: VisitorIdentity): Promise<PaywallBalance>;
  isPlanExpired(accountId: string): Promise<boolean>;
  publicUrl(): string;
};

/** The agent with the prices that this visitor has; null where it is gone. */
export async function agentOfVisitor(
  { agents, clock }: Pick<CheckoutServices, 'agents' | 'clock'>,
  { accountId, agentId, visitorId, isPreview }: VisitorIdentity,
): Promise<RunningAgent | null> {
  const agent = await agents.runningById(accountId, agentId, isPreview);
  return agent && agentFor(agent, visitorId, clock.now());
}

/** Whoever looks at the wall, as far as they are known before they type an address: that may be anybody's. */
export async function unnamed(tx: Transaction, visitorId: string) {
  return { walletId: await walletOf(tx, visitorId), visitorId, mailbox: '', cardMark: '' };
}

/**
 * Beginning to pay, and finding out whether it was paid. Nothing of price, currency, messages, agent or
 * address is taken from the browser.
 */
export function createCheckouts(services: CheckoutServices) {
  const { database, clock, connections, syncing } = services;

  async function present(visitor: VisitorIdentity, row: PurchaseRow): Promise<Checkout> {
    return {
      purchaseId: row.id,
      status: row.status,
      outcome: outcomeOf(row),
      url: row.status === 'open' && row.checkoutUrl !== '' ? row.checkoutUrl : null,
      balance: await services.balance(visitor),
    };
  }

  /** Writes down what is to be bought, once for each key of the browser. */
  async function record(
    visitor: VisitorIdentity,
    agent: RunningAgent,
    input: CheckoutInput,
    language: Language,
  ): Promise<PurchaseRow> {
    const { payment } = agent.configuration;
    if (!payment.enabled) throw new AppError(paymentsErrors.free);
    // Nobody pays for what is paused, or may be tomorrow.
    if (agent.closed !== null) throw new AppError(conversationsErrors.agentClosed);
    if (await services.isPlanExpired(visitor.accountId)) throw new AppError(conversationsErrors.agentClosed);
    const known = await connections.forVisitor(visitor.accountId, visitor.isPreview);
    const { isTest, vendor } = known.connection;
    const now = clock.now();
    const asked = couponOf(payment, input.coupon, now);
    if (input.coupon && !asked) throw new AppError(paymentsErrors.couponUnknown);
    const hasTried = await database.account(visitor.accountId, async (tx) =>
      personsRepository(tx).hasTried({
        ...(await unnamed(tx, visitor.visitorId)),
        agentId: agent.id,
        isTest,
      }),
    );
    const offers = offersOf(payment, asked, agent.configuration.basic.name, hasTried);
    if (offers.length === 0 || !connections.isReady(known)) throw new AppError(paymentsErrors.incomplete);
    const sold = input.offer === undefined ? offers[0] : offers.find(({ offer }) => offer.id === input.offer);
    // Whoever chose before the owner changed it sees the new price before paying it.
    if (!sold)
      throw new AppError(paymentsErrors.offerChanged, {
        details: { offers: offers.map(({ offer }) => offer) },
      });
    const { coupon } = sold;
    const { state } = await services.balance(visitor);
    if (sold.offer.type !== 'pack' && (state === 'subscription' || state === 'once'))
      throw new AppError(paymentsErrors.alreadyOpen);
    return database.account(visitor.accountId, async (tx) => {
      const repository = paymentsRepository(tx);
      const buyer = await repository.buyer(visitor.visitorId, input.conversationId);
      if (!buyer) throw new AppError(agentsErrors.notFound);
      // Nobody pays to be refused.
      if (buyer.isBlocked) throw new AppError(paymentsErrors.buyerBlocked);
      const walletId = await walletOf(tx, visitor.visitorId);
      // One that rests, or whose payment failed, is there all the same.
      const isSubscribed =
        sold.offer.type === 'subscription' &&
        (await personsRepository(tx).runningIn(walletId, { agentId: agent.id, isTest })).length > 0;
      if (isSubscribed) throw new AppError(paymentsErrors.alreadyOpen);
      if (
        coupon &&
        coupon.mostUses > 0 &&
        (await repository.couponUses(agent.id, coupon.code, isTest, now)) >= coupon.mostUses
      )
        throw new AppError(paymentsErrors.couponUnknown);
      const row = {
        id: newId('pur', now.getTime()),
        accountId: visitor.accountId,
        agentId: agent.id,
        agentName: agent.configuration.basic.name,
        walletId,
        visitorId: visitor.visitorId,
        contactId: buyer.contactId,
        conversationId: buyer.conversationId,
        tag: buyer.conversationTag ?? buyer.tag ?? '',
        email: input.email,
        mailbox: mailboxOf(input.email),
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
        language: toLanguage(buyer.language) ?? language,
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
  const openPage = (
    row: PurchaseRow,
    { isEmbedded, origin }: Pick<CheckoutInput, 'isEmbedded' | 'origin'>,
  ): Promise<PurchaseRow> =>
    opening.openPage(row, `${origin ?? services.publicUrl()}${returnPath(row.id, isEmbedded)}`);

  /** Closes the pages of earlier tries, so that nobody pays twice for one purchase. */
  async function closeEarlier(row: PurchaseRow, visitorId: string): Promise<void> {
    const earlier = await database.account(row.accountId, async (tx) => [
      ...(await paymentsRepository(tx).openOfVisitor(visitorId, row.id)),
      // Begun on another device of the same person.
      ...(row.kind === 'subscription' ? await personsRepository(tx).openBeside(row, false) : []),
    ]);
    for (const one of new Map(earlier.map((known) => [known.id, known])).values())
      await opening.closePage(one);
  }

  return {
    async begin(visitor: VisitorIdentity, input: CheckoutInput, language: Language): Promise<Checkout> {
      const find = (): Promise<PurchaseRow | null> =>
        database.account(visitor.accountId, (tx) =>
          paymentsRepository(tx).byClientKey(visitor.visitorId, input.key),
        );
      const agent = await agentOfVisitor(services, visitor);
      if (!agent) throw new AppError(agentsErrors.notFound);
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
      if (clock.now() >= row.expiresAt)
        return present(visitor, (await syncing.sync(row.accountId, row.id)) ?? row);
      if (!known) await closeEarlier(row, visitor.visitorId);
      return present(visitor, await openPage(row, input));
    },

    /** Closes the pages on which somebody who subscribed could pay for the same once more. */
    async closeOthers({ accountId, purchaseId }: { accountId: string; purchaseId: string }): Promise<void> {
      const others = await database.account(accountId, async (tx) => {
        const row = await paymentsRepository(tx).byId(purchaseId);
        return row ? personsRepository(tx).openBeside(row, true) : [];
      });
      for (const other of others) await opening.closePage(other);
    },

    /** Closes the pages of an agent that was closed: nobody pays for what does not answer. */
    async closePages({ accountId, agentId }: { accountId: string; agentId: string }): Promise<void> {
      const open = await database.account(accountId, (tx) => personsRepository(tx).openOfAgent(agentId));
      for (const row of open) await opening.closePage(row);
    },

    /**
     * Whether a purchase of the visitor was paid. `asks` asks the vendor; what it can't tell now, the stored
     * state tells.
     */
    async state(visitor: VisitorIdentity, id: string, asks: boolean): Promise<Checkout> {
      const row = await database.account(visitor.accountId, (tx) => paymentsRepository(tx).byId(id));
      if (!row || row.visitorId !== visitor.visitorId || row.agentId !== visitor.agentId)
        throw new AppError(paymentsErrors.purchaseNotFound);
      const isOpen = row.status === 'open' || row.status === 'processing';
      const synced =
        isOpen && asks
          ? await syncing.sync(row.accountId, id).catch((error: unknown) => {
              if (error instanceof PaymentError) return null;
              throw error;
            })
          : null;
      return present(visitor, synced ?? row);
    },
  };
}

export type CheckoutInput = {
  email: string;
  offer?: string | undefined;
  coupon?: string | undefined;
  conversationId: string | null;
  isEmbedded: boolean;
  /** Where the chat is, and its visitor is known; the server's own address where none is said. */
  origin?: string | undefined;
  key: string;
};
