import { AudioLines, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSpeechProvider, speechVendors } from '#shared/speech-vendors.ts';
import { clockLength } from '#shared/voice/clock-length.ts';
import { readableCost, readableMilliseconds, readableNumber } from '#ui/browser/numbers.ts';
import { Time } from '#ui/browser/time.tsx';
import { Badge } from '#ui/page/display.tsx';
import type { Call } from '#shared/voice/calls.ts';
import { RecordingPlayer } from './recording-player.tsx';

const vendorOf = (provider: string): string =>
  isSpeechProvider(provider) ? speechVendors[provider].label : provider;

/** A call where it began among the messages of its conversation; what is known of it opens below. */
export function CallRow({ call }: { call: Call }) {
  const { t, i18n } = useTranslation('contacts');
  const [isOpen, setOpen] = useState(false);
  const number = (value: number) => readableNumber(value, i18n.language);
  const facts: [name: string, value: string][] = [
    [t('thread.call.turns'), number(call.turns)],
    [t('thread.call.interruptions'), number(call.interruptions)],
    ...(call.firstSoundMs === null
      ? []
      : ([[t('thread.call.firstSound'), readableMilliseconds(call.firstSoundMs, i18n.language)]] as [
          string,
          string,
        ][])),
    [t('thread.call.cost'), readableCost(call.costMicros, i18n.language)],
    ...(call.chargedMessages === 0
      ? []
      : ([[t('thread.call.charged'), number(call.chargedMessages)]] as [string, string][])),
    ...(call.endReason === null
      ? []
      : ([[t('thread.call.ended'), t(`thread.call.end.${call.endReason}`)]] as [string, string][])),
  ];
  return (
    <li className="grid justify-items-center">
      <details
        onToggle={(event) => setOpen(event.currentTarget.open)}
        className="group/call max-w-full rounded-sheet border border-line px-3 py-1.5 text-sm"
      >
        <summary className="flex cursor-pointer flex-wrap items-center gap-x-2 gap-y-1">
          <ChevronRight
            size={16}
            aria-hidden="true"
            className="shrink-0 text-muted transition-transform group-open/call:rotate-90"
          />
          <AudioLines size={16} aria-hidden="true" className="shrink-0 text-accent-ink" />
          <span className="font-medium">
            {t(call.endedAt === null ? 'thread.call.running' : 'thread.call.title', {
              length: clockLength(call.seconds),
            })}
          </span>
          <span className="text-muted">
            {t(`thread.call.way.${call.way}`, { vendor: vendorOf(call.provider) })}
          </span>
          <Time at={call.startedAt} plain="time" className="text-muted" />
          {call.recording && <Badge tone="neutral">{t('thread.call.recording.has')}</Badge>}
        </summary>
        <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 pb-1">
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="tabular text-right wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
        {isOpen && call.recording && <RecordingPlayer call={call} recording={call.recording} />}
      </details>
    </li>
  );
}
