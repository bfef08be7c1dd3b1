import { endpoint } from '#shared/endpoint.ts';
import { analyticsEndpoints } from '#features/analytics/analytics.contract.ts';
import { analyticsThresholdsEndpoints } from '#features/analytics/analytics-thresholds.contract.ts';
import { may } from './public-api.contract.ts';

const access = may('analytics.read', 'agents.read');

/** The figures of the dashboard. Money stands in them for a live program that may read payments, too. */
export const publicAnalyticsEndpoints = {
  overview: endpoint({
    ...analyticsEndpoints.overview,
    path: '/api/v1/analytics/overview',
    access,
    name: 'analytics.overview',
  }),
  agents: endpoint({
    ...analyticsEndpoints.agents,
    path: '/api/v1/analytics/agents',
    access,
    name: 'analytics.agents',
  }),
  engagement: endpoint({
    ...analyticsEndpoints.engagement,
    path: '/api/v1/analytics/engagement',
    access,
    name: 'analytics.engagement',
  }),
  breakdown: endpoint({
    ...analyticsEndpoints.breakdown,
    path: '/api/v1/analytics/breakdown',
    access,
    name: 'analytics.breakdown',
  }),
  live: endpoint({
    ...analyticsEndpoints.live,
    path: '/api/v1/analytics/live',
    access,
    name: 'analytics.live',
  }),
  // Events tell of people one by one.
  events: endpoint({
    ...analyticsEndpoints.events,
    path: '/api/v1/analytics/events',
    access: may('contacts.read', 'contacts.read'),
    name: 'analytics.events',
  }),
  thresholds: endpoint({
    ...analyticsThresholdsEndpoints.list,
    path: '/api/v1/analytics/thresholds',
    access,
    name: 'analytics.thresholds',
  }),
} as const;
