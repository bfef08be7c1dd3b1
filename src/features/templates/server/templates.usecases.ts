import { setTimeout as pause } from 'node:timers/promises';
import { AppError, commonErrors } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { languages, type Language } from '#shared/languages.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import { ensureFact } from '#platform/database/instance-facts.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import { admit, type RateLimiter } from '#platform/rate-limit/rate-limit.ts';
import { ensureSystemAccount } from '#features/accounts/server/accounts.usecases.ts';
import type { AgentConfiguration } from '#features/agents/agents-configuration.contract.ts';
import type { Suite } from '#features/agents/agents-tests.contract.ts';
import type { AgentTests } from '#features/agents/server/lifecycle/lifecycle.usecases.ts';
import type { PreparedAgents } from '#features/agents/server/agents-prepared.usecases.ts';
import type { KnowledgeUsecases } from '#features/knowledge/server/knowledge.usecases.ts';
import {
  templatesErrors,
  type TemplateDetail,
  type TemplatePreview,
  type TemplateSummary,
} from '../templates.contract.ts';
import { readTemplates } from './templates-catalogue.usecases.ts';
import {
  configurationOf,
  demoConfigurationOf,
  isFound,
  presentDetail,
  presentSummary,
  publicDemos,
  sourcesOf,
  testsOf,
  wordsOf,
  type PublicDemo,
  type PublicDemoName,
  type Template,
} from './templates.models.ts';
import { templatesRepository } from './templates.repository.ts';

const useRule = { name: 'template-use', limit: 60, windowSeconds: 3_600 };
const previewRule = { name: 'template-preview', limit: 240, windowSeconds: 3_600 };
/** A preview asks again when its knowledge takes longer than this to be read. */
const longestWaitMs = 8_000;
const lookMs = 150;
/** As long as a preview's ticket and token may be used. */
const previewHours = 13;
/** As long as an open demo remembers who spoke with it. */
const demoHours = 30 * 24;

export type TemplatesServices = {
  database: Database;
  clock: Clock;
  limiter: RateLimiter;
  translator: Translator;
  agents: PreparedAgents;
  knowledge: Pick<KnowledgeUsecases, 'createCollection' | 'addPrepared' | 'removeCollection' | 'isBeingRead'>;
  tests: Pick<AgentTests, 'add'>;
  /** Where the templates lie, one folder each. */
  folder: string;
  /** The product's documentation, out of which its own agent answers. */
  guides(): Promise<{ title: string; body: string }[]>;
};

/** A demo agent, what it must keep to itself, and what it is tested with. */
export type TestedDemo = {
  accountId: string;
  agentId: string;
  instructions: string;
  suite: Suite;
};

export function createTemplatesUsecases(services: TemplatesServices) {
  const { database, clock } = services;
  let catalogue: Promise<Template[]> | null = null;

  function all(): Promise<Template[]> {
    catalogue ??= readTemplates(services.folder, services.guides).catch((error: unknown) => {
      catalogue = null;
      throw error;
    });
    return catalogue;
  }

  const listed = async (): Promise<Template[]> => (await all()).filter(({ isListed }) => isListed);

  async function find(slug: string, among = listed): Promise<Template> {
    const template = (await among()).find((each) => each.slug === slug);
    if (!template) throw new AppError(templatesErrors.notFound);
    return template;
  }

  async function limit(rule: typeof useRule, accountId: string): Promise<void> {
    await admit(services.limiter, commonErrors.tooManyRequests, [{ rule, key: accountId }]);
  }

  const categoryNames = (template: Template): string[] =>
    languages.map((language) =>
      services.translator.text(language, `templates:categories.${template.category}`),
    );

  /** Agent, knowledge and the jobs that read it, in the caller's transaction. */
  async function make(
    tx: Transaction,
    accountId: string,
    template: Template,
    language: Language,
    change?: Partial<AgentConfiguration>,
  ): Promise<{ id: string; number: number }> {
    const collectionId = await services.knowledge.createCollection(tx, accountId);
    const agent = await services.agents.add(tx, accountId, {
      configuration: { ...configurationOf(template, language), ...change },
      collectionId,
    });
    await services.knowledge.addPrepared(
      tx,
      accountId,
      collectionId,
      sourcesOf(template, (each) => services.translator.text(each, 'templates:questionsTitle')),
    );
    return agent;
  }

  /** The account that owns the demo agents: the same for every process, and nobody's. */
  async function demoAccount(): Promise<string> {
    const { accountId } = await ensureFact(database, 'templates-account', { accountId: newId('acc') });
    await ensureSystemAccount(database, { id: accountId, name: 'Templates', now: clock.now() });
    return accountId;
  }

  /**
   * The agent that speaks for a template, under a name of its own. Whoever comes first makes it; when what it
   * is made of has changed, it is made anew.
   */
  async function demoAgent(
    accountId: string,
    { slug, fingerprint }: Pick<Template, 'slug' | 'fingerprint'>,
    write: (tx: Transaction) => Promise<{ id: string }>,
  ): Promise<string> {
    const known = await database.account(accountId, (tx) => templatesRepository(tx).demo(slug));
    if (known?.fingerprint === fingerprint) return known.agentId;
    return database.account(accountId, async (tx) => {
      const repository = templatesRepository(tx);
      await repository.lock(slug);
      const demo = await repository.demo(slug);
      if (demo?.fingerprint === fingerprint) return demo.agentId;
      if (demo) {
        const collectionId = await services.agents.remove(tx, demo.agentId);
        if (collectionId) await services.knowledge.removeCollection(tx, collectionId);
      }
      const { id } = await write(tx);
      await repository.insertDemo({ slug, accountId, agentId: id, fingerprint, createdAt: clock.now() });
      return id;
    });
  }

  /** Waits a while until what a demo agent knows has been read; false when it takes longer. */
  async function isRead(accountId: string, collectionId: string): Promise<boolean> {
    const end = performance.now() + longestWaitMs;
    let isWorking = await services.knowledge.isBeingRead(accountId, collectionId);
    while (isWorking && performance.now() < end) {
      await pause(lookMs);
      isWorking = await services.knowledge.isBeingRead(accountId, collectionId);
    }
    return !isWorking;
  }

  return {
    async list(search: string | undefined, language: Language): Promise<TemplateSummary[]> {
      const templates = await listed();
      const wanted = search?.trim() ?? '';
      const found =
        wanted === ''
          ? templates
          : templates.filter((template) => isFound(wordsOf(template, categoryNames(template)), wanted));
      return found.map((template) => presentSummary(template, language));
    },

    async get(slug: string, language: Language): Promise<TemplateDetail> {
      return presentDetail(await find(slug), language);
    },

    async picture(slug: string): Promise<Buffer> {
      const { picture } = await find(slug);
      if (!picture) throw new AppError(templatesErrors.notFound);
      return picture;
    },

    /** Makes an agent of the template, once for each key. */
    async use(
      scope: AccountScope,
      slug: string,
      input: { key: string; language: Language },
    ): Promise<{ agentId: string }> {
      const template = await find(slug);
      await limit(useRule, scope.accountId);
      return scope.run(async (tx) => {
        const repository = templatesRepository(tx);
        await repository.lock(`${scope.accountId} ${input.key}`);
        const made = await repository.used(scope.accountId, input.key);
        if (made) return { agentId: made };
        const { id } = await make(tx, scope.accountId, template, input.language);
        const suite = testsOf(
          template,
          services.translator.text(input.language, 'simulated-visitors:fromTemplate'),
        );
        await services.tests.add(tx, { accountId: scope.accountId, agentId: id }, [suite]);
        await repository.insertUse({
          accountId: scope.accountId,
          key: input.key,
          slug,
          agentId: id,
          createdAt: clock.now(),
        });
        return { agentId: id };
      });
    },

    /**
     * A ticket for a chat with the template's demo agent; waits a while until what it knows has been read.
     */
    async preview(scope: AccountScope, slug: string, language: Language): Promise<TemplatePreview> {
      const template = await find(slug, all);
      await limit(previewRule, scope.accountId);
      const accountId = await demoAccount();
      const agentId = await demoAgent(accountId, template, (tx) => make(tx, accountId, template, 'en'));
      const opened = await services.agents.open(accountId, agentId);
      if (!opened) throw new AppError(templatesErrors.notFound);
      return {
        ready: await isRead(accountId, opened.collectionId),
        number: opened.number,
        previewUrl: opened.previewUrl,
        configuration: configurationOf(template, language),
      };
    },

    /**
     * The number of a published demo agent, which whoever comes first makes. `isWhole` waits a while until what
     * it knows has been read.
     */
    async publicDemo(
      name: PublicDemoName,
      language: Language,
      { isWhole = false }: { isWhole?: boolean } = {},
    ): Promise<number> {
      const demo: PublicDemo = publicDemos[name];
      const template = await find(demo.template, all);
      const accountId = await demoAccount();
      const named = {
        slug: `${name}-${language}`,
        fingerprint: `${template.fingerprint} ${JSON.stringify(demo)}`,
      };
      const agentId = await demoAgent(accountId, named, async (tx) => {
        const agent = await make(
          tx,
          accountId,
          template,
          language,
          demoConfigurationOf(template, demo, language),
        );
        await services.agents.publish(tx, agent.id);
        return agent;
      });
      const opened = await services.agents.open(accountId, agentId);
      if (!opened) throw new AppError(templatesErrors.notFound);
      if (isWhole) await isRead(accountId, opened.collectionId);
      return opened.number;
    },

    /** The demo agent of a template with what it is tested with; null while its knowledge is still being read. */
    async testedDemo(slug: string): Promise<TestedDemo | null> {
      const template = await find(slug);
      const accountId = await demoAccount();
      const agentId = await demoAgent(accountId, template, (tx) => make(tx, accountId, template, 'en'));
      const opened = await services.agents.open(accountId, agentId);
      if (!opened || !(await isRead(accountId, opened.collectionId))) return null;
      return { accountId, agentId, instructions: template.systemPrompt, suite: testsOf(template, slug) };
    },

    /** Chats with demo agents are thrown away once nobody can go on with them. */
    async removeOldPreviews(): Promise<void> {
      const hoursAgo = (hours: number): Date => new Date(clock.now().getTime() - hours * 3_600_000);
      await database.system((tx) => templatesRepository(tx).removePreviews(hoursAgo(previewHours)));
      await database.system((tx) => templatesRepository(tx).removeDemoVisitors(hoursAgo(demoHours)));
    },
  };
}

export type TemplatesUsecases = ReturnType<typeof createTemplatesUsecases>;
