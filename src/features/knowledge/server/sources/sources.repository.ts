import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import type { KnowledgeStatus } from '../../knowledge.contract.ts';
import type { RepeatedLine } from '../processing/boilerplate.models.ts';
import { knowledgeSources } from '../knowledge.table.ts';

export type SourceRow = typeof knowledgeSources.$inferSelect;
export type SourceInsert = typeof knowledgeSources.$inferInsert;
export type SourceUpdate = Partial<Omit<SourceInsert, 'id' | 'accountId' | 'collectionId' | 'kind'>>;

const working = ['queued', 'fetching', 'parsing', 'indexing'] as const satisfies readonly KnowledgeStatus[];

/** Sources and the bytes that they were made of. */
export function knowledgeSourcesRepository(tx: Transaction) {
  return {
    async insert(row: SourceInsert, original: Uint8Array | null): Promise<void> {
      await tx.insert(knowledgeSources).values(row);
      if (original)
        await tx.execute(
          sql`INSERT INTO knowledge_originals (source_id, account_id, bytes)
            VALUES (${row.id}, ${row.accountId}, ${Buffer.from(original)})`,
        );
    },
    async replaceOriginal(sourceId: string, bytes: Uint8Array): Promise<void> {
      await tx.execute(
        sql`UPDATE knowledge_originals SET bytes = ${Buffer.from(bytes)} WHERE source_id = ${sourceId}`,
      );
    },
    /** Keeps the bytes of a file that was fetched, in place of earlier ones. */
    async putOriginal(source: { sourceId: string; accountId: string }, bytes: Uint8Array): Promise<void> {
      await tx.execute(sql`
        INSERT INTO knowledge_originals (source_id, account_id, bytes)
        VALUES (${source.sourceId}, ${source.accountId}, ${Buffer.from(bytes)})
        ON CONFLICT (source_id) DO UPDATE SET bytes = excluded.bytes`);
    },
    async original(sourceId: string): Promise<Buffer | null> {
      const { rows } = await tx.execute<{ bytes: Buffer }>(
        sql`SELECT bytes FROM knowledge_originals WHERE source_id = ${sourceId}`,
      );
      return rows[0]?.bytes ?? null;
    },
    async list(collectionId: string, which: 'kept' | 'deleted'): Promise<SourceRow[]> {
      return tx
        .select()
        .from(knowledgeSources)
        .where(
          and(
            eq(knowledgeSources.collectionId, collectionId),
            which === 'kept' ? isNull(knowledgeSources.deletedAt) : isNotNull(knowledgeSources.deletedAt),
          ),
        )
        .orderBy(
          which === 'kept' ? asc(knowledgeSources.createdAt) : desc(knowledgeSources.deletedAt),
          asc(knowledgeSources.id),
        );
    },
    async byId(collectionId: string, id: string): Promise<SourceRow | null> {
      const [row] = await tx
        .select()
        .from(knowledgeSources)
        .where(and(eq(knowledgeSources.id, id), eq(knowledgeSources.collectionId, collectionId)));
      return row ?? null;
    },
    /**
     * Locks the source until the transaction ends: every write to its part of the index goes through here.
     */
    async lock(accountId: string, id: string): Promise<SourceRow | null> {
      const [row] = await tx
        .select()
        .from(knowledgeSources)
        .where(and(eq(knowledgeSources.id, id), eq(knowledgeSources.accountId, accountId)))
        .for('update');
      return row ?? null;
    },
    async count(collectionId: string): Promise<{ all: number; files: number }> {
      const { rows } = await tx.execute<{ total: number; files: number }>(sql`
        SELECT count(*)::int AS total, (count(*) FILTER (WHERE kind = 'file'))::int AS files
        FROM knowledge_sources WHERE collection_id = ${collectionId} AND deleted_at IS NULL`);
      return { all: rows[0]?.total ?? 0, files: rows[0]?.files ?? 0 };
    },
    async update(id: string, change: SourceUpdate): Promise<SourceRow | null> {
      const [row] = await tx
        .update(knowledgeSources)
        .set(change)
        .where(eq(knowledgeSources.id, id))
        .returning();
      return row ?? null;
    },
    /**
     * Brings the counts of a source in line with its documents; addresses that wait count as found, up to
     * `mostDocuments`.
     */
    async recount(id: string, mostDocuments = 0): Promise<void> {
      await tx.execute(sql`
        UPDATE knowledge_sources s SET found_count = d.found + greatest(0,
          least(f.waiting, ${mostDocuments}::int - d.found)), done_count = d.done, failed_count = d.failed,
          chunk_count = d.chunks, character_count = d.characters
        FROM (SELECT count(*)::int AS found, (count(*) FILTER (WHERE status = 'ready'))::int AS done,
          (count(*) FILTER (WHERE status = 'failed'))::int AS failed,
            coalesce(sum(chunk_count), 0)::int AS chunks,
              coalesce(sum(character_count), 0)::bigint AS characters
          FROM knowledge_documents WHERE source_id = ${id}) d,
            (SELECT count(*)::int AS waiting FROM knowledge_frontier WHERE source_id = ${id}) f
        WHERE s.id = ${id}`);
    },
    /** Addresses that a crawl has found and not visited. */
    async frontier(id: string): Promise<{ url: string; depth: number }[]> {
      const { rows } = await tx.execute<{ url: string; depth: number }>(
        sql`SELECT url, depth FROM knowledge_frontier WHERE source_id = ${id} ORDER BY depth, url`,
      );
      return rows;
    },
    async moveFrontier(
      source: { sourceId: string; accountId: string },
      found: readonly { url: string; depth: number }[],
      visited: readonly string[],
    ): Promise<void> {
      if (found.length > 0) {
        await tx.execute(sql`
          INSERT INTO knowledge_frontier (source_id, account_id, url, depth)
          SELECT ${source.sourceId}, ${source.accountId}, r.url, r.depth
          FROM json_to_recordset(${JSON.stringify(found)}::json) AS r(url text, depth int)
          ON CONFLICT DO NOTHING`);
      }
      if (visited.length > 0)
        await tx.execute(
          sql`DELETE FROM knowledge_frontier
            WHERE source_id = ${source.sourceId} AND url = ANY(${sql.param(visited)}::text[])`,
        );
    },
    async clearFrontier(id: string): Promise<void> {
      await tx.execute(sql`DELETE FROM knowledge_frontier WHERE source_id = ${id}`);
    },
    /** Lines that an earlier run found on many pages of a site. */
    async repeatedLines(id: string): Promise<RepeatedLine[]> {
      const { rows } = await tx.execute<{ lines: RepeatedLine[] }>(
        sql`SELECT lines FROM knowledge_repeated_lines WHERE source_id = ${id}`,
      );
      return rows[0]?.lines ?? [];
    },
    async setRepeatedLines(
      source: { sourceId: string; accountId: string },
      lines: readonly RepeatedLine[],
    ): Promise<void> {
      await tx.execute(sql`
        INSERT INTO knowledge_repeated_lines (source_id, account_id, lines)
        VALUES (${source.sourceId}, ${source.accountId}, ${JSON.stringify(lines)}::jsonb)
        ON CONFLICT (source_id) DO UPDATE SET lines = excluded.lines`);
    },
    /** Files that the pages of a site link to, by title. */
    async linkedFiles(id: string): Promise<{ url: string; title: string }[]> {
      const { rows } = await tx.execute<{ url: string; title: string }>(
        sql`SELECT url, title FROM knowledge_linked_files WHERE source_id = ${id} ORDER BY title, url`,
      );
      return rows;
    },
    /** Remembers linked files; `isWhole` when a whole run found them, so that others are gone. */
    async setLinkedFiles(
      source: { sourceId: string; accountId: string },
      files: readonly { url: string; title: string }[],
      isWhole: boolean,
    ): Promise<void> {
      if (isWhole)
        await tx.execute(sql`DELETE FROM knowledge_linked_files WHERE source_id = ${source.sourceId}`);
      if (files.length > 0)
        await tx.execute(sql`
          INSERT INTO knowledge_linked_files (source_id, account_id, url, title)
          SELECT ${source.sourceId}, ${source.accountId}, r.url, r.title
          FROM json_to_recordset(${JSON.stringify(files)}::json) AS r(url text, title text)
          ON CONFLICT (source_id, url) DO UPDATE SET title = excluded.title`);
    },
    /**
     * Starts a new run; an older one that still works will notice. What was known of a site before stays known
     * while it is found again.
     */
    async queueRun(id: string, scope: SourceRow['runScope'], now: Date): Promise<SourceRow | null> {
      return this.update(id, {
        status: 'queued',
        knownCount: sql`CASE WHEN status IN ('ready', 'failed') THEN found_count + left_out_count
          ELSE greatest(known_count, found_count) END` as unknown as number,
        run: sql`${knowledgeSources.run} + 1` as unknown as number,
        runScope: scope,
        processId: null,
        cutOffCount: 0,
        errorCode: null,
        queuedAt: now,
        updatedAt: now,
      });
    },
    /** Takes a queued run for a process. Null when it was overtaken, deleted or taken by another process. */
    async claim(
      key: { accountId: string; id: string; run: number },
      processId: string,
      status: KnowledgeStatus,
      now: Date,
    ): Promise<SourceRow | null> {
      const [row] = await tx
        .update(knowledgeSources)
        .set({ processId, status, updatedAt: now })
        .where(
          and(
            eq(knowledgeSources.id, key.id),
            eq(knowledgeSources.accountId, key.accountId),
            eq(knowledgeSources.run, key.run),
            eq(knowledgeSources.status, 'queued'),
            isNull(knowledgeSources.deletedAt),
          ),
        )
        .returning();
      return row ?? null;
    },
    /** Gives a run back to the queue, for example because the process stops. */
    async release(id: string, run: number): Promise<void> {
      await tx
        .update(knowledgeSources)
        .set({ status: 'queued', processId: null, queuedAt: null })
        .where(
          and(
            eq(knowledgeSources.id, id),
            eq(knowledgeSources.run, run),
            inArray(knowledgeSources.status, working),
          ),
        );
    },
    /** Websites of an account that are being fetched now. */
    async runningCrawls(accountId: string): Promise<number> {
      const running = [
        inArray(knowledgeSources.status, ['fetching', 'parsing', 'indexing']),
        inArray(knowledgeSources.kind, ['website', 'page']),
        isNull(knowledgeSources.deletedAt),
      ];
      return tx.$count(knowledgeSources, and(eq(knowledgeSources.accountId, accountId), ...running));
    },
    /**
     * Puts runs back into the queue whose process is gone: it died (not in `server_processes`, or
     * `deadProcessId`), or it is this one and does not work on them. What was cut off too often is failed.
     */
    async requeueCutOff(options: {
      processId: string;
      activeIds: string[];
      deadProcessId?: string;
      mostCutOffs: number;
      now: Date;
    }): Promise<SourceRow[]> {
      const gone = options.deadProcessId
        ? eq(knowledgeSources.processId, options.deadProcessId)
        : or(
            isNull(knowledgeSources.processId),
            and(
              eq(knowledgeSources.processId, options.processId),
              sql`${knowledgeSources.id} <> ALL(${sql.param(options.activeIds)}::text[])`,
            ),
            and(
              sql`${knowledgeSources.processId} <> ${options.processId}`,
              sql`NOT EXISTS (SELECT FROM server_processes p WHERE p.id = ${knowledgeSources.processId})`,
            ),
          );
      const tooOften = sql`${knowledgeSources.cutOffCount} + 1 >= ${options.mostCutOffs}`;
      return tx
        .update(knowledgeSources)
        .set({
          status: sql`CASE WHEN ${tooOften} THEN 'failed' ELSE 'queued' END` as unknown as KnowledgeStatus,
          errorCode:
            sql`CASE WHEN ${tooOften} THEN 'knowledge.interrupted' ELSE NULL END` as unknown as string,
          cutOffCount: sql`${knowledgeSources.cutOffCount} + 1` as unknown as number,
          processId: null,
          queuedAt: null,
          updatedAt: options.now,
        })
        .where(
          and(
            inArray(knowledgeSources.status, ['fetching', 'parsing', 'indexing']),
            isNull(knowledgeSources.deletedAt),
            gone,
          ),
        )
        .returning();
    },
    /**
     * Runs that wait since before `before` without having been started, so that their job may be lost. Marks
     * them as queued anew.
     */
    async takeWaiting(before: Date, now: Date): Promise<SourceRow[]> {
      return tx
        .update(knowledgeSources)
        .set({ queuedAt: now })
        .where(
          and(
            eq(knowledgeSources.status, 'queued'),
            isNull(knowledgeSources.deletedAt),
            or(isNull(knowledgeSources.queuedAt), lt(knowledgeSources.queuedAt, before)),
          ),
        )
        .returning();
    },
    /** Websites whose time to be fetched again has come, oldest first; locked. */
    async due(now: Date, limit: number): Promise<SourceRow[]> {
      return tx
        .select()
        .from(knowledgeSources)
        .where(
          and(
            lt(knowledgeSources.nextSyncAt, now),
            isNull(knowledgeSources.deletedAt),
            inArray(knowledgeSources.status, ['ready', 'failed']),
          ),
        )
        .orderBy(asc(knowledgeSources.nextSyncAt))
        .limit(limit)
        .for('update', { skipLocked: true });
    },
    /** Sites that were read before lines were compared across their pages; longest unchanged first. */
    async uncleaned(limit: number): Promise<SourceRow[]> {
      return tx
        .select()
        .from(knowledgeSources)
        .where(
          and(
            eq(knowledgeSources.kind, 'website'),
            eq(knowledgeSources.status, 'ready'),
            isNull(knowledgeSources.deletedAt),
            sql`NOT EXISTS (SELECT FROM knowledge_repeated_lines l WHERE l.source_id = ${knowledgeSources.id})`,
          ),
        )
        .orderBy(asc(knowledgeSources.updatedAt))
        .limit(limit)
        .for('update', { skipLocked: true });
    },
    /** Removes for good what was deleted before `before`; a few at a time. Answers how many. */
    async purge(before: Date, limit: number): Promise<number> {
      const { rows } = await tx.execute<{ id: string }>(sql`
        DELETE FROM knowledge_sources WHERE id IN (SELECT id FROM knowledge_sources
          WHERE deleted_at < ${before.toISOString()} ORDER BY deleted_at
          LIMIT ${limit} FOR UPDATE SKIP LOCKED) RETURNING id`);
      return rows.length;
    },
  };
}
