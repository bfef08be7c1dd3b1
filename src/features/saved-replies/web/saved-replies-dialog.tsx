import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { Field } from '#ui/controls/field.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
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
  const [edited, setEdited] = useState<SavedReply | 'new' | null>(null);
  const remove = useMutate('DELETE /api/saved-replies/{id}', { refreshes });
  if (edited && open)
    return <ReplyForm reply={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('saved.title')}
      description={t('saved.text')}
      actions={
        <Button variant="primary" onClick={() => setEdited('new')}>
          {t('saved.new')}
        </Button>
      }
    >
      {replies.length === 0 ? (
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

function ReplyForm({ reply, onClose }: { reply: SavedReply | null; onClose: () => void }) {
  const { t } = useTranslation('inbox');
  const form = useServerForm({
    values: { name: reply?.name ?? '', body: reply?.body ?? '' },
    send: async (values) => {
      const body = { name: values.name.trim(), body: values.body.trim() };
      if (reply) await api('PUT /api/saved-replies/{id}', { params: { id: reply.id }, body });
      else await api('POST /api/saved-replies', { body });
    },
    refreshes,
    onDone: onClose,
  });
  return (
    <FormDialog
      of={form}
      title={t('saved.title')}
      submit={t('saved.save')}
      disabled={form.values.name.trim() === '' || form.values.body.trim() === ''}
      className="gap-4"
      onClose={onClose}
    >
      <Field label={t('saved.name')} help={t('saved.nameHelp')} error={form.errorOf('name')}>
        <Input maxLength={40} autoFocus {...form.register('name')} />
      </Field>
      <Field label={t('saved.body')} help={t('saved.bodyHelp', { gaps })} error={form.errorOf('body')}>
        <Textarea rows={5} maxLength={5_000} {...form.register('body')} />
      </Field>
    </FormDialog>
  );
}
