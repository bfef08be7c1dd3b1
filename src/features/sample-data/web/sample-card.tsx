import { FlaskConical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMutate } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { useEndSample, useGoToAccount, useSample } from './use-sample.ts';

/**
 * The switch between one's own account and one with invented data, to see what a busy one looks like. `isBusy`: the
 * own one is busy by itself, so that only who has sample data is shown the way to it.
 */
export function SampleCard({ isBusy }: { isBusy: boolean }) {
  const { t } = useTranslation('onboarding');
  const { client } = useUser();
  const sample = useSample();
  const make = useMutate('POST /api/sample-account', {
    refreshes: ['/api/sample-account', '/api/user/accounts'],
  });
  const go = useGoToAccount();
  const end = useEndSample(false);
  // An account of their own would show people of a client another brand than their agency's.
  if (client || sample === undefined || sample?.isHere || (sample === null && isBusy)) return null;
  const state = sample?.state ?? 'none';
  return (
    <section
      aria-labelledby="sample-data"
      className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card border border-line bg-surface p-4 sm:px-6"
    >
      <FlaskConical size={20} aria-hidden="true" className="shrink-0 text-muted max-sm:hidden" />
      <div className="min-w-0 grow basis-72">
        <h2 id="sample-data" className="font-medium">
          {t('sampleData.title')}
        </h2>
        <p role="status" className="text-pretty text-muted">
          {t(`sampleData.${state}`)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {(state === 'none' || state === 'making') && (
          <Button pending={make.isPending || state === 'making'} onClick={() => make.mutate({})}>
            {t('sampleData.make')}
          </Button>
        )}
        {state === 'ready' && (
          <Button
            pending={go.isPending}
            onClick={() => sample && go.mutate({ body: { accountId: sample.accountId } })}
          >
            {t('sampleData.go')}
          </Button>
        )}
        {(state === 'ready' || state === 'failed') && (
          <Button variant="ghost" pending={end.isPending} onClick={() => end.mutate({})}>
            {t('sampleData.end')}
          </Button>
        )}
      </div>
    </section>
  );
}
