import { toLanguage } from '#shared/languages.ts';
import { isUnavailable } from '#platform/database/database.ts';
import { writeEvent } from '#features/webhooks/server/events/events.usecases.ts';
import type { FailureCode } from '../../knowledge.contract.ts';
import { knowledgeCollectionsRepository } from '../knowledge-collections.repository.ts';
import { createCrawling } from './crawling.usecases.ts';
import { knowledgeDocumentsRepository } from '../sources/documents.repository.ts';
import { knownFailure, OvertakenError, SourceFailure } from './failures.models.ts';
import { prepareDocument, type Indexing, type PreparedDocument, type Run } from './indexing.usecases.ts';
import { embedJob, jobFor, type RunPayload } from '../knowledge-jobs.models.ts';
import type { KnowledgeServices } from '../knowledge.models.ts';
import { isWebsite, nextSync } from '../knowledge-presentation.models.ts';
import type { PublishProgress } from '../sources/progress.usecases.ts';
import { knowledgeSourcesRepository, type SourceRow } from '../sources/sources.repository.ts';
import { contentHash, decodePairs, questionKey, storableText } from '../sources/text.models.ts';

const mostCrawlsOfAccount = 3;
const crawlRetrySeconds = 10;

/** Runs sources: from queued to ready or failed. */
export function createProcessing(services: KnowledgeServices, indexing: Indexing, tell: PublishProgress) {
  const { database, clock, jobs } = services;
  const crawl = createCrawling(services, indexing);
  /** Runs that this process works on now, by source. */
  const active = new Map<string, { run: number; aborter: AbortController }>();

  async function original(run: Run): Promise<Buffer> {
    const bytes = await database.account(run.accountId, (tx) =>
      knowledgeSourcesRepository(tx).original(run.sourceId),
    );
    if (!bytes) throw new SourceFailure('knowledge.empty');
    return bytes;
  }

  const knownDocuments = (run: Run) =>
    database.account(run.accountId, (tx) => knowledgeDocumentsRepository(tx).hashesOfSource(run.sourceId));

  /** A source of one document: a file or a text. */
  async function readSingle(run: Run, content: Parameters<typeof prepareDocument>[0]): Promise<void> {
    const [known, ...others] = await knownDocuments(run);
    if (
      known &&
      known.contentHash === content.content.contentHash &&
      known.title === content.content.title &&
      known.status === 'ready'
    ) {
      await indexing.store(run, {
        unchanged: [known.id],
        removed: others.map(({ id }) => id),
        source: { status: 'indexing' },
      });
      return;
    }
    await indexing.write(run, async (tx, source) => {
      await knowledgeSourcesRepository(tx).update(run.sourceId, {
        status: 'indexing',
        foundCount: Math.max(1, source.foundCount),
      });
      await tell(tx, source);
    });
    await indexing.store(run, {
      documents: [await prepareDocument({ ...content, id: known?.id ?? null })],
      removed: others.map(({ id }) => id),
    });
  }

  async function readFile(run: Run, source: SourceRow, signal: AbortSignal): Promise<void> {
    const file = {
      fileName: source.fileName ?? 'file',
      mimeType: source.mimeType,
      bytes: await original(run),
    };
    const parsed = await services.documents.parse(file, { key: run.accountId, signal });
    const body = storableText(parsed.text);
    if (body.trim() === '') throw new SourceFailure('document.empty');
    const content = {
      title: source.title,
      body,
      pages: parsed.pages,
      headings: [],
      contentHash: contentHash(body),
      etag: null,
      lastModified: null,
    };
    await readSingle(run, {
      id: null,
      position: 0,
      url: null,
      depth: 0,
      questionKey: null,
      content,
      language: toLanguage(parsed.language),
    });
  }

  async function readText(run: Run, source: SourceRow): Promise<void> {
    const body = storableText((await original(run)).toString('utf8'));
    if (body.trim() === '') throw new SourceFailure('knowledge.empty');
    const content = {
      title: source.title,
      body,
      pages: null,
      headings: [],
      contentHash: contentHash(body),
      etag: null,
      lastModified: null,
    };
    await readSingle(run, {
      id: null,
      position: 0,
      url: null,
      depth: 0,
      questionKey: null,
      content,
      language: null,
    });
  }

  /** Each pair is a document of its own; pairs that stayed the same keep theirs. */
  async function readPairs(run: Run): Promise<void> {
    const pairs = decodePairs(await original(run));
    const left = new Map((await knownDocuments(run)).map((document) => [document.contentHash, document]));
    const documents: PreparedDocument[] = [];
    const unchanged: string[] = [];
    for (const [position, pair] of pairs.entries()) {
      const hash = contentHash(pair.question, pair.answer);
      const known = left.get(hash);
      left.delete(hash);
      if (known?.status === 'ready') {
        unchanged.push(known.id);
        continue;
      }
      const content = {
        title: storableText(pair.question),
        body: storableText(pair.answer),
        pages: null,
        headings: [],
        contentHash: hash,
        etag: null,
        lastModified: null,
      };
      documents.push(
        await prepareDocument({
          id: known?.id ?? null,
          position,
          url: null,
          depth: 0,
          questionKey: questionKey(pair.question) || null,
          content,
          language: null,
          isWhole: true,
        }),
      );
    }
    await indexing.store(run, {
      documents,
      unchanged,
      removed: [...left.values()].map(({ id }) => id),
      source: { status: 'indexing' },
    });
  }

  async function work(run: Run, source: SourceRow, signal: AbortSignal): Promise<void> {
    if (isWebsite(source)) await crawl(run, source, signal);
    else if (source.kind === 'file') await readFile(run, source, signal);
    else if (source.kind === 'text') await readText(run, source);
    else await readPairs(run);
    await indexing.tidy(run);
  }

  /** The last word of a run. Null: the source is ready. */
  async function finish(run: Run, code: FailureCode | null): Promise<void> {
    await indexing.write(run, async (tx, source) => {
      const now = clock.now();
      const sources = knowledgeSourcesRepository(tx);
      // Nobody asked the site when only its stored copies were looked at.
      const asked =
        source.runScope === 'stored'
          ? {}
          : { syncedAt: code === null ? now : source.syncedAt, nextSyncAt: nextSync(source.resync, now) };
      const change =
        code === null
          ? { status: 'ready' as const, errorCode: null }
          : { status: 'failed' as const, errorCode: code };
      await sources.update(run.sourceId, {
        ...change,
        processId: null,
        cutOffCount: 0,
        ...asked,
        updatedAt: now,
      });
      if (code !== null) await sources.clearFrontier(run.sourceId);
      if (code !== null) await knowledgeDocumentsRepository(tx).failWaiting(run.sourceId);
      await sources.recount(run.sourceId);
      await tell(tx, source, { always: true });
      const collection = await knowledgeCollectionsRepository(tx).byId(run.accountId, run.collectionId);
      if (collection?.embeddingModel && services.embed)
        await jobs.send(tx, embedJob, { accountId: run.accountId, collectionId: run.collectionId });
      const { accountId, collectionId, sourceId } = run;
      await writeEvent(tx, {
        accountId,
        type: code === null ? 'knowledge.ready' : 'knowledge.failed',
        at: now,
        data: async () => {
          const ended = await sources.byId(collectionId, sourceId);
          if (!ended) return null;
          const { kind, title, doneCount } = ended;
          return {
            source: {
              id: sourceId,
              collectionId,
              kind,
              name: title,
              documents: doneCount,
              problem: code ?? '',
            },
          };
        },
      });
      await services.sourceEnded?.(tx, { accountId: run.accountId, collectionId: run.collectionId });
      await knowledgeCollectionsRepository(tx).bump(run.collectionId);
    });
  }

  /**
   * Takes a run; when the account's websites already keep enough places busy, it is put back for a moment.
   */
  async function claim(payload: RunPayload): Promise<SourceRow | null> {
    return database.account(payload.accountId, async (tx) => {
      const sources = knowledgeSourcesRepository(tx);
      const source = await sources.claim(
        { accountId: payload.accountId, id: payload.sourceId, run: payload.run },
        services.processId,
        'fetching',
        clock.now(),
      );
      if (!source) return null;
      if (isWebsite(source) && (await sources.runningCrawls(payload.accountId)) > mostCrawlsOfAccount) {
        await sources.update(source.id, { status: 'queued', processId: null, queuedAt: clock.now() });
        await jobs.send(tx, jobFor(source.kind), payload, { afterSeconds: crawlRetrySeconds });
        return null;
      }
      const started =
        source.kind === 'file' ? await sources.update(source.id, { status: 'parsing' }) : source;
      await tell(tx, source, { always: true });
      return started;
    });
  }

  return {
    activeIds: (): string[] => [...active.keys()],

    /** Does one run. Ends silently when it was overtaken, deleted, or is done by another process. */
    async processSource(payload: RunPayload, signal: AbortSignal): Promise<void> {
      const other = active.get(payload.sourceId);
      if (other && other.run >= payload.run) return;
      const own = { run: payload.run, aborter: new AbortController() };
      try {
        const source = await claim(payload);
        if (!source) return;
        other?.aborter.abort(new OvertakenError());
        active.set(payload.sourceId, own);
        const ended = AbortSignal.any([signal, own.aborter.signal]);
        const run: Run = {
          accountId: source.accountId,
          collectionId: source.collectionId,
          sourceId: source.id,
          run: source.run,
        };
        try {
          await work(run, source, ended);
          await finish(run, null);
        } catch (error) {
          await end(run, error, ended);
        }
      } catch (error) {
        if (!(error instanceof OvertakenError)) throw error;
      } finally {
        if (active.get(payload.sourceId) === own) active.delete(payload.sourceId);
      }
    },
  };

  async function end(run: Run, error: unknown, signal: AbortSignal): Promise<void> {
    if (error instanceof OvertakenError) return;
    // The process stops, or the database went away: another try goes on from what is stored.
    if (signal.aborted)
      return database.account(run.accountId, (tx) =>
        knowledgeSourcesRepository(tx).release(run.sourceId, run.run),
      );
    if (isUnavailable(error)) throw error;
    const code = knownFailure(error);
    if (code === null)
      services.log.error({ err: error, sourceId: run.sourceId }, 'a source could not be read');
    await finish(run, code ?? 'knowledge.internal');
  }
}

export type Processing = ReturnType<typeof createProcessing>;
