import type { AskKnowledge } from '#features/agents/server/first-questions/first-questions.usecases.ts';
import type { createUnsureReader } from '#features/conversations/server/answers/unsure.models.ts';
import type { BuiltInEngine } from '#features/conversations/server/conversations.usecases.ts';
import { knowledgeSettings } from '#features/knowledge/knowledge.contract.ts';
import type { KnowledgeUsecases } from '#features/knowledge/server/knowledge.usecases.ts';

/** Asks the built-in engine as a visitor would, with the settings of a new agent and nothing stored. */
export function createAskKnowledge(services: {
  knowledge: Pick<KnowledgeUsecases, 'retrieve'>;
  builtIn: BuiltInEngine;
  isUnsure: ReturnType<typeof createUnsureReader>;
}): AskKnowledge {
  const { topK, threshold } = knowledgeSettings.parse({});
  return async ({ accountId, collectionId, text, language, agentName }) => {
    const { passages, counts } = await services.knowledge.retrieve({
      accountId,
      collectionId,
      query: text,
      language,
      topK,
      threshold,
      embedding: null,
      whole: true,
    });
    if (passages.length === 0) return null;
    const pieces = services.builtIn({
      question: text,
      history: [],
      passages: passages.map((passage, index) => ({ ...passage, number: index + 1 })),
      files: [],
      counts,
      topics: [],
      agentName,
      language,
    });
    const body = [...pieces].join('').trim();
    const isKnown =
      /\[\d/.test(body) &&
      !services.isUnsure({ body, engine: 'built-in', parts: [], citations: [], attachments: [] });
    // As it is read: without marks of citations, and names with underscores as they are.
    return isKnown ? body.replace(/\s?\[\d+\]/g, '').replace(/\\([\\`*_#|~<>[\]-])/g, '$1') : null;
  };
}
