import type { Language } from '#shared/languages.ts';
import type { Database } from '#platform/database/database.ts';
import { PaymentError } from '#providers/payments/payments.port.ts';
import type { AgentsUsecases } from '#features/agents/server/agents.usecases.ts';
import { outcomeOf, type PurchaseRow } from '../syncing/purchase-state.models.ts';
import type { Syncing } from '../syncing/apply.usecases.ts';
import { paymentsRepository } from '../payments.repository.ts';

export type ReturnServices = {
  database: Database;
  syncing: Syncing;
  agents: Pick<AgentsUsecases, 'runningById'>;
};

/**
 * What the page says to which the vendor leads people back. Nothing of it is private: whoever has the link
 * may have it from somebody else.
 */
export type Returned = {
  state: 'paid' | 'trial' | 'twice' | 'tried' | 'open' | 'failed' | 'expired';
  isTest: boolean;
  language: Language;
  agentName: string;
  agentNumber: number | null;
  accountId: string;
};

/** Where somebody stands who comes back from the vendor. */
export function createReturns(services: ReturnServices) {
  const { database } = services;
  const stateOf = (row: PurchaseRow): Returned['state'] => {
    const outcome = outcomeOf(row);
    if (outcome !== null) return outcome === 'opened' ? 'paid' : outcome;
    return row.status === 'processing' ? 'open' : row.status;
  };
  return {
    /**
     * `asks` lets the vendor be asked; otherwise, and while it can't be asked, what is known counts. Null
     * when there is no such purchase.
     */
    async state(id: string, asks: boolean): Promise<Returned | null> {
      const row = await database.system((tx) => paymentsRepository(tx).byId(id));
      if (!row) return null;
      const isOpen = row.status === 'open' || row.status === 'processing';
      const synced =
        isOpen && asks
          ? await services.syncing.sync(row.accountId, id).catch((error: unknown) => {
              if (error instanceof PaymentError) return null;
              throw error;
            })
          : null;
      const agent =
        row.agentId === null ? null : await services.agents.runningById(row.accountId, row.agentId, false);
      return {
        state: stateOf(synced ?? row),
        isTest: row.isTest,
        language: row.language,
        agentName: row.agentName,
        agentNumber: agent?.number ?? null,
        accountId: row.accountId,
      };
    },
  };
}
