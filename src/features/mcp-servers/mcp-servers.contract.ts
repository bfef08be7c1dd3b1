import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';

export const mcpServersErrors = defineErrors('mcp-servers', {
  /** The address keeps nothing between calls: there is no stream to open and no session to end. */
  onlyPost: 405,
});

/** Where assistants reach the owner's data. */
export const ownerMcpPath = '/mcp';

/** What a program without a valid bearer is told: where it learns how to get one. */
export const ownerChallenge = (publicUrl: string): string =>
  `Bearer resource_metadata="${publicUrl}/.well-known/oauth-protected-resource/mcp"`;

/** A message of the protocol; the protocol's own library checks the rest of it. */
const message = z.strictObject({
  jsonrpc: z.literal('2.0'),
  method: z.string().max(200).optional(),
  id: z.union([z.string().max(200), z.number()]).optional(),
  params: z.record(z.string(), z.unknown()).optional(),
  /** Of what a program answers to something that it was asked. */
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.record(z.string(), z.unknown()).optional(),
});
const ofAgent = z.strictObject({ number: z.coerce.number().int().min(1).max(9_999_999_999) });
const anything = z.unknown();

export const mcpServersEndpoints = {
  owner: endpoint({
    method: 'POST',
    path: '/mcp',
    access: 'program',
    summary:
      "The owner's data by the Model Context Protocol: agents, knowledge, conversations, contacts, forms, submissions, revenue and margin as tools and resources.",
    body: message,
    response: anything,
    transport: 'file',
  }),
  ownerStream: endpoint({
    method: 'GET',
    path: '/mcp',
    access: 'public',
    summary: 'Says that this address keeps no stream open; the protocol allows that.',
    response: anything,
    errors: [mcpServersErrors.onlyPost],
  }),
  ownerSession: endpoint({
    method: 'DELETE',
    path: '/mcp',
    access: 'public',
    summary: 'Says that this address keeps no sessions; the protocol allows that.',
    response: anything,
    errors: [mcpServersErrors.onlyPost],
  }),
  agent: endpoint({
    method: 'POST',
    path: '/mcp/agents/{number}',
    access: 'public',
    summary:
      'One published agent by the Model Context Protocol, as `ask_agent`: metered and paid like the chat. An agent that runs on named pages only asks for one of its keys.',
    params: ofAgent,
    body: message,
    response: anything,
    transport: 'file',
  }),
  agentStream: endpoint({
    method: 'GET',
    path: '/mcp/agents/{number}',
    access: 'public',
    summary: 'Says that this address keeps no stream open; the protocol allows that.',
    params: ofAgent,
    response: anything,
    errors: [mcpServersErrors.onlyPost],
  }),
  agentSession: endpoint({
    method: 'DELETE',
    path: '/mcp/agents/{number}',
    access: 'public',
    summary: 'Says that this address keeps no sessions; the protocol allows that.',
    params: ofAgent,
    response: anything,
    errors: [mcpServersErrors.onlyPost],
  }),
} as const;
