import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Language } from '#shared/languages.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { mintToken, readToken, type TokenKind } from '#platform/crypto/signed-token.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import type { Database } from '#platform/database/database.ts';
import type { AgentsUsecases } from '#features/agents/server/agents.usecases.ts';
import { paymentsErrors } from '../../payments.contract.ts';
import { readable, within } from '../syncing/vendor-calls.usecases.ts';
import type { PaymentConnections } from '../connecting/connections.usecases.ts';
import type { PurchaseRow } from '../syncing/purchase-state.models.ts';
import type { Syncing } from '../syncing/apply.usecases.ts';
import { paymentsRepository } from '../payments.repository.ts';

type Link = {
  a: string;
  p: string;
};
const kind: TokenKind<Link> = {
  purpose: 'manage-subscription',
  parse: (value) => z.object({ a: z.string().max(60), p: z.string().max(60) }).safeParse(value).data ?? null,
};

/** What the page behind a receipt's link says. `ending` was ended and goes on until then. */
export type Managed = {
  state: 'trial' | 'active' | 'paused' | 'ending' | 'ended';
  agentName: string;
  agentNumber: number | null;
  until: Date;
  hasPortal: boolean;
  language: Language;
  accountId: string;
};

const isRunning = ({ subscriptionStatus }: PurchaseRow): boolean =>
  subscriptionStatus === 'trialing' || subscriptionStatus === 'active' || subscriptionStatus === 'past_due';

type LinkServices = {
  database: Database;
  clock: Clock;
  box: SecretBox;
  connections: PaymentConnections;
  syncing: Syncing;
  agents: Pick<AgentsUsecases, 'runningById'>;
  publicUrl(): string;
  originFor(accountId: string): Promise<string>;
};

/**
 * Ways to a subscription that hang on no chat: whoever has the mail can end what they pay for, whatever agent
 * and owner do.
 */
export function createSubscriptionLinks(services: LinkServices) {
  const { database, clock, box, connections, syncing } = services;

  async function find(token: string): Promise<PurchaseRow | null> {
    const link = readToken(box, kind, token, clock.now().getTime());
    const row = link && (await database.account(link.a, (tx) => paymentsRepository(tx).byId(link.p)));
    return row?.kind === 'subscription' && row.periodEnd !== null ? row : null;
  }

  async function present(row: PurchaseRow): Promise<Managed> {
    const running =
      row.agentId === null ? null : await services.agents.runningById(row.accountId, row.agentId, false);
    const reached = await connections.ofPurchase(row);
    const hasPage =
      row.vendor === 'test-money' || (reached?.connection.references.portalConfiguration ?? '') !== '';
    const current = row.subscriptionStatus === 'trialing' ? 'trial' : 'active';
    const state = !isRunning(row) ? 'ended' : row.isEnding ? 'ending' : row.isPaused ? 'paused' : current;
    const until = row.periodEnd ?? clock.now();
    return {
      state,
      agentName: row.agentName,
      agentNumber: running?.number ?? null,
      until,
      hasPortal: row.customerRef !== null && reached !== null && hasPage,
      language: row.language,
      accountId: row.accountId,
    };
  }

  return {
    /**
     * The address that a mail about a subscription carries. It has no end: what can be charged can be ended.
     */
    addressOf: ({ accountId, id }: Pick<PurchaseRow, 'accountId' | 'id'>): string =>
      `${services.publicUrl()}/subscription/${mintToken(box, kind, { a: accountId, p: id }, null)}`,

    /** Null for an address that is nobody's. */
    async look(token: string): Promise<Managed | null> {
      const row = await find(token);
      return row && present(row);
    },

    /** Ends it with what is paid. @throws AppError when the vendor can't be asked. */
    async end(token: string): Promise<Managed | null> {
      const row = await find(token);
      if (!row || !isRunning(row) || !row.subscriptionRef) return row && present(row);
      const reached = await connections.ofPurchase(row);
      if (!reached) throw new AppError(paymentsErrors.notReady);
      try {
        await within(
          reached.vendor.changeSubscription(reached.connection, row.subscriptionRef, 'end', newId('req')),
        );
        return await present((await syncing.sync(row.accountId, row.id)) ?? row);
      } catch (error) {
        throw readable(error);
      }
    },

    /** The vendor's page for card and invoices, which leads back here; null where there is none. */
    async portal(token: string): Promise<string | null> {
      const row = await find(token);
      const reached = row && (await connections.ofPurchase(row));
      if (!row?.customerRef || !reached) return null;
      const back = `${await services.originFor(row.accountId)}/subscription/${token}`;
      return within(reached.vendor.portalUrl(reached.connection, row.customerRef, back)).catch(
        (error: unknown) => {
          throw readable(error);
        },
      );
    },
  };
}

export type SubscriptionLinks = ReturnType<typeof createSubscriptionLinks>;
