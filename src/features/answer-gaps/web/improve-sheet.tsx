import { CircleCheck, CircleHelp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, type Output } from '#ui/api/client.ts';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Sheet } from '#ui/overlay/dialog.tsx';
import { Callout } from '#ui/page/display.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Form } from '#ui/form/form.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { Input, Textarea } from '#ui/controls/input.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { longestAnswer, longestQuestion, type AnswerCheck, type AnswerGap } from '../answer-gaps.contract.ts';

type Improved = Pick<AnswerGap, 'messageId' | 'messageIds' | 'question' | 'answer'>;
const pollMs = 700;

/** A question and the answer to it: worded better, kept as knowledge, and tried on what was asked. */
export function ImproveSheet({ of, onEnd }: { of: Improved; onEnd: () => void }) {
  const { t } = useTranslation('answer-gaps');
  const [saved, setSaved] = useState<Output<'POST /api/answer-gaps/messages/{id}/answer'> | null>(null);
  const form = useServerForm({
    values: { question: of.question.slice(0, longestQuestion), answer: '' },
    check: ({ question, answer }) => ({
      ...(!question.trim() && { question: t('sheet.missing') }),
      ...(!answer.trim() && { answer: t('sheet.missing') }),
    }),
    send: ({ question, answer }) =>
      api('POST /api/answer-gaps/messages/{id}/answer', {
        params: { id: of.messageId },
        body: { question: question.trim(), answer: answer.trim(), messageIds: of.messageIds },
      }),
    refreshes: ['/api/answer-gaps'],
    onDone: setSaved,
  });
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => !isOpen && onEnd()}
      title={t('sheet.title')}
      description={t('sheet.text')}
      className="md:w-[min(36rem,92vw)]"
    >
      {saved ? (
        <Checked messageId={of.messageId} question={form.values.question.trim()} {...saved} onEnd={onEnd} />
      ) : (
        <Form of={form} className="gap-5 pt-1">
          <Field label={t('sheet.question')} help={t('sheet.questionHelp')} error={form.errorOf('question')}>
            <Input maxLength={longestQuestion} {...form.register('question')} />
          </Field>
          <div className="grid gap-1.5">
            <p className="text-sm font-medium">{t('sheet.said')}</p>
            <blockquote
              className="max-h-40 overflow-y-auto rounded-card border border-line bg-sunken px-3.5 py-2.5 text-sm leading-6 break-words whitespace-pre-wrap text-muted"
              tabIndex={0}
            >
              {of.answer}
            </blockquote>
            <Button
              size="sm"
              variant="ghost"
              className="justify-self-start"
              onClick={() =>
                form.set({ answer: of.answer.replace(/\s*\[\d+\]/g, '').slice(0, longestAnswer) })
              }
            >
              {t('sheet.take')}
            </Button>
          </div>
          <Field label={t('sheet.answer')} help={t('sheet.answerHelp')} error={form.errorOf('answer')}>
            <Textarea rows={6} autoFocus maxLength={longestAnswer} {...form.register('answer')} />
          </Field>
          <Button type="submit" variant="primary" pending={form.isBusy} className="justify-self-end">
            {t('sheet.save')}
          </Button>
        </Form>
      )}
    </Sheet>
  );
}

/** What the agent says now, once it has read what was added. */
function Checked({
  messageId,
  question,
  collectionId,
  sourceId,
  onEnd,
}: {
  messageId: string;
  question: string;
  collectionId: string;
  sourceId: string;
  onEnd: () => void;
}) {
  const { t } = useTranslation('answer-gaps');
  const { data } = useEndpoint(
    'GET /api/knowledge/{collectionId}/sources/{id}',
    { params: { collectionId, id: sourceId } },
    {
      staleTime: 0,
      refetchInterval: ({ state }) =>
        state.data && ['ready', 'failed'].includes(state.data.source.status) ? false : pollMs,
    },
  );
  const check = useMutate('POST /api/answer-gaps/messages/{id}/check', { failure: false });
  const { mutate } = check;
  const isRead = data?.source.status === 'ready';
  const ask = () => mutate({ params: { id: messageId }, body: { question } });
  useEffect(() => {
    if (isRead) mutate({ params: { id: messageId }, body: { question } });
  }, [isRead, messageId, question, mutate]);
  return (
    <div className="grid gap-4 pt-1">
      <p role="status" className="flex items-center gap-2 text-sm font-medium">
        {check.data ? (
          <CircleCheck size={16} className="text-success-ink" aria-hidden="true" />
        ) : (
          !check.error && <Spinner size={16} />
        )}
        {t(
          check.data ? 'check.done' : check.error ? 'check.saved' : isRead ? 'check.asking' : 'check.reading',
        )}
      </p>
      {data?.source.status === 'failed' && <Callout tone="danger">{t('check.unread')}</Callout>}
      {check.error && (
        <Callout tone="warning" action={<Button onClick={ask}>{t('common:tryAgain')}</Button>}>
          {check.error.message}
        </Callout>
      )}
      <ol className="grid gap-3">
        {check.data?.checks.map((one) => (
          <CheckCard key={one.question} check={one} />
        ))}
      </ol>
      <Button variant="primary" onClick={onEnd} className="justify-self-end">
        {t('check.end')}
      </Button>
    </div>
  );
}

function CheckCard({ check }: { check: AnswerCheck }) {
  const { t } = useTranslation('answer-gaps');
  return (
    <li className="grid gap-2 rounded-card border border-line p-3.5">
      <p className="font-medium break-words">{check.question}</p>
      <p className="text-sm leading-6 break-words whitespace-pre-wrap">
        {check.isUnknown && (
          <CircleHelp size={16} className="mr-1.5 inline text-warning-ink" aria-label={t('check.unknown')} />
        )}
        {check.now}
      </p>
      <details className="text-sm text-muted">
        <summary className="cursor-pointer">{t('check.before')}</summary>
        <p className="mt-1 leading-6 break-words whitespace-pre-wrap">{check.before}</p>
      </details>
    </li>
  );
}
