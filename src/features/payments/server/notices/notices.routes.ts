import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { moneyNoticesEndpoints } from '../../payments-notices.contract.ts';
import type { MoneyNotices } from './notices.usecases.ts';

/** Which mails about money a member wants. */
export function moneyNoticesRoutes(
  binder: Binder,
  notices: Pick<MoneyNotices, 'preferences' | 'setPreferences'>,
): void {
  bindEndpoints(binder, moneyNoticesEndpoints, {
    preferences: ({ scope }) => notices.preferences(scope),
    async setPreferences({ scope, body }) {
      await notices.setPreferences(scope, body);
      return {};
    },
  });
}
