import { z } from 'zod';
import { defineErrors } from '#shared/errors.ts';

export const accessErrors = defineErrors('access', {
  /** The agent's owner does not allow it on this page. */
  pageNotAllowed: 403,
  /** Nothing says on whose page the chat stands; loading its frame anew does. */
  originUnproven: 403,
  /** What was said of the page is too old; opening the session again renews it. */
  expired: 401,
  /** The agent has used what its owner lets it use for now. */
  resting: 403,
  /** The account takes no more messages from this person. */
  blocked: 403,
  /** The visitor can't go on with that agent from here. */
  notSwitchable: 404,
  /** A link to one conversation that has run out, is none, or leads to one that is over. */
  resumeOver: 403,
});

/**
 * Where a chat says that it stands: the ticket that its own page came with, and the origin of the page around
 * it (or its own).
 */
export const placeProof = z.strictObject({ ticket: z.string().max(2_000), host: z.string().max(300) });

/** Another agent that the visitor may go on with. */
export const switchableAgentSchema = z
  .object({
    number: z.number(),
    name: z.string(),
    avatarUrl: z.string().nullable(),
    color: z.string(),
    line: z.string(),
    /** The visitor went on with this one before, and goes on there. */
    isLast: z.boolean(),
  })
  .meta({ id: 'SwitchableAgent' });
export type SwitchableAgent = z.infer<typeof switchableAgentSchema>;
