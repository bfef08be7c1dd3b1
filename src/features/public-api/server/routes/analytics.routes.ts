import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { sendPrivatePieces } from '#platform/http/send-private.ts';
import { figuresScope } from '#features/analytics/server/figures/program-figures.usecases.ts';
import { publicAnalyticsEndpoints } from '../../public-api-analytics.contract.ts';
import type { PublicApi } from '../public-api.routes.ts';

/** The figures of the dashboard. */
export function publicAnalyticsRoutes(binder: Binder, { analytics, thresholds }: PublicApi): void {
  bindEndpoints(binder, publicAnalyticsEndpoints, {
    overview: ({ scope, program, query }) => analytics.overview(figuresScope(scope, program), query),
    agents: ({ scope, query }) => analytics.agents(scope, query),
    engagement: ({ scope, query }) => analytics.engagement(scope, query),
    breakdown: ({ scope, program, query }) => analytics.breakdown(figuresScope(scope, program), query),
    async events({ scope, program, query, reply }) {
      await sendPrivatePieces(reply, await analytics.events(figuresScope(scope, program), query));
      return '';
    },
    live: ({ scope, query }) => analytics.live(scope, query.agentId),
    thresholds: async ({ scope, program }) => ({
      thresholds: await thresholds.list(figuresScope(scope, program)),
    }),
  });
}
