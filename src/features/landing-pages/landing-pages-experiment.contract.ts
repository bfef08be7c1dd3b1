import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { experimentGoals, landingPageSchema, landingPagesErrors } from './landing-pages.contract.ts';

/** What a comparison needs before anything is said of it, so that neither chance nor a weekday speaks. */
export const experimentMinimum = { days: 7, visitors: 100, reached: 10 } as const;

const share = z.object({
  version: z.number(),
  /** Browsers of each day. */
  visitors: z.number(),
  /** How many of them did what is compared. */
  reached: z.number(),
});

/** By how much the rate of version `b` lies above that of the published one, as fractions: 0.02 is two in a hundred. */
const interval = z.object({ value: z.number(), low: z.number(), high: z.number() });

export const experimentResultSchema = z
  .object({
    goal: z.enum(experimentGoals),
    /** The first whole day (UTC) of the comparison, from which on is counted. */
    from: z.iso.date(),
    published: share,
    other: share,
    /**
     * `collecting`: too little for anything to be said. `open`: nothing is certain yet. `better`, `worse`: so is version `b`;
     * in one of twenty comparisons of equal versions this is said although it is not so, however often it is read.
     */
    verdict: z.enum(['collecting', 'open', 'better', 'worse']),
    /** What is still missing while collecting: whole days, visitors of each version, and how many of all reached it. */
    missing: z.object({ days: z.number(), visitors: z.number(), reached: z.number() }),
    /** Null while collecting. */
    difference: interval.nullable(),
    /** What else visitors do, where they certainly do less of it in version `b`. */
    losses: z.array(z.object({ goal: z.enum(experimentGoals), difference: interval })),
  })
  .meta({ id: 'LandingPageExperiment' });
export type ExperimentResult = z.infer<typeof experimentResultSchema>;

const one = z.strictObject({ id: z.string().max(60) });

export const landingPagesExperimentEndpoints = {
  experimentResult: endpoint({
    method: 'GET',
    path: '/api/landing-pages/{id}/experiment',
    access: { permission: 'pages.read' },
    summary: 'What two versions that are shown beside each other have brought so far; null where none are.',
    params: one,
    response: z.object({ result: experimentResultSchema.nullable() }),
    errors: [landingPagesErrors.notFound],
  }),
  adopt: endpoint({
    method: 'POST',
    path: '/api/landing-pages/{id}/experiment/adopt',
    access: { permission: 'pages.edit' },
    needsPlan: true,
    summary: 'Ends the comparison; everybody sees the version that is named, one of the two.',
    params: one,
    body: z.strictObject({ version: z.number().int().min(1) }),
    response: landingPageSchema,
    errors: [landingPagesErrors.notFound, landingPagesErrors.experimentVersion],
  }),
} as const;
