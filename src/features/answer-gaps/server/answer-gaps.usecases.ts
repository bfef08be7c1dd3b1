import { AppError, commonErrors } from '#shared/errors.ts';
import { toLanguage } from '#shared/languages.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { admit, type RateLimiter, type RateRule } from '#platform/rate-limit/rate-limit.ts';
import type { AgentsUsecases, RunningAgent } from '#features/agents/server/agents.usecases.ts';
import type { ConversationsUsecases } from '#features/conversations/server/conversations.usecases.ts';
import type { KnowledgeUsecases } from '#features/knowledge/server/knowledge.usecases.ts';
import { answerGapsErrors, mostInGap, type AnswerCheck, type OpenGap } from '../answer-gaps.contract.ts';
import { grouped, similarQuestions } from './answer-gaps.models.ts';
import { answerGapsRepository, type AskedRow } from './answer-gaps.repository.ts';

const gapDays = 30;
const mostGaps = 100;
/** Similar questions that an answer is checked against, besides the question itself. */
const mostSimilar = 2;
/** Each check asks the agent up to three times. */
const checking: RateRule = { name: 'answer-checks', limit: 60, windowSeconds: 3_600 };

export type AnswerGapsServices = {
  clock: Clock;
  limiter: Pick<RateLimiter, 'takeAll'>;
  agents: Pick<AgentsUsecases, 'runningById'>;
  knowledge: Pick<KnowledgeUsecases, 'addPairs'>;
  conversations: Pick<ConversationsUsecases, 'answerAside'>;
  /** Whether an answer only says that the agent does not know. */
  isUnsure(answer: Pick<AskedRow, 'body' | 'engine' | 'parts' | 'citations' | 'attachments'>): boolean;
};

/** What the agents did not know, and how the team answers it better. */
export function createAnswerGaps(services: AnswerGapsServices) {
  const { clock } = services;
  const since = (): Date => new Date(clock.now().getTime() - gapDays * 86_400_000);

  /** An answer that the member reaches. */
  async function reached(tx: Transaction, scope: AccountScope, id: string): Promise<AskedRow> {
    const row = await answerGapsRepository(tx).answer(id);
    if (!row || !scope.reaches(row.agentId)) throw new AppError(answerGapsErrors.notFound);
    return row;
  }

  /** The agent as visitors meet it; one that is not published as it would be. */
  async function agentOf(scope: AccountScope, id: string): Promise<RunningAgent> {
    const agent =
      (await services.agents.runningById(scope.accountId, id, false)) ??
      (await services.agents.runningById(scope.accountId, id, true));
    if (!agent) throw new AppError(answerGapsErrors.notFound);
    return agent;
  }

  async function close(
    tx: Transaction,
    scope: AccountScope,
    ids: readonly string[],
    how: 'answered' | 'dismissed',
  ): Promise<number> {
    const repository = answerGapsRepository(tx);
    const rows = (await repository.agentsOf(ids)).filter(({ agentId }) => scope.reaches(agentId));
    await repository.close(
      rows.map(({ id }) => ({ messageId: id, accountId: scope.accountId, how, closedAt: clock.now() })),
    );
    return rows.length;
  }

  return {
    /** Without what they cost; what many asked comes first. */
    async list(scope: AccountScope, agentId: string | undefined): Promise<OpenGap[]> {
      const rows = await scope.run((tx) =>
        answerGapsRepository(tx).answers({
          since: since(),
          agentIds: agentId ? [agentId] : null,
          isGap: true,
        }),
      );
      const open = rows.filter(
        (row) => scope.reaches(row.agentId) && (row.feedback === 'down' || services.isUnsure(row)),
      );
      const gaps = grouped(open).flatMap((group): OpenGap[] => {
        const [last] = group;
        if (!last) return [];
        const down = group.filter(({ feedback }) => feedback === 'down').length;
        return [
          {
            messageId: last.id,
            messageIds: group.slice(0, mostInGap).map(({ id }) => id),
            agentId: last.agentId,
            agentName: last.agentName,
            conversationId: last.conversationId,
            question: last.question,
            answer: last.body,
            unknown: group.length - down,
            down,
            lastAt: last.createdAt.toISOString(),
            left: new Set(group.filter(({ hasLeft }) => hasLeft).map(({ visitorId }) => visitorId)).size,
          },
        ];
      });
      // Of as many, the newest.
      return gaps
        .toSorted((a, b) => b.messageIds.length - a.messageIds.length || b.lastAt.localeCompare(a.lastAt))
        .slice(0, mostGaps);
    },

    dismiss: (scope: AccountScope, ids: readonly string[]): Promise<number> =>
      scope.run((tx) => close(tx, scope, ids, 'dismissed')),

    /** Adds a better answer to the knowledge of the agent that gave the other one. */
    async answer(
      scope: AccountScope,
      id: string,
      input: { question: string; answer: string; messageIds: readonly string[] },
    ): Promise<{ collectionId: string; sourceId: string }> {
      const asked = await scope.run((tx) => reached(tx, scope, id));
      const { collectionId } = await agentOf(scope, asked.agentId);
      const source = await services.knowledge.addPairs(scope, collectionId, {
        pairs: [{ question: input.question, answer: input.answer }],
      });
      await scope.run((tx) => close(tx, scope, [id, ...input.messageIds], 'answered'));
      return { collectionId, sourceId: source.id };
    },

    /** What the agent says now to the question and to those that are like it. */
    async check(scope: AccountScope, id: string, question: string): Promise<AnswerCheck[]> {
      const asked = await scope.run((tx) => reached(tx, scope, id));
      const agent = await agentOf(scope, asked.agentId);
      await admit(services.limiter, commonErrors.tooManyRequests, [{ rule: checking, key: scope.accountId }]);
      const recent = await scope.run((tx) =>
        answerGapsRepository(tx).answers({ since: since(), agentIds: [asked.agentId], isGap: false }),
      );
      const questions = [
        { question, body: asked.body, language: asked.language },
        ...similarQuestions(question, recent, mostSimilar),
      ];
      return Promise.all(
        questions.map(async (one): Promise<AnswerCheck> => {
          const now = await services.conversations.answerAside(
            agent,
            one.question,
            toLanguage(one.language) ?? 'en',
          );
          return {
            question: one.question,
            before: withoutMarks(one.body),
            now: withoutMarks(now.text),
            isUnknown: now.isUnsure,
          };
        }),
      );
    },
  };
}

/** An answer without the numbers of its sources, which are shown nowhere here. */
function withoutMarks(text: string): string {
  return text.replace(/(?<!\s)\s*\[\d+\]/g, '');
}

export type AnswerGaps = ReturnType<typeof createAnswerGaps>;
