import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Skeleton } from '#ui/page/display.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import type { LandingPage } from '../../landing-pages.contract.ts';
import { ExperimentVerdict } from './experiment-verdict.tsx';

/** What the two versions of a page have brought so far, what is certain of them, and the end of it by one press. */
export function ExperimentResults({ page }: { page: LandingPage }) {
  const { t } = useTranslation('landing-pages');
  const { data, isError, error, refetch } = useEndpoint('GET /api/landing-pages/{id}/experiment', {
    params: { id: page.id },
  });
  if (isError) return <ReadFailed error={error} retry={refetch} />;
  if (!data) return <Skeleton className="h-40" />;
  return data.result ? (
    <ExperimentVerdict page={page} result={data.result} />
  ) : (
    <p className="text-muted">{t('experiment.hidden')}</p>
  );
}
