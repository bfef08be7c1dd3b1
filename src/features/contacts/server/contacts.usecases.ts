import { z } from 'zod';
import {
  contactFieldNames,
  readContactField,
  type ContactFieldName,
} from '#shared/contacts/contact-fields.ts';
import { AppError, commonErrors } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { violatedConstraint, type Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { readCursor, writeCursor } from '#platform/database/cursor.ts';
import { unsubscribedSince } from '#features/mail/server/mail-preferences.usecases.ts';
import {
  changedFields,
  customFieldsOf,
  readCustomInput,
} from '#features/custom-fields/server/custom-fields.usecases.ts';
import {
  contactsErrors,
  type ContactDetail,
  type ContactFilter,
  type ContactChange,
  type ContactInput,
  type ContactSort,
} from '../contacts.contract.ts';
import { contactsPrivacyRepository } from './erasure/erasure.repository.ts';
import { contactsIdentityRepository } from './identity/identity.repository.ts';
import {
  contactConditions,
  contactsListRepository,
  type ContactPosition,
  type ContactView,
} from './contacts-list.repository.ts';
import { presentContact } from './record/presentation.models.ts';
import { contactsTagsRepository } from './record/tags.repository.ts';
import { contactsRepository, type ContactRow } from './contacts.repository.ts';

const pageSize = 50;
const idSchema = z.string().regex(/^\w{1,60}$/);
// No later moment is one to the database.
const timeKey = z.number().int().min(0).max(4_000_000_000_000_000);
const positions: Record<ContactSort, z.ZodType<ContactPosition>> = {
  seen: z.object({ key: timeKey, id: idSchema }),
  newest: z.object({ key: timeKey, id: idSchema }),
  name: z.object({
    key: z
      .string()
      .max(200)
      .refine((key) => !key.includes('\u0000')),
    id: idSchema,
  }),
  score: z.object({ key: z.number().int().min(0).max(100), id: idSchema }),
};

/** Where a first message came from. */
export type NewContact = Pick<
  ContactRow,
  | 'source'
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
 * Makes a contact out of a visitor who wrote, in the caller's transaction. Where they are stays out when the
 * account does not want to know.
 */
export async function createContact(tx: Transaction, from: NewContact, now: Date): Promise<string> {
  const id = newId('con');
  const { hidesLocation } = await contactsListRepository(tx).privacy('');
  await contactsRepository(tx).insert({
    ...from,
    ...(hidesLocation ? { timezone: null } : {}),
    id,
    firstSeenAt: now,
    lastSeenAt: now,
    createdAt: now,
    updatedAt: now,
  });
  return id;
}

/** Counts what a contact did. */
export async function bumpContact(
  tx: Transaction,
  id: string,
  change: { conversations: number; messages: number; now: Date },
): Promise<void> {
  await contactsRepository(tx).bump(id, change);
}

/** What a member sees of contacts: those of agents that they reach, without those that are hidden. */
export async function contactViewOf(
  tx: Transaction,
  scope: AccountScope,
): Promise<ContactView & { hidesLocation: boolean }> {
  return { ...(await contactsListRepository(tx).privacy(scope.userId)), agentIds: scope.agentIds };
}

/**
 * A contact that the member may see, kept from being changed by others meanwhile; throws when there is none.
 */
export async function lockContact(
  tx: Transaction,
  scope: AccountScope,
  id: string,
  now: Date,
): Promise<ContactRow> {
  const row = await contactsRepository(tx).lock(id);
  if (!row || !(await contactsListRepository(tx).isSeen(id, await contactViewOf(tx, scope), now)))
    throw new AppError(contactsErrors.notFound);
  return row;
}

/** Which contacts a member means: what they ask for, within what they see. */
export async function contactsMeant(tx: Transaction, scope: AccountScope, filter: ContactFilter, now: Date) {
  if (filter.paid && !scope.can('payments.read')) throw new AppError(commonErrors.forbidden);
  const view = await contactViewOf(tx, scope);
  if (filter.country && view.hidesLocation)
    return { view, matching: contactConditions(view, { ...filter, country: undefined }, now) };
  return { view, matching: contactConditions(view, filter, now) };
}

/** Reads the typed fields; throws with a reason for each that is wrong. */
function readInput(input: ContactInput): Partial<Record<ContactFieldName, string | null>> {
  const read: Partial<Record<ContactFieldName, string | null>> = {};
  const fields: Record<string, string> = {};
  for (const name of contactFieldNames) {
    const typed = input[name];
    if (typed === undefined) continue;
    const result = readContactField(name, typed ?? '');
    if ('problem' in result) fields[name] = `contact-record:problem.${result.problem}`;
    else read[name] = result.value;
  }
  if (Object.keys(fields).length > 0) throw new AppError(commonErrors.invalidInput, { fields });
  return read;
}

/** The columns that an input changes. Whoever has parts of a name and no whole one is called by them. */
function columnsOf(
  read: Partial<Record<ContactFieldName, string | null>>,
  before: Pick<ContactRow, 'name' | 'firstName' | 'lastName'>,
): Partial<ContactRow> {
  const { name, firstName, lastName, ...others } = read;
  const parts = {
    firstName: firstName === undefined ? before.firstName : (firstName ?? ''),
    lastName: lastName === undefined ? before.lastName : (lastName ?? ''),
  };
  const [joined, joinedBefore] = [
    `${parts.firstName} ${parts.lastName}`.trim(),
    `${before.firstName} ${before.lastName}`.trim(),
  ];
  const whole = name === undefined ? before.name : (name ?? '');
  return {
    ...others,
    ...parts,
    name: (whole === '' || (name === undefined && whole === joinedBefore)) && joined !== '' ? joined : whole,
  };
}

/**
 * Who is told that a contact is blocked, or is no more, because they may pay for what they are then refused;
 * in the transaction in which that is written.
 */
export type ContactSubscriptions = {
  /** @throws AppError `subscriberUndecided` where they pay for something and nothing was chosen. */
  blocking(
    tx: Transaction,
    scope: AccountScope,
    contactId: string,
    choice: ContactChange['subscribers'],
  ): Promise<void>;
  unblocked(tx: Transaction, scope: AccountScope, contactId: string): Promise<void>;
};

export function createContactsUsecases(services: { clock: Clock; subscriptions: ContactSubscriptions }) {
  const { clock } = services;

  async function present(tx: Transaction, scope: AccountScope, id: string): Promise<ContactDetail> {
    const repository = contactsRepository(tx);
    const view = await contactViewOf(tx, scope);
    const row =
      (await repository.byId(id)) ??
      (await repository.byId((await contactsPrivacyRepository(tx).mergedInto(id)) ?? ''));
    if (!row || !(await contactsListRepository(tx).isSeen(row.contact.id, view, clock.now())))
      throw new AppError(contactsErrors.notFound);
    const claimedContactId =
      row.contact.claimedEmail === null ? null : await repository.idByAnyEmail(row.contact.claimedEmail);
    const address = row.contact.email ?? row.contact.claimedEmail;
    const unsubscribedAt = address === null ? null : await unsubscribedSince(tx, scope.accountId, address);
    const visitors = await contactsIdentityRepository(tx).visitorsOf(row.contact.id);
    return {
      ...presentContact(row, { hidesLocation: view.hidesLocation, claimedContactId }),
      visitors,
      unsubscribedAt: unsubscribedAt?.toISOString() ?? null,
      money: scope.can('payments.read') ? await repository.money(row.contact.id) : null,
    };
  }

  async function knownTags(
    tx: Transaction,
    ids: readonly string[] | undefined,
  ): Promise<string[] | undefined> {
    if (!ids) return undefined;
    const wanted = [...new Set(ids)];
    if ((await contactsTagsRepository(tx).known(wanted)) < wanted.length)
      throw new AppError(contactsErrors.noSuchTag);
    return wanted;
  }

  const emailTaken = () =>
    new AppError(contactsErrors.emailTaken, { fields: { email: 'errors:contacts.email_taken' } });
  /** An address belongs to one contact of an account; whoever comes second hears so. */
  async function unlessTaken<T>(work: () => Promise<T>): Promise<T> {
    return work().catch((error: unknown) => {
      if (violatedConstraint(error) === 'contacts_email') throw emailTaken();
      throw error;
    });
  }

  const others = (
    { lifecycle, leadScore, marketingConsent, isBlocked }: ContactInput,
    now: Date,
  ): Partial<ContactRow> => ({
    ...(lifecycle && { lifecycle }),
    ...(isBlocked !== undefined && { isBlocked }),
    ...(leadScore !== undefined && { leadScore }),
    ...(marketingConsent !== undefined && {
      marketingConsent: {
        value: marketingConsent,
        at: now.toISOString(),
        source: 'member',
        textVersion: null,
      },
    }),
  });

  return {
    async list(
      scope: AccountScope,
      {
        sort = 'seen',
        cursor,
        search,
        limit = pageSize,
        ...filter
      }: ContactFilter & {
        sort?: ContactSort | undefined;
        cursor?: string | undefined;
        limit?: number | undefined;
      },
    ) {
      return scope.run(async (tx) => {
        const repository = contactsListRepository(tx);
        const { view, matching } = await contactsMeant(tx, scope, filter, clock.now());
        const after = readCursor<ContactPosition>(cursor, positions[sort]);
        const rows = await repository.page({ within: matching, search }, { sort, after, limit: limit + 1 });
        const shown = rows.slice(0, limit);
        const last = rows.length > limit ? shown.at(-1) : undefined;
        return {
          contacts: shown.map((row) => presentContact(row, view)),
          nextCursor: last
            ? writeCursor({ key: sort === 'name' ? last.key : Number(last.key), id: last.contact.id })
            : null,
          total: after || last ? null : rows.length,
        };
      });
    },
    /** How many match. Apart from the list, which nobody wants to wait for it with. */
    total: (scope: AccountScope, { search, ...filter }: ContactFilter): Promise<number> =>
      scope.run(async (tx) => {
        const repository = contactsListRepository(tx);
        const { matching } = await contactsMeant(tx, scope, filter, clock.now());
        return repository.count({ within: matching, search });
      }),
    get: (scope: AccountScope, id: string): Promise<ContactDetail> =>
      scope.run((tx) => present(tx, scope, id)),
    count: (scope: AccountScope): Promise<number> => scope.run((tx) => contactsRepository(tx).count()),

    async create(
      scope: AccountScope,
      input: ContactInput,
      source: 'manual' | 'api' = 'manual',
    ): Promise<ContactDetail> {
      const read = readInput(input);
      const now = clock.now();
      const columns = columnsOf(read, { name: '', firstName: '', lastName: '' });
      if (!columns.name && !columns.email && !columns.phone) throw new AppError(contactsErrors.nothingKnown);
      return unlessTaken(() =>
        scope.run(async (tx) => {
          const id = newId('con');
          if (columns.email && (await contactsRepository(tx).hasEmail(columns.email, id))) throw emailTaken();
          const tagIds = (await knownTags(tx, input.tagIds)) ?? [];
          const own = await customFieldsOf(tx, 'contact');
          const customFields = readCustomInput(own, input.customFields ?? {}).set;
          const missing = own.filter(
            ({ key, isRequired, initial }) => isRequired && initial === null && !(key in customFields),
          );
          if (missing.length > 0)
            throw new AppError(commonErrors.invalidInput, {
              fields: Object.fromEntries(
                missing.map(({ key }) => [`customFields.${key}`, 'custom-fields:problem.required']),
              ),
            });
          const { hidesLocation } = await contactViewOf(tx, scope);
          await contactsRepository(tx).insert({
            ...columns,
            ...others(input, now),
            ...(hidesLocation ? { country: null, region: null, city: null } : {}),
            tagIds,
            customFields,
            id,
            accountId: scope.accountId,
            source,
            firstSeenAt: now,
            lastSeenAt: now,
            createdAt: now,
            updatedAt: now,
          });
          return present(tx, scope, id);
        }),
      );
    },

    async update(
      scope: AccountScope,
      id: string,
      { subscribers, ...input }: ContactChange,
    ): Promise<ContactDetail> {
      const read = readInput(input);
      const now = clock.now();
      return unlessTaken(() =>
        scope.run(async (tx) => {
          const before = await lockContact(tx, scope, id, now);
          if (input.isBlocked === true && !before.isBlocked)
            await services.subscriptions.blocking(tx, scope, id, subscribers);
          const tagIds = await knownTags(tx, input.tagIds);
          const own = input.customFields
            ? readCustomInput(await customFieldsOf(tx, 'contact'), input.customFields)
            : null;
          const { hidesLocation } = await contactViewOf(tx, scope);
          if (hidesLocation) for (const name of ['country', 'region', 'city'] as const) delete read[name];
          const columns = columnsOf(read, before);
          if (columns.email && (await contactsRepository(tx).hasEmail(columns.email, id))) throw emailTaken();
          // An address that a member writes down is no longer a claim.
          await contactsRepository(tx).update(id, {
            ...columns,
            ...others(input, now),
            ...(tagIds && { tagIds }),
            ...(own && { customFields: changedFields(before.customFields, own) }),
            ...(columns.email && columns.email === before.claimedEmail && { claimedEmail: null }),
            // One of the person's own addresses becomes the main one, and the main one stays known.
            ...(columns.email &&
              before.otherEmails.includes(columns.email) && {
                otherEmails: [
                  ...before.otherEmails.filter((each) => each !== columns.email),
                  ...(before.email === null ? [] : [before.email]),
                ],
              }),
            updatedAt: now,
          });
          if (input.isBlocked === false && before.isBlocked)
            await services.subscriptions.unblocked(tx, scope, id);
          return present(tx, scope, id);
        }),
      );
    },
  };
}

export type ContactsUsecases = ReturnType<typeof createContactsUsecases>;
