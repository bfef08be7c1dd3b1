import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { sendPrivatePieces } from '#platform/http/send-private.ts';
import { savedAs } from '#platform/http/saved-as.ts';
import { analyticsServiceEndpoints } from '../analytics-service.contract.ts';
import { analyticsEndpoints } from '../analytics.contract.ts';
import type { Analytics } from './analytics.usecases.ts';

export function analyticsRoutes(binder: Binder, usecases: Analytics): void {
  bindEndpoints(binder, analyticsServiceEndpoints, {
    service: ({ scope, query }) => usecases.service(scope, query),
  });
  bindEndpoints(binder, analyticsEndpoints, {
    overview: ({ scope, query }) => usecases.overview(scope, query),
    agents: ({ scope, query }) => usecases.agents(scope, query),
    engagement: ({ scope, query }) => usecases.engagement(scope, query),
    breakdown: ({ scope, query }) => usecases.breakdown(scope, query),
    live: ({ scope, query }) => usecases.live(scope, query.agentId),
    async file({ scope, query, reply }) {
      const { name, text } = await usecases.file(scope, query);
      await reply
        .header('content-disposition', savedAs(name))
        .header('cache-control', 'no-store')
        .type('text/csv; charset=utf-8')
        .send(text);
      return '';
    },
    async events({ scope, query, reply }) {
      await sendPrivatePieces(reply, await usecases.events(scope, query));
      return '';
    },
  });
}
