import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';

export const answerGapsErrors = defineErrors('answer_gaps', { notFound: 404 });

export const longestQuestion = 1_000;
export const longestAnswer = 5_000;
/** Most answers that lie in one gap. */
export const mostInGap = 100;

/**
 * Questions that mean the same and were not answered well: the agent did not know, or visitors gave its
 * answer a thumb down.
 */
export const answerGapSchema = z
  .object({
    /** The newest answer of them. */
    messageId: z.string(),
    messageIds: z.array(z.string()),
    agentId: z.string(),
    agentName: z.string(),
    conversationId: z.string(),
    question: z.string(),
    answer: z.string(),
    /** How often the agent did not know, and how often there was a thumb down. */
    unknown: z.number(),
    down: z.number(),
    lastAt: z.string(),
    /** Visitors who wrote nothing after such an answer and have bought nothing since. */
    left: z.number(),
    /**
     * What those who left would have brought, had they been as others who chat with the agent: the agent's net
     * money of 90 days for each of its visitors of these days. Amounts in the smallest unit; empty where nothing came in,
     * null to whom may not see money.
     */
    lost: z.array(z.object({ currency: z.string(), amount: z.number() })).nullable(),
    /** What was lost would have been test money, for no other is taken. */
    isTest: z.boolean(),
  })
  .meta({ id: 'AnswerGap' });
export type AnswerGap = z.infer<typeof answerGapSchema>;
/** A gap before it is said what it costs. */
export type OpenGap = Omit<AnswerGap, 'lost' | 'isTest'>;

/** What the agent said to a question, and what it says to it now. */
export const answerCheckSchema = z.object({
  question: z.string(),
  before: z.string(),
  now: z.string(),
  isUnknown: z.boolean(),
});
export type AnswerCheck = z.infer<typeof answerCheckSchema>;

const message = z.strictObject({ id: z.string().max(60) });

export const answerGapsEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/answer-gaps',
    access: { permission: 'inbox.read' },
    summary:
      'What visitors asked in the last 30 days and the agents did not know, or answered with a thumb down; questions of the same meaning together, those first that cost most.',
    query: z.strictObject({ agent: z.string().max(60).optional() }),
    response: z.object({
      gaps: z.array(answerGapSchema),
      can: z.object({ answer: z.boolean(), dismiss: z.boolean() }),
    }),
  }),
  dismiss: endpoint({
    method: 'POST',
    path: '/api/answer-gaps/dismiss',
    access: { permission: 'inbox.reply' },
    summary: 'Takes answers off the list of gaps.',
    body: z.strictObject({ messageIds: z.array(z.string().max(60)).min(1).max(mostInGap) }),
    response: z.object({ dismissed: z.number() }),
  }),
  answer: endpoint({
    method: 'POST',
    path: '/api/answer-gaps/messages/{id}/answer',
    access: { permission: 'agents.edit' },
    needsPlan: true,
    summary:
      "Adds a better answer to the agent's knowledge as a question with its answer, and takes what it answers off the list of gaps.",
    params: message,
    body: z.strictObject({
      question: z.string().trim().min(1).max(longestQuestion),
      answer: z.string().trim().min(1).max(longestAnswer),
      messageIds: z.array(z.string().max(60)).max(mostInGap).default([]),
    }),
    response: z.object({ collectionId: z.string(), sourceId: z.string() }),
    errors: [answerGapsErrors.notFound],
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/answer-gaps/messages/{id}/check',
    access: { permission: 'agents.edit' },
    needsPlan: true,
    summary:
      'Asks the agent once more what was asked, and the last similar questions, three in all: what it said and what it says now. Nothing is sent to anybody.',
    params: message,
    body: z.strictObject({ question: z.string().trim().min(1).max(longestQuestion) }),
    response: z.object({ checks: z.array(answerCheckSchema) }),
    errors: [answerGapsErrors.notFound],
  }),
} as const;
