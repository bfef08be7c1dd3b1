import type { FormValue } from '#shared/form-values.ts';
import { newId } from '#shared/ids.ts';
import type { Transaction } from '#platform/database/database.ts';
import { addContactDetails } from './contacts-details.usecases.ts';
import { contactsRepository, type ContactRow } from './contacts.repository.ts';

/** Where a form was filled. */
export type FormVisit = Pick<ContactRow, 'accountId' | 'sourceAgentId' | 'timezone' | 'language' | 'device' | 'browser' | 'os' | 'landingUrl' | 'referrer' | 'tag'>;

/**
 * The contact of whoever sent a form, in the caller's transaction: the one who is known by the address, else a new one. What is known already is not
 * replaced, because whoever types an address has not shown that it is his. Null when the answers name nobody.
 */
export async function contactOfForm(tx: Transaction, visit: FormVisit, values: readonly FormValue[], now: Date): Promise<string | null> {
  if (values.length === 0) return null;
  const repository = contactsRepository(tx);
  const email = values.find(({ type }) => type === 'email')?.value;
  const known = email === undefined ? null : await repository.idByEmail(email);
  const id = known ?? newId('con', now.getTime());
  if (known === null) await repository.insert({ ...visit, id, source: 'form', firstSeenAt: now, lastSeenAt: now, createdAt: now });
  else await repository.bump(id, { conversations: 0, messages: 0, now });
  await addContactDetails(tx, id, values);
  return id;
}
