import { readEvents } from '#features/conversations/chat/store/event-stream.ts';
import type { CallEvent } from '../../voice.contract.ts';
import { callRequests } from '../call-requests.ts';
import type { Line, LineOptions } from '../live-line.ts';
import { toBase64 } from './pcm.ts';
import { openSocketSound, type SocketSound } from './socket-sound.ts';

/** So long a connection may take to be made, in ms. */
const connectMs = 12_000;
/** From this on somebody is likely to talk. */
const isVoice = 0.5;

type Told = {
  type?: string;
  conversation_initiation_metadata_event?: {
    agent_output_audio_format?: string;
    user_input_audio_format?: string;
  };
  audio_event?: { audio_base_64?: string; event_id?: number };
  interruption_event?: { event_id?: number };
  ping_event?: { event_id?: number };
  vad_score_event?: { vad_score?: number };
  tentative_user_transcription_event?: { user_transcript?: string };
};

/** Samples a second of a format such as `pcm_16000`; NaN for what isn't plain samples. */
const rateOf = (format: string | undefined): number => Number(/^pcm_(\d{4,5})$/.exec(format ?? '')?.[1]);

/**
 * Makes a connection to a vendor that leads the call (ElevenLabs' agents) through its socket. What was understood the
 * server tells, which the vendor asks what to say. Rejects where there is none to be had.
 */
export function connectSocket(
  options: LineOptions,
  openSound: (onSound: (isOn: boolean) => void) => SocketSound = (onSound) =>
    openSocketSound(options.stream, onSound),
): Promise<Line> {
  const leaving = new AbortController();
  const ask = callRequests(options.token);
  const { onEvent } = options;
  let socket: WebSocket | null = null;
  let isListening = false;
  let isOver = false;
  let isTalking = false;
  /* What was said is told in full: nothing that may still change comes after it. */
  let isHeard = false;
  /* Sound of an answer that was broken off. */
  let passedId = -1;
  let isQuiet = false;
  let outRate = NaN;
  const sound = openSound((isOn) => onEvent({ type: 'sound', isOn }));

  function close() {
    isOver = true;
    leaving.abort();
    socket?.close();
    sound.silence();
    sound.close();
  }
  const send = (message: object) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  function voice(score: number) {
    if (score >= isVoice === isTalking) return;
    isTalking = !isTalking;
    if (isTalking) isHeard = false;
    onEvent({ type: 'voice', isThere: isTalking });
  }

  return new Promise((resolve, reject) => {
    let isThere = false;
    const fail = (why: unknown) => {
      if (isOver) return;
      clearTimeout(timer);
      close();
      if (isThere) options.onBroken();
      else reject(why as Error);
    };
    const timer = window.setTimeout(fail, connectMs, new Error('late'));

    async function begin(formats: Told['conversation_initiation_metadata_event'], greeting: string) {
      const inRate = rateOf(formats?.user_input_audio_format);
      outRate = rateOf(formats?.agent_output_audio_format);
      if (!inRate || !outRate) throw new Error('format');
      options.onSound(sound.stream);
      await sound.listen(inRate, (samples) =>
        /* Silence goes on being sent: a vendor tells by it that somebody has finished. */
        send({ user_audio_chunk: toBase64(isListening ? samples : new Int16Array(samples.length)) }),
      );
      clearTimeout(timer);
      if (isOver) return;
      isThere = true;
      resolve({
        greeting,
        listen: (isWanted) => (isListening = isWanted),
        quiet() {
          isQuiet = true;
          sound.silence();
        },
        close,
      });
    }

    function hear(told: Told, greeting: string) {
      const { type } = told;
      if (type === 'conversation_initiation_metadata')
        begin(told.conversation_initiation_metadata_event, greeting).catch(fail);
      else if (type === 'ping') send({ type: 'pong', event_id: told.ping_event?.event_id });
      else if (type === 'audio') {
        const { audio_base_64: text = '', event_id: id = 0 } = told.audio_event ?? {};
        if (!isQuiet && id > passedId && outRate) sound.play(text, outRate);
      } else if (type === 'interruption') {
        passedId = told.interruption_event?.event_id ?? passedId;
        onEvent({ type: 'cut' });
        sound.silence();
      } else if (type === 'vad_score') voice(told.vad_score_event?.vad_score ?? 0);
      else if (type === 'user_transcript') isHeard = true;
      else if (type === 'tentative_user_transcript' && !isHeard) {
        const text = told.tentative_user_transcription_event?.user_transcript?.trim();
        if (text) onEvent({ type: 'heard', text, isFinal: false });
      }
    }

    function connect(url: string, greeting: string) {
      socket = new WebSocket(url, ['convai']);
      socket.onopen = () => send({ type: 'conversation_initiation_client_data' });
      socket.onclose = socket.onerror = () => fail(new Error('socket'));
      socket.onmessage = ({ data }: MessageEvent<unknown>) => {
        if (typeof data !== 'string') return;
        try {
          const told = JSON.parse(data) as Told | null;
          if (told) hear(told, greeting);
        } catch {
          /* What can't be read is missing; the call goes on. */
        }
      };
    }

    void (async () => {
      const { language, isAgain } = options;
      const response = await ask('', 'POST', { language, isAgain }, leaving.signal);
      if (!response.ok) throw new Error(`${response.status}`);
      await readEvents(response, ({ event, data }) => {
        const told = { ...(JSON.parse(data) as object), type: event } as
          | CallEvent
          | { type: 'answer'; url: string; greeting: string };
        if (told.type === 'answer') return connect(told.url, told.greeting);
        if (told.type === 'heard' && told.isFinal) isHeard = true;
        /* From here on it is the sound of another answer. */
        if (told.type === 'voiced') isQuiet = false;
        onEvent(told);
      });
      throw new Error('over');
    })().catch(fail);
  });
}
