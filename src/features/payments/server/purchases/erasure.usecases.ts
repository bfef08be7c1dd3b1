import type { Transaction } from '#platform/database/database.ts';
import { anonymiseInvoices } from '#features/invoices/server/invoices.usecases.ts';
import { erasureRepository } from './erasure.repository.ts';

/**
 * Takes the name off what a person bought, in the caller's transaction: the address gives way to one that
 * leads nowhere, and nobody can restore the purchase by it.
 * Amounts, taxes and the vendor's references stay, because books must be kept. False, and nothing is changed,
 * while a subscription goes on taking money.
 */
export async function anonymisePurchases(
  tx: Transaction,
  person: { contactId: string; email: string | null },
): Promise<boolean> {
  const repository = erasureRepository(tx);
  if (await repository.hasRunningSubscription(person)) return false;
  const alias = `erased-${person.contactId.slice(-12)}@erased.invalid`;
  await anonymiseInvoices(tx, await repository.purchaseIds(person), alias);
  await repository.anonymise(person, alias);
  return true;
}
