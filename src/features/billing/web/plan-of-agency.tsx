import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Callout } from '#ui/page/display.tsx';

/** Who pays for a client. While the agency pays for nothing, the banner above every screen says so. */
export function PlanOfAgency({ agency }: { agency: string }) {
  const { t } = useTranslation('billing-web');
  const { data } = useEndpoint('GET /api/subscription/status', undefined, { staleTime: 30_000 });
  if (!data?.isActive) return null;
  return (
    <Callout tone="info" title={t('ofAgency.title')}>
      {t('ofAgency.text', { agency })}
    </Callout>
  );
}
