import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { conversationsErrors } from './conversations.contract.ts';

/** One of two answers to the same question. */
export const comparedAnswerSchema = z.object({
  text: z.string(),
  /** It only says that the agent does not know. */
  isUnsure: z.boolean(),
  milliseconds: z.number(),
  costMicros: z.number().nullable(),
  /** Why the model gave none: an error `llm.*`, or `internal`. */
  errorCode: z.string().nullable(),
});
export type ComparedAnswer = z.infer<typeof comparedAnswerSchema>;

export const comparingEndpoints = {
  compareAnswers: endpoint({
    method: 'POST',
    path: '/api/agents/{id}/compare-answers',
    access: { permission: 'agents.edit' },
    needsPlan: true,
    summary:
      'Answers a question with the built-in engine and with a model, side by side; nothing is stored or sent.',
    params: z.strictObject({ id: z.string().min(1).max(60) }),
    body: z.strictObject({
      question: z.string().trim().min(1).max(1_000),
      provider: z.string().trim().min(1).max(100),
      model: z.string().trim().min(1).max(200),
    }),
    response: z.object({ builtIn: comparedAnswerSchema, model: comparedAnswerSchema }),
    errors: [conversationsErrors.notFound],
  }),
} as const;
