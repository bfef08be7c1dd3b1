import { contactFields, exportedContactFields } from '#shared/contacts/contact-fields.ts';
import { AppError, commonErrors } from '#shared/errors.ts';
import { csvCell } from '#shared/text/csv.ts';
import { customValueText } from '#shared/contacts/custom-fields.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import type { CustomField } from '#features/custom-fields/custom-fields.contract.ts';
import { customFieldsOf } from '#features/custom-fields/server/custom-fields.usecases.ts';
import { wasSeen, type Contact, type ContactFilter } from '../../contacts.contract.ts';
import { contactsListRepository, type ContactPosition } from '../contacts-list.repository.ts';
import { contactsManyRepository } from './bulk.repository.ts';
import { presentContact } from '../record/presentation.models.ts';
import { contactsTagsRepository } from '../record/tags.repository.ts';
import { contactsMeant } from '../contacts.usecases.ts';

const pageSize = 1_000;

const more = [
  'other_emails',
  'lifecycle',
  'lead_score',
  'tags',
  'marketing_consent',
  'source',
  'agent',
  'external_id',
  'conversations',
  'messages',
  'first_seen',
  'last_seen',
] as const;
const columns: readonly string[] = [
  'id',
  ...exportedContactFields.map((name) => contactFields[name].column),
  ...more,
];
/** No heading stands twice: an account may have had a field of its own before all have one of that name. */
const ownHeading = ({ key }: CustomField): string => (columns.includes(key) ? `custom_${key}` : key);

function line(contact: Contact, tagNames: ReadonlyMap<string, string>, own: readonly CustomField[]): string {
  const consent = contact.marketingConsent;
  const cells: Record<(typeof more)[number], string | number | null> = {
    other_emails: contact.otherEmails.join('; '),
    lifecycle: contact.lifecycle,
    lead_score: contact.leadScore,
    tags: contact.tagIds.flatMap((id) => tagNames.get(id) ?? []).join('; '),
    marketing_consent: consent ? (consent.value ? 'yes' : 'no') : null,
    source: contact.source,
    agent: contact.agentName,
    external_id: contact.externalId,
    conversations: contact.conversationCount,
    messages: contact.messageCount,
    first_seen: wasSeen(contact) ? contact.firstSeenAt : null,
    last_seen: wasSeen(contact) ? contact.lastSeenAt : null,
  };
  const ownCells = own.map((field) =>
    csvCell(
      field.key in contact.customFields
        ? customValueText(field, contact.customFields[field.key] ?? '')
        : null,
    ),
  );
  const values = [
    contact.id,
    ...exportedContactFields.map((name) => contact[name]),
    ...more.map((column) => cells[column]),
  ];
  return `${[...values.map(csvCell), ...ownCells].join(',')}\r\n`;
}

/** Contacts as files. */
export function createContactsFiles({ clock }: { clock: Clock }) {
  return {
    /**
     * All contacts that match, as the lines of a CSV file: read page by page as they are taken, each page in
     * a transaction of its own.
     */
    async *csv(
      scope: AccountScope,
      { ids, ...filter }: ContactFilter & { ids?: string | undefined },
    ): AsyncGenerator<string> {
      if (filter.paid && !scope.can('payments.read')) throw new AppError(commonErrors.forbidden);
      const own = await scope.run((tx) => customFieldsOf(tx, 'contact'));
      yield `\uFEFF${[...columns, ...own.map(ownHeading)].join(',')}\r\n`;
      const tagNames = await scope.run(
        async (tx) => new Map((await contactsTagsRepository(tx).all()).map(({ id, name }) => [id, name])),
      );
      let after: ContactPosition | undefined;
      for (;;) {
        const { rows, view } = await scope.run(async (tx) => {
          const meant = await contactsMeant(tx, scope, filter, clock.now());
          const named = ids === undefined ? undefined : contactsManyRepository(tx).named(ids.split(','));
          const within =
            named && meant.matching
              ? contactsManyRepository(tx).both(named, meant.matching)
              : (named ?? meant.matching);
          if (!after)
            await writeAudit(tx, scope, 'contacts.exported', {
              details: { number: String(await contactsListRepository(tx).count({ within })) },
            });
          return {
            rows: await contactsListRepository(tx).page(
              { within },
              { sort: 'newest', after, limit: pageSize },
            ),
            view: meant.view,
          };
        });
        if (rows.length > 0) yield rows.map((row) => line(presentContact(row, view), tagNames, own)).join('');
        const last = rows.at(-1);
        if (!last || rows.length < pageSize) return;
        after = { key: Number(last.key), id: last.contact.id };
      }
    },
  };
}

export type ContactsFiles = ReturnType<typeof createContactsFiles>;
