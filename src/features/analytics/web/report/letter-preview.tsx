import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import { useTheme, type Theme } from '#ui/browser/theme.ts';
import { Skeleton } from '#ui/page/display.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import type { ReportRhythm } from '../../analytics-reports.contract.ts';

/** A letter of figures as mail programs show it; comes into view once it is there. */
export function LetterPreview({ every, zone }: { every: ReportRhythm; zone: string }) {
  const { t } = useTranslation('analytics-report');
  const [theme] = useTheme();
  const { data, error, refetch } = useEndpoint('GET /api/analytics/report-letter', {
    query: { every, zone },
  });
  const figure = useRef<HTMLElement>(null);
  const isThere = data !== undefined;
  useEffect(() => {
    // The button that asked for it stands at the lower edge of its dialog.
    if (isThere) figure.current?.scrollIntoView({ block: 'start' });
  }, [isThere]);
  if (error && !data) return <ReadFailed error={error} retry={refetch} />;
  if (!data) return <Skeleton className="h-80 w-full" />;
  return (
    <figure ref={figure} className="grid min-w-0 gap-2">
      <figcaption className="font-medium break-words">{data.subject}</figcaption>
      {/* Nothing in it runs, and it looks as the dashboard does. */}
      <iframe
        title={t('mails.frame')}
        sandbox=""
        srcDoc={inLook(data.html, theme)}
        className="h-[30rem] w-full rounded-card border border-line"
      />
    </figure>
  );
}

/** The mail with its dark rules always or never in force. */
const inLook = (html: string, look: Theme): string =>
  html
    .replaceAll('(prefers-color-scheme:dark)', look === 'dark' ? 'all' : 'not all')
    .replaceAll('color-scheme:light dark', `color-scheme:${look}`);
