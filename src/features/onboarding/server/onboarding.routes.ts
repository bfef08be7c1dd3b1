import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { onboardingEndpoints } from '../onboarding.contract.ts';
import type { Onboarding } from './onboarding.usecases.ts';

export function onboardingRoutes(binder: Binder, usecases: Onboarding): void {
  bindEndpoints(binder, onboardingEndpoints, {
    firstSteps: ({ scope }) => usecases.firstSteps(scope),
    async putAway({ scope, body }) {
      await usecases.putAway(scope, body.isPutAway);
      return {};
    },
    news: async ({ user }) => ({ unread: await usecases.unreadNews(user) }),
    async readNews({ user }) {
      await usecases.markNewsRead(user.userId);
      return {};
    },
  });
}
