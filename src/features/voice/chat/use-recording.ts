import { useRef, useState } from 'preact/hooks';
import type { CallRecorder } from '#features/calls/chat/call-recorder.ts';
import type { CallState } from './voice-call.ts';
import type { ServerSpeech } from './server-speech.ts';
import type { VoiceProps } from './Voice.tsx';

/**
 * Whether the call is recorded: `failed` where that was wanted and is not possible, `deleted` once it was taken back,
 * `kept` where the server did not hear of that.
 */
export type RecordingState =
  | 'off'
  | 'asking'
  | 'starting'
  | 'on'
  | 'failed'
  | 'deleting'
  | 'deleted'
  | 'kept';

/** What there is to record. */
type Sounds = {
  microphone: MediaStream;
  server: ServerSpeech | null;
  /** By which the call is told of, once it is. */
  call: Promise<string>;
};

/** The recording of a call: begins only where the visitor agreed, and ends when they say so. */
export function useRecording({ store, t, settings }: VoiceProps) {
  const { recording } = settings;
  const hasAgent = settings.speaks === 'server';
  const [state, setState] = useState<RecordingState>('off');
  const sounds = useRef<Sounds | null>(null);
  const recorder = useRef<CallRecorder | null>(null);
  const isAgreed = useRef(false);
  const isHeard = useRef(true);
  const consent = recording?.consent || t('voice.record.ask', { days: recording?.days ?? 0 });

  async function start() {
    const given = sounds.current;
    if (!given) return;
    setState('starting');
    try {
      const [{ recordCall }, call] = await Promise.all([
        import('#features/calls/chat/call-recorder.ts'),
        given.call,
      ]);
      const made = await recordCall({
        token: () => store.api.token(),
        call,
        consent,
        language: store.get().agent.language,
        microphone: given.microphone,
        hearAgent: hasAgent && given.server ? given.server.hearAgent : null,
        onLost: () => {
          recorder.current = null;
          setState('failed');
        },
      });
      /* The call ended meanwhile, or the visitor thought better of it. */
      if (sounds.current !== given || !isAgreed.current) return void made.withdraw();
      recorder.current = made;
      made.listen(isHeard.current);
      setState('on');
    } catch {
      if (sounds.current === given) setState('failed');
    }
  }

  return {
    state,
    consent: hasAgent ? consent : `${consent} ${t('voice.record.onlyYou')}`,
    /** What the visitor says before or in the call. */
    answer(isYes: boolean) {
      isAgreed.current = isYes;
      if (isYes) void start();
      else setState('off');
    },
    ask: () => setState('asking'),
    /** Ends the recording and deletes it. */
    async withdraw() {
      const made = recorder.current;
      isAgreed.current = false;
      setState('deleting');
      const isGone = made ? await made.withdraw() : true;
      if (isGone) recorder.current = null;
      setState(isGone ? 'deleted' : 'kept');
    },
    /** A call has begun. */
    begin(given: Sounds) {
      sounds.current = given;
      if (isAgreed.current) void start();
      else setState('off');
    },
    /** Only what the agent would hear is recorded. */
    follow({ isMuted, isPushed, isHeld }: CallState) {
      isHeard.current = !isMuted && (!isPushed || isHeld);
      recorder.current?.listen(isHeard.current);
    },
    end() {
      sounds.current = null;
      isAgreed.current = false;
      recorder.current?.stop();
      recorder.current = null;
    },
  };
}

export type CallRecording = ReturnType<typeof useRecording>;
