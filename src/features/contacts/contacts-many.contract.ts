import { mergedContactFields } from '#shared/contacts/contact-fields.ts';
import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import {
  contactDetailSchema,
  contactFilterSchema,
  contactSchema,
  contactSorts,
  contactsErrors,
  lifecycles,
} from './contacts.contract.ts';

export const contactsManyErrors = defineErrors('contacts', {
  noSuchSegment: 404,
  tooManySegments: 409,
  noSuchTask: 404,
  tooManyTasks: 429,
  nobodyMeant: 400,
  subscribed: 409,
  bothVerified: 409,
  sameContact: 400,
});

export const mostSegments = 100;
/** Most contacts that are named one by one. */
export const mostNamed = 500;

const segmentInput = z.strictObject({
  name: z.string().trim().min(1).max(60),
  filter: contactFilterSchema,
  sort: z.enum(contactSorts).default('seen'),
});
export const segmentSchema = segmentInput.extend({ id: z.string() }).meta({ id: 'ContactSegment' });
export type ContactSegment = z.infer<typeof segmentSchema>;

export const bulkActionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('lifecycle'), lifecycle: z.enum(lifecycles) }),
  z.strictObject({ kind: z.literal('addTag'), tagId: z.string().max(60) }),
  z.strictObject({ kind: z.literal('removeTag'), tagId: z.string().max(60) }),
  z.strictObject({ kind: z.literal('erase') }),
]);
export type BulkAction = z.infer<typeof bulkActionSchema>;

/** Contacts that are named one by one, or all that match. */
export const bulkTargetSchema = z.union([
  z.strictObject({ ids: z.array(z.string().max(60)).min(1).max(mostNamed) }),
  z.strictObject({ filter: contactFilterSchema }),
]);
export type BulkTarget = z.infer<typeof bulkTargetSchema>;

/**
 * Work on many contacts. `skipped` are those that could not be changed: full of tags, or with a running
 * subscription.
 */
export const taskSchema = z
  .object({
    id: z.string(),
    state: z.enum(['queued', 'running', 'done', 'failed']),
    total: z.number(),
    done: z.number(),
    skipped: z.number(),
  })
  .meta({ id: 'ContactTask' });
export type ContactTask = z.infer<typeof taskSchema>;

/** What two contacts that may be one person have in common. */
export const duplicateReasons = ['claimed', 'phone', 'name'] as const;
export type DuplicateReason = (typeof duplicateReasons)[number];
export const mergeFields = [...mergedContactFields, 'lifecycle', 'leadScore', 'marketingConsent'] as const;
export type MergeField = (typeof mergeFields)[number];

const read = { permission: 'contacts.read' } as const;
const edit = { permission: 'contacts.edit' } as const;
const ofContact = z.strictObject({ id: z.string().max(60) });

export const contactsManyEndpoints = {
  segments: endpoint({
    method: 'GET',
    path: '/api/contact-segments',
    access: read,
    summary: 'Filters that the account keeps.',
    response: z.object({ segments: z.array(segmentSchema) }),
  }),
  createSegment: endpoint({
    method: 'POST',
    path: '/api/contact-segments',
    access: edit,
    needsPlan: true,
    summary: 'Keeps a filter under a name.',
    body: segmentInput,
    response: segmentSchema,
    errors: [contactsManyErrors.tooManySegments],
  }),
  updateSegment: endpoint({
    method: 'PUT',
    path: '/api/contact-segments/{id}',
    access: edit,
    summary: 'Replaces name and filter of a segment.',
    params: ofContact,
    body: segmentInput,
    response: segmentSchema,
    errors: [contactsManyErrors.noSuchSegment],
  }),
  deleteSegment: endpoint({
    method: 'DELETE',
    path: '/api/contact-segments/{id}',
    access: edit,
    summary: 'Forgets a segment; its contacts stay.',
    params: ofContact,
    response: z.object({}),
    errors: [contactsManyErrors.noSuchSegment],
  }),
  bulk: endpoint({
    method: 'POST',
    path: '/api/contacts/bulk',
    access: edit,
    summary: 'Changes many contacts in the background. Erasing needs the right to erase.',
    body: z.strictObject({ target: bulkTargetSchema, action: bulkActionSchema }),
    response: taskSchema,
    errors: [contactsManyErrors.nobodyMeant, contactsManyErrors.tooManyTasks, contactsErrors.noSuchTag],
  }),
  task: endpoint({
    method: 'GET',
    path: '/api/contact-tasks/{id}',
    access: read,
    summary: 'How far work on many contacts came.',
    params: ofContact,
    response: taskSchema,
    errors: [contactsManyErrors.noSuchTask],
  }),
  table: endpoint({
    method: 'GET',
    path: '/api/contact-files/contacts.csv',
    access: { permission: 'contacts.export' },
    summary: 'All contacts that match, as CSV; with `ids`, separated by commas, only these.',
    transport: 'file',
    query: contactFilterSchema.extend({ ids: z.string().max(7_500).optional() }),
    response: z.string(),
  }),
  record: endpoint({
    method: 'GET',
    path: '/api/contacts/{id}/record',
    access: { permission: 'contacts.export' },
    summary: 'Everything that is stored about one person, as JSON, to hand out.',
    transport: 'file',
    params: ofContact,
    response: z.string(),
    errors: [contactsErrors.notFound],
  }),
  duplicates: endpoint({
    method: 'GET',
    path: '/api/contact-duplicates',
    access: read,
    summary: 'Contacts that may be one person, in groups of what they have in common.',
    response: z.object({
      groups: z.array(
        z.object({ reason: z.enum(duplicateReasons), key: z.string(), contacts: z.array(contactSchema) }),
      ),
    }),
  }),
  merge: endpoint({
    method: 'POST',
    path: '/api/contacts/{id}/merge',
    access: edit,
    summary:
      'Makes another contact part of this one, with everything that hangs on it. `take` names the fields whose value comes from the other one. It can not be undone.',
    params: ofContact,
    body: z.strictObject({
      otherId: z.string().max(60),
      take: z.array(z.enum(mergeFields)).max(mergeFields.length),
    }),
    response: contactDetailSchema,
    errors: [contactsErrors.notFound, contactsManyErrors.bothVerified, contactsManyErrors.sameContact],
  }),
  erase: endpoint({
    method: 'DELETE',
    path: '/api/contacts/{id}',
    access: { permission: 'contacts.erase' },
    summary:
      'Erases a person: everything personal is gone, records of money stay without a name. Refused while a subscription runs.',
    params: ofContact,
    response: z.object({}),
    errors: [contactsErrors.notFound, contactsManyErrors.subscribed],
  }),
} as const;
