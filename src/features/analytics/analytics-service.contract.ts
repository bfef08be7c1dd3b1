import { daySchema } from '#shared/time-spans/day-schema.ts';
import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { agentsErrors } from '#features/agents/agents.contract.ts';
import { analyticsErrors } from './analytics.contract.ts';

/** So long nobody comes back with the same question before a conversation counts as resolved. */
export const assumedAfterHours = 24;
/** Of more conversations than this only the newest are looked at. */
export const mostServed = 20_000;

const count = z.number().int().nonnegative();

/** How an agent serves its visitors, with what, and what it leaves to people. */
export const serviceReportSchema = z
  .object({
    zone: z.string(),
    from: z.iso.date(),
    to: z.iso.date(),
    /** Conversations that began in the period and have a message of a visitor. Each is in one of the following. */
    conversations: count,
    /** There were more than `mostServed`, and these are the newest of them. */
    isCut: z.boolean(),
    resolution: z.object({
      /** Without a person, and the visitor or the team said so: a thumb up and none down, four stars, "resolved". */
      confirmed: count,
      /** Without a person, nobody disliked an answer, and nobody came back with the same words within 24 hours. */
      assumed: count,
      handedOver: count,
      /** The visitor asked the same again within 24 hours. */
      returned: count,
      disliked: count,
      /** The last message is less than 24 hours old. */
      pending: count,
    }),
    /** From a visitor's wish for a person until a person wrote, in seconds. */
    firstHuman: z.object({
      asked: count,
      answered: count,
      median: z.number().nullable(),
      /** Nine of ten waited no longer. */
      slow: z.number().nullable(),
    }),
    tools: z.array(
      z.object({
        name: z.string(),
        calls: count,
        failures: count,
        /** In milliseconds. */
        median: z.number(),
        slow: z.number(),
      }),
    ),
    /** Sources by how many answers show them; those that none shows are last. */
    sources: z.array(
      z.object({ id: z.string(), title: z.string(), answers: count, lastAt: z.string().nullable() }),
    ),
  })
  .meta({ id: 'AgentServiceReport' });
export type ServiceReport = z.infer<typeof serviceReportSchema>;

export const analyticsServiceEndpoints = {
  service: endpoint({
    method: 'GET',
    path: '/api/analytics/service',
    access: { permission: 'agents.read' },
    summary:
      'What an agent resolved by itself, how long a person took where one was asked for, its tools, and its sources.',
    query: z.strictObject({
      zone: z.string().min(1).max(64).default('UTC'),
      from: daySchema.optional(),
      to: daySchema.optional(),
      agentId: z.string().max(60),
    }),
    response: serviceReportSchema,
    errors: [
      analyticsErrors.unknownZone,
      analyticsErrors.periodBackwards,
      analyticsErrors.periodTooLong,
      agentsErrors.notFound,
    ],
  }),
} as const;
