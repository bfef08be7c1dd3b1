import { askModel } from '#features/integrations/server/integrations-asking.usecases.ts';
import { joinWordCounts } from '#platform/text-search/word-counts.ts';
import type { Retrieved } from '#features/knowledge/server/knowledge.usecases.ts';
import type { LlmUsage } from '#providers/llm/llm.port.ts';
import { searchQueries, type HistoryEntry } from '../prompt/prompt.models.ts';
import type { AnswerServices, Question } from './answer.usecases.ts';
import { historyOf, isSaidSurely } from './built-in.usecases.ts';
import {
  readSuggestions,
  suggestFromKnowledge,
  suggestionMessages,
  type Topics,
} from './suggestions.models.ts';
import type { AnswerEnd } from '../conversations.repository.ts';

/** What is proposed under an answer, and what it cost to find. */
export type FollowUps = {
  suggestions: string[];
  inputTokens: number;
  outputTokens: number;
  costMicros: number | null;
};

const modelTimeoutMs = 10_000;
const mostReplyTokens = 400;
/** So many candidates are tried for each question that is proposed. */
const triedForOne = 3;

/** The questions that are proposed under an answer. */
export function createFollowUps(
  services: Pick<AnswerServices, 'knowledge' | 'integrations' | 'log' | 'builtIn' | 'translator'>,
  retrieve: (question: Question, query: string) => Promise<Pick<Retrieved, 'passages' | 'counts'>>,
) {
  const askedIn = (question: Question): string[] => [
    ...question.history.filter(({ role }) => role === 'visitor').map(({ text }) => text),
    question.text,
  ];

  /** Questions near the answer out of the knowledge: those that the engine without a model has an answer to. */
  async function fromKnowledge(
    question: Question,
    end: Pick<AnswerEnd, 'trace' | 'body'>,
    topics: Topics | null,
  ): Promise<string[]> {
    const { basic, dynamic } = question.agent.configuration;
    const candidates = suggestFromKnowledge({
      topics,
      passages: end.trace?.passages ?? [],
      asked: askedIn(question),
      agentName: basic.name,
      language: question.language,
      count: dynamic.followUps * triedForOne,
    });
    const history: HistoryEntry[] = [
      ...historyOf(question),
      { role: 'visitor', text: question.text },
      { role: 'assistant', text: end.body },
    ];
    const chosen: string[] = [];
    try {
      for (const text of candidates) {
        if (chosen.length >= dynamic.followUps) break;
        if (await isAnswered({ ...question, text, history, transferred: null })) chosen.push(text);
      }
    } catch (error) {
      // The answer itself is whole.
      services.log.error({ err: error, agentId: question.agent.id }, 'questions could not be tried');
    }
    return chosen;
  }

  async function isAnswered(question: Question): Promise<boolean> {
    const found = await Promise.all(
      searchQueries(question.text, question.history).map((query) => retrieve(question, query)),
    );
    const passages = found.flatMap((one) => one.passages);
    const said = [
      ...services.builtIn({
        question: question.text,
        history: question.history,
        passages: passages.map((passage, index) => ({ ...passage, number: index + 1 })),
        files: [],
        counts: joinWordCounts(found.map(({ counts }) => counts)),
        topics: [],
        agentName: question.agent.configuration.basic.name,
        language: question.language,
      }),
    ].join('');
    return isSaidSurely(said, services.translator.text(question.language, 'built-in:unsure'));
  }

  /** Whether a model is to be asked once its answer is over: a visitor never waits for it. */
  const comeLater = (question: Question, end: AnswerEnd): boolean =>
    question.agent.configuration.dynamic.followUps > 0 &&
    end.engine === 'model' &&
    end.status === 'complete' &&
    end.body.trim() !== '';

  /** Asks the model that wrote the answer; when it gives nothing usable, the knowledge does. */
  async function afterwards(question: Question, end: AnswerEnd, signal: AbortSignal): Promise<FollowUps> {
    const { followUps: count } = question.agent.configuration.dynamic;
    let spent: LlmUsage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };
    let costMicros: number | null = 0;
    let suggestions: string[] = [];
    try {
      const ready = question.ownKey
        ? services.integrations.withKey('openai', question.ownKey)
        : await services.integrations.ready(question.agent.accountId, end.provider ?? '');
      if (ready) {
        const topics = (end.trace?.passages ?? []).map(({ title, heading }) => heading || title);
        const messages = suggestionMessages({ question: question.text, answer: end.body, topics, count });
        const reply = await askModel(ready, {
          model: end.model ?? '',
          messages,
          maxOutputTokens: mostReplyTokens,
          signal: AbortSignal.any([signal, AbortSignal.timeout(modelTimeoutMs)]),
        });
        spent = reply.usage;
        costMicros = question.ownKey ? 0 : reply.costMicros;
        suggestions = readSuggestions(reply.text, askedIn(question), count);
      }
    } catch (error) {
      services.log.debug({ err: error, agentId: question.agent.id }, 'a model proposed no questions');
    }
    if (suggestions.length === 0 && !signal.aborted)
      suggestions = await fromKnowledge(
        question,
        end,
        await services.knowledge.collectionOverview(question.agent.accountId, question.agent.collectionId),
      );
    return { suggestions, inputTokens: spent.inputTokens, outputTokens: spent.outputTokens, costMicros };
  }

  return { fromKnowledge, comeLater, afterwards };
}
