import { z } from 'zod';
import { embedModes, sitePlatforms } from '#shared/embed/snippets.ts';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { languages } from '#shared/languages.ts';
import { agentsErrors } from './agents.contract.ts';

export const agentsInstallErrors = defineErrors('install', {
  siteUnreachable: 422,
  tooManyChecks: 429,
  tooManyMails: 429,
});

/** What a look at a page can find, the good first. */
export const siteFindingKinds = [
  'found',
  'missing',
  'tag-manager',
  'in-code',
  'other-agent',
  'other-instance',
  'twice',
  'blocked-script',
  'blocked-frame',
  'blocked-image',
  'not-live',
] as const;
const finding = z.object({
  kind: z.enum(siteFindingKinds),
  /** An agent's number, an origin, or the directive of the page's policy that refuses. */
  detail: z.string().nullable(),
  /** Where that policy stands. */
  where: z.enum(['header', 'meta']).nullable(),
});
export type SiteFinding = z.infer<typeof finding>;

const id = z.strictObject({ id: z.string().max(60) });

export const agentsInstallEndpoints = {
  checkSite: endpoint({
    method: 'POST',
    path: '/api/agents/{id}/site-check',
    access: { permission: 'agents.edit' },
    summary:
      "Fetches a page and says whether the agent's tag is on it, and what the page's policy refuses. 20 an hour for an account.",
    params: id,
    body: z.strictObject({ url: z.string().trim().min(1).max(2_048) }),
    response: z.object({ url: z.string(), findings: z.array(finding) }),
    errors: [agentsErrors.notFound, agentsInstallErrors.siteUnreachable, agentsInstallErrors.tooManyChecks],
  }),
  mailInstructions: endpoint({
    method: 'POST',
    path: '/api/agents/{id}/install-mail',
    access: { permission: 'agents.edit' },
    needsPlan: true,
    summary:
      'Mails the tag and the steps for one platform to whoever looks after the site. Five an hour for an account.',
    params: id,
    body: z.strictObject({
      email: z.email('agents:validation.email').max(254),
      platform: z.enum(sitePlatforms),
      mode: z.enum(embedModes).default('bubble'),
      language: z.enum(languages).optional(),
    }),
    response: z.object({
      /** False where this server has no mail server: the mail waits in the outbox. */
      isMailed: z.boolean(),
    }),
    errors: [agentsErrors.notFound, agentsInstallErrors.tooManyMails],
  }),
} as const;
