import { setTimeout as pause } from 'node:timers/promises';
import { AppError, commonErrors } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { eachLanguage, languages, type Language } from '#shared/languages.ts';
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
  withPlanTerms,
  type PlanTerms,
  type Template,
} from './templates.models.ts';
import { isOwnSlug, ownWordsOf, presentOwnDetail, presentOwnSummary } from './own/own-templates.models.ts';
import type { OwnTemplates } from './own/own-templates.usecases.ts';
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
  own: OwnTemplates;
  /** Where the templates lie, one folder each. */
  folder: string;
  /** What the product's plans cost now, in cents: its own agent says it. */
  planTerms(): PlanTerms;
  /** By what new agents of an account answer; null: by the built-in engine. */
  modelForNew(accountId: string): Promise<{ provider: string; model: string } | null>;
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
  const { database, clock, own } = services;
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
    return slug === 'product-guide' ? withPlanTerms(template, services.planTerms()) : template;
  }

  async function limit(rule: typeof useRule, accountId: string): Promise<void> {
    await admit(services.limiter, commonErrors.tooManyRequests, [{ rule, key: accountId }]);
  }

  const categoryNames = (template: Pick<Template, 'category'>): string[] =>
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

  /** Agent, knowledge and tests of one of the product's templates, in the caller's transaction. */
  async function makeTested(
    tx: Transaction,
    accountId: string,
    template: Template,
    language: Language,
    model: { provider: string; model: string } | null,
  ): Promise<{ id: string }> {
    const { ai } = configurationOf(template, language);
    const { id } = await make(tx, accountId, template, language, { ai: { ...ai, ...model } });
    const name = services.translator.text(language, 'simulated-visitors:fromTemplate');
    await services.tests.add(tx, { accountId, agentId: id }, [testsOf(template, name)]);
    return { id };
  }

  /** Whatever superadmins made here or hide: makes an agent, once for each key. */
  async function makeOnce(
    scope: AccountScope,
    slug: string,
    key: string,
    write: (tx: Transaction) => Promise<{ id: string }>,
  ): Promise<{ agentId: string }> {
    await limit(useRule, scope.accountId);
    return scope.run(async (tx) => {
      const repository = templatesRepository(tx);
      await repository.lock(`${scope.accountId} ${key}`);
      const made = await repository.used(scope.accountId, key);
      if (made) return { agentId: made };
      const { id } = await write(tx);
      await repository.insertUse({
        accountId: scope.accountId,
        key,
        slug,
        agentId: id,
        createdAt: clock.now(),
      });
      return { agentId: id };
    });
  }

  async function makePrepared(
    scope: AccountScope,
    slug: string,
    { key, language }: { key: string; language: Language },
  ): Promise<{ agentId: string }> {
    const template = await find(slug);
    const model = await services.modelForNew(scope.accountId);
    return makeOnce(scope, slug, key, (tx) => makeTested(tx, scope.accountId, template, language, model));
  }

  /** What is previewed: whose demo agent it is, how it is made, and how it is set in the person's language. */
  async function previewed(slug: string, language: Language) {
    if (isOwnSlug(slug)) {
      const template = await own.find(slug);
      return {
        made: { slug, fingerprint: String(template.revision) },
        write: (tx: Transaction, accountId: string) => own.make(tx, accountId, template),
        configuration: template.file.configuration,
      };
    }
    const template = await find(slug, all);
    return {
      made: template,
      write: (tx: Transaction, accountId: string) => make(tx, accountId, template, 'en'),
      configuration: configurationOf(template, language),
    };
  }

  return {
    /** The product's own templates that owners may find, however superadmins order or hide them. */
    ofProduct: listed,

    /** What the product's templates begin with, in each language. */
    async questions(): Promise<Record<Language, string>[]> {
      return (await all()).flatMap(({ texts }) =>
        texts.en.iceBreakers.map((_, at) =>
          eachLanguage((language) => texts[language].iceBreakers[at] ?? ''),
        ),
      );
    },

    /** What anybody may try without an account: of the templates on offer those with a demo agent, the product's. */
    async demos(language: Language): Promise<TemplateSummary[]> {
      return (await this.list(undefined, language)).filter(({ slug }) => !isOwnSlug(slug));
    },

    async list(search: string | undefined, language: Language): Promise<TemplateSummary[]> {
      const wanted = search?.trim() ?? '';
      const isWanted = (words: () => string): boolean => wanted === '' || isFound(words(), wanted);
      return (await own.offers(await listed())).flatMap((offer) => {
        if (!offer.isShown) return [];
        if (!offer.own) {
          const { template } = offer;
          return isWanted(() => wordsOf(template, categoryNames(template)))
            ? [presentSummary(template, language)]
            : [];
        }
        const row = offer.own;
        if (row.language !== null && row.language !== language) return [];
        return isWanted(() => ownWordsOf(row, categoryNames(row))) ? [presentOwnSummary(row)] : [];
      });
    },

    async get(slug: string, language: Language): Promise<TemplateDetail> {
      await own.requireShown(slug);
      return isOwnSlug(slug)
        ? presentOwnDetail(await own.find(slug))
        : presentDetail(await find(slug), language);
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
      await own.requireShown(slug);
      if (!isOwnSlug(slug)) return makePrepared(scope, slug, input);
      const template = await own.find(slug);
      return makeOnce(scope, slug, input.key, (tx) => own.make(tx, scope.accountId, template));
    },

    /** The same for what the product itself makes of its own templates, whatever superadmins hide. */
    makePrepared,

    /**
     * A ticket for a chat with the template's demo agent; waits a while until what it knows has been read.
     */
    async preview(scope: AccountScope, slug: string, language: Language): Promise<TemplatePreview> {
      await own.requireShown(slug);
      const { made, write, configuration } = await previewed(slug, language);
      await limit(previewRule, scope.accountId);
      const accountId = await demoAccount();
      const agentId = await demoAgent(accountId, made, (tx) => write(tx, accountId));
      const opened = await services.agents.open(accountId, agentId);
      if (!opened) throw new AppError(templatesErrors.notFound);
      return {
        ready: await isRead(accountId, opened.collectionId),
        number: opened.number,
        previewUrl: opened.previewUrl,
        configuration,
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
