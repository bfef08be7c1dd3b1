import { eq, sql } from 'drizzle-orm';
import type { PartContent } from '#shared/chat/message-parts.ts';
import type { Transaction } from '#platform/database/database.ts';
import { messages } from '../conversations.table.ts';

export const shownPartsRepository = (tx: Transaction) => ({
  /** Replaces what a message shows of this kind; each stays where it stands. */
  async replace(messageId: string, content: PartContent): Promise<void> {
    const kind = JSON.stringify({ type: content.type });
    await tx
      .update(messages)
      .set({
        parts: sql`(SELECT jsonb_agg(CASE WHEN part @> ${kind}::jsonb
          THEN ${JSON.stringify(content)}::jsonb || jsonb_build_object('at', part -> 'at') ELSE part END ORDER BY place)
          FROM jsonb_array_elements(${messages.parts}) WITH ORDINALITY AS each (part, place))`,
      })
      .where(eq(messages.id, messageId));
  },
});
