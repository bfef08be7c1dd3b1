import type { PaywallBalance } from '#features/paywall/paywall.contract.ts';
import type { RequestError } from './visitor-api.ts';
import type { TextKey } from './visitor-types.ts';

/** What a refusal means to a visitor, and whether asking again can help. */
export function refusal(error: RequestError): { failureKey: TextKey; canRetry: boolean } {
  if (error.status === 429) return { failureKey: 'failure.tooMany', canRetry: true };
  if (error.status === 413) return { failureKey: 'failure.tooLong', canRetry: false };
  if (error.status === 409) return { failureKey: 'failure.limit', canRetry: false };
  if (error.status === 403 || error.status === 404 || error.status === 410)
    return { failureKey: 'failure.gone', canRetry: false };
  return { failureKey: 'failure.send', canRetry: true };
}

/** The balance that is shown: null where nothing is paid for. */
export const balanceOf = ({ balance }: { balance?: PaywallBalance | null }) =>
  balance && balance.state !== 'off' ? balance : null;
