import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';

export const mcpErrors = defineErrors('mcp', {
  notFound: 404,
  tooMany: 409,
  addressRefused: 422,
  signInFailed: 422,
  /** What came back from signing in belongs to nothing that was begun here. */
  signInUnknown: 422,
});
/** Why a server could not be used. */
export const mcpFailures = [
  'addressRefused',
  'unreachable',
  'timedOut',
  'tooLarge',
  'keyRefused',
  'notMcp',
  'signInNeeded',
] as const;
export type McpFailure = (typeof mcpFailures)[number];

/** Connections of one account. */
export const mostMcpConnections = 30;

export const mcpAuths = ['none', 'bearer', 'header', 'oauth'] as const;
export type McpAuth = (typeof mcpAuths)[number];

/** A tool as its server describes it. `hash` changes with anything that a model reads of it. */
export const mcpToolSchema = z
  .object({
    name: z.string(),
    title: z.string(),
    description: z.string(),
    hash: z.string(),
  })
  .meta({ id: 'McpTool' });
export type McpToolSummary = z.infer<typeof mcpToolSchema>;

export const mcpConnectionSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    /** Only its origin for members who may not manage integrations. */
    url: z.string(),
    auth: z.enum(mcpAuths),
    headerName: z.string(),
    /** All of a key that ever leaves the server. */
    lastFour: z.string().nullable(),
    isSignedIn: z.boolean(),
    /** Why it could not be used the last time; null when it could. */
    failure: z.enum(mcpFailures).nullable(),
    /** How the server calls itself. */
    serverName: z.string(),
    checkedAt: z.string().nullable(),
    tools: z.array(mcpToolSchema),
  })
  .meta({ id: 'McpConnection' });
export type McpConnection = z.infer<typeof mcpConnectionSchema>;

const name = z.string().trim().min(1).max(60);
const url = z.string().trim().min(1).max(2_048);
const headerName = z
  .string()
  .trim()
  .max(60)
  .regex(/^[A-Za-z][A-Za-z0-9-]*$/, 'mcp:validation.headerName');
const secret = z.string().trim().max(4_000);
export const mcpConnectionInput = z.strictObject({
  name,
  url,
  auth: z.enum(mcpAuths).default('none'),
  headerName: headerName.default('X-API-Key'),
  /** The bearer, or the value of the header. */
  secret: secret.optional(),
});
export type McpConnectionInput = z.infer<typeof mcpConnectionInput>;

const ofConnection = z.strictObject({ id: z.string().max(60) });
const manage = { permission: 'integrations.manage' } as const;

export const mcpEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/mcp-connections',
    access: { permission: 'agents.read' },
    summary: 'The MCP servers that the account is connected to, with their tools.',
    response: z.object({ connections: z.array(mcpConnectionSchema) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/mcp-connections',
    access: manage,
    needsPlan: true,
    summary:
      'Connects an MCP server and asks for its tools. What can’t be reached now is kept with the reason, to be tried again. Keys are stored encrypted.',
    body: mcpConnectionInput,
    response: mcpConnectionSchema,
    errors: [mcpErrors.tooMany, mcpErrors.addressRefused],
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/mcp-connections/{id}/check',
    access: manage,
    summary: 'Asks an MCP server for its tools again.',
    params: ofConnection,
    response: mcpConnectionSchema,
    errors: [mcpErrors.notFound],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/mcp-connections/{id}',
    access: manage,
    summary: 'Forgets an MCP server with its keys; no agent calls it any more.',
    params: ofConnection,
    response: z.object({}),
    errors: [mcpErrors.notFound],
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/api/mcp-connections/{id}/sign-in',
    access: manage,
    needsPlan: true,
    summary:
      'Begins to sign in at an MCP server by OAuth: finds its authorisation server, registers there, and gives the address at which a person says yes.',
    params: ofConnection,
    response: z.object({ url: z.string() }),
    errors: [mcpErrors.notFound, mcpErrors.signInFailed],
  }),
  finishSignIn: endpoint({
    method: 'POST',
    path: '/api/mcp-connections/signed-in',
    access: manage,
    summary: 'Ends signing in with what the authorisation server sent back by the address.',
    body: z.strictObject({
      state: z.string().max(200),
      code: z.string().max(4_000).optional(),
      issuer: z.string().max(2_048).optional(),
      error: z.string().max(200).optional(),
    }),
    response: mcpConnectionSchema,
    errors: [mcpErrors.signInUnknown, mcpErrors.signInFailed],
  }),
} as const;
