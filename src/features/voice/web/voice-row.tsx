import { factGap } from '#shared/text/fact-gap.ts';
import { Bot, Square, Volume2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls/button.tsx';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { Badge } from '#ui/page/display.tsx';
import type { LabVoice } from './lab-voices.ts';
import type { LabPlayer } from './use-lab-player.ts';

/** One voice: hear it, compare it, give it to an agent. */
export function VoiceRow({
  voice,
  player,
  isCompared,
  onHear,
  onCompare,
  onGive,
}: {
  voice: LabVoice;
  player: LabPlayer;
  isCompared: boolean;
  onHear: () => void;
  onCompare: () => void;
  /** Missing where no agent can have it. */
  onGive: (() => void) | undefined;
}) {
  const { t, i18n } = useTranslation('voice-lab');
  const state = player.stateOf(voice.id);
  const latency = player.latencies[voice.id];
  const seconds = new Intl.NumberFormat(i18n.language, {
    style: 'unit',
    unit: 'second',
    maximumFractionDigits: 1,
    minimumFractionDigits: 1,
  });
  const whose = <span className="sr-only"> {voice.label}</span>;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="min-w-0 break-words">{voice.label}</span>
          {voice.isOwn && <Badge tone="accent">{t('own')}</Badge>}
        </p>
        <p className="text-sm text-pretty text-muted">
          {[voice.about, latency !== undefined && t('latency', { time: seconds.format(latency / 1_000) })]
            .filter(Boolean)
            .join(factGap)}
        </p>
      </div>
      <Checkbox
        checked={isCompared}
        onChange={onCompare}
        label={
          <>
            {t('compare')}
            {whose}
          </>
        }
      />
      <span className="flex gap-2">
        <Button
          size="sm"
          pending={state === 'asked'}
          icon={state === 'speaking' ? <Square size={16} /> : <Volume2 size={16} />}
          onClick={() => (state === 'speaking' ? player.stop() : onHear())}
        >
          {t(state === 'speaking' ? 'stop' : 'hear')}
          {whose}
        </Button>
        {onGive && (
          <Button size="sm" variant="outline" icon={<Bot size={16} />} onClick={onGive}>
            {t('give')}
            {whose}
          </Button>
        )}
      </span>
    </li>
  );
}
