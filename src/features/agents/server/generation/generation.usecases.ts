import { AppError, commonErrors } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { DocumentError, type DocumentErrorCode } from '#platform/documents/document-error.ts';
import type { CssCompiler } from '#platform/custom-css/css-compiler.ts';
import type { DocumentParser } from '#platform/documents/document-parser.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import type { Logger } from '#platform/log/logger.ts';
import { admit, type RateLimiter, type RateRule } from '#platform/rate-limit/rate-limit.ts';
import { priceUsage } from '#features/integrations/server/integrations-asking.usecases.ts';
import type {
  IntegrationsUsecases,
  ReadyProvider,
} from '#features/integrations/server/integrations.usecases.ts';
import type { KnowledgeUsecases } from '#features/knowledge/server/knowledge.usecases.ts';
import { LlmError, type LlmMessage } from '#providers/llm/llm.port.ts';
import { agentConfiguration, type AgentConfiguration } from '../../agents-configuration.contract.ts';
import { agentsErrors } from '../../agents.contract.ts';
import { agentsLookErrors, longestPromptFile, type GenerationEvent } from '../../agents-look.contract.ts';
import type { AgentUsageUsecases, SpendingAgent } from '../usage/usage.usecases.ts';
import { cssRequest, fenceFilter, overviewOf, promptRequest, promptTemplate } from './generation.models.ts';
import { agentsRepository } from '../agents.repository.ts';

/** A text on its way. Never rejects: what goes wrong is said as `failed`. */
export type Generation = (emit: (event: GenerationEvent) => void, signal: AbortSignal) => Promise<void>;

export type AgentsGenerationServices = {
  log: Logger;
  limiter: RateLimiter;
  translator: Translator;
  documents: Pick<DocumentParser, 'parse'>;
  css: Pick<CssCompiler, 'clean'>;
  knowledge: Pick<KnowledgeUsecases, 'collectionOverview'>;
  integrations: Pick<IntegrationsUsecases, 'ready'>;
  usage: Pick<AgentUsageUsecases, 'spend'>;
};

const generations: RateRule = { name: 'agent-generations', limit: 30, windowSeconds: 600 };
const files: RateRule = { name: 'agent-prompt-files', limit: 60, windowSeconds: 600 };
const longestPrompt = 20_000;
/** Longer than any system lets a file be called. */
const longestFileName = 300;
const readable = new Set(['pdf', 'docx', 'txt', 'md']);

const fileErrors: Partial<
  Record<DocumentErrorCode, (typeof agentsLookErrors)[keyof typeof agentsLookErrors]>
> = {
  'document.unsupported': agentsLookErrors.promptFileKind,
  'document.type_mismatch': agentsLookErrors.promptFileKind,
  'document.empty': agentsLookErrors.promptFileEmpty,
  'document.encrypted': agentsLookErrors.promptFileProtected,
};

/**
 * What writes for the owner: system prompts by the agent's model or by templates, CSS by its model, and texts
 * out of documents.
 */
export function createAgentsGeneration(services: AgentsGenerationServices) {
  async function limit(rule: RateRule, scope: AccountScope): Promise<void> {
    await admit(services.limiter, commonErrors.tooManyRequests, [{ rule, key: scope.accountId }]);
  }

  async function find(
    scope: AccountScope,
    id: string,
  ): Promise<{
    configuration: AgentConfiguration;
    collectionId: string;
    siteUrl: string | null;
    spender: SpendingAgent;
  }> {
    const row = await scope.run((tx) => agentsRepository(tx).byId(id));
    if (!row) throw new AppError(agentsErrors.notFound);
    // The limits that hold are those that are published.
    const spender = {
      id,
      accountId: scope.accountId,
      isPreview: false,
      configuration: agentConfiguration.parse(row.live ?? row.draft),
    };
    return {
      configuration: agentConfiguration.parse(row.draft),
      collectionId: row.collectionId,
      siteUrl: row.siteUrl,
      spender,
    };
  }

  /** The agent's model when it is connected. */
  function readyModel(scope: AccountScope, { ai }: AgentConfiguration): Promise<ReadyProvider | null> {
    return ai.provider === 'built-in' || ai.model === ''
      ? Promise.resolve(null)
      : services.integrations.ready(scope.accountId, ai.provider);
  }

  function fromModel(
    ready: ReadyProvider,
    { configuration, spender }: { configuration: AgentConfiguration; spender: SpendingAgent },
    messages: LlmMessage[],
    language: Language,
    finish: (text: string) => string | Promise<string>,
  ): Generation {
    return async (emit, signal) => {
      emit({ type: 'start', engine: 'model' });
      const { model } = configuration.ai;
      const known = ready.definition.models.find((one) => one.id === model);
      const filter = fenceFilter();
      let text = '';
      const say = (piece: string): void => {
        text += piece;
        if (piece !== '') emit({ type: 'delta', text: piece });
      };
      try {
        const parts = ready.provider.streamChat({
          ...ready.connection,
          model,
          messages,
          ...(known?.supportsTemperature === false ? {} : { temperature: 0.4 }),
          maxOutputTokens: 3_000,
          signal,
        });
        for await (const part of parts) {
          if (part.type === 'text-delta') say(filter.push(part.text));
          if (part.type === 'usage')
            services.usage.spend(spender, priceUsage(ready, model, part).costMicros ?? 0);
        }
        say(filter.end());
        const whole = await finish(text);
        if (whole === '') throw new LlmError('llm.garbled', 'The model wrote nothing that can be used');
        emit({ type: 'done', text: whole, shortened: whole !== text.trim() });
      } catch (error) {
        if (signal.aborted) return;
        services.log.error(
          { err: error, provider: configuration.ai.provider, model },
          'a text could not be generated',
        );
        const code = error instanceof LlmError ? error.code : 'common.internal';
        emit({ type: 'failed', message: services.translator.text(language, `errors:${code}`) });
      }
    };
  }

  /** Lets a template's text appear piece by piece, like a model's. */
  function fromTemplate(text: string): Generation {
    return async (emit, signal) => {
      emit({ type: 'start', engine: 'template' });
      for (const piece of text.match(/[^]{1,48}/gu) ?? []) {
        if (signal.aborted) return;
        emit({ type: 'delta', text: piece });
        await new Promise((resolve) => setImmediate(resolve));
      }
      emit({ type: 'done', text, shortened: false });
    };
  }

  return {
    /** A system prompt for the agent, from its name, what is said about it and what it knows. */
    async prompt(
      scope: AccountScope,
      id: string,
      input: { request: string; language: Language },
    ): Promise<Generation> {
      await limit(generations, scope);
      const agent = await find(scope, id);
      const { configuration } = agent;
      const language =
        configuration.basic.language === 'auto' ? input.language : configuration.basic.language;
      const overview = overviewOf(
        await services.knowledge.collectionOverview(scope.accountId, agent.collectionId),
      );
      const about = {
        name: configuration.basic.name,
        description: input.request || configuration.basic.seoDescription,
        siteUrl: agent.siteUrl,
        ...overview,
      };
      const ready = await readyModel(scope, configuration);
      if (ready)
        return fromModel(ready, agent, promptRequest(about, language), input.language, (text) =>
          text.trim().slice(0, longestPrompt),
        );
      return fromTemplate(
        promptTemplate(about, (key, variables) =>
          services.translator.text(language, `agents-look:template.${key}`, variables),
        ).slice(0, longestPrompt),
      );
    },

    /** CSS for a wish in words, on top of what is there. Only a model writes it: throws where there is none. */
    async css(
      scope: AccountScope,
      id: string,
      input: { request: string; code: string; language: Language },
    ): Promise<Generation> {
      await limit(generations, scope);
      const agent = await find(scope, id);
      const { configuration } = agent;
      const ready = await readyModel(scope, configuration);
      if (!ready) throw new AppError(agentsLookErrors.modelNeeded);
      return fromModel(
        ready,
        agent,
        cssRequest(input.request, input.code, configuration.appearance.color),
        input.language,
        (text) => services.css.clean(text, scope.accountId),
      );
    },

    /** Throws where no document is read for an agent's prompt: it is not the account's, or too many came. */
    async checkPromptFile(scope: AccountScope, id: string): Promise<void> {
      await find(scope, id);
      await limit(files, scope);
    },

    /** The text of a document for the prompt, which `checkPromptFile` let through; `key` is the account's. */
    async readPromptFile(
      key: string,
      upload: { fileName: string; mimeType: string; bytes: Uint8Array },
    ): Promise<{ file: { name: string; text: string }; isCut: boolean }> {
      if (upload.fileName.length > longestFileName)
        throw new AppError(commonErrors.invalidInput, {
          fields: { file: `errors:fields.too_long|${longestFileName}` },
        });
      try {
        const { fileName: name, mimeType, bytes } = upload;
        const { kind, text, truncated } = await services.documents.parse(
          { fileName: name, mimeType, bytes },
          { key },
        );
        if (!readable.has(kind)) throw new AppError(agentsLookErrors.promptFileKind);
        // Half a surrogate pair at the cut could not be stored.
        const cut = text.slice(0, longestPromptFile).replace(/[\uD800-\uDBFF]$/, '');
        return {
          file: { name: fileName(upload.fileName), text: cut },
          isCut: truncated || text.length > longestPromptFile,
        };
      } catch (error) {
        if (!(error instanceof DocumentError)) throw error;
        if (error.code === 'document.too_large') throw new AppError(commonErrors.tooLarge, { cause: error });
        throw new AppError(fileErrors[error.code] ?? agentsLookErrors.promptFileUnreadable, { cause: error });
      }
    },
  };
}

export type AgentsGeneration = ReturnType<typeof createAgentsGeneration>;

/** The name as a person knows it: without folders, in one line. */
function fileName(given: string): string {
  const name = given
    .replace(/^.*[\\/]/, '')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return name.length > 120 ? `${name.slice(0, 110)}…${name.slice(-9)}` : name || 'Document';
}
