import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { contactDetailSchema } from '#features/contacts/contacts.contract.ts';
import { formsEndpoints, formSummarySchema } from '#features/forms/forms.contract.ts';
import {
  submissionSchema,
  submissionsEndpoints,
  submissionsQuery,
  submissionsErrors,
  submissionStatuses,
} from '#features/forms/forms-submissions.contract.ts';
import { done, expandable, id, may, pageOf, paging } from './public-api.contract.ts';

const one = z.strictObject({ id });
const ofSubmission = z.strictObject({ id, submissionId: id });
const read = may('forms.read', 'forms.read');
const write = may('forms.write', 'forms.edit');

const submission = submissionSchema
  .extend({ contact: contactDetailSchema.nullable().optional() })
  .meta({ id: 'ApiSubmission' });

export const publicFormsEndpoints = {
  list: endpoint({
    ...formsEndpoints.list,
    path: '/api/v1/forms',
    access: read,
    name: 'forms.list',
    summary: 'Forms of the account, newest first; `search` looks in their names.',
    query: z.strictObject({ search: z.string().max(200).optional(), ...paging }),
    response: pageOf(formSummarySchema),
  }),
  get: endpoint({
    ...formsEndpoints.get,
    path: '/api/v1/forms/{id}',
    access: read,
    name: 'forms.get',
    params: one,
  }),
  create: endpoint({ ...formsEndpoints.create, path: '/api/v1/forms', access: write, name: 'forms.create' }),
  saveDraft: endpoint({
    ...formsEndpoints.saveDraft,
    path: '/api/v1/forms/{id}/draft',
    access: write,
    name: 'forms.saveDraft',
    params: one,
  }),
  publish: endpoint({
    ...formsEndpoints.publish,
    path: '/api/v1/forms/{id}/publish',
    access: write,
    name: 'forms.publish',
    params: one,
  }),
  change: endpoint({
    ...formsEndpoints.change,
    path: '/api/v1/forms/{id}',
    access: write,
    name: 'forms.change',
    params: one,
  }),
  remove: endpoint({
    ...formsEndpoints.remove,
    path: '/api/v1/forms/{id}',
    access: write,
    name: 'forms.remove',
    params: one,
  }),
} as const;

export const publicSubmissionsEndpoints = {
  list: endpoint({
    ...submissionsEndpoints.list,
    path: '/api/v1/forms/{id}/submissions',
    access: read,
    name: 'submissions.list',
    summary: 'Submissions of a form, newest first.',
    params: one,
    query: submissionsQuery.omit({ cursor: true }).extend({ ...expandable('contact'), ...paging }),
    response: pageOf(submission),
  }),
  get: endpoint({
    ...submissionsEndpoints.get,
    path: '/api/v1/forms/{id}/submissions/{submissionId}',
    access: read,
    name: 'submissions.get',
    params: ofSubmission,
    query: z.strictObject(expandable('contact')),
    response: submission,
  }),
  mark: endpoint({
    method: 'PATCH',
    path: '/api/v1/forms/{id}/submissions/{submissionId}',
    access: write,
    name: 'submissions.mark',
    summary: 'Marks a submission as new, read, spam or archived.',
    params: ofSubmission,
    body: z.strictObject({ status: z.enum(submissionStatuses) }),
    response: submission,
    errors: [submissionsErrors.notFound],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/forms/{id}/submissions/{submissionId}',
    access: write,
    name: 'submissions.remove',
    summary: 'Deletes a submission with its files.',
    params: ofSubmission,
    response: done,
    errors: [submissionsErrors.notFound],
  }),
} as const;
