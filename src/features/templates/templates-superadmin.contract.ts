import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { commonErrors, defineErrors } from '#shared/errors.ts';
import { languages } from '#shared/languages.ts';
import { pictureKey, serverPicturesErrors } from '#features/server-pictures/server-pictures.contract.ts';
import { templateCategories } from './templates.contract.ts';

/** Most templates of a superadmin's own. */
export const mostOwnTemplates = 60;
/** Longest texts, in characters: as those of the product's templates. */
export const templateLimits = { title: 60, tagline: 110, description: 500 } as const;
/** Most that the agent of a template holds, in characters of its export. */
export const largestTemplate = 6_000_000;

export const templatesSuperadminErrors = defineErrors('templates', {
  /** Says how many there may be. */
  tooMany: 409,
  agentGone: 409,
  agentTooLarge: 409,
});

const fields = {
  category: z.enum(templateCategories),
  title: z.string().trim().min(1).max(templateLimits.title),
  tagline: z.string().trim().min(1).max(templateLimits.tagline),
  description: z.string().trim().min(1).max(templateLimits.description),
  /** Who is offered it; null: everybody. */
  language: z.enum(languages).nullable(),
  picture: pictureKey.nullable(),
  isShown: z.boolean(),
};
export const newTemplate = z.strictObject({
  ...fields,
  /** The agent of the superadmin's own account that it is made of, as its draft is now. */
  agentId: z.string().min(1).max(60),
});
export type NewTemplate = z.infer<typeof newTemplate>;
export const templateChange = z.strictObject({
  ...fields,
  /** Null: what it was made of stays. */
  agentId: z.string().min(1).max(60).nullable(),
});
export type TemplateChange = z.infer<typeof templateChange>;

const listedTemplate = z.object({
  slug: z.string(),
  /** Made here; the others come with the product, are files, and are changed there. */
  isOwn: z.boolean(),
  category: z.enum(templateCategories),
  title: z.string(),
  tagline: z.string(),
  description: z.string(),
  language: z.enum(languages).nullable(),
  picture: z.string().nullable(),
  pictureUrl: z.string().nullable(),
  color: z.string(),
  agentName: z.string(),
  isShown: z.boolean(),
  /** How many agents of this server were made of it and are still there. */
  agents: z.number().int(),
});
export type ListedTemplate = z.infer<typeof listedTemplate>;

const params = z.strictObject({ slug: z.string().max(60) });
const list = z.object({ templates: z.array(listedTemplate) });

export const templatesSuperadminEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/superadmin/templates',
    access: 'superadmin',
    summary:
      'All templates in the order in which they are offered: those of the product and those made here.',
    response: list,
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/superadmin/templates',
    access: 'superadmin',
    summary: 'Makes a template of an agent of one’s own account; it stands first.',
    body: newTemplate,
    response: list,
    errors: [
      templatesSuperadminErrors.tooMany,
      templatesSuperadminErrors.agentGone,
      templatesSuperadminErrors.agentTooLarge,
      serverPicturesErrors.gone,
    ],
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/superadmin/templates/{slug}',
    access: 'superadmin',
    summary:
      'Changes a template that was made here, and takes its agent in anew where one is named. Agents that were made of it stay as they are.',
    params,
    body: templateChange,
    response: list,
    errors: [
      commonErrors.notFound,
      templatesSuperadminErrors.agentGone,
      templatesSuperadminErrors.agentTooLarge,
      serverPicturesErrors.gone,
    ],
  }),
  show: endpoint({
    method: 'POST',
    path: '/api/superadmin/templates/{slug}/shown',
    access: 'superadmin',
    summary: 'Offers a template to owners, or hides it from them.',
    params,
    body: z.strictObject({ isShown: z.boolean() }),
    response: list,
    errors: [commonErrors.notFound],
  }),
  move: endpoint({
    method: 'POST',
    path: '/api/superadmin/templates/{slug}/move',
    access: 'superadmin',
    summary: 'Changes places with the one before or after it, or goes to the first place.',
    params,
    body: z.strictObject({ to: z.enum(['first', 'up', 'down']) }),
    response: list,
    errors: [commonErrors.notFound],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/superadmin/templates/{slug}',
    access: 'superadmin',
    summary: 'Deletes a template that was made here. Agents that were made of it stay.',
    params,
    response: list,
    errors: [commonErrors.notFound],
  }),
} as const;
