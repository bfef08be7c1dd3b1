import { PassThrough } from 'node:stream';
import { AppError, commonErrors } from '#shared/errors.ts';
import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { takeStreamPlace } from '#platform/http/stream-places.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import { openAiError, openaiApiEndpoints } from '../openai-api.contract.ts';
import type { Completion, OpenAiApi } from './openai-api.usecases.ts';

const seconds = ({ createdAt }: Completion): number => Math.floor(createdAt.getTime() / 1_000);

export function openaiApiRoutes(
  binder: Binder,
  usecases: OpenAiApi,
  translator: Pick<Translator, 'text'>,
): void {
  bindEndpoints(binder, openaiApiEndpoints, {
    models: async ({ key }) => ({
      object: 'list' as const,
      data: (await usecases.models(key)).map((model) => ({
        ...model,
        object: 'model' as const,
        owned_by: 'chatelier',
      })),
    }),

    async completions({ key, body, language, address, reply }) {
      if (body.stream === true) takeStreamPlace(reply, address);
      const events = new PassThrough();
      let begun: Completion | null = null;
      const early: string[] = [];
      const chunk = (delta: object, finish: string | null = null): void => {
        if (!begun) return;
        events.write(
          `data: ${JSON.stringify({
            id: begun.id,
            object: 'chat.completion.chunk',
            created: seconds(begun),
            model: begun.model,
            choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
          })}\n\n`,
        );
      };
      const completion = await usecases.complete(key, body, language, (content) => {
        if (begun) chunk({ content });
        else early.push(content);
      });
      if (body.stream !== true) {
        const { text, conversationId } = await completion.done;
        void reply
          .header('cache-control', 'no-store')
          .header('x-conversation-id', conversationId)
          .type('application/json; charset=utf-8')
          .send(
            JSON.stringify({
              id: completion.id,
              object: 'chat.completion',
              created: seconds(completion),
              model: completion.model,
              choices: [
                {
                  index: 0,
                  message: { role: 'assistant', content: text, refusal: null },
                  logprobs: null,
                  finish_reason: 'stop',
                },
              ],
            }),
          );
        return {};
      }
      begun = completion;
      void reply
        .header('cache-control', 'no-store, no-transform')
        .header('x-accel-buffering', 'no')
        .type('text/event-stream; charset=utf-8')
        .send(events);
      chunk({ role: 'assistant', content: early.join('') });
      completion.done.then(
        () => {
          chunk({}, 'stop');
          events.end('data: [DONE]\n\n');
        },
        (error: unknown) => {
          const known = error instanceof AppError ? error : new AppError(commonErrors.internal);
          const message = translator.text(language, `errors:${known.code}`, known.variables ?? {});
          const told = openAiError(known.status, { message, code: known.code });
          events.end(`data: ${JSON.stringify({ error: told })}\n\n`);
        },
      );
      return {};
    },
  });
}
