import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { agentsTeamEndpoints } from '../../agents-team.contract.ts';
import type { AgentsTeam } from './team.usecases.ts';

export function agentsTeamRoutes(binder: Binder, usecases: AgentsTeam): void {
  bindEndpoints(binder, agentsTeamEndpoints, {
    members: async ({ scope, params }) => ({ members: await usecases.members(scope, params.id) }),
    setMember: async ({ scope, params, body }) => ({
      members: await usecases.setMember(scope, params.id, params.user, body.reach),
    }),
  });
}
