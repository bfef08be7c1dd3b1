import { useTranslation } from 'react-i18next';
import { Badge } from '#ui/page/display.tsx';
import type { LandingPageSummary } from '../../landing-pages.contract.ts';

/** Whether visitors see a page, and whether its draft is another one. */
export function PageState({
  page,
}: {
  page: Pick<LandingPageSummary, 'status' | 'isOnline' | 'hasChanges' | 'publishAt'>;
}) {
  const { t } = useTranslation('landing-pages');
  const { status, isOnline, hasChanges, publishAt } = page;
  if (status === 'archived') return <Badge tone="neutral">{t('state.archived')}</Badge>;
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Badge tone={isOnline ? 'success' : 'neutral'} dot>
        {t(isOnline ? 'state.online' : 'state.draft')}
      </Badge>
      {isOnline && hasChanges && <Badge tone="warning">{t('state.changed')}</Badge>}
      {publishAt !== null && <Badge tone="accent">{t('state.scheduled')}</Badge>}
    </span>
  );
}
