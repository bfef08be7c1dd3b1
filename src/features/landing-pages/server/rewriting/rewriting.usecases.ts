import { AppError, commonErrors } from '#shared/errors.ts';
import { changesOf, textsOf, type BlockText, type TextChange } from '#shared/landing-pages/block-texts.ts';
import type { Block } from '#shared/landing-pages/fields.ts';
import { parsePage } from '#shared/landing-pages/parse-page.ts';
import { languageNames, type Language } from '#shared/languages.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Logger } from '#platform/log/logger.ts';
import { admit, type RateLimiter, type RateRule } from '#platform/rate-limit/rate-limit.ts';
import { findShownAgents } from '#features/agents/server/agents-facts.usecases.ts';
import type { AgentsUsecases, RunningAgent } from '#features/agents/server/agents.usecases.ts';
import type { AgentUsageUsecases } from '#features/agents/server/usage/usage.usecases.ts';
import { askModel } from '#features/integrations/server/integrations-asking.usecases.ts';
import type {
  IntegrationsUsecases,
  ReadyProvider,
} from '#features/integrations/server/integrations.usecases.ts';
import { LlmError } from '#providers/llm/llm.port.ts';
import { landingPagesErrors } from '../../landing-pages.contract.ts';
import { findPage } from '../landing-pages-rows.usecases.ts';
import { promptFor, readReply } from './rewriting.models.ts';

export type RewritingServices = {
  log: Logger;
  limiter: RateLimiter;
  agents: Pick<AgentsUsecases, 'runningById'>;
  integrations: Pick<IntegrationsUsecases, 'ready'>;
  usage: Pick<AgentUsageUsecases, 'spend' | 'isSpent'>;
};

type Writer = {
  agent: RunningAgent;
  ready: ReadyProvider;
  model: string;
};

const rule: RateRule = { name: 'page-rewrite', limit: 60, windowSeconds: 3_600 };
const modelTimeoutMs = 60_000;
const mostOutputTokens = 3_000;
/** Agents that are asked for a model, the page's own first. */
const mostAgents = 50;

/** Texts of pages by the model of an agent; what it costs is counted with that agent, within its limits. */
export function createRewriting(services: RewritingServices) {
  /** The page's own agent where it has a model, else the first that the member reaches; null without one. */
  async function writerFor(scope: AccountScope, number: number): Promise<Writer | null> {
    const all = await scope.run((tx) => findShownAgents(tx, null));
    const own = all.filter(({ id }) => scope.reaches(id));
    const inOrder = own.toSorted((a, b) => Number(b.number === number) - Number(a.number === number));
    for (const { id } of inOrder.slice(0, mostAgents)) {
      const agent = await services.agents.runningById(scope.accountId, id, false);
      if (!agent) continue;
      const { provider, model } = agent.configuration.ai;
      if (provider === 'built-in' || model === '') continue;
      const ready = await services.integrations.ready(scope.accountId, provider);
      if (ready) return { agent, ready, model };
    }
    return null;
  }

  /** @throws `landing-pages.model_failed`, `landing-pages.model_spent` */
  async function ask(
    { agent, ready, model }: Writer,
    texts: readonly BlockText[],
    about: { request: string; language: Language; type: string; timeoutMs?: number },
  ): Promise<TextChange[]> {
    if (await services.usage.isSpent(agent)) throw new AppError(landingPagesErrors.modelSpent);
    const { request, type, timeoutMs = modelTimeoutMs } = about;
    try {
      const reply = await askModel(ready, {
        model,
        messages: promptFor(texts, {
          request,
          type,
          language: languageNames[about.language],
          agentName: agent.configuration.basic.name,
        }),
        temperature: 0.5,
        maxOutputTokens: mostOutputTokens,
        signal: AbortSignal.timeout(timeoutMs),
      });
      services.usage.spend(agent, reply.costMicros ?? 0);
      const said = readReply(reply.text);
      if (!said) throw new LlmError('llm.garbled', 'The model wrote no texts');
      return changesOf(texts, said);
    } catch (error) {
      services.log.error({ err: error, model }, 'a model rewrote no section of a page');
      throw new AppError(landingPagesErrors.modelFailed, { cause: error });
    }
  }

  return {
    /** @throws `landing-pages.not_found` */
    async isReady(scope: AccountScope, id: string): Promise<boolean> {
      const { draft } = await scope.run((tx) => findPage(tx, id));
      return (await writerFor(scope, draft.data.root.props.agent)) !== null;
    },

    /**
     * Other words for one block as it stands in the builder. Nothing is saved: whoever asked decides.
     *
     * @throws `landing-pages.not_found`, `landing-pages.no_model`, `landing-pages.model_failed`, `landing-pages.model_spent`
     */
    async rewrite(
      scope: AccountScope,
      id: string,
      input: { type: string; props: Record<string, unknown>; request: string; language: Language },
    ): Promise<TextChange[]> {
      const { draft } = await scope.run((tx) => findPage(tx, id));
      const writer = await writerFor(scope, draft.data.root.props.agent);
      if (!writer) throw new AppError(landingPagesErrors.noModel);
      await admit(services.limiter, commonErrors.tooManyRequests, [{ rule, key: scope.accountId }]);
      const { data } = parsePage({
        root: draft.data.root,
        content: [{ type: input.type, props: input.props }],
      });
      const texts = data.content[0] ? textsOf(data.content[0]) : [];
      return texts.length === 0 ? [] : ask(writer, texts, input);
    },

    /**
     * Better words for the sections of a page that was just written, all at once; without a model, and where it fails,
     * none. `timeoutMs` is all that the page waits.
     */
    async polish(
      scope: AccountScope,
      number: number,
      blocks: readonly Block[],
      about: { request: string; language: Language; timeoutMs: number },
    ): Promise<Map<string, TextChange[]>> {
      const changed = new Map<string, TextChange[]>();
      const writer = await writerFor(scope, number);
      if (!writer) return changed;
      const texts = blocks.flatMap((block) =>
        textsOf(block).map((text) => ({ ...text, path: `${block.props.id}.${text.path}` })),
      );
      try {
        for (const change of await ask(writer, texts, { ...about, type: 'page' })) {
          const [id = '', ...path] = change.path.split('.');
          changed.set(id, [...(changed.get(id) ?? []), { ...change, path: path.join('.') }]);
        }
      } catch (error) {
        // A page that is written without a model is whole; `ask` has told of it.
        if (!(error instanceof AppError)) throw error;
      }
      return changed;
    },
  };
}

export type Rewriting = ReturnType<typeof createRewriting>;
