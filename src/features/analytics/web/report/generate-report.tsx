import { FileDown } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls/button.tsx';

const ReportDialog = lazy(() =>
  import('./report-dialog.tsx').then((file) => ({ default: file.ReportDialog })),
);

/** Which figures a report is about, as the dashboard shows them. */
export type ReportAbout = {
  zone: string;
  from?: string | undefined;
  to?: string | undefined;
  agentId?: string | undefined;
  compare: boolean;
};

/** The action of the dashboard that makes a report: as a file now, or by mail from now on. */
export function GenerateReport({ about }: { about: ReportAbout }) {
  const { t } = useTranslation('analytics');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<FileDown size={16} />} onClick={() => setOpen(true)}>
        {t('report.button')}
      </Button>
      {isOpen && (
        <Suspense>
          <ReportDialog about={about} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
