import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { Field } from '#ui/controls/field.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { Textarea } from '#ui/controls/input.tsx';
import { longestReply } from '../../inbox.contract.ts';

/** Changes a message that was sent a moment ago. */
export function EditReply({
  conversationId,
  messageId,
  text,
  onEnd,
}: {
  conversationId: string;
  messageId: string;
  text: string;
  onEnd: () => void;
}) {
  const { t } = useTranslation('inbox');
  const form = useServerForm({
    values: { text },
    send: (body) =>
      api('PATCH /api/inbox/conversations/{id}/messages/{message}', {
        params: { id: conversationId, message: messageId },
        body,
      }),
    refreshes: [`/api/inbox/conversations/${conversationId}`],
    onDone: onEnd,
  });
  return (
    <FormDialog
      of={form}
      title={t('edit.title')}
      description={t('edit.text')}
      submit={t('edit.save')}
      disabled={form.values.text.trim() === ''}
      onClose={onEnd}
    >
      <Field label={t('edit.label')} hideLabel error={form.errorOf('text')}>
        <Textarea rows={4} maxLength={longestReply} {...form.register('text')} />
      </Field>
    </FormDialog>
  );
}
