import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Language } from '#shared/languages.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import type { KnowledgeUsecases } from '#features/knowledge/server/knowledge.usecases.ts';
import { agentConfiguration } from '../../agents-configuration.contract.ts';
import { agentsRepository, type AgentRow } from '../agents.repository.ts';
import { candidatesOf, questionCount } from './first-questions.models.ts';

/** After a source was read: the first questions of a new agent are looked at again. */
export const firstQuestionsJob = defineJob({
  name: 'agents.first-questions',
  payload: z.object({ accountId: z.string(), collectionId: z.string() }),
  retryLimit: 1,
  expireInSeconds: 300,
  concurrency: 1,
});

/** What the built-in engine says to a question out of a collection; null when it doesn't know. */
export type AskKnowledge = (question: {
  accountId: string;
  collectionId: string;
  text: string;
  language: Language;
  agentName: string;
}) => Promise<string | null>;

export type FirstQuestionsServices = {
  database: Database;
  clock: Clock;
  realtime: Pick<Realtime, 'publish'>;
  translator: Pick<Translator, 'text'>;
  knowledge: Pick<KnowledgeUsecases, 'collectionOverview' | 'isBeingRead'>;
  ask: AskKnowledge;
};

const mostAsked = 60;

/** Proposes the first questions of a new agent out of what its pages really answer. */
export function createFirstQuestions({
  database,
  clock,
  realtime,
  translator,
  knowledge,
  ask,
}: FirstQuestionsServices) {
  async function answered(row: AgentRow): Promise<string[] | null> {
    const { accountId, collectionId } = row;
    const overview = await knowledge.collectionOverview(accountId, collectionId);
    const language = overview?.languages[0];
    if (!overview || !language) return null;
    const text = (key: string, variables?: Record<string, string>): string =>
      translator.text(language, `agent-drafts:${key}`, variables);
    const chosen: string[] = [];
    const groups = new Set<string>();
    for (const candidate of candidatesOf(overview, language, text).slice(0, mostAsked)) {
      if (chosen.length >= questionCount) break;
      if (groups.has(candidate.group) || chosen.includes(candidate.text)) continue;
      const answer = await ask({
        accountId,
        collectionId,
        text: candidate.text,
        language,
        agentName: row.name,
      });
      if (answer === null || !candidate.isAnswered(answer)) continue;
      groups.add(candidate.group);
      chosen.push(candidate.text);
    }
    return chosen;
  }

  const isUntouched = (row: AgentRow): boolean =>
    row.status === 'draft' &&
    row.firstQuestions !== null &&
    isDeepStrictEqual(agentConfiguration.parse(row.draft).prompt.iceBreakers, row.firstQuestions.questions);

  return {
    /**
     * Replaces the first questions of a new agent by those that its knowledge answers, once all of it is
     * read. Leaves alone what was published or what its owner changed.
     */
    async proposeFirstQuestions(accountId: string, collectionId: string): Promise<void> {
      const row = await database.account(accountId, (tx) => agentsRepository(tx).byCollection(collectionId));
      if (!row || !isUntouched(row) || (await knowledge.isBeingRead(accountId, collectionId))) return;
      const questions = await answered(row);
      if (questions === null || isDeepStrictEqual(questions, row.firstQuestions?.questions)) return;
      await database.account(accountId, async (tx) => {
        const repository = agentsRepository(tx);
        const now = await repository.locked(row.id);
        if (!now || !isUntouched(now)) return;
        const draft = agentConfiguration.parse(now.draft);
        const last = now.firstQuestions;
        // Further proposals before anybody saved: the owner still sees what stood before the first one.
        const isFurther = last?.revision === now.draftRevision && last.base < last.revision;
        const before = isFurther ? last.before : draft.prompt.iceBreakers;
        const base = isFurther ? last.base : now.draftRevision;
        draft.prompt.iceBreakers = questions;
        const revision = await repository.saveDraft(row.id, now.draftRevision, draft, clock.now());
        if (revision === null) return;
        await repository.setFirstQuestions(row.id, { questions, before, revision, base });
        await realtime.publish(tx, {
          topic: `account:${accountId}`,
          data: { type: 'agent.changed', agentId: row.id },
        });
      });
    },
  };
}

export type FirstQuestions = ReturnType<typeof createFirstQuestions>;
