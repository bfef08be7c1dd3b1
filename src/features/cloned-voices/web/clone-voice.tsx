import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Quote } from 'lucide-react';
import { languageNames } from '#shared/languages.ts';
import { consentSeconds, sampleSeconds } from '#shared/voice/sound-quality.ts';
import { writeWav, type MonoSound } from '#shared/voice/wav.ts';
import { ApiError } from '#ui/api/client.ts';
import { upload } from '#ui/api/upload.ts';
import { Button } from '#ui/controls/button.tsx';
import { Callout, Card } from '#ui/page/display.tsx';
import { notAgreedDetails, type ClonedVoice, type NotAgreed } from '../cloned-voices.contract.ts';
import { SoundRecorder } from './sound-recorder.tsx';
import { useRecorder } from './use-recorder.ts';

function formWith(sound: MonoSound): FormData {
  const form = new FormData();
  form.append('file', new Blob([writeWav(sound)], { type: 'audio/wav' }), 'voice.wav');
  return form;
}

/** Why what was read is no consent, where the server said so. */
function notAgreed(error: unknown): NotAgreed | null {
  if (!(error instanceof ApiError)) return null;
  const body = error.body as { details?: unknown } | null;
  return notAgreedDetails.safeParse(body?.details).data ?? null;
}

type StepProps = {
  voice: ClonedVoice;
  /** Gives what the voice became. */
  onDone: (voice: ClonedVoice) => void;
  onLeave: () => void;
};

/** The two recordings that a voice is copied out of: first the consent, then the voice. */
export function CloneVoice(props: StepProps & { hearing: string | null }) {
  return props.voice.state === 'consent' ? (
    <ConsentStep key="consent" {...props} />
  ) : (
    <SampleStep key="sample" {...props} />
  );
}

function ConsentStep({ voice, hearing, onDone, onLeave }: StepProps & { hearing: string | null }) {
  const { t } = useTranslation(['voice-cloning', 'voice-recording']);
  const recorder = useRecorder(consentSeconds.most);
  const sending = useSending(voice, 'consent', onDone);
  const refusal = notAgreed(sending.error);
  return (
    <Step
      number={1}
      title={t('consentTitle', { speaker: voice.speaker })}
      text={t('consentText', { language: languageNames[voice.language] })}
      onLeave={onLeave}
      isBusy={sending.isBusy}
      submit={t('consentSubmit')}
      onSubmit={recorder.judged ? () => void sending.send(recorder.judged!.sound) : undefined}
    >
      <blockquote
        lang={voice.language}
        className="flex gap-3 rounded-card bg-accent-tint p-4 text-lg leading-relaxed"
      >
        <Quote size={20} className="mt-1 shrink-0 text-accent-ink" aria-hidden="true" />
        <p className="min-w-0 text-pretty break-words">{voice.sentence}</p>
      </blockquote>
      {hearing ? (
        <p className="text-sm text-pretty text-muted">{t('hearing', { vendor: hearing })}</p>
      ) : (
        <Callout tone="warning">{t('nobodyHears')}</Callout>
      )}
      <SoundRecorder recorder={recorder} mostSeconds={consentSeconds.most} disabled={sending.isBusy} />
      {sending.error && (
        <Callout tone="danger" title={refusal ? t('notAgreed') : undefined} live>
          <p>{refusal ? t(`voice-recording:consent.${refusal.problem}`) : sending.error.message}</p>
          {refusal?.heard && (
            <p className="mt-1">{t('voice-recording:consent.heard', { text: refusal.heard })}</p>
          )}
        </Callout>
      )}
    </Step>
  );
}

function SampleStep({ voice, onDone, onLeave }: StepProps) {
  const { t } = useTranslation('voice-cloning');
  const recorder = useRecorder(sampleSeconds.most);
  const sending = useSending(voice, 'sample', onDone);
  const { judged } = recorder;
  return (
    <Step
      number={2}
      title={t('sampleTitle', { speaker: voice.speaker })}
      text={t('sampleText')}
      onLeave={onLeave}
      isBusy={sending.isBusy}
      submit={t('sampleSubmit')}
      onSubmit={judged && judged.problems.length === 0 ? () => void sending.send(judged.sound) : undefined}
    >
      <ul className="list-disc pl-5 text-pretty text-muted">
        {(['room', 'distance', 'alone'] as const).map((tip) => (
          <li key={tip}>{t(`tips.${tip}`)}</li>
        ))}
      </ul>
      <details className="rounded-card border border-line p-4">
        <summary className="cursor-pointer font-medium">{t('readThis')}</summary>
        <p className="mt-3 text-pretty leading-relaxed">{t('readThisText')}</p>
      </details>
      <SoundRecorder
        recorder={recorder}
        mostSeconds={sampleSeconds.most}
        mayUpload
        isSample
        disabled={sending.isBusy}
      />
      {sending.error && (
        <Callout tone="danger" live>
          {sending.error.message}
        </Callout>
      )}
    </Step>
  );
}

/** One step: what is to be done, and the buttons that end or leave it. */
function Step({
  number,
  title,
  text,
  submit,
  isBusy,
  onSubmit,
  onLeave,
  children,
}: {
  number: number;
  title: string;
  text: string;
  submit: string;
  isBusy: boolean;
  /** Missing while there is nothing to send. */
  onSubmit: (() => void) | undefined;
  onLeave: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('voice-cloning');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  // While it is sent the button is none, and loses the focus.
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isBusy && document.activeElement === document.body) button.current?.focus();
  }, [isBusy]);
  return (
    <Card className="grid gap-5">
      <div className="grid gap-1">
        <p className="text-sm text-muted">{t('step', { number, of: 2 })}</p>
        <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
          {title}
        </h2>
        <p className="text-pretty text-muted">{text}</p>
      </div>
      {children}
      <div className="flex flex-wrap justify-end gap-3">
        <Button disabled={isBusy} onClick={onLeave}>
          {t('later')}
        </Button>
        <Button ref={button} variant="primary" pending={isBusy} disabled={!onSubmit} onClick={onSubmit}>
          {submit}
        </Button>
      </div>
    </Card>
  );
}

/** Sends a recording for a voice; what is refused stays to be read, with the recording. */
function useSending(voice: ClonedVoice, step: 'consent' | 'sample', onDone: (voice: ClonedVoice) => void) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  async function send(sound: MonoSound) {
    setBusy(true);
    setError(null);
    try {
      onDone((await upload(`/api/cloned-voices/${voice.id}/${step}`, formWith(sound))) as ClonedVoice);
    } catch (problem) {
      setError(problem as Error);
    }
    setBusy(false);
  }
  return { isBusy, error, send };
}
