import { randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { agentConfiguration, type AgentConfiguration } from '../agents-configuration.contract.ts';
import type { AgentSummary, ConfigurationChange } from '../agents.contract.ts';

/** A new public number of nine digits. Numbers are random, so one says nothing about the next. */
export function newAgentNumber(): number {
  return randomInt(100_000_000, 1_000_000_000);
}

/**
 * What differs between two configurations, leaf by leaf; lists count as one value. `before` null means never
 * published.
 */
export function diffConfigurations(
  before: AgentConfiguration | null,
  after: AgentConfiguration,
): ConfigurationChange[] {
  const changes: ConfigurationChange[] = [];
  const walk = (path: string, left: unknown, right: unknown): void => {
    if (isDeepStrictEqual(left, right)) return;
    if (isRecord(right) && (isRecord(left) || left === undefined)) {
      for (const key of new Set([...Object.keys(left ?? {}), ...Object.keys(right)]))
        walk(path ? `${path}.${key}` : key, left?.[key], right[key]);
      return;
    }
    changes.push({
      path,
      before: withCurrency(path, left, before) ?? null,
      after: withCurrency(path, right, after) ?? null,
    });
  };
  walk('', before ?? undefined, after);
  return changes;
}

/** A price says in which currency it is; the same number of another one is something else. */
function withCurrency(path: string, value: unknown, configuration: AgentConfiguration | null): unknown {
  if (configuration && path === 'payment.offers' && Array.isArray(value)) {
    return value.map((offer: object) => ({ ...offer, currency: configuration.payment.currency }));
  }
  if (
    !configuration ||
    typeof value !== 'number' ||
    (path !== 'payment.amount' && path !== 'payment.yearlyAmount')
  )
    return value;
  return { amount: value, currency: configuration.payment.currency };
}

const paymentNames = { subscription: 'subscription', pack: 'message-pack', once: 'one-time' } as const;

/**
 * How visitors pay, each way once, as the list of agents says it. What was stored before the setting existed
 * asks for nothing, and before there were several offers there was one.
 */
export function paymentsOf(configuration: {
  payment?: AgentConfiguration['payment'];
}): AgentSummary['payments'] {
  const { payment } = configuration;
  if (!payment?.enabled) return [];
  const types = payment.offers?.length > 0 ? payment.offers.map(({ type }) => type) : [payment.type];
  return [...new Set(types)].map((type) => paymentNames[type]);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Whether the draft says something else than what is live. What was stored before a setting existed has its
 * default.
 */
export function hasChanges({
  live,
  draft,
}: {
  live: AgentConfiguration | null;
  draft: AgentConfiguration;
}): boolean {
  if (live === null) return true;
  if (isDeepStrictEqual(live, draft)) return false;
  return diffConfigurations(agentConfiguration.parse(live), agentConfiguration.parse(draft)).length > 0;
}
