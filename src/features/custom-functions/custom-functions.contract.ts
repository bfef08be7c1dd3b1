import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { functionDefinition, functionLimits } from './custom-functions-definition.contract.ts';

export const functionsErrors = defineErrors('functions', {
  notFound: 404,
  nameTaken: 409,
  nameReserved: 409,
  tooMany: 409,
  secretNeeded: 409,
  changedMeanwhile: 409,
  openapiMissing: 400,
  /** Neither JSON nor YAML. */
  openapiUnreadable: 422,
  /** No OpenAPI 3. */
  openapiUnknown: 422,
  openapiSwagger: 422,
  openapiTooLarge: 413,
  openapiTooSlow: 422,
  openapiAway: 422,
  openapiRefused: 422,
});

export const functionSummarySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    label: z.string(),
    description: z.string(),
    kind: z.string(),
    risk: z.string(),
    /** Host that it calls; empty where it calls none. */
    host: z.string(),
    version: z.number(),
    isEnabled: z.boolean(),
    /** Agents that may call it, as drafts or live. */
    agentCount: z.number(),
    updatedAt: z.string(),
  })
  .meta({ id: 'FunctionSummary' });
export type FunctionSummary = z.infer<typeof functionSummarySchema>;

export const agentFunctionSchema = z
  .object({
    id: z.string(),
    definition: functionDefinition,
    version: z.number(),
    isEnabled: z.boolean(),
    /** All that is known of its secret; null where there is none. */
    secretLastFour: z.string().nullable(),
    usedBy: z.array(z.object({ id: z.string(), name: z.string(), isLive: z.boolean() })),
    createdAt: z.string(),
    updatedAt: z.string(),
    updatedBy: z.string(),
  })
  .meta({ id: 'Function' });
export type AgentFunction = z.infer<typeof agentFunctionSchema>;

export const functionVersionSchema = z
  .object({
    number: z.number(),
    definition: functionDefinition,
    createdAt: z.string(),
    createdBy: z.string(),
  })
  .meta({ id: 'FunctionVersion' });
export type FunctionVersion = z.infer<typeof functionVersionSchema>;

/** What a test run shows: what was sent, what came, and what the model would read. */
export const functionRunSchema = z
  .object({
    /** Null where nothing was sent. Secrets are struck out. */
    request: z
      .object({
        method: z.string(),
        url: z.string(),
        headers: z.record(z.string(), z.string()),
        body: z.string().nullable(),
      })
      .nullable(),
    response: z
      .object({ status: z.number(), type: z.string(), body: z.string(), isCut: z.boolean() })
      .nullable(),
    /** What code wrote to its console. */
    logs: z.array(z.string()),
    isMocked: z.boolean(),
    milliseconds: z.number(),
    /** What the model reads; an error as `{"error":{"code","message"}}`. */
    content: z.string(),
    errorCode: z.string().nullable(),
    /** What the owner should know of the error besides its code. */
    errorDetail: z.string().nullable(),
  })
  .meta({ id: 'FunctionRun' });
export type FunctionRun = z.infer<typeof functionRunSchema>;

/** What an operation could not bring along. */
export const importNotes = ['remote', 'recursive', 'body', 'large', 'parameters'] as const;

/** What a description of OpenAPI 3 offers to be functions. */
export const openapiImportSchema = z
  .object({
    title: z.string(),
    /** Where the service is; empty where the document does not say it, or says an address that may not be called. */
    server: z.string(),
    serverProblem: z.enum(['missing', 'refused']).nullable(),
    /** All operations that match, of which the first are told. */
    total: z.number(),
    operations: z.array(
      z.object({
        method: z.string(),
        path: z.string(),
        /** Its `http.url` is the path: the service's address belongs before it. */
        definition: functionDefinition,
        notes: z.array(z.enum(importNotes)),
      }),
    ),
  })
  .meta({ id: 'OpenapiImport' });
export type OpenapiImport = z.infer<typeof openapiImportSchema>;

/** Bytes of a description. */
export const longestDescription = 16_000_000;
const searched = { search: z.string().trim().max(100).default('') };

/** Undefined keeps the secret that is there, null takes it away. */
const secret = z.string().min(1).max(4_000).nullable().optional();
const ofFunction = z.strictObject({ id: z.string().max(60) });
const manage = { permission: 'integrations.manage' } as const;
const saving = [functionsErrors.nameTaken, functionsErrors.nameReserved, functionsErrors.secretNeeded];

const unusable = [
  functionsErrors.openapiUnreadable,
  functionsErrors.openapiUnknown,
  functionsErrors.openapiSwagger,
  functionsErrors.openapiTooLarge,
  functionsErrors.openapiTooSlow,
];

export const functionsEndpoints = {
  readOpenapiFile: endpoint({
    method: 'POST',
    path: '/api/functions/openapi-file',
    access: manage,
    needsPlan: true,
    transport: 'upload',
    summary:
      'Reads a description of OpenAPI 3.0 or 3.1 (JSON or YAML) and tells what its operations would be as functions, the first 200 that `search` finds. Nothing is stored, and nothing that it refers to is fetched.',
    query: z.strictObject(searched),
    response: openapiImportSchema,
    errors: [functionsErrors.openapiMissing, ...unusable],
  }),
  readOpenapiAddress: endpoint({
    method: 'POST',
    path: '/api/functions/openapi-address',
    access: manage,
    needsPlan: true,
    summary: 'The same with a description that stands at a public address.',
    body: z.strictObject({ url: z.string().trim().min(1).max(2_048), ...searched }),
    response: openapiImportSchema,
    errors: [functionsErrors.openapiAway, functionsErrors.openapiRefused, ...unusable],
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/functions',
    access: { permission: 'agents.read' },
    summary: 'The functions of the account, by their labels.',
    response: z.object({ functions: z.array(functionSummarySchema) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/functions',
    access: manage,
    needsPlan: true,
    summary: `Adds a function; ${functionLimits.functions} at most.`,
    body: z.strictObject({ definition: functionDefinition, secret }),
    response: agentFunctionSchema,
    errors: [...saving, functionsErrors.tooMany],
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/functions/{id}',
    access: manage,
    summary: 'A function with what it does; of its secret the last four characters.',
    params: ofFunction,
    response: agentFunctionSchema,
    errors: [functionsErrors.notFound],
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/functions/{id}',
    access: manage,
    needsPlan: true,
    summary:
      'Saves a function as a new version, which every agent that uses it calls from now on. `version` is the one that was changed. A secret stays only while the function goes on calling the same address.',
    params: ofFunction,
    body: z.strictObject({ definition: functionDefinition, secret, version: z.number().int() }),
    response: agentFunctionSchema,
    errors: [functionsErrors.notFound, functionsErrors.changedMeanwhile, ...saving],
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/functions/{id}',
    access: manage,
    summary: 'Switches a function on or off for every agent.',
    params: ofFunction,
    body: z.strictObject({ isEnabled: z.boolean() }),
    response: z.object({}),
    errors: [functionsErrors.notFound],
  }),
  duplicate: endpoint({
    method: 'POST',
    path: '/api/functions/{id}/duplicate',
    access: manage,
    needsPlan: true,
    summary: 'Makes a copy under a free name, with its secret, which no agent calls yet.',
    params: ofFunction,
    response: agentFunctionSchema,
    errors: [functionsErrors.notFound, functionsErrors.tooMany],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/functions/{id}',
    access: manage,
    summary: 'Deletes a function; for 30 days it can be restored.',
    params: ofFunction,
    response: z.object({}),
    errors: [functionsErrors.notFound],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/functions/{id}/restore',
    access: manage,
    summary: 'Takes a deletion back.',
    params: ofFunction,
    response: agentFunctionSchema,
    errors: [functionsErrors.notFound, functionsErrors.nameTaken, functionsErrors.tooMany],
  }),
  versions: endpoint({
    method: 'GET',
    path: '/api/functions/{id}/versions',
    access: manage,
    summary: `The last ${functionLimits.versions} versions of a function, newest first.`,
    params: ofFunction,
    response: z.object({ versions: z.array(functionVersionSchema) }),
    errors: [functionsErrors.notFound],
  }),
  run: endpoint({
    method: 'POST',
    path: '/api/functions/runs',
    access: manage,
    needsPlan: true,
    summary:
      'Runs a function as it is given, saved or not, with these arguments. `id` is the function whose secret is used where none is given; `isMocked` answers with its saved response instead of calling anybody.',
    body: z.strictObject({
      definition: functionDefinition,
      secret,
      id: z.string().max(60).nullable().default(null),
      arguments: z.record(z.string().max(64), z.unknown()),
      isMocked: z.boolean().default(false),
    }),
    response: functionRunSchema,
    errors: [functionsErrors.notFound, functionsErrors.secretNeeded],
  }),
} as const;
