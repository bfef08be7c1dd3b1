import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { functionLimits } from './custom-functions-definition.contract.ts';

export const pageCallErrors = defineErrors('functions', {
  /** Another page has it, or nobody waits for it any more. */
  callGone: 404,
  /** The owner does not allow it on this site. */
  siteNotAllowed: 403,
  tooManyCalls: 429,
});

const id = z.strictObject({ id: z.string().max(60) });
/** A word by which a page is known for one call. */
const takenBy = z.uuid();

export const pageCallEndpoints = {
  takePageCall: endpoint({
    method: 'POST',
    path: '/api/visitor/page-calls/{id}/take',
    access: 'visitor',
    ofOneConversation: true,
    summary:
      'Takes a call that an answer makes of the visitor’s page: for the first page that asks, on a site that the owner named. `takenBy` is a word of the page’s own, by which it answers.',
    params: id,
    body: z.strictObject({ takenBy, origin: z.string().max(300) }),
    response: z.object({
      arguments: z.record(z.string(), z.unknown()),
      /** How long the answer waits, from now on. */
      milliseconds: z.number(),
    }),
    errors: [pageCallErrors.callGone, pageCallErrors.siteNotAllowed, pageCallErrors.tooManyCalls],
  }),
  answerPageCall: endpoint({
    method: 'POST',
    path: '/api/visitor/page-calls/{id}/answer',
    access: 'visitor',
    ofOneConversation: true,
    summary:
      'Says what came of a call: a result, that the page’s own code failed or that the page goes; or, before anybody took it, that this page has no such function.',
    params: id,
    body: z.strictObject({
      takenBy,
      outcome: z.enum(['done', 'failed', 'left', 'unknown']),
      /** What the page’s function gave, as text, or why it failed. */
      text: z.string().max(functionLimits.pageResult).default(''),
    }),
    response: z.object({}),
    errors: [pageCallErrors.callGone, pageCallErrors.tooManyCalls],
  }),
} as const;
