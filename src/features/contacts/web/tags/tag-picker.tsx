import { Check, Plus, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Input } from '#ui/controls/input.tsx';
import { Popover } from '#ui/controls/menu.tsx';
import { tagColors, type ContactTag } from '../../contacts.contract.ts';
import { TagDot } from './tag-chip.tsx';
import { TagsDialog } from './tags-dialog.tsx';

/** The account's tags, by id. */
export function useTags(): {
  tags: readonly (ContactTag & { contacts: number })[];
  byId: ReadonlyMap<string, ContactTag>;
} {
  const tags = useEndpoint('GET /api/contact-tags').data?.tags ?? [];
  return { tags, byId: new Map(tags.map((tag) => [tag.id, tag])) };
}

/** Tags to choose from; a word that is none yet becomes one. */
export function TagPicker({
  chosen,
  onToggle,
  label,
}: {
  chosen: ReadonlySet<string>;
  onToggle: (tagId: string) => void;
  label: string;
}) {
  const { t } = useTranslation('contact-record');
  const { tags } = useTags();
  const [search, setSearch] = useState('');
  const [managing, setManaging] = useState(false);
  const [open, setOpen] = useState(false);
  const create = useMutate('POST /api/contact-tags', {
    refreshes: ['/api/contact-tags'],
    onSuccess: ({ id }) => {
      setSearch('');
      onToggle(id);
    },
  });
  const wanted = search.trim().toLocaleLowerCase();
  const shown = tags.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  const isNew = wanted !== '' && !tags.some(({ name }) => name.toLocaleLowerCase() === wanted);
  const make = () =>
    create.mutate({
      body: { name: search.trim(), color: tagColors[(tags.length + 1) % tagColors.length] ?? 'green' },
    });
  return (
    <>
      <Popover
        label={label}
        open={open}
        onOpenChange={setOpen}
        className="w-64 p-2"
        trigger={
          <Button size="sm" variant="ghost" icon={<Plus size={16} />}>
            {label}
          </Button>
        }
      >
        <Input
          aria-label={t('tags.search')}
          placeholder={t('tags.search')}
          value={search}
          maxLength={40}
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            if (isNew) make();
            else if (shown[0]) onToggle(shown[0].id);
          }}
        />
        <ul className="mt-2 grid max-h-56 overflow-y-auto">
          {shown.map((tag) => (
            <li key={tag.id}>
              <button
                type="button"
                aria-pressed={chosen.has(tag.id)}
                onClick={() => onToggle(tag.id)}
                className="flex min-h-11 w-full items-center gap-2.5 rounded-control px-2 text-left hover:bg-sunken md:min-h-8 dark:hover:bg-line"
              >
                <TagDot color={tag.color} />
                <span className="min-w-0 grow truncate">{tag.name}</span>
                {chosen.has(tag.id) && <Check size={16} className="text-accent-ink" />}
              </button>
            </li>
          ))}
        </ul>
        {isNew && (
          <button
            type="button"
            disabled={create.isPending}
            onClick={make}
            className="flex min-h-11 w-full items-center gap-2.5 rounded-control px-2 text-left hover:bg-sunken md:min-h-8 dark:hover:bg-line"
          >
            <Plus size={16} className="text-muted" />
            <span className="min-w-0 truncate">{t('tags.create', { tag: search.trim() })}</span>
          </button>
        )}
        {tags.length > 0 && (
          <button
            type="button"
            onClick={() => {
              setOpen(false);
              setManaging(true);
            }}
            className="mt-1 flex min-h-11 w-full items-center gap-2.5 border-t border-line px-2 pt-1 text-left text-muted hover:text-ink md:min-h-8"
          >
            <Settings2 size={16} />
            {t('tags.manage')}
          </button>
        )}
      </Popover>
      {managing && <TagsDialog onClose={() => setManaging(false)} />}
    </>
  );
}
