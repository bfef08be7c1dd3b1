import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '#ui/api/session.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { eventsFormats, type EventsFormat } from '../../analytics.contract.ts';
import { reportFormats, type ReportFormat } from '../../analytics-reports.contract.ts';
import type { ReportAbout } from './generate-report.tsx';
import { ReportMails } from './report-mails.tsx';

function addressOf(path: string, told: Record<string, string | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(told)) if (value !== undefined) query.set(name, value);
  return `${path}?${query.toString()}`;
}

/** What each kind of file is called, in every language. */
const formatNames: Record<EventsFormat, string> = { ndjson: 'NDJSON', parquet: 'Parquet' };

/** The address of a report as a file. */
const reportAddress = ({ zone, from, to, agentId, compare }: ReportAbout, format: ReportFormat): string =>
  addressOf('/api/analytics/report', { format, zone, compare: String(compare), from, to, agentId });

/** The address of the events that its figures are made of. */
const eventsAddress = ({ zone, from, to, agentId }: ReportAbout, format: EventsFormat): string =>
  addressOf('/api/analytics/events', { format, zone, from, to, agentId });

/** A report as a file, and, for whoever manages the team, by mail. */
export function ReportDialog({ about, onClose }: { about: ReportAbout; onClose: () => void }) {
  const { t } = useTranslation('analytics-report');
  const { can } = useUser();
  const [format, setFormat] = useState<ReportFormat>('pdf');
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('analytics:report.button')}
      description={t('dialog.text')}
      className="md:w-[min(40rem,calc(100vw-2rem))]"
    >
      <div className="grid gap-6">
        <div className="flex flex-col gap-3 sm:flex-row sm:items-end">
          <Field label={t('dialog.format')} className="grow">
            <Select
              value={format}
              onChange={setFormat}
              options={reportFormats.map((value) => ({ value, label: t(`format.${value}`) }))}
            />
          </Field>
          <a href={reportAddress(about, format)} download className={buttonClass({ variant: 'primary' })}>
            <Download size={16} aria-hidden="true" />
            {t('dialog.download')}
          </a>
        </div>
        {can['contacts.export'] && (
          <section aria-labelledby="report-events" className="grid gap-2">
            <h3 id="report-events" className="font-semibold">
              {t('events.title')}
            </h3>
            <p className="text-sm text-pretty text-muted">{t('events.text')}</p>
            <div className="flex flex-wrap gap-2">
              {eventsFormats.map((name) => (
                <a
                  key={name}
                  href={eventsAddress(about, name)}
                  download
                  className={buttonClass({ variant: 'outline' })}
                >
                  <Download size={16} aria-hidden="true" />
                  {t('events.download', { format: formatNames[name] })}
                </a>
              ))}
            </div>
          </section>
        )}
        <ReportMails zone={about.zone} canChoose={can['team.manage']} />
      </div>
    </Dialog>
  );
}
