import type { Microphone } from './microphone.ts';
import type { Line, LineEvent, LineOptions } from './live-line.ts';
import type { Recognizer, RecognizerEvents, Speaker } from './ports.ts';
import type { ServerSpeech } from './server-speech.ts';
import { tickMs } from './voice-call.ts';

/** What is said at the end of a call takes no longer, in ms. */
const lastWordsMs = 12_000;
/** Connections that a call makes anew when the network changed. */
const mostAgain = 2;

type LiveOptions = Pick<LineOptions, 'token' | 'language' | 'onRefused'> & {
  microphone: Microphone;
  /** Goes on, sentence by sentence, where the call breaks for good. */
  spare: ServerSpeech;
  onSpare: () => void;
  /** The connection broke and is being made anew, or no longer is. */
  onMending: (isMending: boolean) => void;
  connect: (options: LineOptions) => Promise<Line>;
};

/**
 * A call of the vendor's own as a way to hear and to speak: the sound goes between this browser and the vendor, which
 * says answers by itself while they are written. Rejects where no call can be made.
 */
export async function openLiveSpeech(options: LiveOptions): Promise<ServerSpeech> {
  const { microphone, spare, connect } = options;
  const { stream } = microphone;
  const voiced = new Set<string>();
  /* Sentences that the vendor is asked to say, one after the other. */
  let waiting: { text: string; messageId: string | undefined }[] = [];
  let isAsking = false;
  let isSounding = false;
  let isListening = false;
  let isClosed = false;
  let again = 0;
  let events: RecognizerEvents | null = null;
  let ownEars: ((events: RecognizerEvents) => Recognizer) | null = null;
  let ownVoice: Speaker | null = null;
  /* Says what a vendor that only answers does not say. */
  let asideVoice: Speaker | null = null;
  /* What the vendor says by itself. */
  let greeting = '';
  let agentSound: MediaStream | null = null;
  let hearAgent = (_sound: MediaStream) => {};
  let onSilence = () => {};
  /* Once the call is over for good. */
  let spareEars: Recognizer | null = null;
  let spareVoice: Speaker | null = null;

  const isSpeaking = () =>
    isSounding || waiting.length > 0 || (spareVoice ?? asideVoice ?? ownVoice)?.isSpeaking() === true;

  function hear(event: LineEvent) {
    if (event.type === 'voice') events?.onVoice?.(event.isThere);
    else if (event.type === 'heard') events?.onHeard(event.text, event.isFinal);
    else if (event.type === 'cut') events?.onCut?.();
    else if (event.type === 'sound') isSounding = event.isOn;
    else if (event.type === 'voiced') voiced[event.isVoiced ? 'add' : 'delete'](event.messageId);
    /* What was understood is sent at once, and not at the next look. */
    onSilence();
  }

  async function sayNext() {
    const [next] = waiting;
    if (isAsking || !line?.say || !next) return;
    isAsking = true;
    const isSaid = await line.say(next.text, next.messageId);
    isAsking = false;
    if (waiting[0] === next) {
      waiting.shift();
      if (!isSaid) (spareVoice ?? ownVoice)?.say(next.text, next.messageId);
    }
    void sayNext();
    if (!isSpeaking()) onSilence();
  }

  const open = () =>
    connect({
      stream,
      token: options.token,
      language: options.language,
      isAgain: again > 0,
      onEvent: hear,
      onBroken: () => void heal(),
      onSound(sound) {
        agentSound = sound;
        hearAgent(sound);
      },
      onRefused: options.onRefused,
    });

  async function heal() {
    if (isClosed) return;
    line = null;
    isSounding = false;
    options.onMending(true);
    for (; again < mostAgain && !isClosed;) {
      again += 1;
      try {
        const next = await open();
        if (isClosed) return next.close();
        line = next;
        line.listen(isListening);
        options.onMending(false);
        return void sayNext();
      } catch {
        /* Once more, and then the spare. */
      }
    }
    if (isClosed) return;
    fallBack();
    options.onMending(false);
  }

  function fallBack() {
    if (!events) return;
    options.onSpare();
    if (spare.hears) spareEars = spare.recognizer(microphone, events, ownEars);
    else if (ownEars) spareEars = ownEars(events);
    else return events.onFailure('network');
    spareVoice = asideVoice ?? (spare.speaks ? spare.speaker(ownVoice, onSilence) : ownVoice);
    for (const { text, messageId } of waiting) spareVoice?.say(text, messageId);
    waiting = [];
    /* Its end is told, and whoever listens to it begins anew. */
    events.onEnd();
  }

  let line: Line | null = await open();
  greeting = line.greeting ?? '';

  function listen(isWanted: boolean) {
    isListening = isWanted;
    line?.listen(isWanted);
    if (!isWanted) events?.onEnd();
  }
  return {
    hears: true,
    speaks: true,
    isLive: () => spareEars === null,
    recognizer(_microphone, given, ears) {
      events = given;
      ownEars = ears;
      return {
        start: () => (spareEars ? spareEars.start() : listen(true)),
        finish: () => (spareEars ? spareEars.finish() : listen(false)),
        abort: () => (spareEars ? spareEars.abort() : listen(false)),
      };
    },
    speaker(voice, silent) {
      ownVoice = voice;
      onSilence = silent;
      if (line && !line.say) asideVoice = spare.speaks ? spare.speaker(voice, silent) : voice;
      return {
        say(text, messageId) {
          if (spareVoice) return spareVoice.say(text, messageId);
          if (messageId && voiced.has(messageId)) return;
          if (greeting !== '' && text === greeting) return void (greeting = '');
          if (asideVoice) return asideVoice.say(text, messageId);
          waiting.push({ text, messageId });
          void sayNext();
        },
        cancel() {
          (spareVoice ?? asideVoice ?? ownVoice)?.cancel();
          if (isSpeaking()) line?.quiet();
          waiting = [];
        },
        isSpeaking,
        isHeard: () => isSounding || ((spareVoice ?? asideVoice ?? ownVoice)?.isHeard?.() ?? false),
      };
    },
    hearAgent(hear) {
      hearAgent = hear;
      if (agentSound) hear(agentSound);
      spare.hearAgent(hear);
    },
    close() {
      isClosed = true;
      listen(false);
      const last = line;
      const until = performance.now() + lastWordsMs;
      /* Why it ended is still said. */
      const end = () => {
        const isSaying = waiting.length > 0 || asideVoice?.isSpeaking() === true;
        if (isSaying && performance.now() < until) return void setTimeout(end, tickMs);
        last?.close();
        spare.close();
      };
      end();
    },
  };
}
