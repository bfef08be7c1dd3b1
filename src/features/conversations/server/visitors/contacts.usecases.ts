import type { FormValue } from '#shared/forms/values.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import { createContact, type NewContact } from '#features/contacts/server/contacts.usecases.ts';
import { addContactDetails } from '#features/contacts/server/identity/details.usecases.ts';
import { conversationsRepository, type VisitorRow } from '../conversations.repository.ts';

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
  const id = await createContact(tx, contactFrom(row), now);
  await repository.linkContact(row.id, id);
  return id;
}

/**
 * What a contact is told of the visitor of whom it is made: their browser, and by which landing page, code and campaign
 * they came.
 */
export function contactFrom(row: VisitorRow): NewContact {
  const { accountId, agentId, timezone, language, device, browser, os, landingUrl, referrer, tag, utm } = row;
  return {
    accountId,
    source: row.landingPageId !== null ? 'landing' : row.channel === 'qr' ? 'qr' : 'widget',
    sourceAgentId: agentId,
    timezone,
    language,
    device,
    browser,
    os,
    landingUrl,
    referrer,
    tag,
    utm,
  };
}

/**
 * Makes a contact of a visitor who left something, and adds what they left: what their row holds of the
 * contact form, or `values`. Null for a preview, which leaves nothing.
 */
export async function storeDetails(
  tx: Transaction,
  visitor: Pick<VisitorIdentity, 'isPreview'>,
  row: VisitorRow,
  now: Date,
  values: readonly FormValue[] = row.formValues,
): Promise<string | null> {
  if (visitor.isPreview) return null;
  const contactId = row.contactId ?? (await contactOfVisitor(tx, row.id, now));
  if (contactId === null) return null;
  await addContactDetails(tx, contactId, values);
  return contactId;
}

/** Keeps a visitor from becoming another contact before the transaction ends. */
export async function lockVisitor(tx: Transaction, visitorId: string): Promise<void> {
  await conversationsRepository(tx).lockVisitor(visitorId);
}
