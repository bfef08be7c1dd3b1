import type { Transaction } from '#platform/database/database.ts';
import type { Notice, Realtime } from '#platform/realtime/realtime.ts';

/** A conversation as the account's open screens name it; an empty `conversationId` stands for none. */
export type OwnersView = {
  accountId: string;
  conversationId: string;
  contactId: string | null;
  isPreview: boolean;
};

const noticeFor = (where: OwnersView): Notice => ({
  topic: `account:${where.accountId}`,
  data: { type: 'conversation.changed', conversationId: where.conversationId, contactId: where.contactId },
});

/** Tells the account's open screens that a conversation changed, once the transaction commits. Previews tell nobody. */
export async function tellOwner(
  realtime: Pick<Realtime, 'publish'>,
  tx: Transaction,
  where: OwnersView,
): Promise<void> {
  if (!where.isPreview) await realtime.publish(tx, noticeFor(where));
}

/** As `tellOwner`, at once and unawaited, for what is stored already. */
export function announceToOwner(realtime: Pick<Realtime, 'announce'>, where: OwnersView): void {
  if (!where.isPreview) realtime.announce(noticeFor(where));
}
