import {
  and,
  arrayContains,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  not,
  or,
  sql,
} from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import type { KnowledgeState } from '#features/knowledge/knowledge.contract.ts';
import type { AgentConfiguration } from '../agents-configuration.contract.ts';
import type { AgentExperiment } from '../agents-experiments.contract.ts';
import type { FunctionState, ModelFailure } from '../agents.contract.ts';
import type { ModelSettings } from './model-health/configured-models.models.ts';
import { agents, agentVersions, type ProposedQuestions } from './agents.table.ts';

type FunctionsOf = Pick<AgentConfiguration, 'functions'>;
export type AgentRow = typeof agents.$inferSelect;
/** An agent with what says which models it works with. */
export type AgentWithModels = Pick<AgentRow, 'id' | 'accountId' | 'number' | 'name'> & ModelSettings;

/** Agents as seen through the given transaction: one account's, or all when it is the system's. */
export function agentsRepository(tx: Transaction) {
  return {
    async list(search: string | undefined): Promise<AgentRow[]> {
      const pattern = search ? `%${search.replace(/[\\%_]/g, (character) => `\\${character}`)}%` : null;
      return tx
        .select()
        .from(agents)
        .where(
          and(
            isNull(agents.binnedAt),
            pattern === null
              ? undefined
              : sql`(${agents.name} ILIKE ${pattern} OR ${agents.systemPrompt} ILIKE ${pattern})`,
          ),
        )
        .orderBy(desc(agents.createdAt))
        .limit(500);
    },
    /** Those with these numbers that are in no bin; with null all of them, newest first. */
    async shown(numbers: readonly number[] | null, most: number): Promise<AgentRow[]> {
      return tx
        .select()
        .from(agents)
        .where(
          and(isNull(agents.binnedAt), numbers === null ? undefined : inArray(agents.number, [...numbers])),
        )
        .orderBy(desc(agents.createdAt))
        .limit(most);
    },
    async byId(id: string): Promise<AgentRow | null> {
      const [row] = await tx.select().from(agents).where(eq(agents.id, id));
      return row ?? null;
    },
    /** The agent, kept from other writers until the transaction ends. */
    async locked(id: string): Promise<AgentRow | null> {
      const [row] = await tx.select().from(agents).where(eq(agents.id, id)).for('update');
      return row ?? null;
    },
    async byNumber(number: number): Promise<AgentRow | null> {
      const [row] = await tx
        .select()
        .from(agents)
        .where(and(eq(agents.number, number), isNull(agents.binnedAt)));
      return row ?? null;
    },
    async byIds(accountId: string, ids: readonly string[]): Promise<AgentRow[]> {
      return tx
        .select()
        .from(agents)
        .where(and(eq(agents.accountId, accountId), inArray(agents.id, [...ids])));
    },
    /** The agents that call functions, by their names. */
    async withFunctions(): Promise<
      { id: string; name: string; draft: FunctionsOf; live: FunctionsOf | null }[]
    > {
      const functionsOf = (column: typeof agents.draft | typeof agents.live) =>
        sql<FunctionsOf>`jsonb_build_object('functions', ${column}->'functions')`;
      return tx
        .select({
          id: agents.id,
          name: agents.name,
          draft: functionsOf(agents.draft),
          live: sql<FunctionsOf | null>`CASE WHEN ${agents.live} IS NULL THEN NULL ELSE ${functionsOf(agents.live)} END`,
        })
        .from(agents)
        .where(
          and(
            isNull(agents.binnedAt),
            sql`(coalesce(${agents.draft}->'functions'->'enabled', '[]') <> '[]'
              OR coalesce(${agents.live}->'functions'->'enabled', '[]') <> '[]')`,
          ),
        )
        .orderBy(agents.name, agents.id)
        .limit(500);
    },
    async byCollection(collectionId: string): Promise<AgentRow | null> {
      const [row] = await tx.select().from(agents).where(eq(agents.collectionId, collectionId));
      return row ?? null;
    },
    /** Remembers which first questions were proposed, so that those of the owner are told from them. */
    async setFirstQuestions(id: string, firstQuestions: ProposedQuestions): Promise<void> {
      await tx.update(agents).set({ firstQuestions }).where(eq(agents.id, id));
    },
    async setModelFailure(id: string, modelFailure: ModelFailure | null): Promise<void> {
      await tx.update(agents).set({ modelFailure }).where(eq(agents.id, id));
    },
    /** Agents that visitors find, so many after an id, by their ids. */
    async openWithModels(after: string, most: number): Promise<AgentWithModels[]> {
      return tx
        .select({
          id: agents.id,
          accountId: agents.accountId,
          number: agents.number,
          name: agents.name,
          ai: sql<ModelSettings['ai']>`${agents.live}->'ai'`,
          voice: sql<ModelSettings['voice']>`${agents.live}->'voice'`,
        })
        .from(agents)
        .where(and(isNull(agents.binnedAt), inArray(agents.status, ['live', 'paused']), gt(agents.id, after)))
        .orderBy(agents.id)
        .limit(most);
    },
    /** Notes that owners are told of the end of a model; false when they were already. */
    async claimModelEnd(id: string, told: string): Promise<boolean> {
      const rows = await tx
        .update(agents)
        .set({ modelEndsTold: sql`array_append(${agents.modelEndsTold}, ${told})` })
        .where(and(eq(agents.id, id), not(arrayContains(agents.modelEndsTold, [told]))))
        .returning({ id: agents.id });
      return rows.length === 1;
    },
    async idsOf(accountId: string): Promise<string[]> {
      const rows = await tx.select({ id: agents.id }).from(agents).where(eq(agents.accountId, accountId));
      return rows.map(({ id }) => id);
    },
    async insert(row: typeof agents.$inferInsert): Promise<void> {
      await tx.insert(agents).values(row);
    },
    /**
     * Saves the draft if it is still at `revision`; the new revision, or null when somebody else saved
     * before.
     */
    async saveDraft(
      id: string,
      revision: number,
      draft: AgentConfiguration,
      now: Date,
    ): Promise<number | null> {
      const [row] = await tx
        .update(agents)
        .set({
          draft,
          name: draft.basic.name,
          systemPrompt: draft.prompt.systemPrompt,
          draftRevision: revision + 1,
          updatedAt: now,
        })
        .where(and(eq(agents.id, id), eq(agents.draftRevision, revision)))
        .returning({ revision: agents.draftRevision });
      return row?.revision ?? null;
    },
    /** Makes the draft at `revision` live under the next version number; null when the draft has moved on. */
    async publish(
      id: string,
      revision: number,
      now: Date,
    ): Promise<{ version: number; configuration: AgentConfiguration } | null> {
      const [row] = await tx
        .update(agents)
        .set({
          live: sql`${agents.draft}`,
          liveVersion: sql`${agents.latestVersion} + 1`,
          latestVersion: sql`${agents.latestVersion} + 1`,
          status: 'live',
          updatedAt: now,
        })
        .where(and(eq(agents.id, id), eq(agents.draftRevision, revision)))
        .returning({ version: agents.latestVersion, configuration: agents.draft });
      return row ?? null;
    },
    /**
     * Makes a configuration live that is not the draft, under the next version number, and the draft what it is to be
     * beside it; with null it stays.
     */
    async publishBeside(
      id: string,
      { live, draft }: { live: AgentConfiguration; draft: AgentConfiguration | null },
      now: Date,
    ): Promise<number> {
      const [row] = await tx
        .update(agents)
        .set({
          live,
          liveVersion: sql`${agents.latestVersion} + 1`,
          latestVersion: sql`${agents.latestVersion} + 1`,
          ...(draft && { draft, draftRevision: sql`${agents.draftRevision} + 1` }),
          updatedAt: now,
        })
        .where(eq(agents.id, id))
        .returning({ version: agents.latestVersion });
      if (!row) throw new Error('The agent that was locked is gone');
      return row.version;
    },
    async setExperiments(id: string, experiments: AgentExperiment[]): Promise<void> {
      await tx.update(agents).set({ experiments }).where(eq(agents.id, id));
    },
    /** Agents with which something is tried now. */
    async withExperiments(): Promise<Pick<AgentRow, 'id' | 'accountId' | 'experiments'>[]> {
      return tx
        .select({ id: agents.id, accountId: agents.accountId, experiments: agents.experiments })
        .from(agents)
        .where(and(isNull(agents.binnedAt), sql`${agents.experiments} @> '[{"endedAt": null}]'`));
    },
    async setStatus(
      id: string,
      change: Pick<AgentRow, 'status' | 'closedMessage' | 'servesPaid'>,
      now: Date,
    ): Promise<void> {
      await tx
        .update(agents)
        .set({ ...change, updatedAt: now })
        .where(eq(agents.id, id));
    },
    async ids(): Promise<string[]> {
      return (await tx.select({ id: agents.id }).from(agents).orderBy(agents.id)).map(({ id }) => id);
    },
    /** Which of the ids are agents here. */
    async existing(ids: readonly string[]): Promise<Set<string>> {
      if (ids.length === 0) return new Set();
      const rows = await tx
        .select({ id: agents.id })
        .from(agents)
        .where(inArray(agents.id, [...ids]));
      return new Set(rows.map(({ id }) => id));
    },
    async insertVersion(row: typeof agentVersions.$inferInsert): Promise<void> {
      await tx.insert(agentVersions).values(row);
    },
    async versions(agentId: string) {
      return tx
        .select({
          version: agentVersions.version,
          name: agentVersions.name,
          createdAt: agentVersions.createdAt,
          publishedBy: agentVersions.publishedBy,
        })
        .from(agentVersions)
        .where(eq(agentVersions.agentId, agentId))
        .orderBy(desc(agentVersions.version))
        .limit(200);
    },
    async version(agentId: string, version: number): Promise<AgentConfiguration | null> {
      const [row] = await tx
        .select({ configuration: agentVersions.configuration })
        .from(agentVersions)
        .where(and(eq(agentVersions.agentId, agentId), eq(agentVersions.version, version)));
      return row?.configuration ?? null;
    },
    /** What the agent knew when a version was published; null where that is not known. */
    async versionKnowledge(agentId: string, version: number): Promise<KnowledgeState | null> {
      const [row] = await tx
        .select({ knowledge: agentVersions.knowledge })
        .from(agentVersions)
        .where(and(eq(agentVersions.agentId, agentId), eq(agentVersions.version, version)));
      return row?.knowledge ?? null;
    },
    /** The functions that the agent called when a version was published; null where that is not known. */
    async versionFunctions(agentId: string, version: number): Promise<FunctionState[] | null> {
      const [row] = await tx
        .select({ functions: agentVersions.functions })
        .from(agentVersions)
        .where(and(eq(agentVersions.agentId, agentId), eq(agentVersions.version, version)));
      return row?.functions ?? null;
    },
    async changeVersion(
      agentId: string,
      version: number,
      change: { knowledge: KnowledgeState; functions: FunctionState[] },
    ): Promise<void> {
      await tx
        .update(agentVersions)
        .set(change)
        .where(and(eq(agentVersions.agentId, agentId), eq(agentVersions.version, version)));
    },
    /** What lies in the bin, the last first. */
    async bin(): Promise<AgentRow[]> {
      return tx
        .select()
        .from(agents)
        .where(isNotNull(agents.binnedAt))
        .orderBy(desc(agents.binnedAt), desc(agents.id))
        .limit(500);
    },
    /** Accounts and agents that were put into the bin before a moment. */
    async binnedBefore(limit: Date): Promise<{ id: string; accountId: string }[]> {
      return tx
        .select({ id: agents.id, accountId: agents.accountId })
        .from(agents)
        .where(lt(agents.binnedAt, limit))
        .orderBy(agents.binnedAt)
        .limit(500);
    },
    /** Puts an agent into the bin, closed to everybody, or (null) takes it out with the given status. */
    async hold(id: string, held: { at: Date; reason: string } | null): Promise<void> {
      await tx
        .update(agents)
        .set({ heldAt: held?.at ?? null, heldReason: held?.reason ?? '' })
        .where(eq(agents.id, id));
    },
    async setBinned(id: string, binnedAt: Date | null, status: AgentRow['status']): Promise<void> {
      await tx.update(agents).set({ binnedAt, status, servesPaid: false }).where(eq(agents.id, id));
    },
    async remove(id: string): Promise<string | null> {
      const [row] = await tx
        .delete(agents)
        .where(eq(agents.id, id))
        .returning({ collectionId: agents.collectionId });
      return row?.collectionId ?? null;
    },
    /**
     * Remembers where the tag was seen, at most once a minute for the same page; false when nothing was
     * written.
     */
    async markSeen(id: string, url: string, now: Date): Promise<boolean> {
      const minuteAgo = new Date(now.getTime() - 60_000);
      const rows = await tx
        .update(agents)
        .set({ seenUrl: url, seenAt: now })
        .where(
          and(
            eq(agents.id, id),
            or(isNull(agents.seenAt), lt(agents.seenAt, minuteAgo), ne(agents.seenUrl, url)),
          ),
        )
        .returning({ id: agents.id });
      return rows.length === 1;
    },
    /** Conversations with visitors, by agent; a count that the list shows. */
    async conversationCounts(): Promise<Map<string, number>> {
      const { rows } = await tx.execute<{ agent_id: string; count: number }>(
        sql`SELECT agent_id, count(*)::int AS count FROM conversations WHERE NOT is_preview
          GROUP BY agent_id`,
      );
      return new Map(rows.map((row) => [row.agent_id, row.count]));
    },
  };
}
