import type { Transaction } from '#platform/database/database.ts';
import { paywallRepository } from './paywall.repository.ts';
import { applyEntitlement } from './paywall.usecases.ts';

/** What a simulated visitor holds when the conversation begins, besides free messages. */
export type HeldAtFirst = 'nothing' | 'last message' | 'unlimited' | 'refunded pack';

const monthMs = 30 * 86_400_000;

/**
 * Gives the wallet of a simulated visitor what somebody would hold who had bought it. No purchase stands behind
 * it: nothing of it is counted as money.
 */
export async function presetWallet(
  tx: Transaction,
  input: { accountId: string; agentId: string; visitorId: string; held: HeldAtFirst; packMessages: number },
  now: Date,
): Promise<void> {
  const { held, accountId, agentId, visitorId, packMessages } = input;
  if (held === 'nothing') return;
  const bought = {
    // As a purchase's id, and of no purchase.
    purchaseId: `simulated_${visitorId}`,
    accountId,
    agentId,
    walletId: visitorId,
    isTest: true,
    isEnding: false,
    isFrozen: false,
    isRevoked: false,
    takenBack: 0,
  };
  if (held === 'unlimited')
    return applyEntitlement(
      tx,
      { ...bought, kind: 'subscription', messages: null, until: new Date(now.getTime() + monthMs) },
      'bought',
      now,
    );
  const pack = {
    ...bought,
    kind: 'pack' as const,
    messages: held === 'last message' ? 1 : packMessages,
    until: null,
  };
  await applyEntitlement(tx, pack, 'bought', now);
  if (held === 'refunded pack') await applyEntitlement(tx, { ...pack, isRevoked: true }, 'refunded', now);
}

/** How many messages were charged to a visitor, those of unlimited access among them. */
export const chargedMessages = (tx: Transaction, visitorId: string): Promise<number> =>
  paywallRepository(tx).charged(visitorId);

/** Removes what simulated visitors held. */
export const removeWallets = (tx: Transaction, visitorIds: readonly string[]): Promise<void> =>
  paywallRepository(tx).removeWallets(visitorIds);
