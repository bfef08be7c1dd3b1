import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { Field } from '#ui/controls/field.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Input, Textarea } from '#ui/controls/input.tsx';
import type { SavedReply } from '../saved-replies.contract.ts';

const refreshes = ['/api/saved-replies'] as const;
const gaps = '{{contact.first_name}} {{contact.name}} {{contact.email}} {{agent.name}} {{me.first_name}}';

/** The team's saved replies: written, changed, removed. */
export function SavedRepliesDialog({
  open,
  onOpenChange,
  replies,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  replies: readonly SavedReply[];
}) {
  const { t } = useTranslation('inbox');
  const [edited, setEdited] = useState<SavedReply | null>(null);
  const end = () => setEdited(null);
  const create = useMutate('POST /api/saved-replies', { refreshes, onSuccess: end });
  const change = useMutate('PUT /api/saved-replies/{id}', { refreshes, onSuccess: end });
  const remove = useMutate('DELETE /api/saved-replies/{id}', { refreshes });
  const save = () => {
    if (!edited) return;
    const body = { name: edited.name.trim(), body: edited.body.trim() };
    if (edited.id === '') create.mutate({ body });
    else change.mutate({ params: { id: edited.id }, body });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        end();
        onOpenChange(next);
      }}
      title={t('saved.title')}
      description={edited ? undefined : t('saved.text')}
      actions={
        edited ? (
          <>
            <Button onClick={end}>{t('common:actions.cancel')}</Button>
            <Button
              variant="primary"
              pending={create.isPending || change.isPending}
              disabled={edited.name.trim() === '' || edited.body.trim() === ''}
              onClick={save}
            >
              {t('saved.save')}
            </Button>
          </>
        ) : (
          <Button variant="primary" onClick={() => setEdited({ id: '', name: '', body: '' })}>
            {t('saved.new')}
          </Button>
        )
      }
    >
      {edited ? (
        <div className="grid gap-4">
          <Field label={t('saved.name')} help={t('saved.nameHelp')}>
            <Input
              value={edited.name}
              maxLength={40}
              autoFocus
              onChange={(event) => setEdited({ ...edited, name: event.target.value })}
            />
          </Field>
          <Field label={t('saved.body')} help={t('saved.bodyHelp', { gaps })}>
            <Textarea
              rows={5}
              value={edited.body}
              maxLength={5_000}
              onChange={(event) => setEdited({ ...edited, body: event.target.value })}
            />
          </Field>
        </div>
      ) : replies.length === 0 ? (
        <p className="text-muted">{t('saved.none')}</p>
      ) : (
        <ul className="grid">
          {replies.map((reply) => (
            <li key={reply.id} className="flex items-center gap-2 border-b border-line py-2 last:border-0">
              <span className="min-w-0 grow">
                <span className="block truncate font-medium">/{reply.name}</span>
                <span className="block truncate text-sm text-muted">{reply.body}</span>
              </span>
              <IconButton label={t('saved.edit', { name: reply.name })} onClick={() => setEdited(reply)}>
                <Pencil size={16} />
              </IconButton>
              <IconButton
                label={t('saved.remove', { name: reply.name })}
                onClick={() => remove.mutate({ params: { id: reply.id } })}
              >
                <Trash2 size={16} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
