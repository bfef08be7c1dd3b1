import type { Clock } from '#platform/clock/clock.ts';
import type { AnswerGaps } from '#features/answer-gaps/server/answer-gaps.usecases.ts';
import type { PaymentConnections } from '#features/payments/server/connecting/connections.usecases.ts';
import type { PaymentFigures } from '#features/payments/server/figures/sums.usecases.ts';
import { createAgentActivity } from './figures/agents.usecases.ts';
import { createBreakdown } from './figures/breakdown.usecases.ts';
import { createEngagement } from './figures/engagement.usecases.ts';
import { createLiveVisitors } from './figures/live.usecases.ts';
import { createAnalyticsOverview } from './figures/overview.usecases.ts';
import { createServiceReport } from './service/service.usecases.ts';
import { createEventExport } from './export/events.usecases.ts';
import { createAnalyticsFiles } from './reports/file.usecases.ts';

export type AnalyticsServices = {
  clock: Clock;
  figures: Pick<PaymentFigures, 'sales' | 'netByVisitor'>;
  connections: Pick<PaymentConnections, 'paymentMode'>;
  answerGaps: Pick<AnswerGaps, 'list'>;
};

/** What the team reads about how its agents are used. */
export function createAnalytics(services: AnalyticsServices) {
  const overview = createAnalyticsOverview(services);
  const activity = createAgentActivity(services);
  const engagement = createEngagement(services);
  const breakdown = createBreakdown(services);
  return {
    /** What files and reports are made of. */
    parts: { overview, activity, engagement, breakdown },
    ...overview,
    ...engagement,
    ...breakdown,
    ...createLiveVisitors(services),
    ...createServiceReport(services),
    ...createAnalyticsFiles({ overview, activity, engagement, breakdown }),
    agents: activity.page,
    events: createEventExport(services),
  };
}

export type Analytics = ReturnType<typeof createAnalytics>;
