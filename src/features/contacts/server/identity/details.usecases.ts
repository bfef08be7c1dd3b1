import { fieldOfAnswer, type AskedContactField } from '#shared/contacts/contact-fields.ts';
import type { FormValue } from '#shared/forms/values.ts';
import type { Transaction } from '#platform/database/database.ts';
import { contactsRepository, type ContactRow } from '../contacts.repository.ts';

type Details = Pick<ContactRow, AskedContactField | 'customValues' | 'claimedEmail'>;

/**
 * What a form's answers change on a contact: they fill what is empty and never replace anything. An address
 * that belongs to another contact stays a claim, because whoever types it has not shown that it is theirs.
 */
export function mergeDetails(contact: Details, values: readonly FormValue[], isTaken: boolean): Details {
  const next: Details = { ...contact, customValues: [...contact.customValues] };
  const filled = new Set<AskedContactField>();
  for (const { contactField, ...value } of values) {
    const named = fieldOfAnswer({ type: value.type, contactField });
    const field = named && !filled.has(named) ? named : null;
    if (field === 'email' && isTaken && contact.email === null) next.claimedEmail = value.value;
    else if (field && !contact[field]) next[field] = value.value;
    else if (!field || contact[field] !== value.value) next.customValues.push(value);
    if (field) filled.add(field);
  }
  next.customValues = next.customValues.slice(-50);
  return next;
}

/** Writes a form's answers to a contact, in the caller's transaction. */
export async function addContactDetails(
  tx: Transaction,
  contactId: string,
  values: readonly FormValue[],
): Promise<void> {
  const repository = contactsRepository(tx);
  const contact = await repository.lock(contactId);
  if (!contact) return;
  const email = values.find(({ type }) => type === 'email')?.value;
  await repository.setDetails(
    contactId,
    mergeDetails(contact, values, email !== undefined && (await repository.hasEmail(email, contactId))),
  );
}

/**
 * Adds an address that somebody gave as theirs, unless the contact has it already, as its own, as a claim or
 * as a further one.
 */
export async function addGivenAddress(tx: Transaction, contactId: string, address: string): Promise<void> {
  const contact = await contactsRepository(tx).lock(contactId);
  const known = [
    contact?.email,
    contact?.claimedEmail,
    ...(contact?.customValues ?? []).filter(({ type }) => type === 'email').map(({ value }) => value),
  ];
  if (!known.includes(address))
    await addContactDetails(tx, contactId, [{ key: 'email', type: 'email', label: '', value: address }]);
}

/**
 * Takes what a visitor deleted off a contact; a contact that came by writing and has nothing else goes too.
 * Says whether it stays.
 */
export async function releaseContact(
  tx: Transaction,
  contactId: string,
  gone: { conversations: number; messages: number },
  hasMore: boolean,
): Promise<boolean> {
  const repository = contactsRepository(tx);
  const contact = await repository.lock(contactId);
  if (!contact) return false;
  if (!hasMore && contact.source === 'widget') {
    await repository.delete(contactId);
    return false;
  }
  await repository.release(contactId, gone);
  return true;
}
