import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { roles } from '#features/accounts/accounts.contract.ts';
import { agentsErrors } from './agents.contract.ts';

export const agentsTeamErrors = defineErrors('agents', { memberNotFound: 404, memberReachesAll: 409 });

export const agentMemberSchema = z
  .object({
    userId: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.enum(roles),
    /** Owners and admins reach every agent; others all of them, or the ones that were named. */
    reach: z.enum(['always', 'yes', 'no']),
  })
  .meta({ id: 'AgentMember' });
export type AgentMember = z.infer<typeof agentMemberSchema>;

export const agentsTeamEndpoints = {
  members: endpoint({
    method: 'GET',
    path: '/api/agents/{id}/members',
    access: { permission: 'agents.read' },
    summary: 'Members of the account and whether they reach this agent.',
    params: z.strictObject({ id: z.string().max(60) }),
    response: z.object({ members: z.array(agentMemberSchema) }),
    errors: [agentsErrors.notFound],
  }),
  setMember: endpoint({
    method: 'PUT',
    path: '/api/agents/{id}/members/{user}',
    access: { permission: 'integrations.manage' },
    summary:
      'Lets a member reach this agent, or keeps them out of it. Owners and admins always reach every agent.',
    params: z.strictObject({ id: z.string().max(60), user: z.string().max(60) }),
    body: z.strictObject({ reach: z.boolean() }),
    response: z.object({ members: z.array(agentMemberSchema) }),
    errors: [agentsErrors.notFound, agentsTeamErrors.memberNotFound, agentsTeamErrors.memberReachesAll],
  }),
} as const;
