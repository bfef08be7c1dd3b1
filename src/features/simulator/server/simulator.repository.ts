import { and, asc, desc, eq, getTableColumns, inArray, lt, lte, ne, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import {
  simulatorResults,
  simulatorRuns,
  simulatorSources,
  simulatorSpending,
  simulatorSuites,
} from './simulator.table.ts';

export type SuiteRow = typeof simulatorSuites.$inferSelect;
export type RunRow = typeof simulatorRuns.$inferSelect;
export type ResultRow = typeof simulatorResults.$inferSelect;
/** A run without its copy of the scenarios. */
export type RunSummaryRow = Omit<RunRow, 'scenarios'>;
/** A suite without its scenarios, which take up to 256 KB, and how many they are. */
export type SuiteSummaryRow = Omit<SuiteRow, 'scenarios'> & {
  scenarioCount: number;
  conversationCount: number;
};
/** A result without what was said. */
export type ResultSummaryRow = Omit<ResultRow, 'turns'> & { turnCount: number };

const { scenarios: _scenarios, ...runColumns } = getTableColumns(simulatorRuns);
const { scenarios: _suiteScenarios, ...suiteColumns } = getTableColumns(simulatorSuites);
const { turns: _turns, ...summaryColumns } = getTableColumns(simulatorResults);

/** Millionths of a US dollar: what is known of the cost, and what counts towards the limits. */
export type Spent = {
  costMicros: number;
  spentMicros: number;
};

const isOpen = inArray(simulatorRuns.status, ['queued', 'running']);

/** Runs of one suite that are kept. */
const mostRuns = 50;

/** Suites, runs and their results. The transaction is behind the account's wall. */
export function simulatorRepository(tx: Transaction) {
  return {
    async suites(agentId: string | undefined): Promise<SuiteRow[]> {
      return tx
        .select()
        .from(simulatorSuites)
        .where(agentId === undefined ? undefined : eq(simulatorSuites.agentId, agentId))
        .orderBy(asc(simulatorSuites.createdAt), asc(simulatorSuites.id))
        .limit(1_000);
    },
    async suiteSummaries(agentId: string | undefined): Promise<SuiteSummaryRow[]> {
      return tx
        .select({
          ...suiteColumns,
          scenarioCount: sql<number>`jsonb_array_length(${simulatorSuites.scenarios})`,
          conversationCount: sql<number>`(
            SELECT coalesce(sum((SELECT count(DISTINCT persona) FROM jsonb_array_elements(one -> 'personas') persona)
              * (one ->> 'attempts')::int), 0)::int FROM jsonb_array_elements(${simulatorSuites.scenarios}) one)`,
        })
        .from(simulatorSuites)
        .where(agentId === undefined ? undefined : eq(simulatorSuites.agentId, agentId))
        .orderBy(asc(simulatorSuites.createdAt), asc(simulatorSuites.id))
        .limit(1_000);
    },
    async requiredSuites(agentId: string): Promise<SuiteRow[]> {
      return tx
        .select()
        .from(simulatorSuites)
        .where(and(eq(simulatorSuites.agentId, agentId), eq(simulatorSuites.isRequired, true)))
        .orderBy(asc(simulatorSuites.createdAt), asc(simulatorSuites.id));
    },
    async suite(id: string): Promise<SuiteRow | null> {
      const [row] = await tx.select().from(simulatorSuites).where(eq(simulatorSuites.id, id));
      return row ?? null;
    },
    /** Kept from other writers until the transaction ends. */
    async lockedSuite(id: string): Promise<SuiteRow | null> {
      const [row] = await tx.select().from(simulatorSuites).where(eq(simulatorSuites.id, id)).for('update');
      return row ?? null;
    },
    /** Lets one transaction at a time add suites to an agent. */
    async lockAgent(agentId: string): Promise<void> {
      await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`suites ${agentId}`}, 0))`);
    },
    countSuites: (agentId: string): Promise<number> =>
      tx.$count(simulatorSuites, eq(simulatorSuites.agentId, agentId)),
    /** The suite of an agent into which answers of conversations go. */
    async suiteOfAnswers(agentId: string): Promise<SuiteRow | null> {
      const [row] = await tx
        .select()
        .from(simulatorSuites)
        .where(and(eq(simulatorSuites.agentId, agentId), eq(simulatorSuites.isFromAnswers, true)))
        .orderBy(desc(simulatorSuites.createdAt))
        .limit(1)
        .for('update');
      return row ?? null;
    },
    async insertSuite(row: SuiteRow): Promise<void> {
      await tx.insert(simulatorSuites).values(row);
    },
    async changeSuite(
      id: string,
      change: Pick<SuiteRow, 'name' | 'isRequired' | 'scenarios' | 'revision' | 'updatedAt'>,
    ): Promise<void> {
      await tx.update(simulatorSuites).set(change).where(eq(simulatorSuites.id, id));
    },
    /** Remembers of which conversation a scenario was made: with it the scenario goes. */
    async addSource(row: typeof simulatorSources.$inferInsert): Promise<void> {
      await tx.insert(simulatorSources).values(row).onConflictDoNothing();
    },
    async removeSuite(id: string): Promise<boolean> {
      const rows = await tx
        .delete(simulatorSuites)
        .where(eq(simulatorSuites.id, id))
        .returning({ id: simulatorSuites.id });
      return rows.length > 0;
    },

    async insertRun(row: RunRow): Promise<void> {
      await tx.insert(simulatorRuns).values(row);
      await tx.execute(sql`
        DELETE FROM ${simulatorRuns} WHERE suite_id = ${row.suiteId} AND id NOT IN (
          SELECT id FROM ${simulatorRuns} WHERE suite_id = ${row.suiteId}
          ORDER BY created_at DESC, id DESC LIMIT ${mostRuns})`);
    },
    async run(id: string): Promise<RunRow | null> {
      const [row] = await tx.select().from(simulatorRuns).where(eq(simulatorRuns.id, id));
      return row ?? null;
    },
    async changeRun(id: string, change: Partial<RunRow>): Promise<RunRow | null> {
      const [row] = await tx.update(simulatorRuns).set(change).where(eq(simulatorRuns.id, id)).returning();
      return row ?? null;
    },
    /** Changes a run that has not ended; null where it has. */
    async changeOpenRun(id: string, change: Partial<RunRow>): Promise<RunRow | null> {
      const [row] = await tx
        .update(simulatorRuns)
        .set(change)
        .where(and(eq(simulatorRuns.id, id), isOpen))
        .returning();
      return row ?? null;
    },
    /** Lets one transaction at a time begin runs of an account. */
    async lockRuns(accountId: string): Promise<void> {
      await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`runs ${accountId}`}, 0))`);
    },
    countOpenRuns: (): Promise<number> => tx.$count(simulatorRuns, isOpen),
    /** Takes a run up that has not ended; whoever held it before writes nothing more. */
    async takeUp(id: string, now: Date): Promise<RunRow | null> {
      const [row] = await tx
        .update(simulatorRuns)
        .set({
          status: 'running',
          attempt: sql`${simulatorRuns.attempt} + 1`,
          stalls: sql`${simulatorRuns.stalls} + 1`,
          movedAt: now,
        })
        .where(and(eq(simulatorRuns.id, id), isOpen))
        .returning();
      return row ?? null;
    },
    /** Adds what was taken to a run, and keeps it for the transaction; null for whoever doesn't hold it any more. */
    async moveOn(
      { id, attempt }: Pick<RunRow, 'id' | 'attempt'>,
      by: Spent,
      now: Date,
    ): Promise<RunRow | null> {
      const [row] = await tx
        .update(simulatorRuns)
        .set({
          costMicros: sql`${simulatorRuns.costMicros} + ${by.costMicros}`,
          spentMicros: sql`${simulatorRuns.spentMicros} + ${by.spentMicros}`,
          movedAt: now,
        })
        .where(and(eq(simulatorRuns.id, id), eq(simulatorRuns.attempt, attempt)))
        .returning();
      return row ?? null;
    },
    /** Counts the conversations of a run that were held. */
    async countResults(id: string): Promise<RunRow | null> {
      const ended = and(eq(simulatorResults.runId, id), ne(simulatorResults.status, 'running'));
      const [row] = await tx
        .update(simulatorRuns)
        .set({
          done: await tx.$count(simulatorResults, ended),
          passed: await tx.$count(simulatorResults, and(ended, eq(simulatorResults.status, 'passed'))),
          stalls: 0,
        })
        .where(eq(simulatorRuns.id, id))
        .returning();
      return row ?? null;
    },
    /** Places of a run whose conversations were held to their ends. */
    async endedPlaces(runId: string): Promise<number[]> {
      const rows = await tx
        .select({ place: simulatorResults.place })
        .from(simulatorResults)
        .where(and(eq(simulatorResults.runId, runId), ne(simulatorResults.status, 'running')));
      return rows.map(({ place }) => place);
    },
    /** Ends runs that nobody holds any more, as seen by the system: of all accounts. */
    async breakStranded(before: Date, now: Date): Promise<void> {
      await tx
        .update(simulatorRuns)
        .set({ status: 'broken', endedAt: now })
        .where(and(eq(simulatorRuns.status, 'running'), lt(simulatorRuns.movedAt, before)));
    },
    /** What simulations of an account took on a day (UTC), after adding to it. */
    async spend(accountId: string, day: string, micros: number): Promise<number> {
      const [row] = await tx
        .insert(simulatorSpending)
        .values({ accountId, day, micros })
        .onConflictDoUpdate({
          target: simulatorSpending.accountId,
          set: {
            day,
            micros: sql`excluded.micros + CASE WHEN ${simulatorSpending.day} = excluded.day
              THEN ${simulatorSpending.micros} ELSE 0 END`,
          },
        })
        .returning();
      return row?.micros ?? 0;
    },
    /** The run of the same suite that was begun before this one. */
    async runBefore({ id, suiteId, createdAt }: RunRow): Promise<RunRow | null> {
      const [row] = await tx
        .select()
        .from(simulatorRuns)
        .where(
          and(
            eq(simulatorRuns.suiteId, suiteId),
            ne(simulatorRuns.id, id),
            lte(simulatorRuns.createdAt, createdAt),
          ),
        )
        .orderBy(desc(simulatorRuns.createdAt), desc(simulatorRuns.id))
        .limit(1);
      return row ?? null;
    },
    async runs(suiteId: string): Promise<RunSummaryRow[]> {
      return tx
        .select(runColumns)
        .from(simulatorRuns)
        .where(eq(simulatorRuns.suiteId, suiteId))
        .orderBy(desc(simulatorRuns.createdAt), desc(simulatorRuns.id))
        .limit(mostRuns);
    },
    /** The newest run of each suite. */
    async lastRuns(suiteIds: readonly string[]): Promise<RunSummaryRow[]> {
      return suiteIds.length === 0
        ? []
        : tx
            .selectDistinctOn([simulatorRuns.suiteId], runColumns)
            .from(simulatorRuns)
            .where(inArray(simulatorRuns.suiteId, [...suiteIds]))
            .orderBy(simulatorRuns.suiteId, desc(simulatorRuns.createdAt), desc(simulatorRuns.id));
    },
    /** The newest run of a suite that was held on exactly this, in writing. */
    async runOf(suiteId: string, fingerprint: string): Promise<RunRow | null> {
      const [row] = await tx
        .select()
        .from(simulatorRuns)
        .where(
          and(
            eq(simulatorRuns.suiteId, suiteId),
            eq(simulatorRuns.fingerprint, fingerprint),
            eq(simulatorRuns.isSpoken, false),
          ),
        )
        .orderBy(desc(simulatorRuns.createdAt), desc(simulatorRuns.id))
        .limit(1);
      return row ?? null;
    },

    /** Writes how far a conversation is. */
    async putResult(row: ResultRow): Promise<void> {
      const { status, checks, turns, speech, costMicros, milliseconds } = row;
      await tx
        .insert(simulatorResults)
        .values(row)
        .onConflictDoUpdate({
          target: [simulatorResults.runId, simulatorResults.place],
          set: { status, checks, turns, speech, costMicros, milliseconds },
        });
    },
    async results(runId: string): Promise<ResultSummaryRow[]> {
      return tx
        .select({
          ...summaryColumns,
          turnCount: sql<number>`jsonb_array_length(${simulatorResults.turns})`,
        })
        .from(simulatorResults)
        .where(eq(simulatorResults.runId, runId))
        .orderBy(asc(simulatorResults.place));
    },
    async wholeResults(runId: string): Promise<ResultRow[]> {
      return tx
        .select()
        .from(simulatorResults)
        .where(eq(simulatorResults.runId, runId))
        .orderBy(asc(simulatorResults.place));
    },
    async result(runId: string, place: number): Promise<ResultRow | null> {
      const [row] = await tx
        .select()
        .from(simulatorResults)
        .where(and(eq(simulatorResults.runId, runId), eq(simulatorResults.place, place)));
      return row ?? null;
    },
  };
}
