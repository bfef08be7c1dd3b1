import { stateOf, type Database, type Transaction } from '#platform/database/database.ts';
import type { PaywallTerms } from './paywall.models.ts';
import { paywallRepository } from './paywall.repository.ts';

export type { PaywallTerms };

/** The ledger holds one message under one name; what a tool costs is so many of them. */
const namesOf = (requestId: string, messages: number): string[] =>
  Array.from({ length: messages }, (_, at) => `${requestId}:${at + 1}`);

/** Whether the ledger refused messages: the visitor has too few, or had their fair use of the day. */
export function isRefusedByLedger(error: unknown): boolean {
  const state = stateOf(error);
  return state === 'PW402' || state === 'PW429';
}

/**
 * Holds what a tool costs before it runs: all of its messages, or none where the visitor has too few. What is
 * never ended is let go of by `tidy`.
 */
export async function reserveToolMessages(
  database: Database,
  input: {
    accountId: string;
    agentId: string;
    visitorId: string;
    requestId: string;
    messages: number;
    terms: PaywallTerms;
    now: Date;
  },
): Promise<boolean> {
  const { requestId, messages, ...rest } = input;
  try {
    await database.account(input.accountId, async (tx) => {
      for (const answerId of namesOf(requestId, messages))
        await paywallRepository(tx).reserve({ ...rest, answerId });
    });
    return true;
  } catch (error) {
    if (isRefusedByLedger(error)) return false;
    throw error;
  }
}

/** Takes what was held for a tool that delivered, or gives it back; the second time does nothing. */
export async function endToolMessages(
  tx: Transaction,
  requestId: string,
  messages: number,
  isDelivered: boolean,
  now: Date,
): Promise<void> {
  for (const answerId of namesOf(requestId, messages))
    await paywallRepository(tx).endReservation(
      answerId,
      isDelivered ? { outcome: 'commit', reason: 'tool' } : { outcome: 'release', reason: 'tool_failed' },
      now,
    );
}

/**
 * Takes messages for a started minute of a call: all of them, or none. In the caller's transaction, which counts the
 * minute; ends in the SQLSTATE `PW402` or `PW429` where the visitor has too few.
 */
export async function takeMessages(
  tx: Transaction,
  input: {
    accountId: string;
    agentId: string;
    visitorId: string;
    requestId: string;
    messages: number;
    terms: PaywallTerms;
    now: Date;
  },
): Promise<void> {
  const { requestId, messages, ...rest } = input;
  for (const answerId of namesOf(requestId, messages)) {
    await paywallRepository(tx).reserve({ ...rest, answerId });
    await paywallRepository(tx).endReservation(answerId, { outcome: 'commit', reason: 'minute' }, input.now);
  }
}
