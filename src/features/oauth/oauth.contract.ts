import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { mostAgentsOfKey, programScopes } from '#features/api-keys/api-keys-account.contract.ts';
import { apiKeysErrors } from '#features/api-keys/api-keys.contract.ts';

/** The last word of each is the error's name in OAuth. */
export const oauthErrors = defineErrors('oauth', {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  invalid_scope: 400,
  invalid_target: 400,
  invalid_redirect_uri: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  grantNotFound: 404,
});

export const registerPath = '/oauth/register';
export const tokenPath = '/oauth/token';
export const revokePath = '/oauth/revoke';

/** Addresses of one registration; anybody registers, so that each takes little room. */
const mostAddresses = 10;
const longestAddress = 500;

const clientId = z.string().min(1).max(100);
const address = z.string().min(1).max(2_048);
const token = z.string().min(1).max(200);

/** What an app says of itself; most of it is not kept. */
const ignored = z.unknown().optional();
export const registrationInput = z.strictObject({
  redirect_uris: z.array(address.max(longestAddress)).min(1).max(mostAddresses),
  /** A person judges the app by it: nothing unseen stands in it. */
  client_name: z
    .string()
    .trim()
    .max(100)
    .regex(/^[^\p{Cc}\p{Cf}]*$/u)
    .default(''),
  token_endpoint_auth_method: ignored,
  grant_types: ignored,
  response_types: ignored,
  client_uri: ignored,
  logo_uri: ignored,
  scope: ignored,
  contacts: ignored,
  tos_uri: ignored,
  policy_uri: ignored,
  jwks_uri: ignored,
  jwks: ignored,
  software_id: ignored,
  software_version: ignored,
  software_statement: ignored,
  application_type: ignored,
});
const registrationSchema = z.object({
  client_id: z.string(),
  client_id_issued_at: z.number(),
  client_name: z.string(),
  redirect_uris: z.array(z.string()),
  token_endpoint_auth_method: z.literal('none'),
  grant_types: z.array(z.string()),
  response_types: z.array(z.string()),
});

/** What an app asks for when it sends a member's browser here. */
export const authorizationQuery = z.strictObject({
  client_id: clientId,
  redirect_uri: address,
  response_type: z.string().max(40),
  code_challenge: z.string().max(200),
  code_challenge_method: z.string().max(40).default('plain'),
  scope: z.string().max(1_000).optional(),
  state: z.string().max(2_000).optional(),
  resource: z.string().max(2_048).optional(),
});
export type AuthorizationQuery = z.infer<typeof authorizationQuery>;

const authorizationSchema = z
  .object({
    clientName: z.string(),
    /** Where the browser goes afterwards, as far as a person can judge it. */
    redirectHost: z.string(),
    /** What it asks for; all that there is where it asks for nothing. */
    scopes: z.array(z.enum(programScopes)),
  })
  .meta({ id: 'AppAuthorization' });
export type AppAuthorization = z.infer<typeof authorizationSchema>;

const decisionInput = authorizationQuery.extend({
  isAllowed: z.boolean(),
  scopes: z.array(z.enum(programScopes)).max(programScopes.length),
  agentIds: z.array(z.string().max(60)).min(1).max(mostAgentsOfKey).nullable().default(null),
});
export type AppDecision = z.infer<typeof decisionInput>;

export const appGrantSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    scopes: z.array(z.enum(programScopes)),
    agentIds: z.array(z.string()).nullable(),
    allowedBy: z.string(),
    createdAt: z.string(),
    lastUsedAt: z.string().nullable(),
  })
  .meta({ id: 'AppGrant' });
export type AppGrant = z.infer<typeof appGrantSchema>;

export const tokenInput = z.strictObject({
  grant_type: z.string().max(100),
  client_id: clientId,
  code: token.optional(),
  redirect_uri: address.optional(),
  code_verifier: z.string().max(200).optional(),
  refresh_token: token.optional(),
  scope: z.string().max(1_000).optional(),
  resource: z.string().max(2_048).optional(),
});
export type TokenInput = z.infer<typeof tokenInput>;
const tokensSchema = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.number(),
  refresh_token: z.string(),
  scope: z.string(),
});
export type Tokens = z.infer<typeof tokensSchema>;

const manage = { permission: 'integrations.manage' } as const;
const metadata = z.record(z.string(), z.unknown());

export const oauthEndpoints = {
  resource: endpoint({
    method: 'GET',
    path: '/.well-known/oauth-protected-resource/mcp',
    access: 'public',
    summary: 'Tells programs who gives them tokens for the owner’s data by MCP (RFC 9728).',
    response: metadata,
  }),
  resourceAtRoot: endpoint({
    method: 'GET',
    path: '/.well-known/oauth-protected-resource',
    access: 'public',
    summary: 'The same, where programs look that leave the path out.',
    response: metadata,
  }),
  server: endpoint({
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    access: 'public',
    summary: 'What this authorisation server can do, and where (RFC 8414).',
    response: metadata,
  }),
  register: endpoint({
    method: 'POST',
    path: registerPath,
    access: 'public',
    summary: 'A program registers itself (RFC 7591); it has no secret, and proves itself by PKCE.',
    body: registrationInput,
    response: registrationSchema,
    errors: [oauthErrors.invalid_redirect_uri],
  }),
  authorization: endpoint({
    method: 'GET',
    path: '/api/oauth/authorization',
    access: manage,
    summary: 'What a program asks a member for, checked.',
    query: authorizationQuery,
    response: authorizationSchema,
    errors: [
      oauthErrors.invalid_client,
      oauthErrors.invalid_redirect_uri,
      oauthErrors.invalid_request,
      oauthErrors.invalid_scope,
      oauthErrors.invalid_target,
      oauthErrors.unsupported_response_type,
    ],
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/oauth/authorization',
    access: manage,
    needsPlan: true,
    summary: 'A member lets a program in, or does not; gives the address to which the browser goes back.',
    body: decisionInput,
    response: z.object({ url: z.string() }),
    errors: [
      oauthErrors.invalid_client,
      oauthErrors.invalid_redirect_uri,
      oauthErrors.invalid_request,
      oauthErrors.invalid_scope,
      oauthErrors.invalid_target,
      oauthErrors.unsupported_response_type,
      apiKeysErrors.agentNotFound,
    ],
  }),
  grants: endpoint({
    method: 'GET',
    path: '/api/oauth/grants',
    access: manage,
    summary: 'Programs that members let into the account, newest first.',
    response: z.object({ grants: z.array(appGrantSchema) }),
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/api/oauth/grants/{id}',
    access: manage,
    summary: 'Ends the access of a program at once.',
    params: z.strictObject({ id: z.string().max(60) }),
    response: z.object({}),
    errors: [oauthErrors.grantNotFound],
  }),
} as const;

/** What takes forms, as OAuth has it. */
export const oauthFormEndpoints = {
  token: endpoint({
    method: 'POST',
    path: tokenPath,
    access: 'public',
    summary:
      'Gives tokens for a code with its PKCE verifier, or for a refresh token, which is changed each time. Takes a form.',
    body: tokenInput,
    response: tokensSchema,
    errors: [
      oauthErrors.invalid_client,
      oauthErrors.invalid_grant,
      oauthErrors.invalid_target,
      oauthErrors.unsupported_grant_type,
    ],
  }),
  revoke: endpoint({
    method: 'POST',
    path: revokePath,
    access: 'public',
    summary: 'Ends the access that a token belongs to (RFC 7009). Takes a form.',
    body: z.strictObject({
      token,
      client_id: clientId.optional(),
      token_type_hint: z.string().max(100).optional(),
    }),
    response: z.object({}),
  }),
} as const;

export const isOauthAddress = (url: string): boolean => /^\/oauth\/(token|register|revoke)(\?|$)/.test(url);
/** The name that OAuth has for an error of ours. */
export const oauthErrorName = (code: string): string =>
  code.startsWith('oauth.') ? code.slice(6) : 'invalid_request';
