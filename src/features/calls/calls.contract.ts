import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { callSchema } from '#shared/voice/calls.ts';

const count = z.number().int().nonnegative();

/** Calls of a period, summed up. */
export const callFiguresSchema = z.object({
  calls: count,
  /** Of all calls together, each rounded up. */
  minutes: count,
  interruptions: count,
  /** From a question to the first sound of its answer, in milliseconds: the middle call, and one of ten is slower. */
  firstSoundMs: z.object({ median: z.number(), slow: z.number() }).nullable(),
  /** Speech and answers together, in millionths of a dollar. */
  costMicros: count,
  /** What minutes took of visitors' messages. */
  chargedMessages: count,
});
export type CallFigures = z.infer<typeof callFiguresSchema>;

export const callsListQuery = z.strictObject({
  agentId: z.string().max(60).optional(),
  contactId: z.string().max(60).optional(),
  conversationId: z.string().max(60).optional(),
  /** Of what began from this moment on, and before that one. */
  since: z.iso.datetime({ offset: true }).optional(),
  until: z.iso.datetime({ offset: true }).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
  cursor: z
    .string()
    .max(200)
    .regex(/^[\w-]+$/)
    .optional(),
});
export type CallsListQuery = z.infer<typeof callsListQuery>;

export const callsEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/calls',
    access: { permission: 'inbox.read' },
    summary: 'Calls with visitors, newest first. Those of previews are left out.',
    query: callsListQuery,
    response: z.object({ calls: z.array(callSchema), nextCursor: z.string().nullable() }),
  }),
} as const;
