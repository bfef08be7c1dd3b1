import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { uploadedFile } from '#platform/http/uploaded-file.ts';
import { knowledgeErrors } from '../knowledge.contract.ts';
import { knowledgeEndpoints } from '../knowledge-endpoints.contract.ts';
import type { KnowledgeUsecases } from './knowledge.usecases.ts';

export function knowledgeRoutes(binder: Binder, usecases: KnowledgeUsecases): void {
  bindEndpoints(binder, knowledgeEndpoints, {
    sources: ({ scope, params }) => usecases.sources(scope, params.collectionId),
    source: ({ scope, params }) => usecases.source(scope, params.collectionId, params.id),
    addWebsite: async ({ scope, params, body }) => ({
      source: await usecases.addWebsite(scope, params.collectionId, body),
    }),
    addText: async ({ scope, params, body }) => ({
      source: await usecases.addText(scope, params.collectionId, body),
    }),
    addPairs: async ({ scope, params, body }) => ({
      source: await usecases.addPairs(scope, params.collectionId, body),
    }),
    async addFile({ scope, params, request }) {
      const admit = (): Promise<void> => usecases.checkFile(scope, params.collectionId);
      const file = await uploadedFile(request, { admit, missing: knowledgeErrors.fileMissing });
      return { source: await usecases.addFile(scope, params.collectionId, file) };
    },
    changeSource: async ({ scope, params, body }) => ({
      source: await usecases.changeSource(scope, params.collectionId, params.id, body),
    }),
    mergeSource: async ({ scope, params }) => ({
      source: await usecases.mergeSource(scope, params.collectionId, params.id),
    }),
    linkedFiles: async ({ scope, params }) => ({
      files: await usecases.linkedFiles(scope, params.collectionId, params.id),
    }),
    syncSource: async ({ scope, params }) => ({
      source: await usecases.syncSource(scope, params.collectionId, params.id),
    }),
    retrySource: async ({ scope, params }) => ({
      source: await usecases.retrySource(scope, params.collectionId, params.id),
    }),
    deleteSource: async ({ scope, params }) => ({
      source: await usecases.deleteSource(scope, params.collectionId, params.id),
    }),
    bin: async ({ scope, params }) => ({ sources: await usecases.bin(scope, params.collectionId) }),
    restoreSource: async ({ scope, params }) => ({
      source: await usecases.restoreSource(scope, params.collectionId, params.id),
    }),
    documents: ({ scope, params, query }) => usecases.documents(scope, params.collectionId, params.id, query),
    async retryDocument({ scope, params }) {
      await usecases.retryDocument(scope, params.collectionId, params.id);
      const { document } = await usecases.document(scope, params.collectionId, params.id);
      return { document };
    },
    document: ({ scope, params }) => usecases.document(scope, params.collectionId, params.id),
    changeChunk: async ({ scope, params, body }) => ({
      chunk: await usecases.changeChunk(scope, params.collectionId, params.id, body.enabled),
    }),
    async search({ scope, params, body }) {
      // The index is read without the member's scope; whether they reach the collection is asked before.
      await usecases.checkCollection(scope, params.collectionId);
      return usecases.search(scope.accountId, params.collectionId, body);
    },
  });
}
