import { z } from 'zod';

/**
 * Those who pay again and again for agents. `unused`: what would be given back if it ended now. Amounts in
 * the smallest unit.
 */
export const affectedSchema = z
  .object({
    count: z.number(),
    people: z.array(
      z.object({
        purchaseId: z.string(),
        email: z.string(),
        agentName: z.string(),
        currency: z.string(),
        total: z.number(),
        interval: z.enum(['month', 'year']),
        /** On trial, ending with its period, or neither. */
        phase: z.enum(['running', 'trial', 'ending']),
        until: z.string().nullable(),
        unused: z.number(),
        isTest: z.boolean(),
      }),
    ),
    money: z.array(z.object({ currency: z.string(), isTest: z.boolean(), unused: z.number() })),
    /**
     * How many people have messages or access left that they paid for once; nothing ends or is given back of
     * that by itself. 0 where one person is asked about.
     */
    holders: z.number(),
  })
  .meta({ id: 'AffectedSubscribers' });
export type Affected = z.infer<typeof affectedSchema>;
