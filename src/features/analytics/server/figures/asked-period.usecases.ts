import { AppError } from '#shared/errors.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { agentsErrors } from '#features/agents/agents.contract.ts';
import { analyticsErrors, mostDays } from '../../analytics.contract.ts';
import { allAgents } from '../events/counting.models.ts';
import { factsRepository, type AgentFacts } from './facts.repository.ts';
import { dayAt, daysAfter, daysBetween, periodOf, zoneNamed, type Period } from './period.models.ts';
import { sumsRepository } from './sums.repository.ts';

/** What a query says of the days and the agent that are meant. */
export type PeriodQuery = {
  zone: string;
  from?: string | undefined;
  to?: string | undefined;
  agentId?: string | undefined;
};

/** The period and the agents that a query means. */
export type Asked = {
  period: Period;
  /** Without a first day in the query: there is nothing before it. */
  isAllTime: boolean;
  /** Agents that are meant; null is the whole account with what belongs to none of them. */
  agentIds: readonly string[] | null;
  /** The same as the sums know it. */
  sumsOf: readonly string[];
  /** The agents of the account that the member reaches. */
  agents: readonly AgentFacts[];
};

/** Earlier days are those of a clock that is wrong. */
const firstPossibleDay = '2000-01-01';

/**
 * What a query means to a member, by the clock.
 * @throws `analytics.unknown_zone`, `analytics.period_backwards`, `analytics.period_too_long`, `agents.not_found`
 */
export async function askedBy(
  tx: Transaction,
  scope: AccountScope,
  clock: Clock,
  query: PeriodQuery,
): Promise<Asked> {
  await sumsRepository(tx).takeRoom();
  const zone = zoneNamed(query.zone);
  if (zone === null) throw new AppError(analyticsErrors.unknownZone, { variables: { zone: query.zone } });
  const agents = (await factsRepository(tx).agents()).filter(({ id }) => scope.reaches(id));
  const { agentId } = query;
  if (agentId !== undefined && !agents.some(({ id }) => id === agentId))
    throw new AppError(agentsErrors.notFound);
  const agentIds =
    agentId === undefined ? (scope.agentIds === null ? null : agents.map(({ id }) => id)) : [agentId];
  const sumsOf = agentIds ?? [allAgents];
  const today = dayAt(clock.now(), zone);
  const to = query.to ?? (query.from !== undefined && query.from > today ? query.from : today);
  // Where clocks are behind UTC, its day begins in the day before.
  const firstDay = query.from === undefined ? await sumsRepository(tx).firstDay(sumsOf) : null;
  const first = query.from ?? (firstDay === null ? to : dayAt(new Date(`${firstDay}T00:00:00Z`), zone));
  const oldest = daysAfter(to, 1 - mostDays);
  const from = query.from ?? [first > to ? to : first, oldest, firstPossibleDay].toSorted().at(-1) ?? to;
  if (from > to) throw new AppError(analyticsErrors.periodBackwards);
  if (daysBetween(from, to) > mostDays)
    throw new AppError(analyticsErrors.periodTooLong, { variables: { days: mostDays } });
  return { period: periodOf(zone, from, to), isAllTime: query.from === undefined, agentIds, sumsOf, agents };
}

/** What a response says of the period that was counted. */
export const presentPeriod = ({ zone, from, to }: Period): { zone: string; from: string; to: string } => ({
  zone,
  from,
  to,
});
