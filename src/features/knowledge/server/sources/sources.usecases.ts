import { AppError, commonErrors } from '#shared/errors.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { requireWithinLimit } from '#features/account-limits/server/account-limits.usecases.ts';
import {
  knowledgeErrors,
  knowledgeFileExtensions,
  knowledgeLimits,
  type KnowledgeSource,
  type QuestionAnswer,
  type SourceChange,
} from '../../knowledge.contract.ts';
import { knowledgeCollectionsRepository } from '../knowledge-collections.repository.ts';
import { knowledgeDocumentsRepository } from './documents.repository.ts';
import type { KnowledgeServices } from '../knowledge.models.ts';
import { isWebsite, isWorking, nextSync, presentSource } from '../knowledge-presentation.models.ts';
import type { PublishProgress } from './progress.usecases.ts';
import { knowledgeSourcesRepository } from './sources.repository.ts';
import { cleanFileName, decodePairs, encodePairs, storableText } from './text.models.ts';
import {
  changedSettings,
  checkRoom,
  newContent,
  websiteTitle,
  type PreparedSource,
} from './sources.models.ts';
import type { SourceWriting } from './writing.usecases.ts';

const uploadRule = { name: 'knowledge-upload', limit: 200, windowSeconds: 3_600 };

type Scope = Pick<AccountScope, 'accountId' | 'run'>;

/** Adding, changing and removing sources. */
export function createSourceUsecases(
  services: Pick<KnowledgeServices, 'clock' | 'maxUploadBytes'>,
  writing: SourceWriting,
  tell: PublishProgress,
) {
  const { clock } = services;
  const { limit, collection, keptSource, startRun, add } = writing;

  return {
    async addText(
      scope: Scope,
      collectionId: string,
      input: { title: string; body: string },
    ): Promise<KnowledgeSource> {
      await limit(uploadRule, scope.accountId);
      const bytes = new TextEncoder().encode(storableText(input.body));
      return scope.run((tx) =>
        add(
          tx,
          scope.accountId,
          collectionId,
          { kind: 'text', title: storableText(input.title), byteCount: bytes.length },
          bytes,
        ),
      );
    },

    async addPairs(
      scope: Scope,
      collectionId: string,
      input: { title?: string | undefined; pairs: QuestionAnswer[] },
    ): Promise<KnowledgeSource> {
      await limit(uploadRule, scope.accountId);
      const bytes = encodePairs(input.pairs);
      const title = storableText(input.title ?? input.pairs[0]?.question ?? '')
        .slice(0, knowledgeLimits.titleLength)
        .toWellFormed();
      return scope.run((tx) =>
        add(
          tx,
          scope.accountId,
          collectionId,
          { kind: 'qa', title, byteCount: bytes.length },
          bytes,
          input.pairs.length,
        ),
      );
    },

    /**
     * Throws where a collection takes no file: it is not theirs to reach, it is full, or too many came. Asked
     * before the file is read.
     */
    async checkFile(scope: Scope, collectionId: string): Promise<void> {
      await scope.run(async (tx) => {
        await collection(tx, scope.accountId, collectionId);
        checkRoom('file', await knowledgeSourcesRepository(tx).count(collectionId));
      });
      await limit(uploadRule, scope.accountId);
    },

    async addFile(
      scope: Scope,
      collectionId: string,
      file: { fileName: string; mimeType: string; bytes: Uint8Array },
    ): Promise<KnowledgeSource> {
      const fileName = cleanFileName(file.fileName);
      const extension = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
      if (!knowledgeFileExtensions.some((known) => known === extension))
        throw new AppError(knowledgeErrors.fileKindUnsupported);
      if (file.bytes.length === 0) throw new AppError(knowledgeErrors.fileEmpty);
      if (file.bytes.length > services.maxUploadBytes) throw new AppError(commonErrors.tooLarge);
      const mimeType =
        /^[\w.+-]+\/[\w.+-]+/.exec(file.mimeType)?.[0].slice(0, 150) ?? 'application/octet-stream';
      return scope.run((tx) =>
        add(
          tx,
          scope.accountId,
          collectionId,
          { kind: 'file', title: fileName, fileName, mimeType, byteCount: file.bytes.length },
          file.bytes,
        ),
      );
    },

    /** Adds what another feature wrote, in that feature's transaction. */
    async addPrepared(
      tx: Transaction,
      accountId: string,
      collectionId: string,
      entries: readonly PreparedSource[],
    ): Promise<void> {
      for (const entry of entries) {
        if (entry.kind === 'website') {
          const { url, mode, settings, resync } = entry;
          const kind = mode === 'site' ? ('website' as const) : ('page' as const);
          await add(
            tx,
            accountId,
            collectionId,
            { kind, title: websiteTitle(url, mode), url, settings: mode === 'site' ? settings : {}, resync },
            null,
          );
          continue;
        }
        const bytes =
          entry.kind === 'text'
            ? new TextEncoder().encode(storableText(entry.body))
            : encodePairs(entry.pairs);
        await add(
          tx,
          accountId,
          collectionId,
          { kind: entry.kind, title: storableText(entry.title), byteCount: bytes.length },
          bytes,
        );
      }
    },

    async changeSource(
      scope: Scope,
      collectionId: string,
      id: string,
      change: SourceChange,
    ): Promise<KnowledgeSource> {
      return scope.run(async (tx) => {
        const source = await keptSource(tx, scope, collectionId, id);
        const sources = knowledgeSourcesRepository(tx);
        const bytes = newContent(source, change);
        if (change.resync !== undefined && change.resync !== 'off' && !isWebsite(source))
          throw new AppError(knowledgeErrors.notPossible);
        const website = changedSettings(source, change.website);
        const title = change.title === undefined ? {} : { title: storableText(change.title) };
        const resync =
          change.resync === undefined
            ? {}
            : { resync: change.resync, nextSyncAt: nextSync(change.resync, clock.now()) };
        const changed = await sources.update(id, {
          ...title,
          ...resync,
          ...(website ? { settings: website } : {}),
          ...(bytes ? { byteCount: bytes.length } : {}),
          updatedAt: clock.now(),
        });
        if (bytes) {
          await requireWithinLimit(tx, scope.accountId, 'storage', 0);
          await sources.replaceOriginal(id, bytes);
        }
        // What is read otherwise now hangs on links of pages that did not change.
        if (website) await knowledgeDocumentsRepository(tx).forgetVersions(id);
        const needsRun =
          bytes !== null ||
          website !== null ||
          (change.title !== undefined &&
            change.title !== source.title &&
            (source.kind === 'text' || source.kind === 'file'));
        if (needsRun && changed) return presentSource(await startRun(tx, changed, 'all'));
        await tell(tx, source, { always: true });
        return presentSource(changed ?? source);
      });
    },

    /** Tries again what failed: single pages when others are ready, else the whole source. */
    async retrySource(scope: Scope, collectionId: string, id: string): Promise<KnowledgeSource> {
      await limit(uploadRule, scope.accountId);
      return scope.run(async (tx) => {
        const source = await keptSource(tx, scope, collectionId, id);
        if (isWorking(source)) return presentSource(source);
        const isPartly =
          isWebsite(source) &&
          source.status === 'ready' &&
          (await knowledgeDocumentsRepository(tx).queueFailed(id)) > 0;
        return presentSource(await startRun(tx, source, isPartly ? 'queued' : 'all'));
      });
    },

    async retryDocument(scope: Scope, collectionId: string, id: string): Promise<void> {
      await limit(uploadRule, scope.accountId);
      await scope.run(async (tx) => {
        await collection(tx, scope.accountId, collectionId);
        const documents = knowledgeDocumentsRepository(tx);
        const document = await documents.byId(collectionId, id);
        if (!document) throw new AppError(knowledgeErrors.documentNotFound);
        const source = await keptSource(tx, scope, collectionId, document.sourceId);
        if (isWorking(source) || !isWebsite(source)) throw new AppError(knowledgeErrors.notPossible);
        await documents.setStatus([id], { status: 'queued' });
        await startRun(tx, source, 'queued');
      });
    },

    /** Into the bin. What ran stops; what it knew is found no more from this moment on. */
    async deleteSource(scope: Scope, collectionId: string, id: string): Promise<KnowledgeSource> {
      return scope.run(async (tx) => {
        const source = await keptSource(tx, scope, collectionId, id);
        const now = clock.now();
        const status = isWorking(source) ? ('queued' as const) : source.status;
        const deleted = await knowledgeSourcesRepository(tx).update(id, {
          deletedAt: now,
          updatedAt: now,
          status,
          processId: null,
          run: source.run + 1,
        });
        await tell(tx, source, { always: true });
        await knowledgeCollectionsRepository(tx).bump(collectionId);
        return presentSource(deleted ?? source);
      });
    },

    async restoreSource(scope: Scope, collectionId: string, id: string): Promise<KnowledgeSource> {
      return scope.run(async (tx) => {
        await collection(tx, scope.accountId, collectionId);
        const sources = knowledgeSourcesRepository(tx);
        const source = await sources.lock(scope.accountId, id);
        if (!source || source.collectionId !== collectionId)
          throw new AppError(knowledgeErrors.sourceNotFound);
        if (!source.deletedAt) return presentSource(source);
        const restored =
          (await sources.update(id, {
            deletedAt: null,
            updatedAt: clock.now(),
            nextSyncAt: nextSync(source.resync, clock.now()),
          })) ?? source;
        await requireWithinLimit(tx, scope.accountId, 'pages', 0);
        await requireWithinLimit(tx, scope.accountId, 'storage', 0);
        const running = isWorking(restored) ? await startRun(tx, restored, restored.runScope) : restored;
        await tell(tx, source, { always: true });
        await knowledgeCollectionsRepository(tx).bump(collectionId);
        return presentSource(running);
      });
    },

    /** One source with what was entered. */
    async source(
      scope: Scope,
      collectionId: string,
      id: string,
    ): Promise<{ source: KnowledgeSource; body: string | null; pairs: QuestionAnswer[] | null }> {
      return scope.run(async (tx) => {
        await collection(tx, scope.accountId, collectionId);
        const sources = knowledgeSourcesRepository(tx);
        const source = await sources.byId(collectionId, id);
        if (!source) throw new AppError(knowledgeErrors.sourceNotFound);
        const original = source.kind === 'text' || source.kind === 'qa' ? await sources.original(id) : null;
        return {
          source: presentSource(source),
          body: original && source.kind === 'text' ? original.toString('utf8') : null,
          pairs: original && source.kind === 'qa' ? decodePairs(original) : null,
        };
      });
    },
  };
}
