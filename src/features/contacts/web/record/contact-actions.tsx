import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Ban, Download, Ellipsis, GitMerge, MessageCircle, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { api, type Output } from '#ui/api/client.ts';
import { refresh, useEndpoint } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { Avatar } from '#ui/page/display.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { DropdownMenu, type MenuItem } from '#ui/controls/menu.tsx';
import { SearchField } from '#ui/controls/search-field.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import type { Contact } from '../../contacts.contract.ts';
import { useContactName } from '../contact-name.ts';
import { BlockDialog } from './block-dialog.tsx';
import { useContactChange } from './contact-record.tsx';
import { MergeDialog } from './merge-dialog.tsx';

/** What is done with a contact as a whole: handing out what is stored, merging, erasing. */
export function ContactActions({ contact }: { contact: Contact }) {
  const { t } = useTranslation(['contacts', 'contact-filters']);
  const user = useUser();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'merge' | 'erase' | null>(null);
  const [paying, setPaying] = useState<Output<'GET /api/subscribers'> | null>(null);
  const icon = { size: 16 } as const;
  const change = useContactChange(contact.id);
  const sayBlocked = (isBlocked: boolean) =>
    toast({
      title: t(isBlocked ? 'block.done' : 'block.undone'),
      ...(isBlocked && { action: { label: t('common:actions.undo'), onClick: unblock } }),
    });
  const sayFailed = (error: unknown) =>
    toast({
      variant: 'destructive',
      title: t('common:failed.title'),
      description: error instanceof Error ? error.message : undefined,
    });
  const unblock = () => void change({ isBlocked: false }).then(() => sayBlocked(false), sayFailed);
  const block = async (subscribers?: 'refund' | 'period'): Promise<void> => {
    await change({ isBlocked: true, ...(subscribers && { subscribers }) });
    sayBlocked(true);
  };
  /** Whoever pays again and again is asked about first, by those who may see what is paid. */
  const askToBlock = async (): Promise<void> => {
    if (user.can['payments.read'] === false) return block('period');
    const affected = await api('GET /api/subscribers', { query: { contact: contact.id } });
    return affected.count > 0 ? setPaying(affected) : block();
  };
  const blocking: MenuItem = contact.isBlocked
    ? { label: t('block.undo'), icon: <MessageCircle {...icon} />, onSelect: unblock }
    : {
        label: t('block.action'),
        icon: <Ban {...icon} />,
        onSelect: () => void askToBlock().catch(sayFailed),
      };
  const items: MenuItem[] = [
    ...(user.can['contacts.edit'] === false
      ? []
      : [
          { label: t('merge.action'), icon: <GitMerge {...icon} />, onSelect: () => setOpen('merge') },
          blocking,
        ]),
    ...(user.can['contacts.export'] === false
      ? []
      : [
          {
            label: t('record.action'),
            icon: <Download {...icon} />,
            onSelect: () => location.assign(`/api/contacts/${encodeURIComponent(contact.id)}/record`),
          },
        ]),
    ...(user.can['contacts.erase'] === false
      ? []
      : [
          {
            label: t('contact-filters:erase.action'),
            icon: <Trash2 {...icon} />,
            danger: true,
            onSelect: () => setOpen('erase'),
          },
        ]),
  ];
  const erase = async (): Promise<void> => {
    await api('DELETE /api/contacts/{id}', { params: { id: contact.id } });
    toast({ variant: 'success', title: t('contact-filters:erase.done') });
    void navigate({ to: paths.contacts });
    await refresh(client, '/api/contacts');
  };
  if (items.length === 0) return null;
  return (
    <>
      <DropdownMenu
        label={t('more')}
        trigger={
          <IconButton label={t('more')}>
            <Ellipsis size={20} />
          </IconButton>
        }
        items={items}
      />
      {paying && <BlockDialog affected={paying} block={block} onClose={() => setPaying(null)} />}
      {open === 'merge' && <ChooseOther contact={contact} onClose={() => setOpen(null)} />}
      {open === 'erase' && (
        <ConfirmDialog
          title={t('contact-filters:erase.title')}
          description={t('contact-filters:erase.text')}
          confirm={t('contact-filters:erase.confirm')}
          run={erase}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

/** Finds the contact that is to become part of this one. */
function ChooseOther({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const { t } = useTranslation('contacts');
  const nameOf = useContactName();
  const [search, setSearch] = useState('');
  const [other, setOther] = useState<Contact | null>(null);
  const { data } = useEndpoint(
    'GET /api/contacts',
    { query: search.trim() ? { search: search.trim() } : {} },
    { staleTime: 0, placeholderData: (before) => before },
  );
  const found = data?.contacts.filter(({ id }) => id !== contact.id).slice(0, 8) ?? [];
  if (other) return <MergeDialog one={contact} other={other} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('merge.choose')}
      description={t('merge.chooseText', { name: nameOf(contact).name })}
    >
      <SearchField label={t('search')} value={search} maxLength={200} onChange={setSearch} />
      <ul className="mt-2 grid">
        {found.map((each) => {
          const { name, detail } = nameOf(each);
          return (
            <li key={each.id}>
              <button
                type="button"
                onClick={() => setOther(each)}
                className="flex min-h-13 w-full items-center gap-3 rounded-control px-2 text-left hover:bg-sunken dark:hover:bg-line"
              >
                <Avatar name={name} size={28} />
                <span className="min-w-0">
                  <span className="block truncate font-medium">{name}</span>
                  <span className="block truncate text-sm text-muted">{detail}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
