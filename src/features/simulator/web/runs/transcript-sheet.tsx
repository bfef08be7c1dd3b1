import { factGap } from '#shared/text/fact-gap.ts';
import { Check, CircleHelp, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import { readableCost, readableMilliseconds } from '#ui/browser/numbers.ts';
import { Sheet } from '#ui/overlay/dialog.tsx';
import { Callout, Skeleton } from '#ui/page/display.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { OwnerMessageRow } from '#features/conversations/web/owner-message.tsx';
import type { Checked, SimulatedTurnRecord } from '../../simulator-results.contract.ts';
import { checkInWords } from '../check-words.ts';
import { StatusBadge } from '../status-badge.tsx';
import { misheardShare } from './speech-sums.tsx';
import { SpokenTurn } from './spoken-turn.tsx';

const pollMs = 700;

type Place = {
  runId: string;
  place: number;
};
/** `beside` is the same scenario in another run. */
export type ShownTranscript = Place & { beside?: Place };

/** A conversation word for word, with what was expected of it; two of them stand side by side. */
export function TranscriptSheet({ shown, onClose }: { shown: ShownTranscript; onClose: () => void }) {
  const { t } = useTranslation('simulator');
  const { beside } = shown;
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('transcript.title')}
      className={beside ? 'md:w-[min(72rem,94vw)]' : 'md:w-[min(44rem,92vw)]'}
    >
      {beside ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-2">
          <section aria-label={t('compare.before')}>
            <h3 className="mb-2 font-semibold">{t('compare.before')}</h3>
            <Conversation {...beside} />
          </section>
          <section aria-label={t('compare.after')}>
            <h3 className="mb-2 font-semibold">{t('compare.after')}</h3>
            <Conversation runId={shown.runId} place={shown.place} />
          </section>
        </div>
      ) : (
        <Conversation runId={shown.runId} place={shown.place} />
      )}
    </Sheet>
  );
}

function Conversation({ runId, place }: Place) {
  const { t } = useTranslation('simulator');
  const { data, error, refetch } = useEndpoint(
    'GET /api/simulator/runs/{id}/results/{place}',
    { params: { id: runId, place } },
    {
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.status === 'running' ? pollMs : false),
    },
  );
  if (error && !data) return <ReadFailed error={error} retry={refetch} />;
  if (!data) return <Skeleton className="h-40 rounded-card" />;
  const whole = data.checks.filter(({ turn }) => turn === null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div>
        <p className="flex flex-wrap items-center gap-2">
          <StatusBadge status={data.status} />
          <span className="font-medium wrap-anywhere">{data.scenario}</span>
        </p>
        <p className="text-sm text-muted">
          {t(`persona.${data.persona}`)}
          {factGap}
          {t(`wallet.${data.wallet}`)}
        </p>
      </div>
      {data.status === 'broken' && !data.turns.some(({ speech }) => speech?.outcome === 'failed') && (
        <Callout tone="danger">{t('transcript.broken')}</Callout>
      )}
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {data.turns.map((turn, at) => (
          <Turn key={at} turn={turn} checks={data.checks.filter((one) => one.turn === at)} />
        ))}
      </ol>
      {whole.length > 0 && (
        <section aria-label={t('scenario.checks')} className="grid gap-2 border-t border-line pt-4">
          <h4 className="text-sm font-medium text-muted">{t('scenario.checks')}</h4>
          <Checks checks={whole} />
        </section>
      )}
    </div>
  );
}

function Turn({ turn, checks }: { turn: SimulatedTurnRecord; checks: readonly Checked[] }) {
  const { t, i18n } = useTranslation('simulator');
  const { speech } = turn;
  const time = (milliseconds: number) => readableMilliseconds(milliseconds, i18n.language);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {speech ? (
        <SpokenTurn said={turn.said} speech={speech} />
      ) : (
        <p className="w-fit max-w-[90%] rounded-sheet rounded-tl-control bg-sunken px-4 py-2.5 leading-6 wrap-anywhere whitespace-pre-wrap dark:bg-line">
          {turn.said}
        </p>
      )}
      {turn.answer ? (
        <ul className="grid grid-cols-[minmax(0,1fr)]">
          <OwnerMessageRow
            message={turn.answer}
            visitor={{ name: t('transcript.visitor'), isKnown: false }}
            agentName={t('transcript.agent')}
          />
        </ul>
      ) : speech && speech.outcome !== 'understood' ? null : (
        <p className="text-sm text-muted">
          {turn.refusal === 'paywall.payment_required'
            ? t('transcript.wall')
            : turn.refusal
              ? t('transcript.refused', { code: turn.refusal })
              : t('transcript.silent')}
        </p>
      )}
      <p className="tabular text-sm text-muted">
        {[
          turn.isAdded && t('transcript.added'),
          turn.handler !== 'ai' && t('transcript.handedOver'),
          t('transcript.charged', { count: turn.charged }),
          ...(speech
            ? [
                speech.words > 0 && `${t('speech.misheard')} ${misheardShare(speech, i18n.language)}`,
                speech.sayMs > 0 && `${t('speech.say')} ${time(speech.sayMs)}`,
                speech.hearMs > 0 && `${t('speech.hear')} ${time(speech.hearMs)}`,
                turn.answer && `${t('speech.answer')} ${time(turn.milliseconds)}`,
                speech.costMicros > 0 && readableCost(speech.costMicros, i18n.language),
              ]
            : [time(turn.milliseconds)]),
        ]
          .filter(Boolean)
          .join(factGap)}
      </p>
      <Checks checks={checks} />
    </li>
  );
}

const signs = { passed: Check, failed: X, unknown: CircleHelp };
const inks = { passed: 'text-success-ink', failed: 'text-danger-ink', unknown: 'text-warning-ink' };

function Checks({ checks }: { checks: readonly Checked[] }) {
  const { t, i18n } = useTranslation('simulator');
  if (checks.length === 0) return null;
  return (
    <ul className="grid gap-1.5">
      {checks.map(({ check, outcome, actual }, at) => {
        const Sign = signs[outcome];
        return (
          <li key={at} className="flex items-start gap-2 text-sm">
            <Sign
              size={16}
              className={`mt-0.5 shrink-0 ${inks[outcome]}`}
              aria-label={t(`status.${outcome}`)}
            />
            <span className="min-w-0 wrap-anywhere">
              {checkInWords(check, t, i18n.language)}
              {outcome !== 'passed' && actual && (
                <span className="block text-muted">
                  {t('transcript.instead', {
                    // Who has the conversation is kept as a word of ours.
                    actual: check.kind === 'hands-over' ? t(`transcript.handler.${actual}`, actual) : actual,
                  })}
                </span>
              )}
              {outcome === 'unknown' && <span className="block text-muted">{t('transcript.unknown')}</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
