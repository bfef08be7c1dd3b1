import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { agentsErrors } from './agents.contract.ts';

/** Of how many percent of a limit the owner was told. */
const notice = z.union([z.literal(0), z.literal(80), z.literal(100)]);

/** What an agent used in the running day and month, UTC. Money is in micro-dollars; a limit of 0 is none. */
export const agentUsageSchema = z.object({
  day: z.string(),
  dayMessages: z.number(),
  dayLimit: z.number(),
  dayNotice: notice,
  month: z.string(),
  monthMessages: z.number(),
  monthMicros: z.number(),
  monthLimitMicros: z.number(),
  monthNotice: notice,
});
export type AgentUsage = z.infer<typeof agentUsageSchema>;

export const agentsUsageEndpoints = {
  usage: endpoint({
    method: 'GET',
    path: '/api/agents/{id}/usage',
    access: { permission: 'agents.read' },
    summary:
      'What an agent used today and this month, beside the limits that are live. Previews are not counted.',
    params: z.strictObject({ id: z.string().max(60) }),
    response: agentUsageSchema,
    errors: [agentsErrors.notFound],
  }),
} as const;
