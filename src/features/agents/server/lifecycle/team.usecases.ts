import { AppError } from '#shared/errors.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { findMembers, findPeople, setReach } from '#features/accounts/server/accounts.usecases.ts';
import { agentsErrors } from '../../agents.contract.ts';
import { agentsTeamErrors, type AgentMember } from '../../agents-team.contract.ts';
import { agentsRepository } from '../agents.repository.ts';

const reachesAll = (role: AgentMember['role']): boolean => role === 'owner' || role === 'admin';

/** Who of the account's members reaches an agent. */
export function createAgentsTeam({ database }: { database: Database }) {
  async function read(tx: Transaction, scope: AccountScope, id: string) {
    if (!(await agentsRepository(tx).byId(id))) throw new AppError(agentsErrors.notFound);
    return findMembers(tx, scope.accountId);
  }
  async function members(scope: AccountScope, id: string): Promise<AgentMember[]> {
    const rows = await scope.run((tx) => read(tx, scope, id));
    const people = await findPeople(
      database,
      rows.map(({ userId }) => userId),
    );
    return rows.flatMap(({ userId, role, agentIds }) => {
      const person = people.get(userId);
      return person
        ? [
            {
              userId,
              ...person,
              role,
              reach: reachesAll(role)
                ? ('always' as const)
                : agentIds === null || agentIds.includes(id)
                  ? ('yes' as const)
                  : ('no' as const),
            },
          ]
        : [];
    });
  }
  return {
    members,

    async setMember(scope: AccountScope, id: string, userId: string, reach: boolean): Promise<AgentMember[]> {
      await scope.run(async (tx) => {
        const member = (await read(tx, scope, id)).find((one) => one.userId === userId);
        if (!member) throw new AppError(agentsTeamErrors.memberNotFound);
        if (reachesAll(member.role)) throw new AppError(agentsTeamErrors.memberReachesAll);
        if (member.agentIds === null && reach) return;
        // Who reached all of them and is kept out of one, is left with the others that there are now.
        const known = member.agentIds ?? (await agentsRepository(tx).ids());
        await setReach(
          tx,
          scope.accountId,
          userId,
          reach ? [...new Set([...known, id])] : known.filter((one) => one !== id),
        );
      });
      return members(scope, id);
    },
  };
}

export type AgentsTeam = ReturnType<typeof createAgentsTeam>;
