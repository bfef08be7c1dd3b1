import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { languages } from '#shared/languages.ts';
import { landingPagesErrors } from './landing-pages.contract.ts';

/** Longest request of how a section is to be written. */
export const longestRequest = 500;

const params = z.strictObject({ id: z.string().max(60) });
const { notFound, noModel, modelFailed, modelSpent } = landingPagesErrors;

export const landingPagesRewritingEndpoints = {
  canRewrite: endpoint({
    method: 'GET',
    path: '/api/landing-pages/{id}/rewrite',
    access: { permission: 'pages.read' },
    summary: 'Whether a model is there that rewrites sections of the page.',
    params,
    response: z.object({ isReady: z.boolean() }),
    errors: [notFound],
  }),
  rewrite: endpoint({
    method: 'POST',
    path: '/api/landing-pages/{id}/rewrite',
    access: { permission: 'pages.edit' },
    needsPlan: true,
    summary: 'Other words for the texts of one block, by the model of an agent. Nothing is saved.',
    params,
    body: z.strictObject({
      type: z.string().max(40),
      props: z.record(z.string().max(40), z.unknown()),
      request: z.string().trim().max(longestRequest).default(''),
      language: z.enum(languages).default('en'),
    }),
    response: z.object({
      changes: z.array(z.object({ path: z.string(), before: z.string(), after: z.string() })),
    }),
    errors: [notFound, noModel, modelFailed, modelSpent],
  }),
} as const;
