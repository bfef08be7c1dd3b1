import type { Transaction } from '#platform/database/database.ts';
import type { FailingSuite } from '../../agents.contract.ts';

/** What must hold of a draft before visitors get it; in the transaction in which it would be published. */
export type PublishGate = {
  /** The required suites that did not pass on exactly this draft. */
  failing(tx: Transaction, agent: { accountId: string; agentId: string }): Promise<FailingSuite[]>;
};
