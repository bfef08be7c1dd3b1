import type { Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { PaymentConnections } from '../connecting/connections.usecases.ts';
import { paymentsRecordsRepository, type RecordFilter } from '../purchases/reading.repository.ts';

/** What a query may say. Without `test` it is about the mode that visitors pay with. */
export type RecordQuery = Omit<RecordFilter, 'isTest' | 'agentIds' | 'zone'> & {
  test?: 'true' | 'false' | undefined;
  zone?: string | undefined;
};

/**
 * The time zone that a reader named; UTC where there is none of that name. A bare offset is no name: the
 * database reads its sign the other way round.
 */
function knownZone(zone: string | undefined): string {
  if (!/^[a-z]/i.test(zone ?? '')) return 'UTC';
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone ?? 'UTC' }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

/** What a query asks for: within what the member reaches, in one mode, by the days of one time zone. */
export async function recordFilterOf(
  tx: Transaction,
  connections: Pick<PaymentConnections, 'paymentMode'>,
  scope: Pick<AccountScope, 'accountId' | 'reaches'>,
  { test, zone, ...query }: RecordQuery,
): Promise<RecordFilter> {
  const isTest =
    test === undefined ? (await connections.paymentMode(scope.accountId, false)) === 'test' : test === 'true';
  const all = await paymentsRecordsRepository(tx).agentIds();
  const reached = all.filter((id) => scope.reaches(id));
  return {
    ...query,
    zone: knownZone(zone),
    isTest,
    agentIds: reached.length === all.length ? null : reached,
  };
}
