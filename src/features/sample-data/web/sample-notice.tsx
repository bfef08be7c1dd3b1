import { FlaskConical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { useEndSample, useGoToAccount, useSample } from './use-sample.ts';

/** Over every screen of a sample account: that all of it is invented, until when, and the way back. */
export function SampleNotice() {
  const { t, i18n } = useTranslation('onboarding');
  const sample = useSample();
  const own = useEndpoint('GET /api/user/accounts').data?.accounts.find(({ isCurrent }) => !isCurrent);
  const go = useGoToAccount();
  const end = useEndSample(true);
  if (!sample?.isHere) return null;
  const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long' }).format(new Date(sample.endsAt));
  return (
    <div
      role="region"
      aria-label={t('sampleData.title')}
      className="sticky top-0 z-20 flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-info-tint px-4 py-1.5 text-info-ink md:px-8"
    >
      <FlaskConical size={16} aria-hidden="true" className="shrink-0" />
      <p className="min-w-0 grow basis-60">{t('sampleData.here', { date: day })}</p>
      {own && (
        <Button size="sm" pending={go.isPending} onClick={() => go.mutate({ body: { accountId: own.id } })}>
          {t('sampleData.back')}
        </Button>
      )}
      <Button size="sm" variant="ghost" pending={end.isPending} onClick={() => end.mutate({})}>
        {t('sampleData.end')}
      </Button>
    </div>
  );
}
