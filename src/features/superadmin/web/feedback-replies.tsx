import { factGap } from '#shared/text/fact-gap.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, type Output } from '#ui/api/client.ts';
import { Time } from '#ui/browser/time.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Textarea } from '#ui/controls/input.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { toast } from '#ui/overlay/toast-store.ts';

type Item = Output<'GET /api/superadmin/feedback'>['feedback'][number];

/** What was written back about one, and the way to write. */
export function FeedbackReplies({ item }: { item: Item }) {
  const { t } = useTranslation('superadmin');
  const [isWriting, setWriting] = useState(false);
  return (
    <div className="mt-2 grid gap-2">
      {item.replies.map((reply) => (
        <div key={reply.id} className="border-l-2 border-line pl-3">
          <p className="text-sm text-muted">
            {reply.author}
            {factGap}
            <Time at={reply.createdAt} />
          </p>
          <p className="break-words whitespace-pre-wrap">{reply.body}</p>
        </div>
      ))}
      {item.email && (
        <div className="flex flex-wrap items-center gap-3">
          <Button size="sm" onClick={() => setWriting(true)}>
            {t('feedback.reply')}
          </Button>
          <p className="min-w-0 truncate text-sm text-muted">{item.email}</p>
        </div>
      )}
      {isWriting && <ReplyDialog item={item} onClose={() => setWriting(false)} />}
    </div>
  );
}

function ReplyDialog({ item, onClose }: { item: Item; onClose: () => void }) {
  const { t } = useTranslation('superadmin');
  const form = useServerForm({
    values: { body: '' },
    check: ({ body }) => ({ body: body.trim() === '' ? t('feedback.replyMissing') : undefined }),
    send: ({ body }) =>
      api('POST /api/superadmin/feedback/{id}/replies', {
        params: { id: item.id },
        body: { body: body.trim() },
      }),
    refreshes: ['/api/superadmin/feedback'],
    onDone: () => {
      toast({ variant: 'success', title: t('feedback.replied') });
      onClose();
    },
  });
  return (
    <FormDialog
      of={form}
      title={t('feedback.replyTitle', { title: item.title })}
      description={t('feedback.replyText', { email: item.email })}
      submit={t('feedback.replySend')}
      onClose={onClose}
    >
      <Field label={t('feedback.reply')} error={form.errorOf('body')} required>
        <Textarea rows={6} maxLength={5_000} {...form.register('body')} />
      </Field>
    </FormDialog>
  );
}
