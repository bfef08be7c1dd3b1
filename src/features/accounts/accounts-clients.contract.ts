import { z } from 'zod';
import { defineErrors } from '#shared/errors.ts';

/** What an agency can keep a client from using. `models`: keys of their own for models. */
export const clientFeatures = ['paywall', 'models', 'tools', 'api', 'forms'] as const;
export type ClientFeature = (typeof clientFeatures)[number];

/** Limits of an account that its agency sets. Messages are those of visitors in a calendar month, UTC. */
export const clientLimits = ['agents', 'messages', 'pages', 'members'] as const;
export type ClientLimit = (typeof clientLimits)[number];

/** What is refused to clients of an agency, and to whom the agency sent into one. */
export const clientErrors = defineErrors('clients', {
  featureOff: 403,
  /** The agency paused the client. */
  paused: 402,
  /** The agency has no clients at present: its plan is over, or it is suspended. */
  agencyGone: 402,
  /** What the agency pays for is not bought by its clients. */
  planOfAgency: 409,
  /** What only people of the client's own do. */
  ownPeople: 403,
});

/** What somebody who works in a client's account has to know of the agency. */
export const clientSchema = z.object({
  agencyName: z.string(),
  /** The person belongs to the agency, and has come in by its right. */
  isVisit: z.boolean(),
  /** Why the agency paused it; null while it runs. May be empty. */
  pausedReason: z.string().nullable(),
  featuresOff: z.array(z.enum(clientFeatures)),
});
export type ClientOfAgency = z.infer<typeof clientSchema>;
