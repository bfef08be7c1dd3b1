import type { z } from 'zod';
import type { Clock } from '#platform/clock/clock.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { agentActivitySchema, agentActivitySorts } from '../../analytics.contract.ts';
import { kinds } from '../events/kinds.models.ts';
import { askedBy, presentPeriod, type PeriodQuery } from './asked-period.usecases.ts';
import { messageKinds } from './overview.usecases.ts';
import { sumsRepository } from './sums.repository.ts';

export type AgentActivity = z.infer<typeof agentActivitySchema>;
export type AgentsQuery = PeriodQuery & {
  sort: (typeof agentActivitySorts)[number];
  order: 'asc' | 'desc';
  page: number;
};

export const agentsOnPage = 25;
const allKinds = Object.values(kinds);

/** Agents by what happened with them. */
export function createAgentActivity({ clock }: { clock: Clock }) {
  /** All agents that are meant: those that are there, and those in the bin of which there is something to count. */
  async function all(scope: AccountScope, query: PeriodQuery) {
    return scope.run(async (tx) => {
      const { period, agents } = await askedBy(tx, scope, clock, query);
      const meant = agents.filter(({ id }) => query.agentId === undefined || id === query.agentId);
      const sums = await sumsRepository(tx).byAgent(
        period,
        meant.map(({ id }) => id),
        allKinds,
      );
      const byAgent = Map.groupBy(sums, ({ agentId }) => agentId);
      const rows = meant.flatMap(({ id, name, isBinned }): AgentActivity[] => {
        const own = byAgent.get(id) ?? [];
        const sum = (wanted: readonly number[]): number =>
          own.filter(({ kind }) => wanted.includes(kind)).reduce((total, { amount }) => total + amount, 0);
        if (isBinned && own.length === 0) return [];
        return [
          {
            id,
            name,
            views: sum([kinds.seen]),
            conversations: sum([kinds.conversation]),
            contacts: sum([kinds.contact]),
            events: sum(allKinds),
            messages: sum(messageKinds),
          },
        ];
      });
      return { period, rows };
    });
  }

  return {
    all,
    async page(scope: AccountScope, { sort, order, page, ...query }: AgentsQuery) {
      const { period, rows } = await all(scope, query);
      const sorted = rows.toSorted((a, b) => {
        const difference = sort === 'name' ? a.name.localeCompare(b.name) : a[sort] - b[sort];
        // Of as many, by name, whichever way the others are sorted.
        return (
          (order === 'asc' ? difference : -difference) ||
          a.name.localeCompare(b.name) ||
          (a.id < b.id ? -1 : 1)
        );
      });
      return {
        ...presentPeriod(period),
        agents: sorted.slice((page - 1) * agentsOnPage, page * agentsOnPage),
        total: rows.length,
      };
    },
  };
}
