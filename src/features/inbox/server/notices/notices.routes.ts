import { commonErrors } from '#shared/errors.ts';
import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { deviceOf } from '#platform/http/device.ts';
import { admit, type RateLimiter, type RateRule } from '#platform/rate-limit/rate-limit.ts';
import { noticesEndpoints } from '../../inbox-notices.contract.ts';
import type { Browsers } from './browsers.usecases.ts';

const subscribing: RateRule = { name: 'inbox-browsers', limit: 30, windowSeconds: 300 };

export function noticesRoutes(binder: Binder, browsers: Browsers, limiter: RateLimiter): void {
  bindEndpoints(binder, noticesEndpoints, {
    notices: ({ scope, user }) => browsers.notices(scope, user.sessionId),
    async setNotices({ scope, body }) {
      await browsers.setPreferences(scope, body);
      return {};
    },
    async addBrowser({ scope, user, body, request }) {
      await admit(limiter, commonErrors.tooManyRequests, [{ rule: subscribing, key: scope.userId }]);
      return browsers.add(scope, user.sessionId, body, deviceOf(request));
    },
    async removeBrowser({ scope, params }) {
      await browsers.remove(scope, params.id);
      return {};
    },
  });
}
