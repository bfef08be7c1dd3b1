import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { commonErrors, defineErrors } from '#shared/errors.ts';

const feedbackKinds = z.enum(['bug-report', 'feature-request']);
export type FeedbackKind = z.infer<typeof feedbackKinds>;

/** What a member writes to the people who run this instance. */
export const feedbackInput = z.strictObject({
  title: z.string().trim().min(1).max(120),
  description: z.string().trim().min(1).max(5_000),
});
export type FeedbackInput = z.infer<typeof feedbackInput>;

const done = z.object({});

export const feedbackErrors = defineErrors('feedback', {
  /** Whoever sent it has no account any more. */
  senderGone: 409,
});

/** What became of it. */
export const feedbackStatuses = ['new', 'planned', 'done', 'declined'] as const;

export const feedbackSchema = z.object({
  id: z.string(),
  kind: feedbackKinds,
  title: z.string(),
  description: z.string(),
  status: z.enum(feedbackStatuses),
  email: z.string().nullable(),
  createdAt: z.string(),
  /** What superadmins wrote back, oldest first. */
  replies: z.array(z.object({ id: z.string(), author: z.string(), body: z.string(), createdAt: z.string() })),
});

export const feedbackEndpoints = {
  bugReport: endpoint({
    method: 'POST',
    path: '/api/feedback/bug-report',
    access: { permission: 'account.read' },
    summary: 'Reports a bug to the people who run this instance.',
    body: feedbackInput,
    response: done,
  }),
  featureRequest: endpoint({
    method: 'POST',
    path: '/api/feedback/feature-request',
    access: { permission: 'account.read' },
    summary: 'Asks the people who run this instance for a feature.',
    body: feedbackInput,
    response: done,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/superadmin/feedback',
    access: 'superadmin',
    summary: 'The newest 100 bug reports and feature requests.',
    response: z.object({ feedback: z.array(feedbackSchema) }),
  }),
  reply: endpoint({
    method: 'POST',
    path: '/api/superadmin/feedback/{id}/replies',
    access: 'superadmin',
    summary: 'Writes back by mail to whoever sent it; their answer goes to the superadmin who wrote.',
    params: z.strictObject({ id: z.string().max(60) }),
    body: z.strictObject({ body: z.string().trim().min(1).max(5_000) }),
    response: done,
    errors: [commonErrors.notFound, feedbackErrors.senderGone],
  }),
  setStatus: endpoint({
    method: 'PUT',
    path: '/api/superadmin/feedback/{id}/status',
    access: 'superadmin',
    summary: 'Says what became of a bug report or a feature request.',
    params: z.strictObject({ id: z.string().max(60) }),
    body: z.strictObject({ status: z.enum(feedbackStatuses) }),
    response: done,
    errors: [commonErrors.notFound],
  }),
} as const;
