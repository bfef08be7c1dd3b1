import type { Transaction } from '#platform/database/database.ts';
import { contactsRepository } from './contacts.repository.ts';
import { createContact, type NewContact } from './contacts.usecases.ts';

/**
 * The contact of a person whom the owner's server vouched for, in the caller's transaction. Known by the owner's own id;
 * else the visitor's contact becomes that person, unless it is another one already (`wasAnybody`); else it is a new one.
 */
export async function identifyContact(tx: Transaction, currentId: string | null, from: NewContact, who: { externalId: string; email: string | null; name: string | null }, now: Date): Promise<{ id: string; wasAnybody: boolean }> {
  const repository = contactsRepository(tx);
  const current = currentId === null ? null : await repository.lock(currentId);
  const wasAnybody = current !== null && current.externalId !== null && current.externalId !== who.externalId;
  const known = await repository.idByExternal(who.externalId);
  const holder = who.email === null ? null : await repository.idByEmail(who.email);
  const unproven = holder !== null && holder !== known && (await repository.lock(holder))?.externalId === null ? holder : null;
  const own = current !== null && !wasAnybody ? current.id : null;
  const id = known ?? own ?? unproven ?? (await createContact(tx, from, now));
  // Whoever only typed the address keeps it as a claim; whoever is vouched for keeps it.
  if (unproven !== null && unproven !== id) await repository.claimEmail(unproven);
  const isFree = holder === null || holder === id || unproven !== null;
  await repository.setIdentity(id, { externalId: who.externalId, verifiedAt: now, ...(who.name === null ? {} : { name: who.name }), ...(who.email === null ? {} : isFree ? { email: who.email, claimedEmail: null } : { claimedEmail: who.email }) });
  return { id, wasAnybody };
}
