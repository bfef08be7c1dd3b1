import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { stateOf, type Database, type Transaction } from '#platform/database/database.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import { paywallErrors, type EntryKind, type PaywallBalance, type UsageLine } from '../paywall.contract.ts';
import { balanceOf, paywallTermsOf, type PaywallTerms, type ReservationEnd } from './paywall.models.ts';
import { paywallRepository, type LotRow, type LotState } from './paywall.repository.ts';

export { balanceOf, paywallTermsOf };
export type { PaywallTerms, ReservationEnd };

/**
 * What a purchase opens, as it should stand now. Applying it again changes nothing; every change leaves an
 * entry.
 */
export type Entitlement = {
  purchaseId: string;
  accountId: string;
  agentId: string;
  walletId: string;
  kind: 'pack' | 'once' | 'subscription';
  isTest: boolean;
  /** Messages of a pack; null is unlimited. */
  messages: number | null;
  /** End of access (grace included), null is never. */
  until: Date | null;
  /** The subscription ends at `until` and is not renewed. */
  isEnding: boolean;
  isFrozen: boolean;
  /** Everything left is taken back. */
  isRevoked: boolean;
  /** Messages of a pack taken back by part refunds, all together. */
  takenBack: number;
};

/** Hourly: ends what is over, and lets go of what is held for answers that nobody writes any more. */
export const tidyPaywallJob = defineJob({
  name: 'paywall.tidy',
  payload: z.object({}),
  retryLimit: 2,
  expireInSeconds: 900,
  concurrency: 1,
});

const linesAtOnce = 50;

/** The part of a lot that an entitlement decides. */
function stateFor(entitlement: Entitlement, lot: LotRow, now: Date): LotState {
  const { until } = entitlement;
  return {
    granted: entitlement.messages === null ? null : Math.max(0, entitlement.messages - entitlement.takenBack),
    expiresAt: until,
    isEnding: entitlement.isEnding,
    frozenAt: entitlement.isFrozen ? (lot.frozenAt ?? now) : null,
    revokedAt: entitlement.isRevoked ? (lot.revokedAt ?? now) : null,
    // Time that was added opens again what had ended.
    expiredAt: until === null || until > now ? null : lot.expiredAt,
  };
}

function kindOfChange(before: LotRow, after: LotState, isNew: boolean, reason: string): EntryKind {
  if (after.revokedAt && !before.revokedAt) return 'revoke';
  if (isNew) return 'grant';
  const [had, has] = [before.granted ?? 0, after.granted ?? 0];
  if (has < had) return 'refund';
  // Access that only goes on for longer, because a payment is waited for or an end was taken back, was not
  // bought.
  const isBought = reason === 'bought' || reason === 'renewed';
  const isLonger =
    before.expiresAt !== null && (after.expiresAt === null || after.expiresAt > before.expiresAt);
  return has > had || (isBought && isLonger && after.granted === null) ? 'grant' : 'adjust';
}

/**
 * What the line says: a change that moves no messages has a reason of its own, whatever the news was that
 * brought it.
 */
function reasonOfChange(kind: EntryKind, before: LotRow, after: LotState, reason: string): string {
  if (kind !== 'adjust') return reason;
  if (Boolean(before.frozenAt) !== Boolean(after.frozenAt))
    return after.frozenAt ? 'disputed' : 'dispute_won';
  if (before.isEnding !== after.isEnding && reason !== 'grace' && reason !== 'paused')
    return after.isEnding ? 'canceled' : 'resumed';
  return reason;
}

const isSame = (before: LotRow, after: LotState): boolean =>
  before.granted === after.granted &&
  before.expiresAt?.getTime() === after.expiresAt?.getTime() &&
  before.isEnding === after.isEnding &&
  before.frozenAt?.getTime() === after.frozenAt?.getTime() &&
  before.revokedAt?.getTime() === after.revokedAt?.getTime() &&
  before.expiredAt?.getTime() === after.expiredAt?.getTime();

/**
 * Brings the lot of a purchase to where it should stand: converges from any state, in any order, however
 * often. `reason` is a code of `paywall:reason` for the line that a change leaves, and `at` is when it
 * happened, which may be before it became known here. What was used stays used. Nothing happens when the
 * agent is gone.
 */
export async function applyEntitlement(
  tx: Transaction,
  entitlement: Entitlement,
  reason: string,
  now: Date,
  at = now,
): Promise<void> {
  const repository = paywallRepository(tx);
  const { accountId, agentId, walletId, kind, isTest, purchaseId, messages } = entitlement;
  const opened = await repository.openLot(
    { accountId, agentId, walletId, kind, isTest, purchaseId, granted: messages === null ? null : 0 },
    now,
  );
  const lot = await repository.lockLotOf(purchaseId);
  if (!lot) return;
  const state = stateFor(entitlement, lot, now);
  if (opened === null && isSame(lot, state)) return;
  const remaining = await repository.changeLot(lot.id, state);
  const key = `entitlement:${await repository.countEntries(lot.id, 'entitlement:')}`;
  const change = kindOfChange(lot, state, opened !== null, reason);
  await repository.addEntry(
    accountId,
    lot.id,
    {
      kind: change,
      amount: (remaining ?? 0) - (lot.remaining ?? 0),
      reason: reasonOfChange(change, lot, state, reason),
      key,
    },
    at,
  );
}

/** The wallet that a visitor's messages are taken from. */
export const walletOf = (tx: Transaction, visitorId: string): Promise<string> =>
  paywallRepository(tx).walletOf(visitorId);

/**
 * Lets a visitor, who proved that it is theirs, hold a wallet together with the devices that hold it already.
 * What their own wallet held of bought messages comes along, and so does everybody who held that one. The
 * caller makes sure that both belong to the same agent.
 */
export async function joinWallet(
  tx: Transaction,
  input: { accountId: string; visitorId: string; walletId: string; now: Date },
): Promise<void> {
  const repository = paywallRepository(tx);
  // Read again behind the locks: somebody else may have joined one of the two meanwhile.
  for (;;) {
    const [from, to] = [
      await repository.walletOf(input.visitorId),
      await repository.walletOf(input.walletId),
    ];
    if (from === to) return;
    for (const wallet of [from, to].toSorted()) await repository.lockWallet(wallet);
    if (
      from !== (await repository.walletOf(input.visitorId)) ||
      to !== (await repository.walletOf(input.walletId))
    )
      continue;
    await repository.join(input.accountId, from, to, input.now);
    return;
  }
}

/**
 * Gives what single purchases opened to another wallet; whoever holds the wallet that they lay in loses them.
 */
export async function moveLots(
  tx: Transaction,
  purchaseIds: readonly string[],
  walletId: string,
): Promise<void> {
  const repository = paywallRepository(tx);
  const to = await repository.walletOf(walletId);
  await repository.lockWallet(to);
  await repository.moveLots(purchaseIds, to);
}

/** Whether a visitor's free messages were begun, used up or not. */
export const hasFreeMessages = (tx: Transaction, visitorId: string): Promise<boolean> =>
  paywallRepository(tx).hasFreeLot(visitorId);

/** Those of the visitors who have a wallet: something was given to them, or is shared with another device. */
export const visitorsWithWallet = (
  tx: Transaction,
  visitorIds: readonly string[],
): Promise<ReadonlySet<string>> => paywallRepository(tx).holdersAmong(visitorIds);

/**
 * What a visitor is told when the ledger refused a message, with what they still have where they must pay; null
 * when the error is something else.
 */
export async function refusedMessage(
  error: unknown,
  readBalance: () => Promise<PaywallBalance>,
): Promise<AppError | null> {
  const state = stateOf(error);
  if (state === 'PW429') return new AppError(paywallErrors.fairUse);
  return state === 'PW402'
    ? new AppError(paywallErrors.paymentRequired, { details: { balance: await readBalance() } })
    : null;
}

/** What a visitor may still say to an agent; without terms the agent asks for no money. */
export async function balance(
  tx: Transaction,
  input: { visitorId: string; agentId: string; terms: PaywallTerms | null },
  now: Date,
): Promise<PaywallBalance> {
  return balanceOf(
    input.terms ? await paywallRepository(tx).holdingsOfVisitor(input.visitorId, input.agentId) : [],
    input.terms,
    now,
  );
}

/** As `balance`, for a wallet that is known by name. */
export async function balanceOfWallet(
  tx: Transaction,
  input: { walletId: string; agentId: string; terms: PaywallTerms | null },
  now: Date,
): Promise<PaywallBalance> {
  return balanceOf(
    input.terms ? await paywallRepository(tx).holdings(input.walletId, input.agentId) : [],
    input.terms,
    now,
  );
}

/**
 * The lines of a wallet's ledger, newest first, with what the owner wrote; `before` is the id of the last
 * line that is known.
 */
export async function lines(
  tx: Transaction,
  walletId: string,
  before: string | null,
  limit: number,
): Promise<{ lines: UsageLine[]; next: string | null }> {
  const found = await paywallRepository(tx).lines({ walletId }, before, limit + 1);
  return { lines: found.slice(0, limit), next: found.length > limit ? (found[limit - 1]?.id ?? null) : null };
}

/** What was said with a purchase, newest first. */
export const linesOfPurchase = (tx: Transaction, purchaseId: string, limit: number): Promise<UsageLine[]> =>
  paywallRepository(tx).lines({ purchaseId }, null, limit);

/** What a purchase opens: messages that are left of it, and until when; null is without limit and without end. */
export type PurchaseAccess = {
  messagesLeft: number | null;
  until: Date | null;
};

/** What purchases open, by their ids. Those that opened nothing are missing. */
export async function accessByPurchases(
  tx: Transaction,
  purchaseIds: readonly string[],
): Promise<Map<string, PurchaseAccess>> {
  const lots = await paywallRepository(tx).lotsOf(purchaseIds);
  return new Map(
    lots.map(({ purchaseId, remaining, expiresAt }) => [
      purchaseId ?? '',
      { messagesLeft: remaining, until: expiresAt },
    ]),
  );
}

/**
 * Gives a wallet messages, or takes some of those that are left (free ones first, bought ones last); never
 * below none. The same `key` again does nothing. `note` is what the owner wrote; visitors don't see it.
 */
export async function adjustBalance(
  tx: Transaction,
  input: {
    accountId: string;
    agentId: string;
    walletId: string;
    messages: number;
    note: string;
    key: string;
    actorId: string;
    isTest: boolean;
  },
  now: Date,
): Promise<void> {
  const repository = paywallRepository(tx);
  const { accountId, agentId, actorId, note } = input;
  const walletId = await repository.walletOf(input.walletId);
  const key = `adjust:${input.key}`;
  await repository.lockWallet(walletId);
  if (await repository.hasKey(walletId, key)) return;
  const entry = { kind: 'adjust', reason: 'owner', key, actorId, note } as const;
  if (input.messages > 0) {
    const id = await repository.openLot(
      {
        accountId,
        agentId,
        walletId,
        kind: 'goodwill',
        isTest: false,
        purchaseId: null,
        granted: input.messages,
      },
      now,
    );
    if (id) await repository.addEntry(accountId, id, { ...entry, amount: input.messages }, now);
    return;
  }
  for (const { id, taken } of await repository.useUp(walletId, agentId, input.isTest, -input.messages))
    await repository.addEntry(accountId, id, { ...entry, amount: -taken }, now);
}

/**
 * What visitors and background work ask of the ledger. `termsOf` says what a message of a visitor takes now.
 */
export function createPaywall(services: {
  database: Database;
  clock: Clock;
  termsOf(visitor: VisitorIdentity): Promise<PaywallTerms | null>;
}) {
  const { database, clock } = services;
  return {
    async balance(visitor: VisitorIdentity): Promise<PaywallBalance> {
      const terms = await services.termsOf(visitor);
      return database.account(visitor.accountId, (tx) =>
        balance(tx, { visitorId: visitor.visitorId, agentId: visitor.agentId, terms }, clock.now()),
      );
    },

    /** Every line of the visitor's own ledger; what owners wrote to changes by hand is theirs. */
    async usage(
      visitor: VisitorIdentity,
      before: string | undefined,
    ): Promise<{ balance: PaywallBalance; lines: UsageLine[]; next: string | null }> {
      const terms = await services.termsOf(visitor);
      return database.account(visitor.accountId, async (tx) => {
        const found = await lines(tx, await walletOf(tx, visitor.visitorId), before ?? null, linesAtOnce);
        return {
          balance: await balance(
            tx,
            { visitorId: visitor.visitorId, agentId: visitor.agentId, terms },
            clock.now(),
          ),
          lines: found.lines.map((line) => ({ ...line, note: '' })),
          next: found.next,
        };
      });
    },

    /** Ends what is over, and lets go of what is held for answers that nobody writes any more. */
    async tidy(): Promise<void> {
      const now = clock.now();
      const atOnce = 500;
      while ((await database.system((tx) => paywallRepository(tx).expire(now, atOnce))) === atOnce);
      await database.system((tx) =>
        paywallRepository(tx).endLeftOver(new Date(now.getTime() - 3_600_000), now),
      );
    },
  };
}

export type Paywall = ReturnType<typeof createPaywall>;
