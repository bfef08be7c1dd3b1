import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { paywallEndpoints } from '../paywall.contract.ts';
import type { Paywall } from './paywall.usecases.ts';

export function paywallRoutes(binder: Binder, paywall: Paywall): void {
  bindEndpoints(binder, paywallEndpoints, {
    balance: ({ visitor }) => paywall.balance(visitor),
    usage: ({ visitor, query }) => paywall.usage(visitor, query.before),
  });
}
