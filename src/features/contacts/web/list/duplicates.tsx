import { factGap } from '#shared/text/fact-gap.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { Sheet } from '#ui/overlay/dialog.tsx';
import { Avatar, Callout } from '#ui/page/display.tsx';
import { List, SkeletonRows, listOf } from '#ui/list/list.tsx';
import type { Contact } from '../../contacts.contract.ts';
import { useContactName } from '../contact-name.ts';
import { MergeDialog } from '../record/merge-dialog.tsx';

/** Contacts that may be one person, group by group, to be merged. */
export function Duplicates({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('contacts');
  const user = useUser();
  const list = listOf(
    useEndpoint('GET /api/contact-duplicates', {}, { staleTime: 0 }),
    (data) => data.groups,
  );
  const nameOf = useContactName();
  const [merging, setMerging] = useState<[Contact, Contact] | null>(null);
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('duplicates.title')}
      description={t('duplicates.text')}
    >
      <List
        of={list}
        waiting={<SkeletonRows count={3} className="h-28" />}
        empty={<Callout tone="success">{t('duplicates.none')}</Callout>}
      >
        {(groups) => (
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {groups.map(({ reason, key, contacts }) => {
              const [first, second] = contacts;
              return (
                <li key={`${reason} ${key}`} className="rounded-card border border-line p-4">
                  <p className="mb-2 text-sm text-muted">{t(`duplicates.${reason}`, { value: key })}</p>
                  <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
                    {contacts.map((contact) => {
                      const { name, detail } = nameOf(contact);
                      return (
                        <li key={contact.id} className="flex items-center gap-3">
                          <Avatar name={name} size={28} />
                          <span className="min-w-0 grow">
                            <Link
                              to={paths.contact(contact.id)}
                              className="block truncate font-medium underline-offset-4 hover:underline"
                            >
                              {name}
                            </Link>
                            <span className="block truncate text-sm text-muted">
                              {[detail, contact.phone, contact.company].filter(Boolean).join(factGap)}
                            </span>
                          </span>
                        </li>
                      );
                    })}
                  </ul>
                  {first && second && user.can['contacts.edit'] !== false && (
                    <Button size="sm" className="mt-3" onClick={() => setMerging([first, second])}>
                      {t('duplicates.compare')}
                    </Button>
                  )}
                </li>
              );
            })}
          </ul>
        )}
      </List>
      {merging && <MergeDialog one={merging[0]} other={merging[1]} onClose={() => setMerging(null)} />}
    </Sheet>
  );
}
