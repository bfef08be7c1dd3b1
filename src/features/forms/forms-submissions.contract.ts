import { daySchema } from '#shared/time-spans/day-schema.ts';
import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { purchaseStates } from '#features/payments/payments.contract.ts';
import { formsErrors } from './forms.contract.ts';

export const submissionsErrors = defineErrors('form-submissions', { notFound: 404 });

/**
 * `partial` were begun and not sent; `unpaid` wait for their payment, `unconfirmed` for the confirmation by
 * mail.
 */
export const submissionStates = ['partial', 'unpaid', 'unconfirmed', 'complete'] as const;
export const submissionStatuses = ['new', 'read', 'spam', 'archived'] as const;
export type SubmissionStatus = (typeof submissionStatuses)[number];
/**
 * What the list can be narrowed to: a status, what was confirmed by mail or waits for that, or what was begun
 * and not sent. `all` leaves out spam and what is not complete.
 */
export const submissionViews = [
  'all',
  'new',
  'read',
  'spam',
  'archived',
  'confirmed',
  'unconfirmed',
  'partial',
] as const;
export type SubmissionView = (typeof submissionViews)[number];

const answer = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.string()),
  z.record(z.string(), z.string()),
]);

export const submissionSchema = z
  .object({
    id: z.string(),
    state: z.enum(submissionStates),
    status: z.enum(submissionStatuses),
    answers: z.record(z.string(), answer),
    /** Calculated values. */
    variables: z.record(z.string(), z.number()),
    /** The furthest page that was seen, from 0. */
    page: z.number(),
    files: z.array(
      z.object({
        id: z.string(),
        field: z.string(),
        name: z.string(),
        kind: z.enum(['image', 'document']),
        size: z.number(),
      }),
    ),
    contactId: z.string().nullable(),
    conversationId: z.string().nullable(),
    tag: z.string(),
    /** As `utm_source` and its like. */
    utm: z.record(z.string(), z.string()),
    /** The page on which it was filled, and where its reader came from; without a query. */
    pageUrl: z.string().nullable(),
    referrer: z.string().nullable(),
    /** The landing page by which its reader came, and the version that they saw. */
    landingPage: z.object({ id: z.string(), version: z.number() }).nullable(),
    device: z.string().nullable(),
    payment: z
      .object({
        purchaseId: z.string(),
        amount: z.number(),
        refunded: z.number(),
        currency: z.string(),
        state: z.enum(purchaseStates),
        isTest: z.boolean(),
      })
      .nullable(),
    startedAt: z.string(),
    submittedAt: z.string().nullable(),
    /** When whoever sent it confirmed that by mail. */
    confirmedAt: z.string().nullable(),
    /** From the page's first sight to the last button, in seconds. */
    durationSeconds: z.number().nullable(),
    updatedAt: z.string(),
  })
  .meta({ id: 'FormSubmission' });
export type Submission = z.infer<typeof submissionSchema>;

const read = { permission: 'forms.read' } as const;
const edit = { permission: 'forms.edit' } as const;
const ofForm = z.strictObject({ id: z.string().max(60) });
const one = z.strictObject({ id: z.string().max(60), submissionId: z.string().max(60) });
const filter = {
  view: z.enum(submissionViews).default('all'),
  search: z.string().max(200).optional(),
  from: daySchema.optional(),
  until: daySchema.optional(),
};
/** What a list of submissions is asked for. */
export const submissionsQuery = z.strictObject({ ...filter, cursor: z.string().max(200).optional() });
const ids = z.array(z.string().max(60)).min(1).max(200);

export const submissionsEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/forms/{id}/submissions',
    access: read,
    summary: 'Submissions of a form, newest first, 50 a page, with how many there are of each kind.',
    params: ofForm,
    query: submissionsQuery,
    response: z.object({
      submissions: z.array(submissionSchema),
      nextCursor: z.string().nullable(),
      total: z.number(),
      counts: z.record(z.enum(submissionViews), z.number()),
    }),
    errors: [formsErrors.notFound],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/forms/{id}/submissions/{submissionId}',
    access: read,
    summary: 'One submission.',
    params: one,
    response: submissionSchema,
    errors: [submissionsErrors.notFound],
  }),
  mark: endpoint({
    method: 'POST',
    path: '/api/forms/{id}/submissions/status',
    access: edit,
    summary: 'Marks up to 200 submissions as new, read, spam or archived.',
    params: ofForm,
    body: z.strictObject({ ids, status: z.enum(submissionStatuses) }),
    response: z.object({ changed: z.number() }),
    errors: [formsErrors.notFound],
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/forms/{id}/submissions/delete',
    access: edit,
    summary: 'Deletes up to 200 submissions with their files.',
    params: ofForm,
    body: z.strictObject({ ids }),
    response: z.object({ removed: z.number() }),
    errors: [formsErrors.notFound],
  }),
  dropOff: endpoint({
    method: 'GET',
    path: '/api/forms/{id}/drop-off',
    access: read,
    summary: 'How many began the form, how many reached and left each page, and where they stopped.',
    params: ofForm,
    response: z.object({
      started: z.number(),
      completed: z.number(),
      medianSeconds: z.number().nullable(),
      pages: z.array(z.object({ page: z.number(), reached: z.number(), left: z.number() })),
      fields: z.array(z.object({ key: z.string(), left: z.number() })),
    }),
    errors: [formsErrors.notFound],
  }),
  figures: endpoint({
    method: 'GET',
    path: '/api/forms/{id}/figures',
    access: read,
    summary:
      'How often each choice, point or consent of a form was given; complete submissions, without spam.',
    params: ofForm,
    response: z.object({
      total: z.number(),
      fields: z.array(
        z.object({
          key: z.string(),
          answered: z.number(),
          /** Of points and numbers; money in the smallest unit of its currency. */
          average: z.number().nullable(),
          values: z.array(
            z.object({
              /** Of a matrix the line, else empty. */
              line: z.string(),
              value: z.string(),
              count: z.number(),
              /** Of a ranking the average place, from 1. */
              place: z.number().nullable(),
            }),
          ),
        }),
      ),
    }),
    errors: [formsErrors.notFound],
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/forms/{id}/export',
    access: { permission: 'contacts.export' },
    transport: 'file',
    summary: 'Submissions as a table (CSV or XLSX) or as JSON; at most 50,000.',
    params: ofForm,
    query: z.strictObject({ ...filter, format: z.enum(['csv', 'xlsx', 'json']).default('csv') }),
    response: z.object({}),
    errors: [formsErrors.notFound],
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/forms/{id}/files/{fileId}',
    access: read,
    transport: 'file',
    summary: 'A file that came with a submission.',
    params: z.strictObject({ id: z.string().max(60), fileId: z.string().max(60) }),
    response: z.object({}),
    errors: [submissionsErrors.notFound],
  }),
} as const;
