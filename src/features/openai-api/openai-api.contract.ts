import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { conversationsApiErrors } from '#features/conversations/conversations-api.contract.ts';
import { conversationsErrors } from '#features/conversations/conversations.contract.ts';
import { paywallErrors } from '#features/paywall/paywall.contract.ts';

export const openaiApiErrors = defineErrors('openai-api', {
  modelNotFound: 404,
  /** Nothing was asked: the last message is not a user's. */
  noQuestion: 400,
});

/** The id under which programs find an agent as a model. */
export const modelOf = (number: number): string => `agent-${number}`;

const part = z.union([
  z.strictObject({ type: z.literal('text'), text: z.string().max(100_000) }),
  z.strictObject({ type: z.literal('image_url'), image_url: z.unknown() }),
]);
const content = z.union([z.string().max(100_000), z.array(part).max(50)]).nullable();
const message = z.strictObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
  content: content.default(null),
  name: z.string().max(200).optional(),
  refusal: z.string().max(4_000).nullable().optional(),
  tool_calls: z.array(z.unknown()).max(128).optional(),
  tool_call_id: z.string().max(200).optional(),
});
export type OpenAiMessage = z.infer<typeof message>;
/** What the owner decides and no caller: taken, and not looked at. */
const ignored = z.unknown().optional();

export const completionInput = z.strictObject({
  model: z.string().max(200),
  messages: z.array(message).min(1).max(500),
  stream: z.boolean().nullable().default(false),
  /** Names one of the program's own users: they keep their free messages and what they paid for. */
  user: z.string().max(200).optional(),
  n: z.literal(1).nullable().optional(),
  stream_options: ignored,
  temperature: ignored,
  top_p: ignored,
  max_tokens: ignored,
  max_completion_tokens: ignored,
  stop: ignored,
  presence_penalty: ignored,
  frequency_penalty: ignored,
  logit_bias: ignored,
  logprobs: ignored,
  top_logprobs: ignored,
  seed: ignored,
  store: ignored,
  metadata: ignored,
  response_format: ignored,
  reasoning_effort: ignored,
  service_tier: ignored,
  safety_identifier: ignored,
  prompt_cache_key: ignored,
  tools: ignored,
  tool_choice: ignored,
  parallel_tool_calls: ignored,
});
export type CompletionInput = z.infer<typeof completionInput>;

const modelSchema = z.object({
  id: z.string(),
  object: z.literal('model'),
  created: z.number(),
  owned_by: z.string(),
});

export const openaiApiEndpoints = {
  models: endpoint({
    method: 'GET',
    path: '/v1/models',
    access: 'key',
    summary: "The key's agent as the one model that OpenAI's clients find here.",
    response: z.object({ object: z.literal('list'), data: z.array(modelSchema) }),
    errors: [conversationsErrors.notFound, conversationsApiErrors.secretKeyNeeded],
  }),
  completions: endpoint({
    method: 'POST',
    path: '/v1/chat/completions',
    access: 'key',
    summary:
      "Asks the key's agent as OpenAI's clients ask a model, streamed or not; metered and paid like the chat. The last message of the user is the question; the conversation is found again by those before it. Instructions and settings are the owner's: what a caller sends of them is not looked at.",
    body: completionInput,
    response: z.unknown(),
    transport: 'file',
    errors: [
      openaiApiErrors.modelNotFound,
      openaiApiErrors.noQuestion,
      conversationsErrors.notFound,
      conversationsErrors.tooManyMessages,
      conversationsErrors.conversationFull,
      paywallErrors.paymentRequired,
      paywallErrors.fairUse,
      conversationsApiErrors.secretKeyNeeded,
    ],
  }),
} as const;

/** The addresses that answer errors in the shape that OpenAI's clients read. */
export const isOpenAiAddress = (url: string): boolean => url.startsWith('/v1/');
const kinds: Record<number, string> = {
  401: 'authentication_error',
  402: 'insufficient_quota',
  403: 'permission_error',
  404: 'invalid_request_error',
  429: 'rate_limit_error',
};

/** An error as OpenAI's clients read it, out of ours. */
export function openAiError(status: number, body: { message: string; code: string; fields?: object }) {
  return {
    message: body.message,
    type: kinds[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error'),
    param: Object.keys(body.fields ?? {})[0] ?? null,
    code: body.code,
  };
}
