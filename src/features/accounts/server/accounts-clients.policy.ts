import type { ErrorDefinition } from '#shared/endpoint.ts';
import { planExpiredError } from '#shared/errors.ts';
import { clientErrors } from '../accounts-clients.contract.ts';
import type { AccountRow } from './accounts.table.ts';

/** What an account is told whose plan allows no more than reading. */
export const stoppedErrorOf = ({ client }: Pick<AccountRow, 'client'>): ErrorDefinition =>
  client === null
    ? planExpiredError
    : client.pausedAt === null
      ? clientErrors.agencyGone
      : clientErrors.paused;
