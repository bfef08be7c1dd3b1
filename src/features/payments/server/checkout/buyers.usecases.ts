import type { Transaction } from '#platform/database/database.ts';
import { addGivenAddress } from '#features/contacts/server/identity/details.usecases.ts';
import { contactOfVisitor, lockVisitor } from '#features/conversations/server/visitors/contacts.usecases.ts';
import type { PurchaseRow } from '../syncing/purchase-state.models.ts';
import { paymentsRepository } from '../payments.repository.ts';

/**
 * Makes a contact of whoever bought, also where they never wrote, in the transaction in which the purchase is
 * paid: they are found by the address that they gave, which stays a claim until they prove it. Gives the
 * purchase with its contact. A preview leaves nothing, and what was paid in a form has the form's contact.
 */
export async function nameBuyerOf(tx: Transaction, row: PurchaseRow, now: Date): Promise<PurchaseRow> {
  if (row.kind === 'form' || row.visitorId === null) return row;
  const contactId = row.contactId ?? (await contactOfVisitor(tx, row.visitorId, now));
  if (contactId === null) return row;
  await addGivenAddress(tx, contactId, row.email.toLowerCase());
  return row.contactId === contactId
    ? row
    : ((await paymentsRepository(tx).change(row.id, { contactId })) ?? row);
}

/**
 * Keeps what a purchase's visitor is from being changed meanwhile; to be called before the purchase is
 * locked.
 */
export async function lockBuyer(
  tx: Transaction,
  { kind, visitorId }: Pick<PurchaseRow, 'kind' | 'visitorId'>,
): Promise<void> {
  if (kind !== 'form' && visitorId !== null) await lockVisitor(tx, visitorId);
}
