import { asc, eq, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import type { TestimonialInput } from '../testimonials.contract.ts';
import { testimonials } from './testimonials.table.ts';

export type TestimonialRow = typeof testimonials.$inferSelect;

export function testimonialsRepository(tx: Transaction) {
  return {
    all: (): Promise<TestimonialRow[]> =>
      tx.select().from(testimonials).orderBy(asc(testimonials.place), asc(testimonials.id)),
    /** One at a time changes the list, until its transaction ends; whoever reads it waits for nobody. */
    async hold(): Promise<void> {
      await tx.execute(sql`LOCK TABLE testimonials IN SHARE ROW EXCLUSIVE MODE`);
    },
    async insert(row: TestimonialRow): Promise<void> {
      await tx.insert(testimonials).values(row);
    },
    async update(id: string, change: TestimonialInput | { place: number }): Promise<void> {
      await tx.update(testimonials).set(change).where(eq(testimonials.id, id));
    },
    async remove(id: string): Promise<void> {
      await tx.delete(testimonials).where(eq(testimonials.id, id));
    },
  };
}
