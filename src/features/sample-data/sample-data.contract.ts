import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';

export const sampleDataErrors = defineErrors('sample_data', {
  /** A sample account takes no money, lets nobody else in and opens itself to no program. */
  notHere: 409,
  tooMany: 429,
});

/** How long a sample account is kept, in days. */
export const sampleDays = 14;

const sampleSchema = z
  .object({
    accountId: z.string(),
    state: z.enum(['making', 'ready', 'failed']),
    endsAt: z.string(),
    /** Whether the caller works in it now. */
    isHere: z.boolean(),
  })
  .meta({ id: 'SampleAccount' });
export type SampleAccount = z.infer<typeof sampleSchema>;

export const sampleDataEndpoints = {
  sample: endpoint({
    method: 'GET',
    path: '/api/sample-account',
    access: 'user',
    summary: "The signed-in person's account of invented data; null while they have none.",
    response: z.object({ sample: sampleSchema.nullable() }),
  }),
  makeSample: endpoint({
    method: 'POST',
    path: '/api/sample-account',
    access: { permission: 'account.manage' },
    summary:
      'Makes a second account of invented data for its owner alone, in the background; it ends after 14 days.',
    response: z.object({ sample: sampleSchema }),
    errors: [sampleDataErrors.notHere, sampleDataErrors.tooMany],
  }),
  endSample: endpoint({
    method: 'DELETE',
    path: '/api/sample-account',
    access: 'user',
    summary: "Deletes the person's account of invented data; whoever works in it is back in their own.",
    response: z.object({}),
  }),
} as const;
