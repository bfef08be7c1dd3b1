import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { speechProviderIds } from '#shared/speech-vendors.ts';

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

/** When a model ends: the first day without it. `replacement` is the id of the model to take instead. */
export const modelEndSchema = z.object({
  model: z.string(),
  endsOn: z.iso.date(),
  replacement: z.string().nullable(),
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
    /** Models that end or have ended, as far as it is known; dated versions end with them. */
    ends: z.array(modelEndSchema),
    embeddingModels: z.array(z.string()),
    /** The model that draws pictures, when the provider has one. */
    imageModel: z.string().nullable(),
  })
  .meta({ id: 'Connection' });
export type Connection = z.infer<typeof connectionSchema>;

/** Somebody who can understand and speak for an agent. Prices are about so many micro-dollars a minute. */
export const speechVendorSchema = z
  .object({
    id: z.enum(speechProviderIds),
    label: z.string(),
    keyUrl: z.string().nullable(),
    needsKey: z.boolean(),
    acceptsBaseUrl: z.boolean(),
    listens: z.boolean(),
    hasPace: z.boolean(),
    hasTuning: z.boolean(),
    hasProjects: z.boolean(),
    hasOwnModels: z.boolean(),
    perMinute: z.object({ heard: z.number(), said: z.number() }).nullable(),
    /** Whether it copies voices. */
    copiesVoices: z.boolean(),
    /**
     * Calls of its own; null where it has none. `models`: who speaks in them, at about which price; `voices`: with which,
     * null: all that it has; `unreachable`: the address of this server, where the vendor must reach it and can't.
     */
    calls: z
      .object({
        models: z.array(z.object({ id: z.string(), label: z.string(), perMinute: z.number() })),
        voices: z.array(z.string()).nullable(),
        unreachable: z.string().nullable(),
      })
      .nullable(),
    isConnected: z.boolean(),
  })
  .meta({ id: 'SpeechVendor' });
export type SpeechVendor = z.infer<typeof speechVendorSchema>;

const provider = z.strictObject({ provider: z.string().regex(/^[a-z0-9-]{1,40}$/) });
const manage = { permission: 'integrations.manage' } as const;

export const integrationsEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/integrations',
    access: { permission: 'agents.read' },
    summary: 'All providers of models, connected or not, and those that only have voices.',
    response: z.object({ connections: z.array(connectionSchema), voices: z.array(connectionSchema) }),
  }),
  speech: endpoint({
    method: 'GET',
    path: '/api/integrations/speech',
    access: { permission: 'agents.read' },
    summary: 'Vendors of speech, connected or not, and about what a minute costs there.',
    response: z.object({ vendors: z.array(speechVendorSchema) }),
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
