import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';

/** What happens on the whole server, as the superadmin's first page tells it. */
export const overviewSchema = z.object({
  accounts: z.object({
    all: z.number().int(),
    /** Made within seven days. */
    recent: z.number().int(),
    /** Somebody of them worked here within seven days. */
    active: z.number().int(),
  }),
  liveAgents: z.number().int(),
  /** Conversations that began within seven days. */
  conversations: z.number().int(),
  /** Messages of visitors in this calendar month (UTC). */
  messages: z.number().int(),
  /** What models cost in this calendar month (UTC), in micro-dollars. */
  spentMicros: z.number().int(),
  /** What visitors paid in earnest in this calendar month (UTC), in each currency's smallest unit. */
  volume: z.array(z.object({ currency: z.string(), gross: z.number().int() })),
  jobs: z.object({ waiting: z.number().int(), failed: z.number().int() }),
  /** Mails that were given up or held back. */
  stuckMails: z.number().int(),
});
export type Overview = z.infer<typeof overviewSchema>;

export const superadminEndpoints = {
  overview: endpoint({
    method: 'GET',
    path: '/api/superadmin/overview',
    access: 'superadmin',
    summary:
      'What happens on the whole server: accounts, conversations, messages, money and work that waits.',
    response: overviewSchema,
  }),
} as const;
