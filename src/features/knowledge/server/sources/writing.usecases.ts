import { AppError, commonErrors } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { admit, type RateRule } from '#platform/rate-limit/rate-limit.ts';
import { requireWithinLimit } from '#features/account-limits/server/account-limits.usecases.ts';
import { knowledgeErrors, type KnowledgeSource } from '../../knowledge.contract.ts';
import { knowledgeCollectionsRepository, type CollectionRow } from '../knowledge-collections.repository.ts';
import { jobFor } from '../knowledge-jobs.models.ts';
import type { KnowledgeServices } from '../knowledge.models.ts';
import { presentSource } from '../knowledge-presentation.models.ts';
import type { PublishProgress } from './progress.usecases.ts';
import { checkRoom } from './sources.models.ts';
import { knowledgeSourcesRepository, type SourceInsert, type SourceRow } from './sources.repository.ts';

type Scope = Pick<AccountScope, 'accountId' | 'run'>;

/** What every change of a source is made of, whatever its kind: asking for it, writing it, and its next run. */
export function createSourceWriting(
  services: Pick<KnowledgeServices, 'clock' | 'jobs' | 'limiter'>,
  tell: PublishProgress,
) {
  const { clock, jobs, limiter } = services;

  /** Counts a request for the account; throws where it asks too often. */
  async function limit(rule: RateRule, accountId: string): Promise<void> {
    await admit(limiter, commonErrors.tooManyRequests, [{ rule, key: accountId }]);
  }

  /** A collection of this account; throws where there is none. */
  async function collection(tx: Transaction, accountId: string, id: string): Promise<CollectionRow> {
    const row = await knowledgeCollectionsRepository(tx).byId(accountId, id);
    if (!row) throw new AppError(knowledgeErrors.collectionNotFound);
    return row;
  }

  /** A source that is not in the bin; locked, so that changes to it come one after the other. */
  async function keptSource(
    tx: Transaction,
    scope: Scope,
    collectionId: string,
    id: string,
  ): Promise<SourceRow> {
    await collection(tx, scope.accountId, collectionId);
    const source = await knowledgeSourcesRepository(tx).lock(scope.accountId, id);
    if (!source || source.collectionId !== collectionId || source.deletedAt)
      throw new AppError(knowledgeErrors.sourceNotFound);
    return source;
  }

  /** Puts a source into the queue, with its job, and tells who looks at it. */
  async function startRun(
    tx: Transaction,
    source: SourceRow,
    scopeOfRun: SourceRow['runScope'],
  ): Promise<SourceRow> {
    const queued = await knowledgeSourcesRepository(tx).queueRun(source.id, scopeOfRun, clock.now());
    if (!queued) throw new AppError(knowledgeErrors.sourceNotFound);
    await jobs.send(tx, jobFor(queued.kind), {
      accountId: queued.accountId,
      sourceId: queued.id,
      run: queued.run,
    });
    await tell(tx, queued, { always: true });
    return queued;
  }

  /**
   * Row, bytes and job in one transaction: after a crash either all of them are there or none. `documents` is how
   * many it becomes, as far as that is known.
   */
  async function add(
    tx: Transaction,
    accountId: string,
    collectionId: string,
    fields: Pick<SourceInsert, 'kind' | 'title'> & Partial<SourceInsert>,
    original: Uint8Array | null,
    documents = 1,
  ): Promise<KnowledgeSource> {
    const now = clock.now();
    const collections = knowledgeCollectionsRepository(tx);
    if (!(await collections.lock(accountId, collectionId)))
      throw new AppError(knowledgeErrors.collectionNotFound);
    const sources = knowledgeSourcesRepository(tx);
    const counted = await sources.count(collectionId);
    checkRoom(fields.kind, counted);
    await requireWithinLimit(tx, accountId, 'pages', documents);
    if (original) await requireWithinLimit(tx, accountId, 'storage', original.length);
    const row = {
      ...fields,
      id: newId('src'),
      accountId,
      collectionId,
      status: 'queued' as const,
      createdAt: now,
      updatedAt: now,
    };
    await sources.insert(row, original);
    const source = await sources.byId(collectionId, row.id);
    if (!source) throw new AppError(knowledgeErrors.sourceNotFound);
    return presentSource(await startRun(tx, source, 'all'));
  }

  return { limit, collection, keptSource, startRun, add };
}

export type SourceWriting = ReturnType<typeof createSourceWriting>;
