import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { messages } from '../conversations.table.ts';

export const approvalsRepository = (tx: Transaction) => ({
  /** Notes in the message that asked how it was decided. */
  async mark(messageId: string, request: string, state: 'approved' | 'declined'): Promise<void> {
    const card = JSON.stringify({ type: 'approval', id: request });
    await tx
      .update(messages)
      .set({
        parts: sql`(SELECT jsonb_agg(CASE WHEN part @> ${card}::jsonb
          THEN jsonb_set(part, '{state}', to_jsonb(${state}::text)) ELSE part END ORDER BY place)
          FROM jsonb_array_elements(${messages.parts}) WITH ORDINALITY AS each (part, place))`,
      })
      .where(eq(messages.id, messageId));
  },
});
