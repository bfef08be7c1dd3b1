import type { Microphone } from './microphone.ts';
import type { Recognizer, RecognizerEvents } from './ports.ts';
import type { SpeechApi, SpeechRefusal } from './speech-api.ts';
import { createVoiceActivity, listenMs } from './voice-activity.ts';

/** Nobody says so much without a breath, in ms; it is sent as it is. */
const longestMs = 45_000;
/** So much silence stands before the first word at most, in ms. */
const silenceMs = 4_000;
/** Small enough for a phone, and enough for every word. */
const bitsPerSecond = 32_000;

/** What may be over at the next try: the network, the vendor, a limit. */
const passing = new Set(['', 'voice.failed', 'voice.too_many']);

type Recording = {
  recorder: MediaRecorder;
  pieces: Blob[];
  /** By `performance.now()`. */
  began: number;
};

/**
 * Understands what the microphone hears by the server: each utterance is recorded, sent and forgotten. `onGone` hears
 * that nobody understands speech there.
 */
export function serverRecognizer(
  api: Pick<SpeechApi, 'hear'>,
  microphone: Pick<Microphone, 'stream' | 'level'>,
  { onHeard, onVoice, onEnd, onFailure }: RecognizerEvents,
  onGone: () => void,
): Recognizer {
  const activity = createVoiceActivity();
  let recording: Recording | null = null;
  let looking = 0;
  let isTalking = false;

  function record() {
    const recorder = new MediaRecorder(microphone.stream, { audioBitsPerSecond: bitsPerSecond });
    const made: Recording = { recorder, pieces: [], began: performance.now() };
    recorder.ondataavailable = ({ data }) => made.pieces.push(data);
    recorder.start();
    recording = made;
  }

  /** Ends the recording. `isMeant`: it is understood; else it is forgotten. */
  function close(isMeant: boolean) {
    const ended = recording;
    recording = null;
    if (!ended) return;
    const { recorder, pieces } = ended;
    if (isMeant) recorder.onstop = () => void understand(new Blob(pieces, { type: recorder.mimeType }));
    else recorder.ondataavailable = null;
    if (recorder.state !== 'inactive') recorder.stop();
  }

  async function understand(sound: Blob) {
    try {
      const text = await api.hear(sound);
      if (text) onHeard(text, true);
      onVoice?.(false);
    } catch (error) {
      onVoice?.(false);
      const { code } = error as SpeechRefusal;
      if (passing.has(code)) onFailure('network');
      else onGone();
    }
  }

  function look() {
    const lasts = performance.now() - (recording?.began ?? 0);
    const told = activity.hear(microphone.level());
    if (told === 'began') {
      isTalking = true;
      onVoice?.(true);
    } else if (told === 'ended' || (isTalking && lasts > longestMs)) {
      isTalking = false;
      close(true);
      record();
    } else if (!isTalking && lasts > silenceMs) {
      close(false);
      record();
    }
  }

  function stop(isMeant: boolean) {
    if (!looking) return;
    clearInterval(looking);
    looking = 0;
    if (isTalking && !isMeant) onVoice?.(false);
    isTalking = false;
    close(isMeant);
    onEnd();
  }

  return {
    start() {
      if (looking) return;
      activity.reset();
      record();
      looking = window.setInterval(look, listenMs);
    },
    finish: () => stop(true),
    abort: () => stop(false),
  };
}
