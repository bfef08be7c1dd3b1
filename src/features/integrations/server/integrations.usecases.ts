import { LRUCache } from 'lru-cache';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { findModelEnd, type ModelEnd } from '#shared/models/model-ends.ts';
import type { SpeechProviderId } from '#shared/speech-vendors.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import type { Database } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { findLlmDefinition, llmDefinitions, type LlmProviderId } from '#providers/llm/llm.definitions.ts';
import type { LlmDefinition } from '#providers/llm/llm.definition.ts';
import { LlmError, type LlmConnection, type LlmModel, type LlmProvider } from '#providers/llm/llm.port.ts';
import { normalizeBaseUrl } from '#providers/llm/llm.base-url.ts';
import type { LlmProviders } from '#providers/llm/llm.registry.ts';
import { findSpeechDefinition, speechDefinitions } from '#providers/speech/speech.definitions.ts';
import { SpeechError, type SpeechConnection, type SpeechProvider } from '#providers/speech/speech.port.ts';
import type { SpeechProviders } from '#providers/speech/speech.registry.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import { integrationsErrors, type Connection, type SpeechVendor } from '../integrations.contract.ts';
import {
  asOffered,
  imageModelOf,
  mergeEnds,
  present,
  toldEnds,
  type OperatorModels,
} from './integrations-presenting.models.ts';
import { createEndsReading } from './integrations-ends.usecases.ts';
import { integrationsRepository, type ConnectionRow } from './integrations.repository.ts';

/** A model provider ready to be called for one account. */
export type ReadyProvider = {
  provider: LlmProvider;
  definition: LlmDefinition;
  connection: Pick<LlmConnection, 'apiKey' | 'baseUrl'>;
  /** The model that draws pictures, when there is one. */
  imageModel: string | null;
};

/** A vendor of speech ready to be called for one account. */
export type ReadySpeech = {
  provider: SpeechProvider;
  connection: Pick<SpeechConnection, 'apiKey' | 'baseUrl'>;
};

/** With which key and at which address an account calls a provider, and the models listed there. */
type Stored = {
  connection: ReadySpeech['connection'];
  models: readonly LlmModel[];
  ends: ConnectionRow['ends'];
};

export type IntegrationsServices = {
  database: Database;
  clock: Clock;
  log: Logger;
  box: SecretBox;
  realtime: Realtime;
  llm: LlmProviders;
  speech: SpeechProviders;
  /** Whether to look for a model server on the instance's own machines. */
  findsLocal: boolean;
  /** Whether the account's agency keeps it from using models of its own. */
  areOff(accountId: string): Promise<boolean>;
  /** What the operator says that models cost, and which come first. */
  operatorModels(): OperatorModels;
  /** Where others reach this server. */
  publicUrl(): string;
  /** Throws when an address must not be reached. */
  assertAllowedUrl(url: string): void;
};

const localId = 'openai-compatible';
const cacheMs = 30_000;
const mostKept = 5_000;

const withoutEnd = ({ endsOn: _endsOn, ...model }: LlmModel) => model;

export function createIntegrationsUsecases(services: IntegrationsServices) {
  const { database, clock, llm, speech } = services;
  const stored = new LRUCache<string, { value: Stored | null }>({ max: mostKept, ttl: cacheMs });
  let local: { value: { baseUrl: string; models: LlmModel[] } | null; until: number } = {
    value: null,
    until: 0,
  };
  services.realtime.subscribe('integrations', (data) => {
    for (const key of stored.keys()) if (key.startsWith(`${String(data['accountId'])}:`)) stored.delete(key);
  });
  services.realtime.onGap(() => stored.clear());

  /** A model server on the instance's own machines; looked for at most twice a minute. */
  async function findLocal(): Promise<{ baseUrl: string; models: LlmModel[] } | null> {
    if (!services.findsLocal) return null;
    if (local.until > Date.now()) return local.value;
    const [server] = await llm.discoverLocal();
    local = { value: server ?? null, until: Date.now() + cacheMs };
    return local.value;
  }

  /** Throws for what neither answers nor speaks. */
  function definitionOf(provider: string): LlmDefinition {
    const definition = findLlmDefinition(provider) ?? voicesOnly(provider);
    if (!definition) throw new AppError(integrationsErrors.unknownProvider);
    return definition;
  }

  /** Calls the provider once. Gives the models that it lists, where its own list tells something. */
  async function tryOut(provider: string, tried: Stored['connection']): Promise<LlmModel[]> {
    const connection = { ...tried, signal: AbortSignal.timeout(20_000) };
    const model = findLlmDefinition(provider);
    const voice = findSpeechDefinition(provider);
    try {
      if (model) {
        const adapter = llm.get(model.id);
        if (model.tellsEnds) return await adapter.listModels(connection);
        await adapter.checkConnection(connection);
        return model.acceptsBaseUrl ? await adapter.listModels(connection) : [];
      }
      if (voice) await speech.get(voice.id).checkConnection(connection);
      return [];
    } catch (error) {
      throw connectError(error);
    }
  }

  /** Null when the account has neither connected the provider nor is one found on the instance's own machines. */
  async function storedOf(accountId: string, provider: string): Promise<Stored | null> {
    if (await services.areOff(accountId)) return null;
    const key = `${accountId}:${provider}`;
    const known = stored.get(key);
    if (known) return known.value;
    const row = await database.account(accountId, (tx) =>
      integrationsRepository(tx).byProvider(accountId, provider),
    );
    const found = !row && provider === localId ? await findLocal() : null;
    const value: Stored | null = row
      ? {
          connection: {
            apiKey: row.sealedKey ? services.box.open(row.sealedKey, keyOwner(accountId, provider)) : null,
            baseUrl: row.baseUrl,
          },
          models: row.models,
          ends: row.ends,
        }
      : found && { connection: { apiKey: null, baseUrl: found.baseUrl }, models: found.models, ends: [] };
    stored.set(key, { value });
    return value;
  }

  async function forget(scope: AccountScope, work: Parameters<AccountScope['run']>[0]): Promise<void> {
    await scope.run(async (tx) => {
      await work(tx);
      await services.realtime.publish(tx, { topic: 'integrations', data: { accountId: scope.accountId } });
    });
  }

  /** The model of a vendor that is offered first; null where its models are known by listing them alone. */
  const firstModelOf = (provider: LlmProviderId): string | null =>
    services.operatorModels().first[provider] ?? findLlmDefinition(provider)?.models[0]?.id ?? null;

  const reading = createEndsReading({
    ...services,
    connectionOf: async (accountId, provider) => (await storedOf(accountId, provider))?.connection ?? null,
    forget: (accountId, provider) => void stored.delete(`${accountId}:${provider}`),
  });

  return {
    async list(scope: AccountScope): Promise<{ connections: Connection[]; voices: Connection[] }> {
      const [rows, found] = await Promise.all([
        scope.run((tx) => integrationsRepository(tx).list()),
        findLocal(),
      ]);
      const presented = (definition: LlmDefinition): Connection =>
        present(
          asOffered(definition, services.operatorModels()),
          rows.find((row) => row.provider === definition.id) ?? null,
          definition.id === localId ? found : null,
        );
      return {
        connections: llmDefinitions.map(presented),
        voices: speechDefinitions.flatMap(({ id }) => {
          const only = findLlmDefinition(id) ? null : voicesOnly(id);
          return only ? [presented(only)] : [];
        }),
      };
    },

    /**
     * Tries the key or address, then stores it. Leaves what was stored before untouched when the try fails.
     */
    async connect(
      scope: AccountScope,
      provider: string,
      input: { apiKey?: string | undefined; baseUrl?: string | undefined },
    ): Promise<Connection> {
      const definition = definitionOf(provider);
      const apiKey = input.apiKey || null;
      const baseUrl = definition.acceptsBaseUrl ? input.baseUrl?.replace(/(?<!\/)\/+$/, '') || null : null;
      if (definition.needsKey && !apiKey) throw new AppError(integrationsErrors.keyNeeded);
      if (definition.acceptsBaseUrl && !baseUrl) throw new AppError(integrationsErrors.addressRefused);
      if (baseUrl) checkAddress(baseUrl);
      const listed = await tryOut(provider, { apiKey, baseUrl });
      const now = clock.now();
      const row: ConnectionRow = {
        id: newId('cnn'),
        accountId: scope.accountId,
        provider,
        sealedKey: apiKey ? services.box.seal(apiKey, keyOwner(scope.accountId, provider)) : null,
        lastFour: apiKey ? apiKey.slice(-4) : null,
        baseUrl,
        models: definition.acceptsBaseUrl ? listed.slice(0, 300).map(withoutEnd) : [],
        ends: toldEnds(listed),
        checkedAt: now,
        createdAt: now,
        updatedAt: now,
      };
      await forget(scope, async (tx) => {
        await integrationsRepository(tx).save(row);
        await writeAudit(tx, scope, 'providers.connected', { id: provider, name: definition.label });
      });
      stored.delete(`${scope.accountId}:${provider}`);
      return present(definition, row, null);
    },

    async disconnect(scope: AccountScope, provider: string): Promise<void> {
      definitionOf(provider);
      await forget(scope, async (tx) => {
        const wasConnected = (await integrationsRepository(tx).list()).some(
          (row) => row.provider === provider,
        );
        await integrationsRepository(tx).remove(provider);
        if (wasConnected)
          await writeAudit(tx, scope, 'providers.disconnected', {
            id: provider,
            name: definitionOf(provider).label,
          });
      });
      stored.delete(`${scope.accountId}:${provider}`);
    },

    /** A provider with a key that somebody brought for one answer. It is kept nowhere. */
    withKey(provider: LlmProviderId, apiKey: string): ReadyProvider {
      const adapter = llm.get(provider);
      const definition = asOffered(adapter.definition, services.operatorModels());
      return {
        provider: adapter,
        definition,
        connection: { apiKey, baseUrl: null },
        imageModel: imageModelOf(definition, []),
      };
    },

    /** A provider with the account's key, or null when the account has none. */
    async ready(accountId: string, provider: string): Promise<ReadyProvider | null> {
      const definition = findLlmDefinition(provider);
      const found = definition && (await storedOf(accountId, provider));
      return found
        ? {
            provider: llm.get(definition.id),
            definition: asOffered(definition, services.operatorModels()),
            connection: found.connection,
            imageModel: imageModelOf(definition, found.models),
          }
        : null;
    },

    firstModelOf,

    /** When a vendor's models end, as far as an account knows. */
    async endsOf(accountId: string, provider: string): Promise<readonly ModelEnd[]> {
      const definition = findLlmDefinition(provider);
      return definition ? mergeEnds(definition, (await storedOf(accountId, provider))?.ends ?? []) : [];
    },

    ...reading,

    /** By what a new agent of the account answers; null: by the built-in engine. */
    async forNewAgents(accountId: string): Promise<{ provider: string; model: string } | null> {
      const { newAgents: provider } = services.operatorModels();
      const definition = findLlmDefinition(provider);
      const found = definition && (await storedOf(accountId, definition.id));
      const listed = found?.models.find(({ kind }) => kind === 'chat')?.id;
      if (!found) return null;
      const ends = mergeEnds(definition, found.ends);
      const model =
        services.operatorModels().first[definition.id] ??
        definition.models.find(({ id }) => !findModelEnd(ends, id))?.id ??
        listed;
      return model ? { provider, model } : null;
    },

    /** Who can understand and speak for the account, connected or not. */
    async speechVendors(scope: AccountScope): Promise<SpeechVendor[]> {
      return Promise.all(
        speechDefinitions.map(
          async ({ keyPrefix: _prefix, baseUrl: _baseUrl, voices: _voices, cloning, ...vendor }) => ({
            ...vendor,
            copiesVoices: cloning !== null,
            calls: callsOf(vendor.id),
            isConnected: (await storedOf(scope.accountId, vendor.id)) !== null,
          }),
        ),
      );
    },

    /** A vendor of speech with the account's key, or null when the account has none. */
    async readySpeech(accountId: string, provider: string): Promise<ReadySpeech | null> {
      const definition = findSpeechDefinition(provider);
      const found = definition && (await storedOf(accountId, provider));
      if (!found) return null;
      const { apiKey, baseUrl } = found.connection;
      return {
        provider: speech.get(definition.id),
        connection: { apiKey, baseUrl: baseUrl && normalizeBaseUrl(baseUrl) },
      };
    },
  };

  function callsOf(id: SpeechProviderId): SpeechVendor['calls'] {
    const { live, asking, definition } = speech.get(id);
    if (live)
      return {
        models: live.models.map(({ price: _price, ...model }) => model),
        voices: [...live.voices],
        unreachable: null,
      };
    if (!asking) return null;
    const address = services.publicUrl();
    return {
      models: [{ id, label: definition.label, perMinute: asking.perMinute }],
      voices: null,
      unreachable: asking.reaches(address) ? null : address,
    };
  }

  function checkAddress(baseUrl: string): void {
    try {
      services.assertAllowedUrl(baseUrl);
    } catch (cause) {
      throw new AppError(integrationsErrors.addressRefused, { cause });
    }
  }
}

export type IntegrationsUsecases = ReturnType<typeof createIntegrationsUsecases>;

/** A sealed key opens only for the account and provider it was sealed for. */
function keyOwner(accountId: string, provider: string): string {
  return `connection:${accountId}:${provider}`;
}

/** A vendor that only speaks, as one without models. */
function voicesOnly(provider: string): LlmDefinition | null {
  const speaking = findSpeechDefinition(provider);
  return (
    speaking && {
      ...speaking,
      supportsTools: false,
      supportsImages: false,
      supportsEmbeddings: false,
      models: [],
      embeddingModels: [],
    }
  );
}

function connectError(error: unknown): unknown {
  if (error instanceof SpeechError)
    return new AppError(
      error.code === 'unauthorized' ? integrationsErrors.keyRefused : integrationsErrors.unreachable,
      { cause: error },
    );
  if (error instanceof LlmError)
    return new AppError(
      error.code === 'llm.unauthorized' ? integrationsErrors.keyRefused : integrationsErrors.unreachable,
      { cause: error },
    );
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('fetch.'))
    return new AppError(integrationsErrors.addressRefused, { cause: error });
  return error;
}
