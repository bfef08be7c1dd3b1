import { AppError } from '#shared/errors.ts';
import { rewritten } from '#shared/landing-pages/block-texts.ts';
import { fallbackLanguage, toLanguage, type Language } from '#shared/languages.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import type { AskKnowledge } from '#features/agents/server/first-questions/first-questions.usecases.ts';
import { findShownAgents, type ShownAgent } from '#features/agents/server/agents-facts.usecases.ts';
import { findShownForms } from '#features/forms/server/forms-facts.usecases.ts';
import type { KnowledgeUsecases } from '#features/knowledge/server/knowledge.usecases.ts';
import { landingPagesErrors, type LandingPage } from '../../landing-pages.contract.ts';
import { pageOffersOf } from '../facts/facts.usecases.ts';
import type { LandingPages, LandingPagesServices } from '../landing-pages.usecases.ts';
import type { Rewriting } from '../rewriting/rewriting.usecases.ts';
import { questionsIn, writeFromAgent, type Written } from './from-agent.models.ts';

export type FromAgentServices = LandingPagesServices & {
  translator: Pick<Translator, 'text'>;
  knowledge: Pick<KnowledgeUsecases, 'collectionOverview'>;
  /** What the built-in engine says to a question; null when the knowledge doesn't say. */
  ask: AskKnowledge;
};

/** Questions that the knowledge is asked, and how long that may take in all. */
const mostAsked = 12;
const mostAnswers = 8;
const askingMs = 6_000;
/** Sections that a model may say better, and how long the page waits for it. */
const polishedTypes = new Set(['hero', 'features', 'offer', 'cta']);
const polishMs = 20_000;
const polishRequest = (name: string): string =>
  `The page was put together out of what ${name} knows. Make titles short and strong, and say what visitors gain.`;

type Answered = {
  question: string;
  answer: string;
};

/** Pages out of agents, without any model. */
export function createFromAgent(
  services: FromAgentServices,
  pages: LandingPages,
  rewriting: Pick<Rewriting, 'polish'>,
) {
  const { clock, knowledge, translator } = services;

  /** What the knowledge really answers of what people would ask: its own questions first. */
  async function answersOf(
    accountId: string,
    { configuration, collectionId }: ShownAgent,
    language: Language,
  ): Promise<Answered[]> {
    const overview = await knowledge.collectionOverview(accountId, collectionId);
    const questions = questionsIn(language, [
      ...configuration.prompt.iceBreakers,
      ...(overview?.questions ?? []).map(({ text }) => text),
    ]);
    const answered: Answered[] = [];
    const until = clock.now().getTime() + askingMs;
    for (const question of questions.slice(0, mostAsked)) {
      if (answered.length === mostAnswers || clock.now().getTime() > until) break;
      const answer = await services.ask({
        accountId,
        collectionId,
        text: question,
        language,
        agentName: configuration.basic.name,
      });
      if (answer !== null && answer !== '') answered.push({ question, answer });
    }
    return answered;
  }

  async function languageOf(
    accountId: string,
    { configuration, collectionId }: ShownAgent,
  ): Promise<Language> {
    const set = toLanguage(configuration.basic.language);
    if (set) return set;
    const overview = await knowledge.collectionOverview(accountId, collectionId);
    return overview?.languages[0] ?? fallbackLanguage;
  }

  async function agentOf(scope: AccountScope, fits: (agent: ShownAgent) => boolean): Promise<ShownAgent> {
    const agents = await scope.run((tx) => findShownAgents(tx, null));
    const agent = agents.find(fits);
    if (!agent || !scope.reaches(agent.id)) throw new AppError(landingPagesErrors.agentNotFound);
    return agent;
  }

  /** The page in a model's words, where the agent has one and it writes in time; what it says stays the same. */
  async function polished(
    scope: AccountScope,
    { number, configuration }: ShownAgent,
    written: Written,
    language: Language,
  ): Promise<Written> {
    const { content } = written.data;
    const changes = await rewriting.polish(
      scope,
      number,
      content.filter(({ type }) => polishedTypes.has(type)),
      { request: polishRequest(configuration.basic.name), language, timeoutMs: polishMs },
    );
    return {
      ...written,
      data: {
        ...written.data,
        content: content.map((block) => rewritten(block, changes.get(block.props.id) ?? [])),
      },
    };
  }

  return {
    /** @throws `landing-pages.agent_not_found` */
    async faq(scope: AccountScope, number: number): Promise<Answered[]> {
      const agent = await agentOf(scope, (each) => each.number === number);
      return answersOf(scope.accountId, agent, await languageOf(scope.accountId, agent));
    },

    /**
     * A page that is ready to be looked at, as a draft.
     *
     * @throws `landing-pages.agent_not_found`, `landing-pages.too_many`
     */
    async make(scope: AccountScope, agentId: string, wanted: Language | undefined): Promise<LandingPage> {
      const agent = await agentOf(scope, ({ id }) => id === agentId);
      const language = wanted ?? (await languageOf(scope.accountId, agent));
      const { basic, appearance, prompt } = agent.configuration;
      const answers = await answersOf(scope.accountId, agent, language);
      const forms = await scope.run((tx) => findShownForms(tx, null, clock.now()));
      const written = writeFromAgent(
        {
          number: agent.number,
          name: basic.name,
          color: appearance.color,
          seoTitle: basic.seoTitle,
          seoDescription: basic.seoDescription,
          welcome: prompt.welcomeMessage,
          answers,
          questions: prompt.iceBreakers,
          offers: pageOffersOf(agent.configuration),
          form: forms.find(({ isOpen }) => isOpen) ?? null,
        },
        language,
        (key, variables) => translator.text(language, `landing-drafts:${key}`, variables),
      );
      return pages.add(scope, { ...(await polished(scope, agent, written, language)), language });
    },
  };
}
