import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import {
  experimentGoals,
  landingPageSchema,
  landingPagesErrors,
  pageSettingsSchema,
  pageVisibilities,
} from './landing-pages.contract.ts';

const moment = z.iso.datetime({ offset: true, error: 'landing-pages:validation.moment' }).max(40);

/** What publishing would change. `label` is what a block says first, empty for what says nothing. */
export const pageChangeSchema = z.object({
  kind: z.enum(['added', 'removed', 'changed', 'moved', 'settings']),
  /** Of the block; of a setting its name. */
  id: z.string(),
  type: z.string(),
  label: z.string(),
});
export type PageChange = z.infer<typeof pageChangeSchema>;

export const pageVersionSchema = z
  .object({
    version: z.number(),
    createdAt: z.string(),
    /** Who published it, by name; empty for the schedule and for who is gone. */
    by: z.string(),
    blocks: z.number(),
    isPublished: z.boolean(),
  })
  .meta({ id: 'LandingPageVersion' });
export type PageVersion = z.infer<typeof pageVersionSchema>;

const read = { permission: 'pages.read' } as const;
const edit = { permission: 'pages.edit' } as const;
const one = z.strictObject({ id: z.string().max(60) });
const version = z.coerce.number().int().min(1).max(1_000_000_000);
const ofVersion = z.strictObject({ id: z.string().max(60), version });
const revision = z.number().int().min(0).max(2_000_000_000);
const { notFound, draftChanged, versionNotFound } = landingPagesErrors;

export const landingPagesPublishingEndpoints = {
  diff: endpoint({
    method: 'GET',
    path: '/api/landing-pages/{id}/diff',
    access: read,
    summary: 'What differs between the draft and what is published.',
    params: one,
    response: z.object({ changes: z.array(pageChangeSchema) }),
    errors: [notFound],
  }),
  publish: endpoint({
    method: 'POST',
    path: '/api/landing-pages/{id}/publish',
    access: edit,
    needsPlan: true,
    summary: 'Puts the draft online as a new version.',
    params: one,
    body: z.strictObject({ revision }),
    response: landingPageSchema,
    errors: [notFound, draftChanged, landingPagesErrors.nothingToPublish, landingPagesErrors.notReady],
  }),
  unpublish: endpoint({
    method: 'POST',
    path: '/api/landing-pages/{id}/unpublish',
    access: edit,
    summary: 'Takes a page offline; its draft and versions stay.',
    params: one,
    response: landingPageSchema,
    errors: [notFound],
  }),
  versions: endpoint({
    method: 'GET',
    path: '/api/landing-pages/{id}/versions',
    access: read,
    summary: 'Published states, the newest first; the last 50 are kept.',
    params: one,
    response: z.object({ versions: z.array(pageVersionSchema) }),
    errors: [notFound],
  }),
  version: endpoint({
    method: 'GET',
    path: '/api/landing-pages/{id}/versions/{version}',
    access: read,
    summary: 'What a version holds.',
    params: ofVersion,
    response: pageVersionSchema.extend({
      data: z.record(z.string(), z.unknown()),
      settings: pageSettingsSchema,
    }),
    errors: [notFound, versionNotFound],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/landing-pages/{id}/versions/{version}/restore',
    access: edit,
    needsPlan: true,
    summary: 'Makes the draft what a version holds; visitors see it once it is published.',
    params: ofVersion,
    body: z.strictObject({ revision }),
    response: landingPageSchema,
    errors: [notFound, versionNotFound, draftChanged],
  }),
  schedule: endpoint({
    method: 'PUT',
    path: '/api/landing-pages/{id}/schedule',
    access: edit,
    needsPlan: true,
    summary: 'When the draft as it is then is published, and when the page ends; null is not at all.',
    params: one,
    body: z
      .strictObject({ publishAt: moment.nullable(), endAt: moment.nullable() })
      .refine(
        ({ publishAt, endAt }) =>
          publishAt === null || endAt === null || Date.parse(publishAt) <= Date.parse(endAt),
        { path: ['endAt'], message: 'landing-pages:validation.endBeforeBegin' },
      ),
    response: landingPageSchema,
    errors: [notFound],
  }),
  setAccess: endpoint({
    method: 'PUT',
    path: '/api/landing-pages/{id}/access',
    access: edit,
    summary:
      'Who finds a page: everybody, or whoever knows its address; and with which password. Without `password` the one that is there stays; null takes it away.',
    params: one,
    body: z.strictObject({
      visibility: z.enum(pageVisibilities),
      password: z.string().min(4, 'landing-pages:validation.password').max(200).nullable().optional(),
    }),
    response: landingPageSchema,
    errors: [notFound],
  }),
  setHome: endpoint({
    method: 'PUT',
    path: '/api/landing-pages/{id}/home',
    access: edit,
    summary: 'Shows a page at the root of the account’s own domain, in place of whichever stood there.',
    params: one,
    body: z.strictObject({ isHome: z.boolean() }),
    response: landingPageSchema,
    errors: [notFound, landingPagesErrors.noDomain],
  }),
  setExperiment: endpoint({
    method: 'PUT',
    path: '/api/landing-pages/{id}/experiment',
    access: edit,
    needsPlan: true,
    summary:
      'Shows a kept version to a share of the visitors, the published one to the others; null ends that.',
    params: one,
    body: z.strictObject({
      experiment: z
        .strictObject({
          version: z.number().int().min(1),
          share: z.number().int().min(1).max(99),
          goal: z.enum(experimentGoals).default('conversations'),
        })
        .nullable(),
    }),
    response: landingPageSchema,
    errors: [
      notFound,
      versionNotFound,
      landingPagesErrors.experimentVersion,
      landingPagesErrors.neverPublished,
    ],
  }),
} as const;
