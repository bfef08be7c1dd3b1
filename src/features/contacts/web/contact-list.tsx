import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { Avatar, Badge } from '#ui/display.tsx';
import { readableNumber } from '#ui/numbers.ts';
import { Table } from '#ui/table.tsx';
import { Time } from '#ui/time.tsx';
import type { Contact } from '../contacts.contract.ts';
import { useContactName } from './contact-name.ts';

type Props = { contacts: readonly Contact[]; moved: ReadonlySet<string> };

/** Contacts as a table, for wide screens. */
export function ContactTable({ contacts, moved }: Props) {
  const { t, i18n } = useTranslation('contacts');
  const nameOf = useContactName();
  return (
    <Table
      label={t('shell:screens.contacts')}
      rows={contacts}
      rowKey={(contact) => contact.id}
      rowHref={(contact) => paths.contact(contact.id)}
      columns={[
        {
          key: 'name',
          header: t('columns.contact'),
          className: 'w-[26%] min-w-56',
          cell: (contact) => {
            const { name, detail } = nameOf(contact);
            return (
              <span className="flex items-center gap-3">
                <Avatar name={name} size={32} />
                <span className="min-w-0">
                  <span className="flex items-center gap-2">
                    <span className="truncate">{name}</span>
                    {moved.has(contact.id) && <Badge tone="accent">{t('wrote')}</Badge>}
                  </span>
                  <span className="block truncate text-sm font-normal text-muted">{detail}</span>
                </span>
              </span>
            );
          },
        },
        { key: 'last', header: t('columns.lastMessage'), className: 'max-w-0 w-[38%]', cell: (contact) => <span className="line-clamp-2 text-muted">{contact.lastMessage}</span> },
        { key: 'agent', header: t('columns.agent'), className: 'max-w-40', cell: (contact) => <span className="block truncate">{contact.agentName ?? '–'}</span> },
        { key: 'messages', header: t('columns.messages'), align: 'right', cell: (contact) => readableNumber(contact.messageCount, i18n.language) },
        { key: 'seen', header: t('columns.lastSeen'), align: 'right', className: 'whitespace-nowrap', cell: (contact) => <Time at={contact.lastSeenAt} className="text-muted" /> },
      ]}
    />
  );
}

/** Contacts as cards, for phones: who, when, and what was said last. */
export function ContactCards({ contacts, moved }: Props) {
  const { t } = useTranslation('contacts');
  const nameOf = useContactName();
  return (
    <ul aria-label={t('shell:screens.contacts')} className="grid gap-2">
      {contacts.map((contact) => {
        const { name, detail } = nameOf(contact);
        return (
          <li key={contact.id}>
            <Link to={paths.contact(contact.id)} className="flex gap-3 rounded-card border border-line bg-surface p-4">
              <Avatar name={name} size={36} />
              <span className="min-w-0 grow">
                <span className="flex items-baseline justify-between gap-3">
                  <span className="flex min-w-0 items-center gap-2">
                    <span className="truncate font-medium">{name}</span>
                    {moved.has(contact.id) && (
                      <Badge tone="accent" className="shrink-0">
                        {t('wrote')}
                      </Badge>
                    )}
                  </span>
                  <Time at={contact.lastSeenAt} className="shrink-0 text-sm text-muted" />
                </span>
                <span className="block truncate text-sm text-muted">{detail}</span>
                <span className="mt-1.5 line-clamp-2">{contact.lastMessage}</span>
                {contact.agentName && <span className="mt-1.5 block truncate text-sm text-muted">{contact.agentName}</span>}
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
