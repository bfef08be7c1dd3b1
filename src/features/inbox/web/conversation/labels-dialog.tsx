import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Input } from '#ui/controls/input.tsx';
import { labelColors, type InboxLabel } from '../../inbox-labels.contract.ts';
import { labelDots } from '../inbox-words.ts';

const refreshes = ['/api/inbox-labels', '/api/inbox/conversations'] as const;

/** The account's labels: made, renamed, recoloured, removed. */
export function LabelsDialog({
  open,
  onOpenChange,
  labels,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  labels: readonly InboxLabel[];
}) {
  const { t } = useTranslation('inbox');
  const [name, setName] = useState('');
  const add = useMutate('POST /api/inbox-labels', { refreshes, onSuccess: () => setName('') });
  const edit = useMutate('PUT /api/inbox-labels/{id}', { refreshes });
  const remove = useMutate('DELETE /api/inbox-labels/{id}', { refreshes });
  const next = labelColors[labels.length % labelColors.length] ?? 'gray';
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('labels.title')} description={t('labels.text')}>
      <ul className="grid gap-2">
        {labels.map((label) => (
          <li key={label.id} className="flex items-center gap-2">
            <Colour
              label={label}
              onChange={(color) =>
                edit.mutate({ params: { id: label.id }, body: { name: label.name, color } })
              }
            />
            <Input
              aria-label={t('labels.name')}
              defaultValue={label.name}
              maxLength={40}
              onBlur={(event) =>
                event.target.value.trim() &&
                event.target.value.trim() !== label.name &&
                edit.mutate({
                  params: { id: label.id },
                  body: { name: event.target.value.trim(), color: label.color },
                })
              }
            />
            <IconButton
              label={t('labels.remove', { name: label.name })}
              onClick={() => remove.mutate({ params: { id: label.id } })}
            >
              <Trash2 size={16} />
            </IconButton>
          </li>
        ))}
      </ul>
      <form
        className="mt-3 flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim()) add.mutate({ body: { name: name.trim(), color: next } });
        }}
      >
        <Input
          aria-label={t('labels.new')}
          placeholder={t('labels.new')}
          value={name}
          maxLength={40}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" pending={add.isPending} disabled={name.trim() === ''}>
          {t('labels.add')}
        </Button>
      </form>
    </Dialog>
  );
}

/** A label's colour; a press takes the next one. */
function Colour({ label, onChange }: { label: InboxLabel; onChange: (color: InboxLabel['color']) => void }) {
  const { t } = useTranslation('inbox');
  const next = labelColors[(labelColors.indexOf(label.color) + 1) % labelColors.length] ?? 'gray';
  return (
    <IconButton label={t('labels.colour', { name: label.name })} onClick={() => onChange(next)}>
      <span className="size-4 rounded-full" style={{ background: labelDots[label.color] }} />
    </IconButton>
  );
}
