import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { setEndpointData, useEndpoint } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Form } from '#ui/form/form.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { Callout, Skeleton } from '#ui/page/display.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { reportRhythms, type ReportRhythm, type ReportSchedule } from '../../analytics-reports.contract.ts';
import { LetterPreview } from './letter-preview.tsx';

const rhythms = ['off', ...reportRhythms] as const;

/** Figures by mail: how often, to whom, and how the mail looks. */
export function ReportMails({ zone, canChoose }: { zone: string; canChoose: boolean }) {
  const { t } = useTranslation('analytics-report');
  return (
    <section aria-labelledby="report-mails" className="grid gap-4 border-t border-line pt-5">
      <div>
        <h3 id="report-mails" className="font-semibold">
          {t('mails.title')}
        </h3>
        <p className="text-pretty text-muted">{t('mails.text')}</p>
      </div>
      {canChoose ? <Schedule zone={zone} /> : <Preview every="week" zone={zone} />}
    </section>
  );
}

function Schedule({ zone }: { zone: string }) {
  const { data, error, refetch } = useEndpoint('GET /api/analytics/report-schedule');
  if (error && !data) return <ReadFailed error={error} retry={refetch} />;
  if (!data) return <Skeleton className="h-40 w-full" />;
  return <ScheduleForm saved={data} zone={zone} />;
}

function ScheduleForm({ saved, zone }: { saved: ReportSchedule; zone: string }) {
  const { t, i18n } = useTranslation('analytics-report');
  const client = useQueryClient();
  // Mails go on by the zone that they were set in; it is this browser's when they begin.
  const kept = saved.every === 'off' ? zone : saved.zone;
  const form = useServerForm({
    values: {
      every: saved.every,
      userIds: saved.members.filter(({ isChosen }) => isChosen).map(({ userId }) => userId),
    },
    send: (values) => api('PUT /api/analytics/report-schedule', { body: { ...values, zone: kept } }),
    onDone(next) {
      setEndpointData(client, 'GET /api/analytics/report-schedule', undefined, () => next);
      toast({ variant: 'success', title: t('mails.saved') });
    },
  });
  const { every, userIds } = form.values;
  return (
    <Form of={form} className="gap-4">
      {!saved.doMailsLeave && <Callout tone="info">{t('mails.noServer')}</Callout>}
      <Field
        label={t('mails.every')}
        help={
          saved.nextAt === null
            ? undefined
            : t('mails.next', {
                at: new Intl.DateTimeFormat(i18n.language, {
                  dateStyle: 'full',
                  timeStyle: 'short',
                  timeZone: saved.zone,
                }).format(new Date(saved.nextAt)),
                zone: saved.zone,
              })
        }
      >
        <Select
          value={every}
          onChange={(value) => form.set({ every: value })}
          options={rhythms.map((value) => ({ value, label: t(`every.${value}`) }))}
        />
      </Field>
      {every !== 'off' && (
        <fieldset className="grid gap-1">
          <legend className="mb-1 font-medium">{t('mails.to')}</legend>
          {saved.members.map(({ userId, name, email, hasStopped }) => (
            <Checkbox
              key={userId}
              checked={userIds.includes(userId)}
              onChange={(isChosen) =>
                form.set({
                  userIds: isChosen ? [...userIds, userId] : userIds.filter((id) => id !== userId),
                })
              }
              label={name || email}
              help={hasStopped ? t('mails.stopped') : email}
            />
          ))}
        </fieldset>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="primary"
          pending={form.isBusy}
          disabled={every !== 'off' && userIds.length === 0}
        >
          {t('mails.save')}
        </Button>
      </div>
      <Preview every={every === 'off' ? 'week' : every} zone={kept} />
    </Form>
  );
}

/** The mail that this member would get now, once it is asked for. */
function Preview({ every, zone }: { every: ReportRhythm; zone: string }) {
  const { t } = useTranslation('analytics-report');
  const [isShown, setShown] = useState(false);
  return (
    <div className="grid min-w-0 gap-3">
      <div>
        <Button aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {t('mails.preview')}
        </Button>
      </div>
      {isShown && <LetterPreview every={every} zone={zone} />}
    </div>
  );
}
