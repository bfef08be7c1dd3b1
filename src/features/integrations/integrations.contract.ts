import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';

export const integrationsErrors = defineErrors('integrations', {
  unknownProvider: 404,
  keyRefused: 422,
  unreachable: 422,
  addressRefused: 422,
  keyNeeded: 422,
});

export const modelSchema = z.object({
  id: z.string(),
  label: z.string(),
  contextTokens: z.number().nullable(),
  inputMicrosPerMillion: z.number().nullable(),
  outputMicrosPerMillion: z.number().nullable(),
  supportsTools: z.boolean(),
});

/** A provider as the account sees it. Of a key only the last four characters ever leave the server. */
export const connectionSchema = z
  .object({
    provider: z.string(),
    label: z.string(),
    isConnected: z.boolean(),
    /** Found on the instance's own machines, without anybody connecting it. */
    isLocal: z.boolean(),
    needsKey: z.boolean(),
    acceptsBaseUrl: z.boolean(),
    keyPrefix: z.string().nullable(),
    keyUrl: z.string().nullable(),
    lastFour: z.string().nullable(),
    baseUrl: z.string().nullable(),
    checkedAt: z.string().nullable(),
    models: z.array(modelSchema),
    embeddingModels: z.array(z.string()),
    /** The model that draws pictures, when the provider has one. */
    imageModel: z.string().nullable(),
  })
  .meta({ id: 'Connection' });
export type Connection = z.infer<typeof connectionSchema>;

const provider = z.strictObject({ provider: z.string().regex(/^[a-z0-9-]{1,40}$/) });
const manage = { permission: 'integrations.manage' } as const;

export const integrationsEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/integrations',
    access: { permission: 'agents.read' },
    summary: 'All providers, connected or not, with their models.',
    response: z.object({ connections: z.array(connectionSchema) }),
  }),
  connect: endpoint({
    method: 'PUT',
    path: '/api/integrations/{provider}',
    access: manage,
    summary: 'Connects a provider. The key is tried before it is stored, encrypted.',
    params: provider,
    body: z.strictObject({
      apiKey: z.string().trim().max(500).optional(),
      baseUrl: z.string().trim().max(2_048).optional(),
    }),
    response: connectionSchema,
    errors: [
      integrationsErrors.unknownProvider,
      integrationsErrors.keyRefused,
      integrationsErrors.unreachable,
      integrationsErrors.addressRefused,
      integrationsErrors.keyNeeded,
    ],
  }),
  disconnect: endpoint({
    method: 'DELETE',
    path: '/api/integrations/{provider}',
    access: manage,
    summary: "Forgets a provider's key.",
    params: provider,
    response: z.object({}),
    errors: [integrationsErrors.unknownProvider],
  }),
} as const;
