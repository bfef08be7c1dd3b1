/**
 * The figures of the dashboard, the reports, the API and their files. Each is counted in one place of the
 * server; its name, and the sentence that says what exactly it counts, stand in `locales/<language>/analytics.json`
 * under `figures.<id>.name` and `figures.<id>.formula`. The "i" beside a figure and the glossary page are made of this.
 *
 * `unit` says what the number is: `count` of things that happened, `people` without counting anybody twice in the
 * period, `stock` of what there is at the end of the period, `money` in the smallest unit of a currency.
 */
export const figures = {
  agents: { unit: 'stock' },
  activeContacts: { unit: 'people' },
  totalContacts: { unit: 'stock' },
  conversations: { unit: 'count' },
  messages: { unit: 'count' },
  visitors: { unit: 'people' },
  views: { unit: 'count' },
  opens: { unit: 'count' },
  events: { unit: 'count' },
  newContacts: { unit: 'count' },
  revenue: { unit: 'money' },
  packs: { unit: 'count' },
  successfulPayments: { unit: 'count' },
  messagesSold: { unit: 'count' },
  live: { unit: 'people' },
  heat: { unit: 'count' },
  depth: { unit: 'count' },
  questions: { unit: 'count' },
  unanswered: { unit: 'count' },
  thumbsUp: { unit: 'count' },
  thumbsDown: { unit: 'count' },
  calls: { unit: 'count' },
  funnel: { unit: 'people' },
  breakdown: { unit: 'people' },
} as const satisfies Record<string, { unit: 'count' | 'people' | 'stock' | 'money' }>;

export type Figure = keyof typeof figures;

/** The figures that stand on cards without a currency. */
export const cardFigures = [
  'agents',
  'activeContacts',
  'totalContacts',
  'conversations',
  'messages',
  'visitors',
  'views',
] as const satisfies readonly Figure[];

/** The figures that have a curve over time. */
export const curveFigures = [
  'views',
  'opens',
  'visitors',
  'conversations',
  'messages',
  'newContacts',
] as const satisfies readonly Figure[];

/** The way from a page that shows the agent to a buyer who comes back, in its order. */
export const funnelSteps = [
  'seen',
  'opened',
  'message',
  'freeUsed',
  'wall',
  'checkout',
  'paid',
  'returned',
] as const;
export type FunnelStep = (typeof funnelSteps)[number];

/** By what visitors can be told apart. */
export const breakdowns = [
  'country',
  'device',
  'browser',
  'os',
  'language',
  'source',
  'medium',
  'campaign',
  'referrer',
  'tag',
  'qr',
  'page',
] as const;
export type Breakdown = (typeof breakdowns)[number];

/** The `label`, beside an empty key, of what was paid in forms without any chat. */
export const paidInForms = 'form';

/**
 * What is said where nothing is known of somebody: a link that names no campaign is no mystery, and who comes from no
 * other site came by themselves.
 */
export function emptyKey(by: Breakdown, label: string): 'unknown' | 'direct' | 'notGiven' | 'forms' {
  if (label === paidInForms) return 'forms';
  if (by === 'referrer') return 'direct';
  return ['source', 'medium', 'campaign', 'tag', 'qr', 'page'].includes(by) ? 'notGiven' : 'unknown';
}
