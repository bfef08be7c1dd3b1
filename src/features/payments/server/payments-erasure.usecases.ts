import type { Transaction } from '#platform/database/database.ts';
import { erasureRepository } from './payments-erasure.repository.ts';

/**
 * Takes the name off what a person bought, in the caller's transaction: the address gives way to one that leads nowhere, and nobody can restore the purchase by it.
 * Amounts, taxes and the vendor's references stay, because books must be kept. False, and nothing is changed, while a subscription goes on taking money.
 */
export async function anonymisePurchases(tx: Transaction, person: { contactId: string; email: string | null }): Promise<boolean> {
  const repository = erasureRepository(tx);
  if (await repository.hasRunningSubscription(person)) return false;
  await repository.anonymise(person, `erased-${person.contactId.slice(-12)}@erased.invalid`);
  return true;
}
