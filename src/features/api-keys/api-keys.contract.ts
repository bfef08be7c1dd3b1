import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';

export const apiKeysErrors = defineErrors('api-keys', {
  notFound: 404,
  agentNotFound: 404,
  tooMany: 409,
});

/** Keys of one agent that are not revoked. */
export const mostApiKeys = 20;
/** Requests a minute with one key. */
export const requestsPerMinute = 120;

export const keyKinds = ['public', 'secret'] as const;

export const apiKeySchema = z
  .object({
    id: z.string(),
    kind: z.enum(keyKinds),
    name: z.string(),
    /** All that is known of the key after it was shown once. */
    lastFour: z.string(),
    createdBy: z.string(),
    createdAt: z.string(),
    lastUsedAt: z.string().nullable(),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof apiKeySchema>;

const ofAgent = z.strictObject({ id: z.string().max(60) });
const manage = { permission: 'integrations.manage' } as const;

export const apiKeysEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/agents/{id}/keys',
    access: manage,
    summary: 'Keys of an agent that are not revoked, newest first.',
    params: ofAgent,
    response: z.object({ keys: z.array(apiKeySchema) }),
    errors: [apiKeysErrors.agentNotFound],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/agents/{id}/keys',
    access: manage,
    needsPlan: true,
    summary: 'Makes a key of an agent. `key` is shown this once and kept by nobody.',
    params: ofAgent,
    body: z.strictObject({ kind: z.enum(keyKinds), name: z.string().trim().min(1).max(80) }),
    response: apiKeySchema.extend({ key: z.string() }),
    errors: [apiKeysErrors.agentNotFound, apiKeysErrors.tooMany],
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/agents/{id}/keys/{key}',
    access: manage,
    summary: 'Revokes a key at once, for ever.',
    params: z.strictObject({ id: z.string().max(60), key: z.string().max(60) }),
    response: z.object({}),
    errors: [apiKeysErrors.notFound],
  }),
} as const;
