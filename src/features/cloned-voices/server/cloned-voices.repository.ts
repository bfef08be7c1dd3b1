import { and, desc, eq, getTableColumns, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { clonedVoices } from './cloned-voices.table.ts';

type Row = typeof clonedVoices.$inferSelect;
/** All but what was recorded, which is large. */
export type ClonedVoiceRow = Omit<Row, 'sealedConsent' | 'sealedSample'>;
type Sealed = 'sealedConsent' | 'sealedSample';

const { sealedConsent: _consent, sealedSample: _sample, ...light } = getTableColumns(clonedVoices);

export function clonedVoicesRepository(tx: Transaction) {
  return {
    async list(): Promise<ClonedVoiceRow[]> {
      return tx.select(light).from(clonedVoices).orderBy(desc(clonedVoices.id));
    },
    /** How many there are, for whoever adds one; others who add wait. */
    async count(accountId: string): Promise<number> {
      await tx.execute(
        sql`SELECT pg_advisory_xact_lock(hashtextextended(${`cloned voices ${accountId}`}, 0))`,
      );
      return tx.$count(clonedVoices);
    },
    async insert(row: Row): Promise<void> {
      await tx.insert(clonedVoices).values(row);
    },
    async find(id: string): Promise<ClonedVoiceRow | null> {
      const [row] = await tx.select(light).from(clonedVoices).where(eq(clonedVoices.id, id));
      return row ?? null;
    },
    async lock(id: string): Promise<ClonedVoiceRow | null> {
      const [row] = await tx.select(light).from(clonedVoices).where(eq(clonedVoices.id, id)).for('update');
      return row ?? null;
    },
    async sealed(id: string): Promise<Pick<Row, Sealed> | null> {
      const [row] = await tx
        .select({ sealedConsent: clonedVoices.sealedConsent, sealedSample: clonedVoices.sealedSample })
        .from(clonedVoices)
        .where(eq(clonedVoices.id, id));
      return row ?? null;
    },
    async isConsentUsed(hash: string): Promise<boolean> {
      return (await tx.$count(clonedVoices, eq(clonedVoices.consentHash, hash))) > 0;
    },
    async update(id: string, change: Partial<Row>): Promise<void> {
      await tx.update(clonedVoices).set(change).where(eq(clonedVoices.id, id));
    },
    async remove(id: string): Promise<void> {
      await tx.delete(clonedVoices).where(eq(clonedVoices.id, id));
    },
    /** Voices that are at a vendor, of one account. */
    async atVendors(): Promise<ClonedVoiceRow[]> {
      return tx.select(light).from(clonedVoices).where(isNotNull(clonedVoices.voice));
    },

    /** Over all accounts: what nobody went on with since that moment. */
    async removeUnfinished(before: Date): Promise<void> {
      await tx
        .delete(clonedVoices)
        .where(and(inArray(clonedVoices.state, ['consent', 'sample']), lt(clonedVoices.createdAt, before)));
    },
    /** Over all accounts: voices whose making began before that moment and came to no end. */
    async loseMaking(before: Date): Promise<void> {
      await tx
        .update(clonedVoices)
        .set({ state: 'failed', failure: 'lost' })
        .where(and(eq(clonedVoices.state, 'making'), lt(clonedVoices.triedAt, before)));
    },
    /** Over all accounts: voices that are still to be deleted at their vendors. */
    async undeleted(): Promise<{ id: string; accountId: string }[]> {
      return tx
        .select({ id: clonedVoices.id, accountId: clonedVoices.accountId })
        .from(clonedVoices)
        .where(eq(clonedVoices.state, 'deleting'));
    },
  };
}
