import { AppError } from '#shared/errors.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { agentsErrors } from '#features/agents/agents.contract.ts';
import { factsRepository } from './facts.repository.ts';
import { peopleRepository } from './people.repository.ts';

const liveMs = 300_000;

/** Who is there now. */
export function createLiveVisitors({ clock }: { clock: Clock }) {
  return {
    /** Visitors of the last five minutes. @throws `agents.not_found` */
    live: (scope: AccountScope, agentId: string | undefined) =>
      scope.run(async (tx) => {
        const agents = (await factsRepository(tx).agents()).filter(
          ({ id }) => scope.reaches(id) && (agentId === undefined || id === agentId),
        );
        if (agentId !== undefined && agents.length === 0) throw new AppError(agentsErrors.notFound);
        const now = clock.now();
        const names = new Map(agents.map(({ id, name }) => [id, name]));
        const rows = await peopleRepository(tx).since(new Date(now.getTime() - liveMs), [...names.keys()]);
        return {
          at: now.toISOString(),
          visitors: rows.reduce((sum, { visitors }) => sum + visitors, 0),
          agents: rows.map((row) => ({
            id: row.agentId,
            name: names.get(row.agentId) ?? '',
            visitors: row.visitors,
          })),
        };
      }),
  };
}
