import { z } from 'zod';
import { isId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import { mintToken, readToken, type TokenKind } from '#platform/crypto/signed-token.ts';
import type { Database } from '#platform/database/database.ts';
import type { Logger } from '#platform/log/logger.ts';
import { PaymentError } from '#providers/payments/payments.port.ts';
import { within } from '../syncing/vendor-calls.usecases.ts';
import type { PaymentConnections } from '../connecting/connections.usecases.ts';
import type { PurchaseRow } from '../syncing/purchase-state.models.ts';
import { paymentsRepository } from '../payments.repository.ts';

type Link = {
  a: string;
  p: string;
};
const kind: TokenKind<Link> = {
  purpose: 'payment-card',
  parse: (value) => z.object({ a: z.string().max(60), p: z.string().max(60) }).safeParse(value).data ?? null,
};
/** A mail about a card is of use for so long. */
const linkMs = 90 * 86_400_000;

type Services = {
  database: Database;
  clock: Clock;
  log: Logger;
  box: SecretBox;
  connections: PaymentConnections;
  publicUrl(): string;
  originFor(accountId: string): Promise<string>;
};

/**
 * The way from a mail to the provider's page on which the card of a subscription is changed. It asks nothing
 * of the agent, its owner's plan or the chat: whoever is charged can always mend it, and end it.
 */
export function createCardLinks({ database, clock, log, box, connections, publicUrl, originFor }: Services) {
  return {
    /** The link for the address that the purchase was made with. */
    linkFor({ accountId, id }: Pick<PurchaseRow, 'accountId' | 'id'>): string {
      return `${publicUrl()}/pay/${mintToken(box, kind, { a: accountId, p: id }, clock.now().getTime() + linkMs)}`;
    },

    /** The purchase of a link; null for one that was not made here or has run out. */
    purchaseOf(token: string): { accountId: string; id: string } | null {
      const link = readToken(box, kind, token, clock.now().getTime());
      return link && isId('pur', link.p) ? { accountId: link.a, id: link.p } : null;
    },

    /**
     * Where whoever follows the link is led: the provider's page, else what is known of the purchase. Null
     * when it is gone.
     */
    async destination({ accountId, id }: { accountId: string; id: string }): Promise<string | null> {
      const row = await database.account(accountId, (tx) => paymentsRepository(tx).byId(id));
      if (!row) return null;
      const back = `${await originFor(accountId)}/subscription-success?purchase=${id}&managed=1`;
      try {
        const reached = row.customerRef === null ? null : await connections.ofPurchase(row);
        const url =
          reached &&
          row.customerRef &&
          (await within(reached.vendor.portalUrl(reached.connection, row.customerRef, back)));
        return url ?? back;
      } catch (error) {
        if (!(error instanceof PaymentError)) throw error;
        log.warn(
          { err: error, purchaseId: id, vendor: row.vendor },
          "the page for a subscription's card could not be opened",
        );
        return back;
      }
    },
  };
}

export type CardLinks = ReturnType<typeof createCardLinks>;
