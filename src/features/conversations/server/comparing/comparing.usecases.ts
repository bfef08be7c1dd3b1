import { AppError, commonErrors } from '#shared/errors.ts';
import { messageInWords } from '#shared/chat/message-parts.ts';
import type { Language } from '#shared/languages.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { admit, type RateLimiter, type RateRule } from '#platform/rate-limit/rate-limit.ts';
import type { AgentsUsecases, RunningAgent } from '#features/agents/server/agents.usecases.ts';
import type { AgentUsageUsecases } from '#features/agents/server/usage/usage.usecases.ts';
import { conversationsErrors } from '../../conversations.contract.ts';
import type { ComparedAnswer } from '../../conversations-comparing.contract.ts';
import type { Answerer } from '../answers/answer.usecases.ts';
import type { AnswerEnd } from '../conversations.repository.ts';
import { LiveAnswer } from '../streaming/live-answer.models.ts';

const comparing: RateRule = { name: 'answer-comparisons', limit: 60, windowSeconds: 3_600 };

/** Shows an owner what a model would change: the same question answered with it and without. */
export function createComparing(services: {
  agents: Pick<AgentsUsecases, 'runningById'>;
  answerer: Pick<Answerer, 'answer'>;
  limiter: Pick<RateLimiter, 'takeAll'>;
  usage: Pick<AgentUsageUsecases, 'charge'>;
  readLanguage(text: string): (hint: Language) => Language;
  isUnsure(end: AnswerEnd): boolean;
}) {
  async function answered(
    agent: RunningAgent,
    text: string,
    choice: { provider: string; model: string },
  ): Promise<ComparedAnswer> {
    const { configuration } = agent;
    const ai = { ...configuration.ai, ...choice, fallbacks: [] };
    const started = performance.now();
    const end = await services.answerer.answer(
      {
        agent: { ...agent, configuration: { ...configuration, ai } },
        text,
        history: [],
        language: services.readLanguage(text)('en'),
      },
      new LiveAnswer('aside'),
    );
    services.usage.charge(agent, end.costMicros ?? 0, 0);
    return {
      text: messageInWords(end.body, end.parts).replace(/ ?\[\d{1,3}\]/g, ''),
      isUnsure: end.status === 'complete' && services.isUnsure(end),
      milliseconds: Math.round(performance.now() - started),
      costMicros: end.costMicros,
      errorCode: end.trace?.attempts.at(-1)?.errorCode ?? (end.status === 'complete' ? null : 'internal'),
    };
  }

  return {
    async compareAnswers(
      scope: AccountScope,
      id: string,
      input: { question: string; provider: string; model: string },
    ): Promise<{ builtIn: ComparedAnswer; model: ComparedAnswer }> {
      const agent = scope.reaches(id) ? await services.agents.runningById(scope.accountId, id, true) : null;
      if (!agent) throw new AppError(conversationsErrors.notFound);
      await admit(services.limiter, commonErrors.tooManyRequests, [
        { rule: comparing, key: scope.accountId },
      ]);
      const { question, provider, model } = input;
      const [builtIn, byModel] = await Promise.all([
        answered(agent, question, { provider: 'built-in', model: '' }),
        answered(agent, question, { provider, model }),
      ]);
      return { builtIn, model: byModel };
    },
  };
}

export type Comparing = ReturnType<typeof createComparing>;
