import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';

export const identityErrors = defineErrors('identity', {
  notSetUp: 403,
  refused: 403,
  expired: 403,
});

export const mostVariables = 20;
export const mostVariableLetters = 200;

/** Which agents a secret speaks for. */
export const secretScopes = ['agent', 'account'] as const;
export type SecretScope = (typeof secretScopes)[number];

/** `isShared`: made before each way of signing had a key of its own. */
const knownSecret = z.object({ hint: z.string(), createdAt: z.string(), isShared: z.boolean() }).nullable();
const id = z.strictObject({ id: z.string().max(60) });
const done = z.object({});

/** Names of variables are shown to the owner and read by the model: words, not sentences. */
const variables = z
  .record(z.string().regex(/^[\p{L}\p{N}_.\- ]{1,40}$/u), z.string().max(mostVariableLetters))
  .refine((given) => Object.keys(given).length <= mostVariables);

export const identityEndpoints = {
  secrets: endpoint({
    method: 'GET',
    path: '/api/agents/{id}/identity',
    access: { permission: 'agents.read' },
    summary:
      'Whether this agent and the account have a secret to identify visitors with. The secrets themselves are never shown again.',
    params: id,
    response: z.object({ agent: knownSecret, account: knownSecret }),
  }),
  rotate: endpoint({
    method: 'POST',
    path: '/api/agents/{id}/identity',
    access: { permission: 'agents.publish' },
    needsPlan: true,
    summary:
      'Makes a new secret for this agent or for all agents of the account, and shows it once. The one before stops working at once.',
    params: id,
    body: z.strictObject({ scope: z.enum(secretScopes) }),
    /** `secret` signs tokens, `hashSecret` makes the hash of plain facts; neither passes for the other. */
    response: z.object({
      secret: z.string(),
      hashSecret: z.string(),
      hint: z.string(),
      createdAt: z.string(),
    }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/agents/{id}/identity',
    access: { permission: 'agents.publish' },
    summary: 'Removes a secret: visitors can no longer be identified with it.',
    params: id,
    query: z.strictObject({ scope: z.enum(secretScopes).default('agent') }),
    response: done,
  }),
  identify: endpoint({
    method: 'POST',
    path: '/api/visitor/identify',
    access: 'visitor',
    summary: "Says who the visitor is, by a JWT (HS256) or an HMAC-SHA256 of the owner's server.",
    body: z.strictObject({
      token: z.string().max(4_000).optional(),
      id: z.string().max(200).optional(),
      email: z.string().max(254).optional(),
      name: z.string().max(200).optional(),
      hash: z.string().max(128).optional(),
    }),
    response: z.object({ isSomebodyElse: z.boolean() }),
    errors: [identityErrors.notSetUp, identityErrors.refused, identityErrors.expired],
  }),
  setVariables: endpoint({
    method: 'POST',
    path: '/api/visitor/variables',
    access: 'visitor',
    summary: `What the page tells about its visitor: at most ${mostVariables} short texts. Unverified; the model reads them as data.`,
    body: z.strictObject({ variables }),
    response: done,
  }),
} as const;
