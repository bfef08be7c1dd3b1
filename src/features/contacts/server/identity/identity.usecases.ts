import type { Transaction } from '#platform/database/database.ts';
import type { Proof } from '../../contacts.contract.ts';
import { releaseContact } from './details.usecases.ts';
import { contactsIdentityRepository } from './identity.repository.ts';
import { contactsRepository, type ContactRow } from '../contacts.repository.ts';
import { bumpContact, createContact, type NewContact } from '../contacts.usecases.ts';

/**
 * Who somebody was shown to be. `externalId` is the owner's own id, which only the owner's server can vouch
 * for.
 */
export type ProvenPerson = {
  externalId: string | null;
  email: string | null;
  name: string | null;
};

/** The owner's server vouches for a person; a mailbox for nothing but its own address. */
const isMailbox = (proof: Proof | null): boolean => proof === 'code' || proof === 'opt_in';

/**
 * Whether what is known of a contact came from the account's own people and not from whoever typed into a
 * page.
 */
const isOwnersWord = ({ source }: ContactRow): boolean =>
  source === 'manual' || source === 'import' || source === 'api';

/** The contact that has an address, and what may be done about it for somebody who proved that address. */
async function judgeHolder(tx: Transaction, email: string | null, proof: Proof, visitorId: string | null) {
  const repository = contactsRepository(tx);
  const id = email === null ? null : await repository.idByEmail(email);
  const row = id === null ? null : await repository.lock(id);
  if (!row) return { row: null, joined: null, isFree: true };
  const isSamePerson = isMailbox(proof) && isMailbox(row.emailProof);
  // Nobody is put into a contact in which others write: they are not proven by what this one proved.
  const isVacant =
    row.externalId === null && !(await contactsIdentityRepository(tx).hasOthers(row.id, visitorId));
  const isAdopted = isVacant && (isOwnersWord(row) || row.emailProof !== null);
  // An address that was only typed gives way; one that was proven, or is a vouched person's, stays where it
  // is.
  const isTyped = row.emailProof === null && (isMailbox(proof) || row.externalId === null);
  return { row, joined: isSamePerson || isAdopted ? row.id : null, isFree: isTyped };
}

/**
 * Writes what was proven to the contact that is meant; whoever only typed the address keeps it as a claim.
 */
async function writeProof(
  tx: Transaction,
  id: string,
  who: ProvenPerson,
  proof: Proof,
  holder: Awaited<ReturnType<typeof judgeHolder>>,
  now: Date,
): Promise<void> {
  const repository = contactsRepository(tx);
  const contact = await repository.lock(id);
  if (!contact) return;
  const isHeldHere = holder.row?.id === id;
  if (holder.row && !isHeldHere && holder.isFree) await repository.claimEmail(holder.row.id);
  const canHave = holder.row === null || isHeldHere || holder.isFree;
  // A mailbox proves its own address and replaces none that somebody of the account wrote down.
  const takes =
    proof === 'identity' ||
    contact.email === null ||
    contact.email === who.email ||
    (contact.emailProof === null && !isOwnersWord(contact));
  const isKnown = contact.email === who.email && isMailbox(contact.emailProof);
  const address =
    who.email === null
      ? {}
      : !canHave || !takes
        ? { claimedEmail: who.email }
        : {
            email: who.email,
            claimedEmail: null,
            ...(isKnown ? {} : { emailProof: proof, emailProvenAt: now }),
          };
  const person = who.externalId === null ? {} : { externalId: who.externalId, verifiedAt: now };
  await repository.setIdentity(id, {
    ...person,
    ...(who.name === null ? {} : { name: who.name }),
    ...address,
  });
}

/**
 * Puts a visitor who proved who they are with their contact, in the caller's transaction, and marks that one
 * visitor as proven.
 * The contact is the one of the owner's own id; else the one whose address the same kind of proof opened, or
 * that only the account's people wrote and nobody else came as; else the visitor's own, where nobody else is
 * in it; else a new one.
 * What the visitor wrote before they said who they are goes along; what others typed stays where it is.
 * `wasAnybody`: the browser belonged to another vouched person before, and what that person wrote stays
 * theirs.
 */
export async function identifyContact(
  tx: Transaction,
  visitor: { id: string; contactId: string | null; isProven: boolean },
  from: NewContact,
  who: ProvenPerson,
  proof: Proof,
  now: Date,
): Promise<{ id: string; wasAnybody: boolean }> {
  const repository = contactsRepository(tx);
  const identities = contactsIdentityRepository(tx);
  const current = visitor.contactId === null ? null : await repository.lock(visitor.contactId);
  const stays = current !== null && who.externalId === null && visitor.isProven;
  const wasAnybody =
    current !== null && !stays && current.externalId !== null && current.externalId !== who.externalId;
  const known = who.externalId === null ? null : await repository.idByExternal(who.externalId);
  const holder = await judgeHolder(tx, who.email, proof, visitor.id);
  const isOwn = current !== null && !wasAnybody && !(await identities.hasOthers(current.id, visitor.id));
  const own = stays || isOwn ? (current?.id ?? null) : null;
  const id = known ?? (stays ? own : null) ?? holder.joined ?? own ?? (await createContact(tx, from, now));
  await writeProof(tx, id, who, proof, holder, now);
  if (current && current.id !== id && !wasAnybody) {
    const moved = await identities.handOver(visitor.id, current.id, id);
    await bumpContact(tx, id, { ...moved, now });
    await identities.link(visitor.id, id, proof, now);
    await releaseContact(tx, current.id, moved, await identities.hasAnything(current.id));
  } else await identities.link(visitor.id, id, proof, now);
  return { id, wasAnybody };
}

/**
 * The contact of somebody who proved an address without being a visitor, by the link of a mail; null when a
 * new one must be made.
 */
export async function contactOfAddress(tx: Transaction, email: string): Promise<string | null> {
  return (await judgeHolder(tx, email, 'opt_in', null)).joined;
}

/** Writes down that a contact's address was proven by the link of a mail. */
export async function proveAddress(
  tx: Transaction,
  contactId: string,
  email: string,
  now: Date,
): Promise<void> {
  const holder = await judgeHolder(tx, email, 'opt_in', null);
  await writeProof(tx, contactId, { externalId: null, email, name: null }, 'opt_in', holder, now);
}

/**
 * Where the visitor of a conversation gets its mails; null where they have given no address that may be
 * theirs.
 */
export function mailAddressOf(tx: Transaction, contactId: string, visitorId: string): Promise<string | null> {
  return contactsIdentityRepository(tx).mailAddress(contactId, visitorId);
}
