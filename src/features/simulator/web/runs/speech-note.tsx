import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { runLimits } from '#shared/simulation-limits.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { readableCost } from '#ui/browser/numbers.ts';
import { Callout, Skeleton } from '#ui/page/display.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import type { Run } from '../../simulator.contract.ts';
import { speechMicros, spokenMinutes } from './speech-estimate.ts';

const dollars = (language: string, micros: number): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency: 'USD', maximumFractionDigits: 0 }).format(
    micros / 1_000_000,
  );

/** Before a run is spoken: by whom, for how long and for about how much; or why it can't be, and what to do. */
export function SpeechNote({
  suiteId,
  agentId,
  player,
}: {
  suiteId: string;
  agentId: string;
  player: Run['player'];
}) {
  const { t, i18n } = useTranslation('simulator');
  const suite = useEndpoint('GET /api/simulator/suites/{id}', { params: { id: suiteId } }, { staleTime: 0 });
  const agent = useEndpoint('GET /api/agents/{id}', { params: { id: agentId } }, { staleTime: 0 });
  const speech = useEndpoint('GET /api/integrations/speech', undefined, { staleTime: 0 });
  const failed = [suite, agent, speech].find(({ error, data }) => error && !data);
  if (failed?.error) return <ReadFailed error={failed.error} retry={failed.refetch} />;
  if (!suite.data || !agent.data || !speech.data) return <Skeleton className="h-12 rounded-card" />;
  const { provider } = agent.data.draft.voice;
  const vendor = speech.data.vendors.find(({ id }) => id === provider);
  const problem = !vendor
    ? 'browser'
    : !vendor.listens
      ? 'speaksOnly'
      : vendor.isConnected
        ? null
        : 'notConnected';
  if (problem)
    return (
      <Callout
        tone="warning"
        live
        action={
          <Link
            className="font-medium underline underline-offset-4"
            to="/dashboard/agents/edit/$id"
            params={{ id: agentId }}
            search={{ section: 'voice' }}
          >
            {t('speech.openVoice')}
          </Link>
        }
      >
        {t(`speech.${problem}`, { vendor: vendor?.label ?? '' })}
      </Callout>
    );
  const minutes = spokenMinutes(suite.data.suite, player);
  const micros = speechMicros(minutes, vendor!.perMinute);
  const length = new Intl.NumberFormat(i18n.language, {
    style: 'unit',
    unit: 'minute',
    maximumSignificantDigits: minutes < 10 ? 2 : 3,
  }).format(Math.max(minutes, 0.1));
  return (
    <Callout tone="neutral" live>
      {micros === null
        ? t('speech.estimateFree', { minutes: length, vendor: vendor!.label })
        : t('speech.estimate', {
            minutes: length,
            vendor: vendor!.label,
            price: readableCost(micros, i18n.language),
          })}{' '}
      {t('speech.limit', {
        run: dollars(i18n.language, runLimits.runMicros),
        day: dollars(i18n.language, runLimits.dayMicros),
      })}
    </Callout>
  );
}
