import { factGap } from '#shared/text/fact-gap.ts';
import { clsx } from 'clsx';
import { Mic, Square, Volume2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { wantedLevel } from '#shared/voice/sound-quality.ts';
import { writeWav } from '#shared/voice/wav.ts';
import { clockLength } from '#shared/voice/clock-length.ts';
import { useSound } from '#ui/browser/sound.ts';
import { Button } from '#ui/controls/button.tsx';
import { FileDrop } from '#ui/controls/file-drop.tsx';
import { Callout } from '#ui/page/display.tsx';
import { levelWord } from './level-words.ts';
import type { Recorder } from './use-recorder.ts';

/** The meter begins here, in dB. */
const quietest = -60;

/** Records a voice with its level in sight, or takes a file, and says what is wrong with it. */
export function SoundRecorder({
  recorder,
  mostSeconds,
  mayUpload = false,
  isSample = false,
  disabled = false,
}: {
  recorder: Recorder;
  mostSeconds: number;
  mayUpload?: boolean;
  /** It has to be good enough to copy the voice. */
  isSample?: boolean;
  disabled?: boolean;
}) {
  const { t } = useTranslation('voice-recording');
  const { state, now, failure, judged } = recorder;
  const isRecording = state === 'recording';
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant={isRecording || judged ? 'outline' : 'primary'}
          icon={isRecording ? <Square size={16} /> : <Mic size={16} />}
          pending={state === 'asking' || state === 'reading'}
          disabled={disabled}
          onClick={() => void (isRecording ? recorder.stop() : recorder.start())}
        >
          {t(isRecording ? 'stop' : judged ? 'again' : 'record')}
        </Button>
        {isRecording && (
          <span className="text-sm tabular-nums" role="timer">
            {t('time', { time: clockLength(now.seconds), most: clockLength(mostSeconds) })}
          </span>
        )}
        {judged && !isRecording && <PlayBack judged={judged} />}
      </div>
      {isRecording && <LevelMeter level={now.level} />}
      {mayUpload && !isRecording && (
        <FileDrop
          onFiles={([file]) => file && void recorder.choose(file)}
          label={t('upload')}
          help={t('uploadHelp')}
          accept="audio/*,.wav,.mp3,.flac,.m4a,.ogg,.webm"
          multiple={false}
          disabled={disabled || state !== 'idle'}
        />
      )}
      {failure && (
        <Callout tone="danger" live>
          {t(`failures.${failure}`)}
        </Callout>
      )}
      {judged && isSample && <Verdict judged={judged} />}
    </div>
  );
}

function PlayBack({ judged }: { judged: NonNullable<Recorder['judged']> }) {
  const { t } = useTranslation('voice-recording');
  const { state, play, stop } = useSound();
  return (
    <Button
      variant="ghost"
      icon={state === 'speaking' ? <Square size={16} /> : <Volume2 size={16} />}
      onClick={() =>
        state === 'speaking' ? stop() : void play(() => Promise.resolve(writeWav(judged.sound).buffer))
      }
    >
      {t(state === 'speaking' ? 'stopPlaying' : 'playBack')}
    </Button>
  );
}

/** How loud the voice is, beside how loud it is wanted. */
function LevelMeter({ level }: { level: number }) {
  const { t } = useTranslation('voice-recording');
  const placeOf = (decibels: number) =>
    Math.round(Math.max(0, Math.min(100, (1 - decibels / quietest) * 100)));
  const from = placeOf(wantedLevel.least);
  const to = placeOf(wantedLevel.most);
  const word = levelWord(level);
  return (
    <div className="grid gap-1.5">
      <div
        role="meter"
        aria-label={t('level')}
        aria-valuemin={quietest}
        aria-valuemax={0}
        aria-valuenow={Math.round(Math.max(quietest, level))}
        aria-valuetext={t('decibels', { level: Math.round(level) })}
        className="relative h-4 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className="absolute inset-y-0 border-x-2 border-success-ink bg-success-tint"
          style={{ left: `${from}%`, width: `${to - from}%` }}
        />
        <div
          className={clsx(
            'absolute inset-y-1 left-0 rounded-full transition-[width] duration-100',
            word === 'right' ? 'bg-success-ink' : word === 'loud' ? 'bg-danger-ink' : 'bg-muted',
          )}
          style={{ width: `${placeOf(level)}%` }}
        />
      </div>
      <p className="flex flex-wrap justify-between gap-x-4 text-sm">
        <span>{t(`levels.${word}`)}</span>
        <span className="text-muted tabular-nums">
          {t('decibels', { level: Math.round(level) })}
          {factGap}
          {t('wanted', wantedLevel)}
        </span>
      </p>
    </div>
  );
}

function Verdict({ judged: { measure, gain, problems } }: { judged: NonNullable<Recorder['judged']> }) {
  const { t, i18n } = useTranslation('voice-recording');
  const whole = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 0 });
  const share = new Intl.NumberFormat(i18n.language, { style: 'percent' });
  const facts = [
    ['length', clockLength(measure.seconds)],
    ['level', t('decibels', { level: whole.format(measure.level) })],
    ['noise', t('below', { level: whole.format(measure.aboveNoise) })],
    ['pauses', share.format(measure.silent)],
    ['rate', t('kilohertz', { rate: new Intl.NumberFormat(i18n.language).format(measure.rate / 1_000) })],
  ] as const;
  return (
    <Callout
      tone={problems.length ? 'warning' : 'success'}
      title={t(problems.length ? 'notGood' : 'good')}
      live
    >
      {problems.length > 0 && (
        <ul className="list-disc pl-5">
          {problems.map((problem) => (
            <li key={problem}>{t(`problems.${problem}`)}</li>
          ))}
        </ul>
      )}
      {gain !== 0 && (
        <p>{t(gain > 0 ? 'madeLouder' : 'madeSofter', { gain: whole.format(Math.abs(gain)) })}</p>
      )}
      <dl className="mt-1 flex flex-wrap gap-x-4 text-sm text-muted">
        {facts.map(([name, value]) => (
          <div key={name} className="flex gap-1">
            <dt>{t(`facts.${name}`)}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </Callout>
  );
}
