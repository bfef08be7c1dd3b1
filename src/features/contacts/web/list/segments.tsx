import { clsx } from 'clsx';
import { Bookmark, Pencil, Save, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { refresh, useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useUser } from '#ui/api/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Field } from '#ui/controls/field.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Input } from '#ui/controls/input.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import type { ContactFilter, ContactSort } from '../../contacts.contract.ts';
import type { ContactSegment } from '../../contacts-many.contract.ts';
import { sameFilter } from './contact-filter.ts';

type Props = {
  filter: ContactFilter;
  sort: ContactSort;
  onChoose: (filter: ContactFilter, sort: ContactSort) => void;
};

/** Filters that the account keeps, as views of the list. */
export function Segments({ filter, sort, onChoose }: Props) {
  const { t } = useTranslation('contact-filters');
  const user = useUser();
  const { data, error, refetch } = useEndpoint('GET /api/contact-segments');
  const segments = data?.segments ?? [];
  const [saving, setSaving] = useState(false);
  const put = useMutate('POST /api/contact-segments', { refreshes: ['/api/contact-segments'] });
  const remove = useMutate('DELETE /api/contact-segments/{id}', { refreshes: ['/api/contact-segments'] });
  const change = useMutate('PUT /api/contact-segments/{id}', { refreshes: ['/api/contact-segments'] });
  const [renaming, setRenaming] = useState<ContactSegment | null>(null);
  // Whoever chose a segment and then filters otherwise may mean to change it.
  const [chosenId, setChosenId] = useState<string | null>(null);
  const isEditor = user.can['contacts.edit'] !== false;
  const isAny = Object.keys(filter).length > 0;
  const current = segments.find((segment) => sameFilter(segment.filter, filter) && segment.sort === sort);
  const changed = current ? undefined : segments.find(({ id }) => id === chosenId);
  const update = ({ id, name, ...before }: ContactSegment) =>
    change.mutate(
      { params: { id }, body: { name, filter, sort } },
      {
        onSuccess: () =>
          toast({
            title: t('segment.updated', { name }),
            action: {
              label: t('common:actions.undo'),
              onClick: () => change.mutate({ params: { id }, body: { name, ...before } }),
            },
          }),
      },
    );
  if (error && !data)
    return <ReadFailed className="mb-4" title={t('segment.unreadable')} error={error} retry={refetch} />;
  if (segments.length === 0 && !(isAny && isEditor)) return null;
  const forget = () => {
    if (!current) return;
    const { id, ...kept } = current;
    remove.mutate(
      { params: { id } },
      {
        onSuccess: () =>
          toast({
            title: t('segment.deleted', { name: kept.name }),
            action: { label: t('common:actions.undo'), onClick: () => put.mutate({ body: kept }) },
          }),
      },
    );
  };
  const tab = (isOn: boolean) =>
    clsx(
      'min-h-11 shrink-0 rounded-full border px-3 text-sm font-medium whitespace-nowrap transition-colors duration-150 md:min-h-8',
      isOn
        ? 'border-accent-strong bg-accent-tint text-accent-ink'
        : 'border-line bg-surface text-muted hover:text-ink dark:bg-raised',
    );
  return (
    <nav
      aria-label={t('segment.title')}
      className="scroll-row -mx-4 mb-4 flex items-center gap-2 px-4 py-0.5 md:mx-0 md:px-0.5"
    >
      {segments.length > 0 && (
        <button
          type="button"
          aria-current={!isAny ? 'page' : undefined}
          className={tab(!isAny)}
          onClick={() => {
            setChosenId(null);
            onChoose({}, 'seen');
          }}
        >
          {t('segment.everybody')}
        </button>
      )}
      {segments.map((segment) => (
        <button
          key={segment.id}
          type="button"
          aria-current={segment === current ? 'page' : undefined}
          className={tab(segment === current)}
          onClick={() => {
            setChosenId(segment.id);
            onChoose(segment.filter, segment.sort);
          }}
        >
          {segment.name}
        </button>
      ))}
      {isEditor && isAny && changed && (
        <Button size="sm" variant="ghost" icon={<Save size={16} />} onClick={() => update(changed)}>
          {t('segment.update', { name: changed.name })}
        </Button>
      )}
      {isEditor && isAny && !current && (
        <Button size="sm" variant="ghost" icon={<Bookmark size={16} />} onClick={() => setSaving(true)}>
          {t('segment.save')}
        </Button>
      )}
      {isEditor && current && (
        <>
          <IconButton
            size="sm"
            label={t('segment.rename', { name: current.name })}
            onClick={() => setRenaming(current)}
          >
            <Pencil size={16} />
          </IconButton>
          <IconButton size="sm" label={t('segment.delete', { name: current.name })} onClick={forget}>
            <Trash2 size={16} />
          </IconButton>
        </>
      )}
      {renaming && <RenameSegment segment={renaming} onClose={() => setRenaming(null)} />}
      {saving && <SaveSegment filter={filter} sort={sort} onClose={() => setSaving(false)} />}
    </nav>
  );
}

function RenameSegment({ segment, onClose }: { segment: ContactSegment; onClose: () => void }) {
  const { t } = useTranslation('contact-filters');
  const client = useQueryClient();
  const { id, ...kept } = segment;
  const [name, setName] = useState(segment.name);
  const save = async (): Promise<void> => {
    await api('PUT /api/contact-segments/{id}', { params: { id }, body: { ...kept, name: name.trim() } });
    await refresh(client, '/api/contact-segments');
  };
  return (
    <ConfirmDialog
      title={t('segment.rename', { name: segment.name })}
      description={t('segment.renameText')}
      confirm={t('segment.renameAction')}
      tone="primary"
      disabled={name.trim() === ''}
      run={save}
      onClose={onClose}
    >
      <Field label={t('segment.name')}>
        <Input value={name} maxLength={60} onChange={({ target }) => setName(target.value)} />
      </Field>
    </ConfirmDialog>
  );
}

function SaveSegment({
  filter,
  sort,
  onClose,
}: {
  filter: ContactFilter;
  sort: ContactSort;
  onClose: () => void;
}) {
  const { t } = useTranslation('contact-filters');
  const client = useQueryClient();
  const [name, setName] = useState('');
  const save = async (): Promise<void> => {
    await api('POST /api/contact-segments', { body: { name: name.trim(), filter, sort } });
    await refresh(client, '/api/contact-segments');
  };
  return (
    <ConfirmDialog
      title={t('segment.save')}
      description={t('segment.saveText')}
      confirm={t('segment.saveAction')}
      tone="primary"
      disabled={name.trim() === ''}
      run={save}
      onClose={onClose}
    >
      <Field label={t('segment.name')}>
        <Input value={name} maxLength={60} onChange={({ target }) => setName(target.value)} />
      </Field>
    </ConfirmDialog>
  );
}
