import { Download, Pause, Play, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Call } from '#shared/voice/calls.ts';
import { clockLength } from '#shared/voice/clock-length.ts';
import { api } from '#ui/api/client.ts';
import { useUser } from '#ui/api/session.ts';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';

const speeds = [1, 1.25, 1.5, 2, 0.75];

/** A sentence of the recording. */
type Caption = {
  id: string;
  who: string;
  text: string;
  /** In seconds. */
  at: number;
};

/** What a track's cues say, in plain words: who speaks stands in their markup. */
const captionsOf = (track: TextTrack): Caption[] =>
  Array.from((track.cues ?? []) as Iterable<VTTCue>, (cue) => {
    const words = cue.getCueAsHTML();
    return {
      id: cue.id,
      who: words.firstElementChild?.getAttribute('title') ?? '',
      text: words.textContent,
      at: cue.startTime,
    };
  });

/** The recording of a call: heard with what was said in it, by which one goes to its place. */
export function RecordingPlayer({
  call,
  recording,
}: {
  call: Pick<Call, 'id'>;
  recording: NonNullable<Call['recording']>;
}) {
  const { t, i18n } = useTranslation('contacts');
  const user = useUser();
  const audio = useRef<HTMLAudioElement>(null);
  const track = useRef<HTMLTrackElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [place, setPlace] = useState(0);
  const [speed, setSpeed] = useState(1);
  const [captions, setCaptions] = useState<Caption[]>([]);
  const [isFailed, setFailed] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const address = `/api/calls/${call.id}/recording`;
  useEffect(() => {
    const { current } = track;
    if (!current) return;
    const read = () => setCaptions(captionsOf(current.track));
    current.addEventListener('load', read);
    // Browsers read the captions only of tracks that are used.
    current.track.mode = 'hidden';
    return () => current.removeEventListener('load', read);
    // The last piece comes after the call, and more was said in it.
  }, [recording.seconds]);
  const current = captions.findLast(({ at }) => at <= place + 0.05);
  const written = `${new Intl.NumberFormat(i18n.language).format(speed)}×`;
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' });

  async function play() {
    setFailed(false);
    try {
      await audio.current?.play();
    } catch (error) {
      if ((error as DOMException).name !== 'AbortError') setFailed(true);
    }
  }
  function goTo(seconds: number) {
    setPlace(seconds);
    if (audio.current) audio.current.currentTime = seconds;
  }
  return (
    <section
      aria-label={t('thread.call.recording.title')}
      className="mt-2 grid gap-2 border-t border-line pt-2"
    >
      <audio
        ref={audio}
        src={address}
        preload="none"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={(event) => setPlace(event.currentTarget.currentTime)}
        onError={() => setFailed(true)}
      >
        <track
          key={recording.seconds}
          ref={track}
          kind="captions"
          src={`/api/calls/${call.id}/captions`}
          srcLang={i18n.language}
          label={t('thread.call.recording.said')}
        />
      </audio>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <IconButton
          label={t(isPlaying ? 'thread.call.recording.pause' : 'thread.call.recording.play')}
          onClick={() => (isPlaying ? audio.current?.pause() : void play())}
        >
          {isPlaying ? <Pause size={20} /> : <Play size={20} />}
        </IconButton>
        <input
          type="range"
          aria-label={t('thread.call.recording.place')}
          aria-valuetext={clockLength(place)}
          value={Math.min(recording.seconds, Math.round(place))}
          min={0}
          max={Math.max(1, recording.seconds)}
          onChange={(event) => goTo(Number(event.target.value))}
          className="min-h-11 min-w-32 flex-1 accent-accent-strong md:min-h-9"
        />
        <output className="tabular text-muted">{clockLength(place)}</output>
        <Button
          size="sm"
          aria-label={`${t('thread.call.recording.speed')}: ${written}`}
          onClick={() => {
            const next = speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1;
            setSpeed(next);
            if (audio.current) audio.current.playbackRate = next;
          }}
        >
          {written}
        </Button>
      </div>
      {isFailed && <p className="text-pretty text-danger-ink">{t('thread.call.recording.failed')}</p>}
      {!recording.hasAgent && (
        <p className="text-pretty text-muted">{t('thread.call.recording.onlyVisitor')}</p>
      )}
      {captions.length > 0 && (
        <ol aria-label={t('thread.call.recording.said')} className="-mx-2 grid max-h-72 overflow-y-auto">
          {captions.map((caption) => (
            <li key={caption.id}>
              <button
                type="button"
                aria-current={caption === current || undefined}
                onClick={() => {
                  goTo(caption.at);
                  void play();
                }}
                className="flex min-h-11 w-full items-baseline gap-3 rounded-control px-2 py-1.5 text-left hover:bg-sunken aria-current:bg-accent-tint md:min-h-0"
              >
                <span className="tabular shrink-0 text-muted">{clockLength(caption.at)}</span>
                <span className="min-w-0 wrap-anywhere">
                  <span className="font-medium">{caption.who}</span> {caption.text}
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 flex-1 basis-40 text-muted">
          {t('thread.call.recording.kept', { date: date.format(new Date(recording.keptUntil)) })}
        </span>
        <a href={`${address}?download=1`} download className={buttonClass({ size: 'sm' })}>
          <Download size={16} aria-hidden="true" />
          {t('thread.call.recording.download')}
        </a>
        {user.can['contacts.erase'] !== false && (
          <IconButton label={t('thread.call.recording.delete')} onClick={() => setDeleting(true)}>
            <Trash2 size={16} />
          </IconButton>
        )}
      </div>
      {isDeleting && (
        <ConfirmDialog
          title={t('thread.call.recording.deleteTitle')}
          description={t('thread.call.recording.deleteText')}
          confirm={t('thread.call.recording.delete')}
          // What shows the call hears of it by the account's own events.
          run={() =>
            api('DELETE /api/calls/{id}/recording', { params: { id: call.id } }).then(() => undefined)
          }
          onClose={() => setDeleting(false)}
        />
      )}
    </section>
  );
}
