import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';

export const savedRepliesErrors = defineErrors('saved_replies', {
  notFound: 404,
  nameTaken: 409,
  tooMany: 409,
});
export const mostSavedReplies = 500;

export const savedReplySchema = z
  .object({ id: z.string(), name: z.string(), body: z.string() })
  .meta({ id: 'SavedReply' });
export type SavedReply = z.infer<typeof savedReplySchema>;
/**
 * `{{contact.first_name}}`, `{{contact.name}}`, `{{contact.email}}`, `{{agent.name}}` and `{{me.first_name}}`
 * in the body are filled in when it is used.
 */
const input = z.strictObject({
  name: z.string().trim().min(1).max(40),
  body: z.string().trim().min(1).max(5_000),
});
const id = z.strictObject({ id: z.string().max(60) });

export const savedRepliesEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/saved-replies',
    access: { permission: 'inbox.read' },
    summary: "The team's saved replies, by name.",
    response: z.object({ replies: z.array(savedReplySchema) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/saved-replies',
    access: { permission: 'inbox.reply' },
    summary: 'Saves a reply; 500 at most.',
    body: input,
    response: savedReplySchema,
    errors: [savedRepliesErrors.nameTaken, savedRepliesErrors.tooMany],
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/saved-replies/{id}',
    access: { permission: 'inbox.reply' },
    summary: 'Changes a saved reply.',
    params: id,
    body: input,
    response: savedReplySchema,
    errors: [savedRepliesErrors.notFound, savedRepliesErrors.nameTaken],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/saved-replies/{id}',
    access: { permission: 'inbox.reply' },
    summary: 'Removes a saved reply.',
    params: id,
    response: z.object({}),
    errors: [savedRepliesErrors.notFound],
  }),
} as const;
