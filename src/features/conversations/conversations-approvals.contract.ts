import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { conversationsErrors } from './conversations.contract.ts';

export const approvalsErrors = defineErrors('approvals', {
  /** It was decided before, or too long ago that it was asked. */
  over: 409,
});

const id = z.strictObject({ id: z.string().max(60) });
const decision = z.strictObject({
  /** The id of the part that asks. */
  request: z.string().max(60),
  isYes: z.boolean(),
});

export const approvalsEndpoints = {
  visitorDecides: endpoint({
    method: 'POST',
    path: '/api/visitor/messages/{id}/approval',
    access: 'visitor',
    ofOneConversation: true,
    summary:
      'Says yes or no to what an answer asks before it is done. Within an hour, once; it is done with the next answer.',
    params: id,
    body: decision,
    response: z.object({}),
    errors: [conversationsErrors.notFound, approvalsErrors.over],
  }),
  teamDecides: endpoint({
    method: 'POST',
    path: '/api/conversations/{id}/approval',
    access: { permission: 'inbox.reply' },
    summary:
      'Says yes or no for the business to what an answer asks before it is done. Within an hour, once; the agent then goes on where it has the conversation, else with its next answer.',
    params: id,
    body: decision,
    response: z.object({}),
    errors: [conversationsErrors.notFound, approvalsErrors.over],
  }),
} as const;
