import { clsx } from 'clsx';
import { Link } from '@tanstack/react-router';
import { ClipboardList, X } from 'lucide-react';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormSummary } from '#features/forms/forms.contract.ts';
import { paths } from '#shared/paths.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Popover } from '#ui/controls/menu.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { SearchField } from '#ui/controls/search-field.tsx';

const icon = { size: 16 } as const;

/** Chooses a form that goes with the reply; `onChosen` is called once the focus may go elsewhere. */
export function FormPicker({
  onChoose,
  onChosen,
}: {
  onChoose: (form: FormSummary) => void;
  onChosen: () => void;
}) {
  const { t } = useTranslation('form-cards');
  const [isOpen, setOpen] = useState(false);
  const isChosen = useRef(false);
  if (useUser().can['forms.read'] === false) return null;
  return (
    <Popover
      label={t('picker.title')}
      open={isOpen}
      onOpenChange={(next) => {
        isChosen.current = false;
        setOpen(next);
      }}
      onClosed={(event) => {
        if (!isChosen.current) return;
        event.preventDefault();
        onChosen();
      }}
      className="p-2!"
      trigger={
        <IconButton label={t('picker.title')}>
          <ClipboardList {...icon} />
        </IconButton>
      }
    >
      <Choices
        onChoose={(form) => {
          isChosen.current = true;
          setOpen(false);
          onChoose(form);
        }}
      />
    </Popover>
  );
}

function Choices({ onChoose }: { onChoose: (form: FormSummary) => void }) {
  const { t } = useTranslation('form-cards');
  const { data, error, refetch } = useEndpoint('GET /api/forms', { query: {} });
  const [search, setSearch] = useState('');
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const open = data?.forms.filter(({ isPublished, isActive }) => isPublished && isActive) ?? [];
  const found = open.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  const move = (to: number) => {
    const next = (to + found.length) % Math.max(1, found.length);
    setAt(next);
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const choice = found[at];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(at + (event.key === 'ArrowDown' ? 1 : -1));
    else if (event.key === 'Enter' && choice) onChoose(choice);
    else return;
    event.preventDefault();
  };
  if (!data)
    return error ? (
      <ReadFailed error={error} retry={refetch} />
    ) : (
      <p className="px-2 py-3 text-sm text-muted">{t('common:loading')}</p>
    );
  if (open.length === 0)
    return (
      <p className="grid gap-1 px-2 py-2 text-sm text-pretty text-muted">
        {t('picker.none')}
        <Link
          to={paths.forms}
          className="justify-self-start text-accent-ink underline-offset-4 hover:underline"
        >
          {t('picker.toForms')}
        </Link>
      </p>
    );
  return (
    <div className="grid gap-2" onKeyDown={onKeyDown}>
      <SearchField
        label={t('picker.search')}
        value={search}
        maxLength={80}
        autoFocus
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found[at] && `${id}-${at}`}
        onChange={(value) => {
          setSearch(value);
          setAt(0);
        }}
      />
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={t('picker.title')}
        className="max-h-64 overflow-y-auto"
      >
        {found.map((form, index) => (
          <button
            key={form.id}
            id={`${id}-${index}`}
            type="button"
            role="option"
            aria-selected={index === at}
            tabIndex={-1}
            onClick={() => onChoose(form)}
            className={clsx(
              'flex min-h-11 w-full items-center gap-2.5 rounded-control px-2.5 py-1.5 text-left hover:bg-sunken md:min-h-9 dark:hover:bg-line',
              index === at && 'bg-sunken dark:bg-line',
            )}
          >
            <ClipboardList {...icon} className="shrink-0 text-muted" aria-hidden="true" />
            <span className="min-w-0 grow truncate">{form.name}</span>
            <span className="shrink-0 text-xs text-muted">
              {t('picker.questions', { count: form.fieldCount })}
            </span>
          </button>
        ))}
        {found.length === 0 && <p className="px-2.5 py-2 text-sm text-muted">{t('picker.notFound')}</p>}
      </div>
    </div>
  );
}

/** The form that goes with the reply. */
export function ChosenForm({ form, onRemove }: { form: FormSummary; onRemove: () => void }) {
  const { t } = useTranslation('form-cards');
  return (
    <p className="mx-3 mb-2 flex w-fit max-w-[calc(100%-1.5rem)] items-center gap-2.5 rounded-card border border-line bg-surface p-1.5 text-sm">
      <span
        aria-hidden="true"
        className="grid size-9 shrink-0 place-items-center rounded-control bg-sunken text-muted dark:bg-line"
      >
        <ClipboardList {...icon} />
      </span>
      <span className="grid min-w-0">
        <span className="truncate font-medium">{form.name}</span>
        <span className="text-xs text-muted">{t('picker.chosen')}</span>
      </span>
      <IconButton size="sm" label={t('picker.remove', { name: form.name })} onClick={onRemove}>
        <X size={14} />
      </IconButton>
    </p>
  );
}
