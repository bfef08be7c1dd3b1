import { readCustomValue, type CustomValues } from '#shared/contacts/custom-fields.ts';
import { patternEffort } from '#shared/contacts/simple-pattern.ts';
import type { FormValue } from '#shared/forms/values.ts';
import { newId } from '#shared/ids.ts';
import type { Transaction } from '#platform/database/database.ts';
import { customFieldsOf } from '#features/custom-fields/server/custom-fields.usecases.ts';
import { addContactDetails } from './details.usecases.ts';
import { contactOfAddress, proveAddress } from './identity.usecases.ts';
import { contactsIdentityRepository } from './identity.repository.ts';
import { contactsRepository, type ContactRow } from '../contacts.repository.ts';

/** Where a form was filled. */
export type FormVisit = Pick<
  ContactRow,
  | 'accountId'
  | 'sourceAgentId'
  | 'timezone'
  | 'language'
  | 'device'
  | 'browser'
  | 'os'
  | 'landingUrl'
  | 'referrer'
  | 'tag'
  | 'utm'
>;

/**
 * The contact of whoever sent a form outside of a chat, in the caller's transaction. Whoever typed an address
 * has not shown that it is theirs: what they sent gathers in a contact of typed words, which nobody writes or
 * buys as, and never in the one that has the address. Whoever confirmed the address by the link of a mail
 * (`confirmed`) is the person whom that address was proven of before, or whom the account's people wrote down
 * with it. Null when the answers name nobody.
 */
export async function contactOfForm(
  tx: Transaction,
  visit: FormVisit,
  values: readonly FormValue[],
  own: CustomValues,
  { confirmed, now }: { confirmed: string | null; now: Date },
): Promise<string | null> {
  if (values.length === 0) return null;
  const repository = contactsRepository(tx);
  const email = values.find(({ type }) => type === 'email')?.value;
  const isConfirmed = confirmed !== null && email?.toLowerCase() === confirmed.toLowerCase();
  const find = isConfirmed
    ? contactOfAddress
    : (_tx: Transaction, address: string) => contactsIdentityRepository(tx).idOfTyped(address);
  const known = email === undefined ? null : await find(tx, email);
  const id = known ?? newId('con', now.getTime());
  if (known === null)
    await repository.insert({
      ...visit,
      id,
      source: 'form',
      firstSeenAt: now,
      lastSeenAt: now,
      createdAt: now,
    });
  else await repository.bump(id, { conversations: 0, messages: 0, now });
  if (isConfirmed && email !== undefined) await proveAddress(tx, id, email, now);
  await addContactDetails(tx, id, values);
  await fillOwnFields(tx, id, own, known === null);
  return id;
}

/** Whether a visitor in whose chat a form stands is a contact whom the account has blocked. */
export const isVisitorBlocked = (tx: Transaction, visitorId: string): Promise<boolean> =>
  contactsRepository(tx).isVisitorBlocked(visitorId);

/**
 * Writes answers into the account's own fields of a contact: what is empty, and of a new one also what it
 * began with. What does not fit a field stays with the form alone.
 */
export async function fillOwnFields(
  tx: Transaction,
  contactId: string,
  answers: CustomValues,
  isNew = false,
): Promise<void> {
  if (Object.keys(answers).length === 0) return;
  const repository = contactsRepository(tx);
  const contact = await repository.lock(contactId);
  if (!contact) return;
  const set: CustomValues = {};
  const effort = { left: patternEffort.request };
  for (const field of await customFieldsOf(tx, 'contact')) {
    const read =
      field.key in answers && (isNew || !(field.key in contact.customFields))
        ? readCustomValue(field, answers[field.key], effort)
        : null;
    if (read && 'value' in read && read.value !== null) set[field.key] = read.value;
  }
  if (Object.keys(set).length > 0)
    await repository.update(contactId, { customFields: { ...contact.customFields, ...set } });
}

/**
 * Writes down that a contact agreed to be written to, when, where and to which text, in the caller's
 * transaction.
 */
export async function giveConsent(
  tx: Transaction,
  contactId: string,
  { at, source, textVersion }: { at: Date; source: string; textVersion: string },
): Promise<void> {
  await contactsRepository(tx).update(contactId, {
    marketingConsent: { value: true, at: at.toISOString(), source, textVersion },
  });
}
