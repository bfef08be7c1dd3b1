import type { Transaction } from '#platform/database/database.ts';
import { createContact } from '#features/contacts/server/contacts.usecases.ts';
import { conversationsRepository } from '../conversations.repository.ts';

/**
 * The contact that a visitor came as, made where there is none; null for a preview and for a visitor who is
 * gone.
 */
export async function contactOfVisitor(
  tx: Transaction,
  visitorId: string,
  now: Date,
): Promise<string | null> {
  const repository = conversationsRepository(tx);
  const row = await repository.lockVisitor(visitorId);
  if (!row || row.isPreview) return null;
  if (row.contactId !== null) return row.contactId;
  const { accountId, agentId, timezone, language, device, browser, os, landingUrl, referrer, tag } = row;
  const id = await createContact(
    tx,
    { accountId, sourceAgentId: agentId, timezone, language, device, browser, os, landingUrl, referrer, tag },
    now,
  );
  await repository.linkContact(row.id, id);
  return id;
}

/** Keeps a visitor from becoming another contact before the transaction ends. */
export async function lockVisitor(tx: Transaction, visitorId: string): Promise<void> {
  await conversationsRepository(tx).lockVisitor(visitorId);
}
