import { AppError } from '#shared/errors.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import { eraseAnswers } from '#features/repeated-requests/server/repeated-requests.usecases.ts';
import { eraseEvents, writeEvent } from '#features/webhooks/server/events/events.usecases.ts';
import { contactsErrors } from '../../contacts.contract.ts';
import { contactsManyErrors, type MergeField } from '../../contacts-many.contract.ts';
import { contactsPrivacyRepository } from './erasure.repository.ts';
import { contactConditions, contactsListRepository } from '../contacts-list.repository.ts';
import { contactsManyRepository } from '../bulk/bulk.repository.ts';
import { mergedContact } from './merging.models.ts';
import { presentContact } from '../record/presentation.models.ts';
import { contactsRepository } from '../contacts.repository.ts';
import { contactViewOf, lockContact, type ContactsUsecases } from '../contacts.usecases.ts';

const mostGroups = 50;

/** What other features do when a person is erased, each in the same transaction. */
export type Erasing = {
  /**
   * Takes the name off what the person bought; false while a subscription runs, and then nothing is erased.
   */
  anonymisePurchases(tx: Transaction, person: { contactId: string; email: string | null }): Promise<boolean>;
  /** Ends what is being answered to the person, and deletes visitors and conversations. */
  eraseConversations(tx: Transaction, contactId: string): Promise<void>;
  /** Deletes mails that went to the person. They lie outside the wall. */
  eraseMails(accountId: string, email: string): Promise<void>;
};
export type EraseContact = (
  tx: Transaction,
  accountId: string,
  id: string,
) => Promise<'erased' | 'subscribed' | 'gone'>;

/** Erases one person, in the caller's transaction. */
export function createEraseContact(clock: Clock, erasing: Erasing): EraseContact {
  return async (tx, accountId, id) => {
    const contact = await contactsRepository(tx).lock(id);
    if (!contact) return 'gone';
    // By an address that was only typed, somebody else's purchases would lose their name.
    const email = contact.emailProof === null ? null : contact.email;
    if (!(await erasing.anonymisePurchases(tx, { contactId: id, email }))) return 'subscribed';
    await erasing.eraseConversations(tx, id);
    await contactsPrivacyRepository(tx).deleteAll(id);
    const addresses = [...new Set([contact.email ?? [], contact.otherEmails].flat())];
    if (addresses.length > 0) await contactsPrivacyRepository(tx).deleteRefusedRows(addresses);
    for (const address of addresses) await erasing.eraseMails(accountId, address);
    await eraseEvents(tx, [id, ...addresses]);
    await eraseAnswers(tx, [id, ...addresses]);
    await writeEvent(tx, { accountId, type: 'contact.erased', at: clock.now(), data: { contactId: id } });
    return 'erased';
  };
}

/** Merging contacts that are one person, erasing a person, and handing out what is stored. */
export function createContactsPrivacy(services: {
  clock: Clock;
  realtime: Pick<Realtime, 'publish'>;
  erase: EraseContact;
  contacts: Pick<ContactsUsecases, 'get'>;
}) {
  const { clock } = services;
  const tellAll = (tx: Transaction, accountId: string): Promise<void> =>
    services.realtime.publish(tx, { topic: `account:${accountId}`, data: { type: 'everything' } });

  return {
    duplicates: (scope: AccountScope) =>
      scope.run(async (tx) => {
        const view = await contactViewOf(tx, scope);
        const groups = await contactsPrivacyRepository(tx).duplicates(mostGroups);
        const named = contactsManyRepository(tx).named(groups.flatMap(({ ids }) => ids));
        const seen = contactConditions(view, {}, clock.now());
        const rows = await contactsListRepository(tx).page(
          { within: seen ? contactsManyRepository(tx).both(named, seen) : named },
          { sort: 'newest', limit: mostGroups * 30 },
        );
        const byId = new Map(rows.map((row) => [row.contact.id, presentContact(row, view)]));
        const known = groups.map(({ reason, key, ids }) => ({
          reason,
          key,
          contacts: ids.flatMap((id) => byId.get(id) ?? []),
        }));
        return { groups: known.filter(({ contacts }) => contacts.length > 1) };
      }),

    async merge(
      scope: AccountScope,
      id: string,
      { otherId, take }: { otherId: string; take: readonly MergeField[] },
    ) {
      if (id === otherId) throw new AppError(contactsManyErrors.sameContact);
      await scope.run(async (tx) => {
        // In one order, so that two who merge the same two the other way round wait for each other.
        const [first, second] = [id, otherId].toSorted() as [string, string];
        const [a, b] = [
          await lockContact(tx, scope, first, clock.now()),
          await lockContact(tx, scope, second, clock.now()),
        ];
        const [kept, other] = a.id === id ? [a, b] : [b, a];
        if (kept.externalId !== null && other.externalId !== null)
          throw new AppError(contactsManyErrors.bothVerified);
        const privacy = contactsPrivacyRepository(tx);
        await privacy.rePoint(otherId, id);
        await contactsRepository(tx).delete(otherId);
        await contactsRepository(tx).update(id, {
          ...mergedContact(kept, other, new Set(take)),
          updatedAt: clock.now(),
        });
        await privacy.insertMerge({
          id: otherId,
          accountId: scope.accountId,
          mergedInto: id,
          mergedAt: clock.now(),
        });
        await writeEvent(tx, {
          accountId: scope.accountId,
          type: 'contact.merged',
          at: clock.now(),
          data: { contactId: id, mergedId: otherId },
        });
        await tellAll(tx, scope.accountId);
      });
      return services.contacts.get(scope, id);
    },

    erase: (scope: AccountScope, id: string): Promise<Record<string, never>> =>
      scope.run(async (tx) => {
        await lockContact(tx, scope, id, clock.now());
        const end = await services.erase(tx, scope.accountId, id);
        if (end === 'subscribed') throw new AppError(contactsManyErrors.subscribed);
        await writeAudit(tx, scope, 'contacts.erased', { id, name: id });
        await tellAll(tx, scope.accountId);
        return {};
      }),

    /** Everything about one person, as text of a file. Where the account hides places, the file does too. */
    record: (scope: AccountScope, id: string): Promise<string> =>
      scope.run(async (tx) => {
        const { hidesLocation, agentIds } = await contactViewOf(tx, scope);
        const record = (await contactsListRepository(tx).isSeen(
          id,
          { agentIds, hidesPassive: false },
          clock.now(),
        ))
          ? await contactsPrivacyRepository(tx).record(id)
          : null;
        if (!record) throw new AppError(contactsErrors.notFound);
        await writeAudit(tx, scope, 'contacts.handed_out', { id, name: id });
        const places = new Set(['country', 'region', 'city', 'timezone']);
        return JSON.stringify(
          { exportedAt: clock.now().toISOString(), ...record },
          (key, value: unknown) => (hidesLocation && places.has(key) ? undefined : value),
          2,
        );
      }),
  };
}

export type ContactsPrivacy = ReturnType<typeof createContactsPrivacy>;
