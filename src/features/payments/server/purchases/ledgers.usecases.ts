import { AppError } from '#shared/errors.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { AgentsUsecases } from '#features/agents/server/agents.usecases.ts';
import { contactsErrors } from '#features/contacts/contacts.contract.ts';
import type { PaywallBalance, UsageLine } from '#features/paywall/paywall.contract.ts';
import {
  adjustBalance,
  balanceOfWallet,
  lines,
  paywallTermsOf,
  walletOf,
  type PaywallTerms,
} from '#features/paywall/server/paywall.usecases.ts';
import type { PaymentConnections } from '../connecting/connections.usecases.ts';
import { paymentsRecordsRepository } from './reading.repository.ts';

const ledgerLines = 50;

/** What a contact may still say, and what an account's people give or take of it. */
export function createContactLedgers({
  clock,
  connections,
  agents,
}: {
  clock: Clock;
  connections: Pick<PaymentConnections, 'paymentMode'>;
  agents: Pick<AgentsUsecases, 'runningById'>;
}) {
  async function termsOf(accountId: string, agentId: string, isTest: boolean): Promise<PaywallTerms | null> {
    const agent =
      (await agents.runningById(accountId, agentId, false)) ??
      (await agents.runningById(accountId, agentId, true));
    return agent && paywallTermsOf(agent.configuration.payment, isTest, clock.now());
  }

  type Wallet = { walletId: string; agentId: string; agentName: string };
  async function walletsOf(tx: Transaction, scope: AccountScope, contactId: string): Promise<Wallet[]> {
    const visitors = await paymentsRecordsRepository(tx).visitorsOfContact(contactId);
    if (!visitors) throw new AppError(contactsErrors.notFound);
    const wallets = new Map<string, Wallet>();
    for (const { visitorId, agentId, agentName } of visitors) {
      const walletId = await walletOf(tx, visitorId);
      if (scope.reaches(agentId)) wallets.set(`${walletId} ${agentId}`, { walletId, agentId, agentName });
    }
    return [...wallets.values()];
  }

  return {
    /**
     * What a contact may still say to each agent, with every charge. Agents that ask for no money and never
     * did are left out.
     */
    async ledger(
      scope: AccountScope,
      contactId: string,
    ): Promise<{ wallets: (Wallet & { balance: PaywallBalance; lines: UsageLine[] })[] }> {
      const isTest = (await connections.paymentMode(scope.accountId, false)) === 'test';
      const wallets = await scope.run((tx) => walletsOf(tx, scope, contactId));
      const shown = [];
      for (const wallet of wallets) {
        const terms = await termsOf(scope.accountId, wallet.agentId, isTest);
        const found = await scope.run(async (tx) => ({
          balance: await balanceOfWallet(tx, { ...wallet, terms }, clock.now()),
          lines: (await lines(tx, wallet.walletId, null, ledgerLines)).lines,
        }));
        if (terms || found.lines.length > 0) shown.push({ ...wallet, ...found });
      }
      return { wallets: shown };
    },

    /** Gives a contact messages, or takes some, with a reason that the ledger keeps. */
    async adjust(
      scope: AccountScope,
      contactId: string,
      input: { walletId: string; agentId: string; messages: number; reason: string; key: string },
    ): Promise<PaywallBalance> {
      const isTest = (await connections.paymentMode(scope.accountId, false)) === 'test';
      const wallet = (await scope.run((tx) => walletsOf(tx, scope, contactId))).find(
        ({ walletId, agentId }) => walletId === input.walletId && agentId === input.agentId,
      );
      if (!wallet) throw new AppError(contactsErrors.notFound);
      const terms = await termsOf(scope.accountId, wallet.agentId, isTest);
      return scope.run(async (tx) => {
        const now = clock.now();
        await adjustBalance(
          tx,
          {
            accountId: scope.accountId,
            agentId: wallet.agentId,
            walletId: wallet.walletId,
            messages: input.messages,
            note: input.reason,
            key: input.key,
            actorId: scope.userId,
            isTest,
          },
          now,
        );
        return balanceOfWallet(tx, { ...wallet, terms }, now);
      });
    },
  };
}
