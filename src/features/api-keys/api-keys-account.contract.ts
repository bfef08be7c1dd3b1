import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { apiKeysErrors, requestsPerMinute } from './api-keys.contract.ts';

export const accountKeysErrors = defineErrors('api-keys', {
  accountKeyNotFound: 404,
  tooManyAccountKeys: 409,
  /** A program asks for what its key does not allow. */
  scopeMissing: 403,
});

/** Keys of one account that are not revoked. */
export const mostAccountKeys = 50;
/** How many requests a minute a key may be given. */
export const requestsPerMinuteBounds = { least: 10, most: 600 } as const;
/** Agents that one key may be limited to. */
export const mostAgentsOfKey = 100;

/** What a program may do in an account; each is a part of what the member may do who let it in. */
export const programScopes = [
  'agents.read',
  'agents.write',
  'agents.ask',
  'conversations.read',
  'conversations.write',
  'conversations.reply',
  'contacts.read',
  'contacts.write',
  'contacts.erase',
  'forms.read',
  'forms.write',
  'payments.read',
  'payments.write',
  'analytics.read',
  'functions.write',
] as const;
export type ProgramScope = (typeof programScopes)[number];

const scopes = z.array(z.enum(programScopes)).min(1).max(programScopes.length);
/** Null: every agent that the member reaches. */
const agentIds = z.array(z.string().max(60)).min(1).max(mostAgentsOfKey).nullable();

export const accountKeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    /** Reads what was paid with test money instead of what was paid. */
    isTest: z.boolean(),
    scopes: z.array(z.enum(programScopes)),
    agentIds: z.array(z.string()).nullable(),
    requestsPerMinute: z.number(),
    /** All that is known of the key after it was shown once. */
    lastFour: z.string(),
    createdBy: z.string(),
    createdAt: z.string(),
    lastUsedAt: z.string().nullable(),
  })
  .meta({ id: 'AccountKey' });
export type AccountKey = z.infer<typeof accountKeySchema>;

/** What a new key may do. */
export const accountKeyInput = z.strictObject({
  name: z.string().trim().min(1).max(80),
  isTest: z.boolean().default(false),
  scopes,
  agentIds: agentIds.default(null),
  requestsPerMinute: z
    .number()
    .int()
    .min(requestsPerMinuteBounds.least)
    .max(requestsPerMinuteBounds.most)
    .default(requestsPerMinute),
});
export type AccountKeyInput = z.infer<typeof accountKeyInput>;

const manage = { permission: 'integrations.manage' } as const;

export const accountKeysEndpoints = {
  listAccountKeys: endpoint({
    method: 'GET',
    path: '/api/account-keys',
    access: manage,
    summary: 'Keys of the account that are not revoked, newest first.',
    response: z.object({ keys: z.array(accountKeySchema) }),
  }),
  createAccountKey: endpoint({
    method: 'POST',
    path: '/api/account-keys',
    access: manage,
    needsPlan: true,
    summary:
      'Makes a key by which a program works in the account for the member who makes it. `key` is shown this once and kept by nobody.',
    body: accountKeyInput,
    response: accountKeySchema.extend({ key: z.string() }),
    errors: [apiKeysErrors.agentNotFound, accountKeysErrors.tooManyAccountKeys],
  }),
  revokeAccountKey: endpoint({
    method: 'DELETE',
    path: '/api/account-keys/{key}',
    access: manage,
    summary: 'Revokes a key of the account at once, for ever.',
    params: z.strictObject({ key: z.string().max(60) }),
    response: z.object({}),
    errors: [accountKeysErrors.accountKeyNotFound],
  }),
} as const;
