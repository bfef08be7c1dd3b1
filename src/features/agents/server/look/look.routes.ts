import type { FastifyReply } from 'fastify';
import { AppError, commonErrors } from '#shared/errors.ts';
import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { openEventStream } from '#platform/http/event-stream.ts';
import { sendStoredPicture } from '#platform/http/send-stored-picture.ts';
import { uploadedFile } from '#platform/http/uploaded-file.ts';
import {
  agentsLookEndpoints,
  agentsLookErrors,
  largestImage,
  largestPromptFile,
} from '../../agents-look.contract.ts';
import type { AgentsGeneration, Generation } from '../generation/generation.usecases.ts';
import type { AgentsImages } from './images.usecases.ts';

export function agentsLookRoutes(binder: Binder, images: AgentsImages, generation: AgentsGeneration): void {
  async function sendImage(hash: string, reply: FastifyReply): Promise<Record<string, never>> {
    const image = await images.image(hash);
    if (!image) throw new AppError(commonErrors.notFound);
    return sendStoredPicture(reply, image);
  }

  bindEndpoints(binder, agentsLookEndpoints, {
    async addImage({ scope, params, query, request }) {
      if (!request.isMultipart()) throw new AppError(commonErrors.unsupportedType);
      const admit = (): Promise<void> => images.checkUpload(scope, params.id);
      const { bytes } = await uploadedFile(request, {
        admit,
        missing: agentsLookErrors.imageUnusable,
        maxBytes: largestImage[query.kind],
      });
      return images.addImage(scope, query.kind, Buffer.from(bytes));
    },
    image: ({ params, reply }) => sendImage(params.hash, reply),
    avatar: ({ params, reply }) => sendImage(params.hash, reply),
    async readPromptFile({ scope, params, request }) {
      if (!request.isMultipart()) throw new AppError(commonErrors.unsupportedType);
      const admit = (): Promise<void> => generation.checkPromptFile(scope, params.id);
      const file = await uploadedFile(request, {
        admit,
        missing: agentsLookErrors.promptFileUnreadable,
        maxBytes: largestPromptFile,
      });
      return generation.readPromptFile(scope.accountId, file);
    },
    async generatePrompt({ scope, params, body, language, request, reply }) {
      const work = await generation.prompt(scope, params.id, {
        request: body.request,
        language: body.language ?? language,
      });
      run(work, openEventStream(request, reply));
      return {};
    },
    async generateCss({ scope, params, body, language, request, reply }) {
      const work = await generation.css(scope, params.id, {
        request: body.request,
        code: body.code,
        language: body.language ?? language,
      });
      run(work, openEventStream(request, reply));
      return {};
    },
  });
}

/** Lets a generation speak to its one reader; when the reader leaves, it ends. */
function run(work: Generation, stream: ReturnType<typeof openEventStream>): void {
  const gone = new AbortController();
  stream.onClose(() => gone.abort());
  void work(({ type, ...data }) => stream.send(type, data), gone.signal).finally(() => stream.close());
}
