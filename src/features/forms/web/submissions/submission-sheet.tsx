import { factGap } from '#shared/text/fact-gap.ts';
import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronUp, Download } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { takesAnswer } from '#shared/forms/document.ts';
import { answerWords } from '#shared/forms/words.ts';
import { paths } from '#shared/paths.ts';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Sheet } from '#ui/overlay/dialog.tsx';
import { Badge, Skeleton } from '#ui/page/display.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Time } from '#ui/browser/time.tsx';
import { deviceName } from '#ui/browser/device-name.ts';
import { StateBadge, TestBadge, useMoney } from '#features/payments/web/figures/money-parts.tsx';
import type { Form } from '../../forms.contract.ts';
import { submissionStatuses, type Submission } from '../../forms-submissions.contract.ts';

type SheetProps = {
  form: Form;
  id: string;
  /** The newer one of the list; absent at its top. */
  onPrevious?: () => void;
  onNext?: () => void;
  onClose: () => void;
};

/** One submission whole: every question with its answer, files, money, contact, and where it came from. */
export function SubmissionSheet({ form, id, onPrevious, onNext, onClose }: SheetProps) {
  const { t, i18n } = useTranslation('forms');
  const { can } = useUser();
  const canEdit = can['forms.edit'] !== false;
  const { data, error } = useEndpoint('GET /api/forms/{id}/submissions/{submissionId}', {
    params: { id: form.id, submissionId: id },
  });
  const mark = useMutate('POST /api/forms/{id}/submissions/status', { refreshes: ['/api/forms'] });
  const markAs = mark.mutate;
  const isNew = data?.status === 'new' && data.state === 'complete';
  useEffect(() => {
    // Who opens it has read it.
    if (isNew && canEdit) markAs({ params: { id: form.id }, body: { ids: [id], status: 'read' } });
  }, [isNew, canEdit, markAs, form.id, id]);
  const asked = form.draft.blocks.filter((block) => takesAnswer(block) && block.type !== 'payment');
  const others = data
    ? Object.entries(data.answers).filter(([key]) => !asked.some((block) => block.key === key))
    : [];
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={
        data
          ? t('submissions.row', {
              date: new Intl.DateTimeFormat(i18n.language, {
                dateStyle: 'medium',
                timeStyle: 'short',
              }).format(new Date(data.submittedAt ?? data.updatedAt)),
            })
          : t('submissions.title')
      }
    >
      <div className="-mt-2 mb-3 flex justify-end">
        <IconButton label={t('submissions.previous')} disabled={!onPrevious} onClick={() => onPrevious?.()}>
          <ChevronUp size={16} />
        </IconButton>
        <IconButton label={t('submissions.next')} disabled={!onNext} onClick={() => onNext?.()}>
          <ChevronDown size={16} />
        </IconButton>
      </div>
      {error && <p className="text-danger-ink">{error.message}</p>}
      {!data && !error && <Skeleton className="h-64" />}
      {data && (
        <div className="grid gap-5">
          <div className="flex flex-wrap items-center gap-3">
            {canEdit && data.state === 'complete' ? (
              <div className="w-40">
                <Select
                  aria-label={t('submissions.markAs')}
                  value={data.status}
                  onChange={(status) => mark.mutate({ params: { id: form.id }, body: { ids: [id], status } })}
                  options={submissionStatuses.map((value) => ({ value, label: t(`submissions.${value}`) }))}
                />
              </div>
            ) : (
              <Badge tone={data.state === 'unconfirmed' ? 'warning' : 'neutral'}>
                {t(data.state === 'complete' ? `submissions.${data.status}` : `submissions.${data.state}`)}
              </Badge>
            )}
            {data.payment && <Payment payment={data.payment} mayOpen={can['payments.read'] !== false} />}
            {data.confirmedAt && <Badge tone="success">{t('submissions.isConfirmed')}</Badge>}
            {data.contactId && (
              <Link
                to={paths.contact(data.contactId)}
                className="font-medium text-accent-ink underline-offset-4 hover:underline"
              >
                {t('submissions.contact')}
              </Link>
            )}
          </div>
          <dl className="grid gap-4">
            {asked.map((block) => {
              const words = answerWords(block, data.answers[block.key], new Map(), i18n.language);
              const files = data.files.filter(({ field }) => field === block.key);
              return (
                <div key={block.key}>
                  <dt className="text-sm text-muted">{block.label || block.key}</dt>
                  <dd className="mt-0.5 break-words whitespace-pre-line">
                    {files.length > 0
                      ? files.map((file) => (
                          <a
                            key={file.id}
                            href={`/api/forms/${form.id}/files/${file.id}`}
                            target="_blank"
                            rel="noreferrer"
                            className="flex min-h-9 items-center gap-2 text-accent-ink underline-offset-4 hover:underline"
                          >
                            <Download size={16} aria-hidden="true" />
                            {file.name}
                          </a>
                        ))
                      : words || <span className="text-muted">–</span>}
                  </dd>
                </div>
              );
            })}
            {others.map(([key, answer]) => (
              <div key={key}>
                <dt className="font-mono text-sm text-muted">{key}</dt>
                <dd className="mt-0.5 break-words">
                  {typeof answer === 'object' ? Object.values(answer).join(', ') : String(answer)}
                </dd>
              </div>
            ))}
            {Object.entries(data.variables).map(([name, value]) => (
              <div key={name}>
                <dt className="text-sm text-muted">{t('rules.calculated', { name })}</dt>
                <dd className="tabular mt-0.5">{value}</dd>
              </div>
            ))}
          </dl>
          {data.state === 'unconfirmed' && <p className="text-sm text-muted">{t('submissions.waits')}</p>}
          <p className="border-t border-line pt-4 text-sm text-muted">
            <Time at={data.submittedAt ?? data.updatedAt} />
            {data.durationSeconds !== null && (
              <>
                {factGap}
                {t('submissions.duration', { seconds: data.durationSeconds })}
              </>
            )}
            <span className="block break-words">
              {[deviceName(data.device, t), data.tag, ...Object.values(data.utm)]
                .filter(Boolean)
                .join(factGap)}
            </span>
            {data.pageUrl && (
              <span className="block break-words">
                {t('submissions.page')}: {shownAddress(data.pageUrl)}
                {data.landingPage && (
                  <>
                    {factGap}
                    <Link
                      to={paths.landingPageSettings(data.landingPage.id)}
                      search={{ tab: 'results' }}
                      className="underline underline-offset-4"
                    >
                      {t('submissions.landingPage', { version: data.landingPage.version })}
                    </Link>
                  </>
                )}
              </span>
            )}
            {data.referrer && (
              <span className="block break-words">
                {t('submissions.referrer')}: {shownAddress(data.referrer)}
              </span>
            )}
          </p>
        </div>
      )}
    </Sheet>
  );
}

const shownAddress = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '');

/** What was paid with it, what became of that, and the way to where it can be given back. */
function Payment({ payment, mayOpen }: { payment: NonNullable<Submission['payment']>; mayOpen: boolean }) {
  const { t } = useTranslation(['forms', 'money']);
  const say = useMoney();
  const amount = say(payment.amount, payment.currency);
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {mayOpen ? (
        <Link
          to={paths.payments}
          search={{ mode: payment.isTest ? 'test' : 'live', purchase: payment.purchaseId }}
          aria-label={t('submissions.openPayment', { amount })}
          className="tabular font-medium text-accent-ink underline-offset-4 hover:underline"
        >
          {amount}
        </Link>
      ) : (
        <span className="tabular font-medium">{amount}</span>
      )}
      <StateBadge state={payment.state} />
      {payment.isTest && <TestBadge />}
      {payment.refunded > 0 && (
        <span className="tabular text-sm text-muted">
          {t('money:columns.refunded', { amount: say(payment.refunded, payment.currency) })}
        </span>
      )}
    </span>
  );
}
