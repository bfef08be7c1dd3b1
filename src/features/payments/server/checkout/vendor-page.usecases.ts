import { AppError } from '#shared/errors.ts';
import type { Currency } from '#shared/money/money.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import type { Logger } from '#platform/log/logger.ts';
import { PaymentError } from '#providers/payments/payments.port.ts';
import { isUnderReview } from '#features/accounts/server/accounts.usecases.ts';
import { paymentsErrors } from '../../payments.contract.ts';
import { orderWords } from '../receipts/receipts.models.ts';
import { readable, within } from '../syncing/vendor-calls.usecases.ts';
import type { PaymentConnections } from '../connecting/connections.usecases.ts';
import type { PurchaseRow } from '../syncing/purchase-state.models.ts';
import type { Syncing } from '../syncing/apply.usecases.ts';
import { paymentsRepository } from '../payments.repository.ts';

/** How long the vendor's page of a checkout can be paid. Stripe takes at least half an hour. */
export const openMs = 3_600_000;
/** How soon the vendor is asked about a checkout whose event may have been lost. */
const firstLookMs = 120_000;

/** Where a vendor leads back to; `isEmbedded` where the chat stands in a page of somebody else. */
export const returnPath = (purchaseId: string, isEmbedded: boolean): string =>
  `/subscription-success?purchase=${purchaseId}${isEmbedded ? '&embedded=1' : ''}`;

/** The vendor's page on which a purchase is paid: opened, and closed. */
export function createOpening(services: {
  database: Database;
  clock: Clock;
  log: Logger;
  connections: PaymentConnections;
  syncing: Syncing;
  translator: Translator;
}) {
  const { database, clock, log, connections, syncing, translator } = services;
  return {
    /**
     * Asks the vendor for the page of a purchase, which leads to `backUrl` afterwards. The purchase's id is
     * the key, so that asking again gives the same page.
     */
    async openPage(row: PurchaseRow, backUrl: string): Promise<PurchaseRow> {
      const reached = await connections.ofPurchase(row);
      if (!reached) throw new AppError(paymentsErrors.incomplete);
      // Nobody pays while it is not known whose the account's connection is.
      if (await isUnderReview(database, row.accountId)) throw new AppError(paymentsErrors.incomplete);
      const { terms } = row;
      const session = await within(
        reached.vendor.createCheckout(
          reached.connection,
          {
            purchaseId: row.id,
            agentId: row.agentId,
            kind: row.kind === 'subscription' ? 'subscription' : 'once',
            interval: terms.interval,
            trialDays: terms.trialDays,
            currency: row.currency as Currency,
            price: { base: row.base, tax: row.tax, subtotal: row.base, total: row.total },
            taxBehaviour: terms.taxBehaviour,
            taxThousandths: terms.taxThousandths,
            title: terms.title,
            description: orderWords(row, (key, variables) =>
              translator.text(row.language, `mail:receipt.${key}`, variables),
            ),
            email: row.email,
            language: row.language,
            successUrl: backUrl,
            cancelUrl: `${backUrl}&canceled=1`,
            expiresAt: row.expiresAt,
          },
          row.id,
        ),
      ).catch((error: unknown) => {
        if (error instanceof PaymentError)
          log.warn(
            { err: error, accountId: row.accountId, purchaseId: row.id, vendor: row.vendor },
            'a payment page could not be opened',
          );
        throw readable(error);
      });
      const soon = new Date(clock.now().getTime() + firstLookMs);
      return database.account(row.accountId, async (tx) => {
        await paymentsRepository(tx).setCheckout(row.id, session, soon);
        return (await paymentsRepository(tx).byId(row.id)) ?? row;
      });
    },

    /** Closes the page of a purchase that nobody wants any more. One that was paid meanwhile shows itself. */
    async closePage(row: PurchaseRow): Promise<void> {
      const reached = await connections.ofPurchase(row);
      const quietly = (error: unknown): void => {
        if (!(error instanceof PaymentError)) throw error;
        log.warn({ err: error, purchaseId: row.id }, 'an earlier payment page could not be closed');
      };
      if (reached && row.checkoutRef)
        await within(reached.vendor.expireCheckout(reached.connection, row.checkoutRef)).catch(quietly);
      await syncing.sync(row.accountId, row.id).catch(quietly);
    },
  };
}
