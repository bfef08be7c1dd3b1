import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { knowledgeLimits, qaInput, textInput, websiteInput } from '#features/knowledge/knowledge.contract.ts';
import { agentConfiguration } from './agents-configuration.contract.ts';
import { suiteSchema, testLimits } from './agents-tests.contract.ts';
import { agentSchema, agentsErrors, agentStatuses, subscribersChoices } from './agents.contract.ts';

export const agentsLifecycleErrors = defineErrors('agents', {
  neverPublished: 409,
  notAnExport: 422,
  exportTooNew: 422,
});

/** What visitors of a paused agent read when the owner wrote nothing: the chat's own text. */
export const longestClosedMessage = 300;

/**
 * Raised when an older reader could no longer understand what is written; reading then brings older files up
 * to date.
 */
export const exportVersion = 1;
/** Largest export that is read back, in bytes. */
export const largestExport = 24 * 1_048_576;

const picture = z.strictObject({
  kind: z.enum(['avatar', 'background']),
  type: z.literal('image/webp'),
  data: z.base64().max(8_000_000),
});
const source = z.discriminatedUnion('kind', [
  textInput.extend({ kind: z.literal('text') }),
  qaInput.extend({ kind: z.literal('qa') }),
  websiteInput.omit({ ifPresent: true }).extend({ kind: z.literal('website') }),
]);

/**
 * An agent as one JSON file: its draft, the pictures that it shows, and the knowledge that was entered as
 * text or address, and what it is tested with. It holds no keys, no people, no conversations and no tests that repeat what people said. Uploaded documents stay behind;
 * `leftOut` names them.
 */
export const agentExport = z.strictObject({
  kind: z.literal('chatelier.agent'),
  schemaVersion: z.literal(exportVersion),
  configuration: agentConfiguration,
  images: z
    .record(z.string().regex(/^[0-9a-f]{32}$/), picture)
    .refine((images) => Object.keys(images).length <= 60, 'errors:fields.invalid'),
  knowledge: z.array(source).max(knowledgeLimits.sourcesPerCollection),
  leftOut: z.array(z.string().max(300)).max(knowledgeLimits.sourcesPerCollection),
  /** What it is tested with. */
  tests: z.array(suiteSchema).max(testLimits.suites).default([]),
});
export type AgentExport = z.infer<typeof agentExport>;

/**
 * What an import could not bring along: documents and websites by their name, agents to switch to and
 * pictures by their number.
 */
const importedAgent = agentSchema.extend({
  leftOut: z.object({
    documents: z.array(z.string()),
    websites: z.array(z.string()),
    agents: z.number().int(),
    pictures: z.number().int(),
  }),
});
export type ImportedAgent = z.infer<typeof importedAgent>;

const id = z.strictObject({ id: z.string().max(60) });

/** How long a deleted agent can be brought back. */
export const binDays = 7;

const binnedAgentSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    color: z.string(),
    avatarUrl: z.string().nullable(),
    /** When it is deleted for good. */
    goneAt: z.string(),
  })
  .meta({ id: 'BinnedAgent' });
export type BinnedAgent = z.infer<typeof binnedAgentSchema>;

export const agentsLifecycleEndpoints = {
  bin: endpoint({
    method: 'GET',
    path: '/api/agent-bin',
    access: { permission: 'agents.read' },
    summary: 'Deleted agents that can be brought back, the last first.',
    response: z.object({ agents: z.array(binnedAgentSchema) }),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/agent-bin/{id}/restore',
    access: { permission: 'agents.edit' },
    needsPlan: true,
    summary: 'Brings a deleted agent back with its knowledge and conversations: as a draft, or paused.',
    params: z.strictObject({ id: z.string().max(60) }),
    response: agentSchema,
    errors: [agentsErrors.notFound],
  }),
  purge: endpoint({
    method: 'DELETE',
    path: '/api/agent-bin/{id}',
    access: { permission: 'agents.edit' },
    summary: 'Deletes an agent of the bin for good, with its knowledge and conversations.',
    params: z.strictObject({ id: z.string().max(60) }),
    response: z.object({}),
    errors: [agentsErrors.notFound],
  }),
  setStatus: endpoint({
    method: 'POST',
    path: '/api/agents/{id}/status',
    access: { permission: 'agents.publish' },
    summary:
      'Opens, pauses, unpublishes or archives an agent at once, without publishing the draft. Visitors of a paused agent read the closed message; drafts and archived agents are not found.',
    params: id,
    body: z.strictObject({
      status: z.enum(agentStatuses),
      closedMessage: z.string().trim().max(longestClosedMessage).default(''),
      subscribers: z.enum(subscribersChoices).optional(),
    }),
    response: agentSchema,
    errors: [
      agentsErrors.notFound,
      agentsErrors.subscribersUndecided,
      agentsErrors.refundsLocked,
      agentsLifecycleErrors.neverPublished,
    ],
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/agents/{id}/export',
    access: { permission: 'agents.edit' },
    transport: 'file',
    summary: 'The agent as one JSON file (`AgentExport`), without keys, people and conversations.',
    params: id,
    response: z.object({}),
    errors: [agentsErrors.notFound],
  }),
  import: endpoint({
    method: 'POST',
    path: '/api/agents/import',
    access: { permission: 'agents.edit' },
    needsPlan: true,
    transport: 'upload',
    summary:
      'Makes an agent, as a draft, from an exported file of at most 24 MB. `leftOut` tells what could not come along.',
    response: importedAgent,
    errors: [agentsLifecycleErrors.notAnExport, agentsLifecycleErrors.exportTooNew],
  }),
} as const;
