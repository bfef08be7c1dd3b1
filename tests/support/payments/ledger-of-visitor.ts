import { newId } from '#shared/ids.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import {
  applyEntitlement,
  balance,
  lines,
  walletOf,
  type Entitlement,
  type PaywallTerms,
} from '#features/paywall/server/paywall.usecases.ts';
import { endMessage, reserve, threeFree, type PaywallWorld } from './paywall-setup.ts';

/** When everything happens that a test says no time of. */
export const now = new Date('2026-05-10T12:00:00Z');
export const hours = (count: number): Date => new Date(now.getTime() + count * 3_600_000);

/** What one visitor buys and uses up. `current` says of whom it is; each test has a new visitor. */
export function ledgerOf(current: () => { database: Database; world: PaywallWorld; visitor: string }) {
  const run = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    current().database.account(current().world.accountId, work);
  const ask = (
    answerId: string = newId('msg'),
    terms: PaywallTerms = threeFree,
    at = now,
    who = current().visitor,
  ): Promise<string> => reserve(current().database, current().world, who, answerId, terms, at);
  return {
    run,
    apply: (entitlement: Entitlement, at = now): Promise<void> =>
      run((tx) => applyEntitlement(tx, entitlement, 'bought', at)),
    left: (who = current().visitor, terms: PaywallTerms = threeFree, at = now) =>
      run((tx) => balance(tx, { visitorId: who, agentId: current().world.agentId, terms }, at)),
    /** What was written down, the newest first. */
    history: async (who = current().visitor): Promise<string[]> =>
      (await run(async (tx) => lines(tx, await walletOf(tx, who), null, 100))).lines.map(
        ({ kind, lot, amount, reason }) => `${kind} ${lot} ${amount} ${reason}`,
      ),
    /** Takes a message for an answer that is not there yet: out of which lot, or how it was refused. */
    ask,
    /** Takes a message and uses it up. */
    async say(terms: PaywallTerms = threeFree, at = now, who = current().visitor): Promise<string> {
      const answer = newId('msg');
      const lot = await ask(answer, terms, at, who);
      if (!lot.startsWith('PW'))
        await endMessage(
          current().database,
          current().world,
          answer,
          { outcome: 'commit', reason: 'answered' },
          at,
        );
      return lot;
    },
  };
}
