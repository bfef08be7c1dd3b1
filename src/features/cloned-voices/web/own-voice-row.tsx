import { factGap } from '#shared/text/fact-gap.ts';
import { RotateCw, Square, Trash2, Volume2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { fetchSound, useSound } from '#ui/browser/sound.ts';
import { Button } from '#ui/controls/button.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Badge, type Tone } from '#ui/page/display.tsx';
import type { ClonedVoice } from '../cloned-voices.contract.ts';

const tones: Record<ClonedVoice['state'], Tone> = {
  consent: 'neutral',
  sample: 'neutral',
  making: 'info',
  ready: 'success',
  failed: 'danger',
  deleting: 'warning',
};

/** A copied voice: where it stands, how its owner agreed, and what can be done with it. */
export function OwnVoiceRow({
  voice,
  vendor,
  onGoOn,
  onHear,
  onDelete,
  onChanged,
}: {
  voice: ClonedVoice;
  /** What its vendor is called. */
  vendor: string;
  onGoOn: () => void;
  onHear: () => void;
  onDelete: () => void;
  onChanged: () => Promise<void>;
}) {
  const { t, i18n } = useTranslation(['voice-cloning', 'voice-recording']);
  const [isBusy, setBusy] = useState(false);
  const { state, failure, consentedAt } = voice;
  const date = (instant: string) =>
    new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' }).format(new Date(instant));
  async function retry() {
    setBusy(true);
    try {
      await api('POST /api/cloned-voices/{id}/retry', { params: { id: voice.id } });
      await onChanged();
    } catch (error) {
      toast({ variant: 'error', title: t('notRetried'), description: (error as Error).message });
    }
    setBusy(false);
  }
  const whose = <span className="sr-only"> {voice.name}</span>;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 px-4 py-3">
      <div className="grid min-w-0 flex-1 basis-64 gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 font-medium break-words">{voice.name}</span>
          <Badge tone={tones[state]} dot>
            {t(`states.${state}`)}
          </Badge>
        </p>
        <p className="text-sm text-pretty text-muted">
          {[
            vendor,
            consentedAt
              ? t('agreed', { speaker: voice.speaker, date: date(consentedAt), member: voice.member })
              : t('notYetAgreed', { speaker: voice.speaker }),
          ].join(factGap)}
        </p>
        {failure && (state === 'failed' || state === 'deleting') && (
          <p className="text-sm text-pretty text-danger-ink">
            {state === 'deleting' && <>{t('stillThere', { vendor })} </>}
            {t(`failures.${failure}`, { vendor })}
          </p>
        )}
        {voice.heard && (
          <p className="text-sm text-pretty text-muted">
            {t('voice-recording:consent.heard', { text: voice.heard })}
          </p>
        )}
      </div>
      <span className="flex flex-wrap items-center gap-2">
        {(state === 'consent' || state === 'sample') && (
          <Button size="sm" onClick={onGoOn}>
            {t('goOn')}
            {whose}
          </Button>
        )}
        {state === 'ready' && (
          <Button size="sm" onClick={onHear}>
            {t('hearAndGive')}
            {whose}
          </Button>
        )}
        {(state === 'failed' || (state === 'deleting' && failure)) && (
          <Button size="sm" icon={<RotateCw size={16} />} pending={isBusy} onClick={() => void retry()}>
            {t('retry')}
            {whose}
          </Button>
        )}
        {consentedAt && state !== 'deleting' && <HearConsent voice={voice}>{whose}</HearConsent>}
        {state !== 'making' && !(state === 'deleting' && !failure) && (
          <IconButton
            label={t(state === 'deleting' ? 'deleteHereOf' : 'deleteOf', { voice: voice.name })}
            onClick={onDelete}
          >
            <Trash2 size={16} />
          </IconButton>
        )}
      </span>
    </li>
  );
}

function HearConsent({ voice, children }: { voice: ClonedVoice; children: ReactNode }) {
  const { t } = useTranslation('voice-cloning');
  const { state, play, stop } = useSound();
  const hear = () =>
    play(() => fetchSound(`/api/cloned-voices/${voice.id}/consent`)).catch((error: Error) =>
      toast({ variant: 'error', title: t('consentUnheard'), description: error.message }),
    );
  return (
    <Button
      size="sm"
      variant="outline"
      pending={state === 'asked'}
      icon={state === 'speaking' ? <Square size={16} /> : <Volume2 size={16} />}
      onClick={() => (state === 'speaking' ? stop() : void hear())}
    >
      {t(state === 'speaking' ? 'stop' : 'hearConsent')}
      {children}
    </Button>
  );
}
