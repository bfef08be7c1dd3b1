import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#shared/errors.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { agentConfiguration, type AgentConfiguration } from '../../agents-configuration.contract.ts';
import { agentsErrors } from '../../agents.contract.ts';

type Payment = AgentConfiguration['payment'];

/** Whether a member may change what visitors pay. */
export function mayPrice(scope: Pick<AccountScope, 'can'>): boolean {
  return scope.can('payments.manage');
}

/**
 * Refuses a change of what visitors pay to members who may not make it; everything else of a draft is theirs.
 */
export function guardPrices(scope: Pick<AccountScope, 'can'>, before: Payment, after: Payment): void {
  if (!isDeepStrictEqual(before, after) && !mayPrice(scope)) throw new AppError(agentsErrors.pricesLocked);
}

/**
 * Refuses to bring another price to visitors. Prices that were never live count as asking for nothing, so
 * that a draft with prices needs somebody who may set them; where neither asks for money, nothing changes for
 * visitors.
 */
export function guardPublishedPrices(
  scope: Pick<AccountScope, 'can'>,
  { live, draft }: { live: AgentConfiguration | null; draft: AgentConfiguration },
): void {
  const [before, after] = [
    agentConfiguration.parse(live ?? {}).payment,
    agentConfiguration.parse(draft).payment,
  ];
  if (before.enabled || after.enabled) guardPrices(scope, before, after);
}
