import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { languages } from '#shared/languages.ts';
import { sourceKinds } from '#features/knowledge/knowledge.contract.ts';
import { agentConfiguration, contactMoments } from './agents-configuration.contract.ts';

export const agentsErrors = defineErrors('agents', {
  notFound: 404,
  draftChanged: 409,
  nothingToPublish: 409,
  siteUnreadable: 422,
  /** Closing an agent that people pay for again and again asks what is to become of them. */
  subscribersUndecided: 409,
  /** Subscriptions could not be ended, because their vendor does not answer; nothing was deleted. */
  subscribersWaiting: 503,
  /** Giving subscribers their money back is for those who manage payments. */
  refundsLocked: 403,
  /** Prices are for those who manage payments. */
  pricesLocked: 403,
  /** A required suite did not pass on this draft; `details.suites` names them. */
  testsNotPassed: 409,
});

/**
 * A required suite that stands before publishing. `missing`: it was not held on the draft as it is now, with its
 * knowledge, tools and price.
 */
export const failingSuiteSchema = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(['missing', 'running', 'failed', 'passed']),
  runId: z.string().nullable(),
});
export type FailingSuite = z.infer<typeof failingSuiteSchema>;

/**
 * What becomes of those who pay again and again for an agent that is closed: `refund` ends at once and gives
 * back what was not used · `period` ends with what is paid, and a paused agent answers them until then ·
 * `pause` collects nothing until it is back.
 */
export const subscribersChoices = ['refund', 'period', 'pause'] as const;
export type SubscribersChoice = (typeof subscribersChoices)[number];

export const agentStatuses = ['draft', 'live', 'paused', 'archived'] as const;

/** Why a model gave no answer. `code` is one of the errors `llm.*`, or `internal`. */
export const modelFailureSchema = z.object({
  provider: z.string(),
  model: z.string(),
  code: z.string(),
  at: z.string(),
});
export type ModelFailure = z.infer<typeof modelFailureSchema>;

export const agentSummarySchema = z
  .object({
    id: z.string(),
    number: z.number(),
    name: z.string(),
    color: z.string(),
    avatarUrl: z.string().nullable(),
    status: z.enum(agentStatuses),
    provider: z.string(),
    model: z.string(),
    /** Why its model gave no answer the last time it was asked; null while it answers. */
    modelFailure: modelFailureSchema.nullable().default(null),
    /** How visitors of the draft pay, in the order of its offers; empty without a paywall. */
    payments: z.array(z.enum(['one-time', 'subscription', 'message-pack'])),
    hasUnpublishedChanges: z.boolean(),
    /** When visitors meet its contact form. */
    form: z.enum(['off', ...contactMoments]).default('off'),
    seenUrl: z.string().nullable(),
    seenAt: z.string().nullable(),
    conversationCount: z.number(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'AgentSummary' });
export type AgentSummary = z.infer<typeof agentSummarySchema>;

export const agentSchema = agentSummarySchema
  .extend({
    collectionId: z.string(),
    draft: agentConfiguration,
    draftRevision: z.number(),
    liveVersion: z.number().nullable(),
    /** What visitors read while it is paused; empty: the chat's own text. */
    closedMessage: z.string(),
    /** Address of the live preview; its page speaks the draft, and nothing there is counted. */
    previewUrl: z.string(),
    siteUrl: z.string().nullable(),
    can: z.object({ edit: z.boolean(), publish: z.boolean(), prices: z.boolean() }),
  })
  .meta({ id: 'Agent' });
export type Agent = z.infer<typeof agentSchema>;

export const changeSchema = z.object({ path: z.string(), before: z.unknown(), after: z.unknown() });
export type ConfigurationChange = z.infer<typeof changeSchema>;
/** A source that came, went or says something else; one that is `gone` can't come back any more. */
export const knowledgeChangeSchema = z.object({
  title: z.string(),
  kind: z.enum(sourceKinds),
  change: z.enum(['added', 'removed', 'changed', 'gone']),
});
export type KnowledgeChange = z.infer<typeof knowledgeChangeSchema>;
/** A function as an agent had it when a version of it was published. */
export type FunctionState = {
  id: string;
  label: string;
  /** Of the function. */
  version: number;
  isEnabled: boolean;
};
export const functionChangeSchema = z.object({
  title: z.string(),
  /** `kept` can't go back, and stays as it is now. */
  change: z.enum(['added', 'changed', 'kept']),
  /** Whether its key is deleted, as it had no use for one then. */
  losesKey: z.boolean(),
  /** Other agents that call it, and get it as well. */
  others: z.array(z.string()),
});
export type FunctionChange = z.infer<typeof functionChangeSchema>;
const changesSchema = z.object({
  changes: z.array(changeSchema),
  /** Of what the agent knows; null where it is not known what it knew. */
  knowledge: z.array(knowledgeChangeSchema).nullable(),
});
const versionChangesSchema = changesSchema.extend({
  /** Functions that come back with the version, or are again what they were. */
  functions: z.array(functionChangeSchema),
});
export const versionSchema = z.object({
  version: z.number(),
  name: z.string(),
  publishedBy: z.string(),
  createdAt: z.string(),
  isLive: z.boolean(),
});
export type AgentVersion = z.infer<typeof versionSchema>;

const id = z.strictObject({ id: z.string().max(60) });
const done = z.object({});
const edit = { permission: 'agents.edit' } as const;
const read = { permission: 'agents.read' } as const;

export const agentsEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/agents',
    access: read,
    summary: 'Agents of the account; `search` looks into names and system prompts.',
    query: z.strictObject({ search: z.string().max(200).optional() }),
    response: z.object({ agents: z.array(agentSummarySchema) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/agents',
    access: edit,
    needsPlan: true,
    summary:
      'Makes an agent from a website, from a description, or empty. From a website it comes named, coloured and with its pages on the way.',
    body: z.strictObject({
      from: z.enum(['website', 'description', 'blank']),
      input: z.string().trim().max(2_000).default(''),
      language: z.enum(languages).optional(),
    }),
    response: agentSchema,
    errors: [agentsErrors.siteUnreadable],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/agents/{id}',
    access: read,
    summary: 'One agent with its draft.',
    params: id,
    response: agentSchema,
    errors: [agentsErrors.notFound],
  }),
  saveDraft: endpoint({
    method: 'PUT',
    path: '/api/agents/{id}/draft',
    access: edit,
    needsPlan: true,
    summary:
      'Saves the draft. `revision` is the one that was read; when somebody else saved in between, 409 and nothing is lost.',
    params: id,
    body: z.strictObject({
      revision: z.number().int().min(0).max(2_147_483_647),
      configuration: agentConfiguration,
    }),
    response: z.object({ draftRevision: z.number(), hasUnpublishedChanges: z.boolean() }),
    errors: [agentsErrors.notFound, agentsErrors.draftChanged],
  }),
  changes: endpoint({
    method: 'GET',
    path: '/api/agents/{id}/changes',
    access: read,
    summary:
      'What publishing would change, field by field, and what became of the knowledge since the version that is live.',
    params: id,
    response: changesSchema,
    errors: [agentsErrors.notFound],
  }),
  publish: endpoint({
    method: 'POST',
    path: '/api/agents/{id}/publish',
    access: { permission: 'agents.publish' },
    needsPlan: true,
    summary:
      'Makes the draft live as a new version. Where it asks for no money any more, running subscriptions end with what is paid, or at once with `subscribers: refund`. While a required suite has not passed on this draft, 409 with `details.suites`, unless `override` gives a reason, which is written into the audit log.',
    params: id,
    body: z.strictObject({
      revision: z.number().int().min(0).max(2_147_483_647),
      name: z.string().trim().max(80).default(''),
      subscribers: z.enum(['refund', 'period']).optional(),
      /** Publishes although a required suite did not pass. */
      override: z.strictObject({ reason: z.string().trim().min(3).max(500) }).optional(),
    }),
    response: agentSchema,
    errors: [
      agentsErrors.notFound,
      agentsErrors.draftChanged,
      agentsErrors.nothingToPublish,
      agentsErrors.testsNotPassed,
      agentsErrors.refundsLocked,
    ],
  }),
  versions: endpoint({
    method: 'GET',
    path: '/api/agents/{id}/versions',
    access: read,
    summary: 'Published versions, newest first.',
    params: id,
    response: z.object({ versions: z.array(versionSchema) }),
    errors: [agentsErrors.notFound],
  }),
  versionChanges: endpoint({
    method: 'GET',
    path: '/api/agents/{id}/versions/{version}/changes',
    access: read,
    summary: 'What restoring a published version would change in the draft, field by field.',
    params: z.strictObject({
      id: z.string().max(60),
      version: z.coerce.number().int().min(1).max(2_147_483_647),
    }),
    response: versionChangesSchema,
    errors: [agentsErrors.notFound],
  }),
  rollback: endpoint({
    method: 'POST',
    path: '/api/agents/{id}/versions/{version}/rollback',
    access: { permission: 'agents.publish' },
    needsPlan: true,
    summary:
      'Gives visitors what a published version gave them, at once: instructions, knowledge, tools and prices together. What was bought stays as it is. `reason` is written into the audit log; `missing` names knowledge that is gone for good, `kept` functions that stay as they are now, because they are gone, their key can’t be used as they were, or the caller may not change functions.',
    params: z.strictObject({
      id: z.string().max(60),
      version: z.coerce.number().int().min(1).max(2_147_483_647),
    }),
    body: z.strictObject({
      reason: z.string().trim().min(3).max(500),
      subscribers: z.enum(['refund', 'period']).optional(),
    }),
    response: z.object({
      agent: agentSchema,
      missing: z.array(z.string()),
      kept: z.array(z.string()),
    }),
    errors: [agentsErrors.notFound, agentsErrors.draftChanged, agentsErrors.refundsLocked],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/agents/{id}/versions/{version}/restore',
    access: edit,
    needsPlan: true,
    summary: 'Puts a published version into the draft.',
    params: z.strictObject({
      id: z.string().max(60),
      version: z.coerce.number().int().min(1).max(2_147_483_647),
    }),
    response: agentSchema,
    errors: [agentsErrors.notFound],
  }),
  duplicate: endpoint({
    method: 'POST',
    path: '/api/agents/{id}/duplicate',
    access: edit,
    needsPlan: true,
    summary: 'Copies an agent with its knowledge, as a draft.',
    params: id,
    response: agentSchema,
    errors: [agentsErrors.notFound],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/agents/{id}',
    access: edit,
    summary:
      'Closes an agent and puts it into the bin, from which it can be brought back for seven days; then it is deleted with its knowledge and conversations. Subscriptions to it are ended at once, and what was not used is given back; where there are any, `subscribers` must say so.',
    params: id,
    query: z.strictObject({ subscribers: z.literal('refund').optional() }),
    response: done,
    errors: [agentsErrors.notFound, agentsErrors.subscribersUndecided, agentsErrors.refundsLocked],
  }),
} as const;
