import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { Field } from '#ui/controls/field.tsx';
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
  const [draft, setDraft] = useState(text);
  const save = useMutate('PATCH /api/inbox/conversations/{id}/messages/{message}', {
    refreshes: [`/api/inbox/conversations/${conversationId}`],
    onSuccess: onEnd,
  });
  return (
    <Dialog
      open
      onOpenChange={onEnd}
      title={t('edit.title')}
      description={t('edit.text')}
      actions={
        <>
          <Button onClick={onEnd}>{t('common:actions.cancel')}</Button>
          <Button
            variant="primary"
            pending={save.isPending}
            disabled={draft.trim() === ''}
            onClick={() =>
              save.mutate({ params: { id: conversationId, message: messageId }, body: { text: draft } })
            }
          >
            {t('edit.save')}
          </Button>
        </>
      }
    >
      <Field label={t('edit.label')} hideLabel>
        <Textarea
          rows={4}
          maxLength={longestReply}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
        />
      </Field>
    </Dialog>
  );
}
