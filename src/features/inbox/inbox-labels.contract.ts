import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';

export const labelErrors = defineErrors('inbox', { labelTaken: 409, tooManyLabels: 409, labelNotFound: 404 });

export const mostLabels = 100;
export const labelColors = [
  'green',
  'teal',
  'blue',
  'violet',
  'pink',
  'red',
  'orange',
  'yellow',
  'gray',
] as const;

const labelSchema = z
  .object({ id: z.string(), name: z.string(), color: z.enum(labelColors) })
  .meta({ id: 'InboxLabel' });
export type InboxLabel = z.infer<typeof labelSchema>;
const labelInput = z.strictObject({ name: z.string().trim().min(1).max(40), color: z.enum(labelColors) });

const id = z.strictObject({ id: z.string().max(60) });
const done = z.object({});

/** The account's own labels for conversations. */
export const inboxLabelEndpoints = {
  labels: endpoint({
    method: 'GET',
    path: '/api/inbox-labels',
    access: { permission: 'inbox.read' },
    summary: "The account's labels for conversations.",
    response: z.object({ labels: z.array(labelSchema) }),
  }),
  addLabel: endpoint({
    method: 'POST',
    path: '/api/inbox-labels',
    access: { permission: 'inbox.reply' },
    summary: 'Adds a label; 100 at most.',
    body: labelInput,
    response: labelSchema,
    errors: [labelErrors.labelTaken, labelErrors.tooManyLabels],
  }),
  editLabel: endpoint({
    method: 'PUT',
    path: '/api/inbox-labels/{id}',
    access: { permission: 'inbox.reply' },
    summary: 'Renames or recolours a label.',
    params: id,
    body: labelInput,
    response: labelSchema,
    errors: [labelErrors.labelNotFound, labelErrors.labelTaken],
  }),
  removeLabel: endpoint({
    method: 'DELETE',
    path: '/api/inbox-labels/{id}',
    access: { permission: 'inbox.reply' },
    summary: 'Removes a label from everywhere.',
    params: id,
    response: done,
    errors: [labelErrors.labelNotFound],
  }),
} as const;
