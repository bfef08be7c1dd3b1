import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { Skeleton } from '#ui/page/display.tsx';
import { List, listOf } from '#ui/list/list.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Input } from '#ui/controls/input.tsx';
import { DropdownMenu } from '#ui/controls/menu.tsx';
import { readableNumber } from '#ui/browser/numbers.ts';
import { tagColors, type ContactTag } from '../../contacts.contract.ts';
import { TagDot } from './tag-chip.tsx';

const refreshes = ['/api/contact-tags', '/api/contacts'];

/** All tags of the account: names, colours, removing. A change shows on every contact. */
export function TagsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('contact-record');
  const list = listOf(useEndpoint('GET /api/contact-tags'), (data) => data.tags);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('tags.all')}
      description={t('tags.allText')}
      actions={<Button onClick={onClose}>{t('common:close')}</Button>}
    >
      <List
        of={list}
        waiting={<Skeleton className="h-24 w-full" />}
        empty={<p className="text-muted">{t('tags.none')}</p>}
      >
        {(tags) => (
          <ul className="grid gap-2">
            {tags.map((tag) => (
              <TagRow key={tag.id} tag={tag} />
            ))}
          </ul>
        )}
      </List>
    </Dialog>
  );
}

function TagRow({ tag }: { tag: ContactTag & { contacts: number } }) {
  const { t, i18n } = useTranslation('contact-record');
  const [name, setName] = useState(tag.name);
  const [leaving, setLeaving] = useState(false);
  const update = useMutate('PATCH /api/contact-tags/{id}', { refreshes, onError: () => setName(tag.name) });
  const remove = useMutate('DELETE /api/contact-tags/{id}', { refreshes });
  const save = (change: Partial<Pick<ContactTag, 'name' | 'color'>>) =>
    update.mutate({ params: { id: tag.id }, body: { name: tag.name, color: tag.color, ...change } });
  const rename = () => {
    const next = name.trim();
    if (next === '') setName(tag.name);
    else if (next !== tag.name) save({ name: next });
  };
  return (
    <li className="flex items-center gap-2">
      <DropdownMenu
        align="start"
        label={t('tags.color')}
        trigger={
          <IconButton label={t('tags.colorOf', { tag: tag.name })}>
            <TagDot color={tag.color} size={14} />
          </IconButton>
        }
        items={tagColors.map((color) => ({
          label: t(`color.${color}`),
          icon: <TagDot color={color} size={12} />,
          checked: color === tag.color,
          isOneOf: true,
          onSelect: () => save({ color }),
        }))}
      />
      <Input
        aria-label={t('tags.nameOf', { tag: tag.name })}
        value={name}
        maxLength={40}
        onChange={({ target }) => setName(target.value)}
        onBlur={rename}
        onKeyDown={(event) => event.key === 'Enter' && rename()}
      />
      {leaving ? (
        <Button
          size="sm"
          variant="danger"
          pending={remove.isPending}
          onClick={() => remove.mutate({ params: { id: tag.id } })}
        >
          {t('tags.removeFrom', { count: tag.contacts, number: readableNumber(tag.contacts, i18n.language) })}
        </Button>
      ) : (
        <IconButton label={t('tags.remove', { tag: tag.name })} onClick={() => setLeaving(true)}>
          <Trash2 size={16} />
        </IconButton>
      )}
    </li>
  );
}
