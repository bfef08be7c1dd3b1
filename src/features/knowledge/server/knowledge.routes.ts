import type { FastifyRequest } from 'fastify';
import { AppError, commonErrors } from '#shared/errors.ts';
import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { knowledgeErrors } from '../knowledge.contract.ts';
import { knowledgeEndpoints } from '../knowledge-endpoints.contract.ts';
import type { KnowledgeUsecases } from './knowledge.usecases.ts';

export function knowledgeRoutes(binder: Binder, usecases: KnowledgeUsecases): void {
  bindEndpoints(binder, knowledgeEndpoints, {
    sources: ({ scope, params }) => usecases.sources(scope, params.collectionId),
    source: ({ scope, params }) => usecases.source(scope, params.collectionId, params.id),
    addWebsite: async ({ scope, params, body }) => ({ source: await usecases.addWebsite(scope, params.collectionId, body) }),
    addText: async ({ scope, params, body }) => ({ source: await usecases.addText(scope, params.collectionId, body) }),
    addPairs: async ({ scope, params, body }) => ({ source: await usecases.addPairs(scope, params.collectionId, body) }),
    addFile: async ({ scope, params, request }) => ({ source: await usecases.addFile(scope, params.collectionId, await uploadedFile(request)) }),
    changeSource: async ({ scope, params, body }) => ({ source: await usecases.changeSource(scope, params.collectionId, params.id, body) }),
    syncSource: async ({ scope, params }) => ({ source: await usecases.syncSource(scope, params.collectionId, params.id) }),
    retrySource: async ({ scope, params }) => ({ source: await usecases.retrySource(scope, params.collectionId, params.id) }),
    deleteSource: async ({ scope, params }) => ({ source: await usecases.deleteSource(scope, params.collectionId, params.id) }),
    bin: async ({ scope, params }) => ({ sources: await usecases.bin(scope, params.collectionId) }),
    restoreSource: async ({ scope, params }) => ({ source: await usecases.restoreSource(scope, params.collectionId, params.id) }),
    documents: ({ scope, params, query }) => usecases.documents(scope, params.collectionId, params.id, query),
    async retryDocument({ scope, params }) {
      await usecases.retryDocument(scope, params.collectionId, params.id);
      const { document } = await usecases.document(scope, params.collectionId, params.id);
      return { document };
    },
    document: ({ scope, params }) => usecases.document(scope, params.collectionId, params.id),
    changeChunk: async ({ scope, params, body }) => ({ chunk: await usecases.changeChunk(scope, params.collectionId, params.id, body.enabled) }),
    search: ({ scope, params, body }) => usecases.search(scope.accountId, params.collectionId, body),
  });
}

/** The one file of a form; fields beside it are not looked at. */
async function uploadedFile(request: FastifyRequest): Promise<{ fileName: string; mimeType: string; bytes: Uint8Array }> {
  if (!request.isMultipart()) throw new AppError(knowledgeErrors.fileMissing);
  try {
    const file = await request.file();
    if (!file || file.fieldname !== 'file') throw new AppError(knowledgeErrors.fileMissing);
    const bytes = await file.toBuffer();
    // The reader itself misses what is cut off behind its last piece.
    if (file.file.truncated) throw new AppError(commonErrors.tooLarge);
    return { fileName: file.filename ?? '', mimeType: file.mimetype, bytes };
  } catch (error) {
    // A form that is cut off or malformed comes without a status; too large files have one.
    if (error instanceof AppError || (error instanceof Error && 'statusCode' in error)) throw error;
    throw new AppError(knowledgeErrors.fileMissing, { cause: error });
  }
}
