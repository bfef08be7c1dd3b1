import type { Speaker } from './ports.ts';
import type { SpeechApi } from './speech-api.ts';

/** Plays sounds one after the other. */
export type Player = {
  /** Resolves when it was played, or stopped. Rejects what is no sound. */
  play(sound: ArrayBuffer, signal: AbortSignal): Promise<void>;
  hold(isHeld: boolean): void;
};

type Sentence = {
  text: string;
  messageId: string | undefined;
};
type Piece = Sentence & { sound: Promise<ArrayBuffer | null> };

/** The next sentences are asked for while one is said. */
const ahead = 2;

/**
 * Speaks by the server. What it can't say, `spare` says from then on: better another voice than none.
 */
export function serverSpeaker(
  api: Pick<SpeechApi, 'say'>,
  player: Player,
  spare: Speaker | null,
  onSilence: () => void,
): Speaker {
  let waiting: Sentence[] = [];
  let asked: Piece[] = [];
  let leaving = new AbortController();
  let isRunning = false;
  let isBroken = false;
  let isSounding = false;

  function ask() {
    while (asked.length < ahead && waiting.length > 0) {
      const next = waiting.shift()!;
      const sound = api.say(next.text, next.messageId, leaving.signal).catch(() => null);
      asked.push({ ...next, sound });
    }
  }

  async function run() {
    isRunning = true;
    const { signal } = leaving;
    for (ask(); asked.length > 0; ask()) {
      const piece = asked[0]!;
      const sound = await piece.sound;
      if (signal.aborted) return;
      isSounding = sound !== null;
      const isPlayed =
        sound &&
        (await player.play(sound, signal).then(
          () => true,
          () => false,
        ));
      if (signal.aborted) return;
      isSounding = false;
      asked.shift();
      if (isPlayed) continue;
      isBroken = true;
      const rest = [piece, ...asked, ...waiting];
      [asked, waiting] = [[], []];
      if (spare) for (const { text } of rest) spare.say(text);
    }
    isRunning = false;
    if (!spare?.isSpeaking()) onSilence();
  }

  return {
    say(text, messageId) {
      if (isBroken && spare) return spare.say(text);
      waiting.push({ text, messageId });
      if (isRunning) ask();
      else void run();
    },
    hold: (isHeld) => player.hold(isHeld),
    cancel() {
      leaving.abort();
      leaving = new AbortController();
      [asked, waiting] = [[], []];
      isRunning = isSounding = false;
      player.hold(false);
      spare?.cancel();
    },
    isSpeaking: () => isRunning || (spare?.isSpeaking() ?? false),
    isHeard: () => isSounding || (spare?.isHeard?.() ?? false),
  };
}

/**
 * Plays through the page's own sound, and into a copy of it. Where no press has allowed it to be heard yet, `onRefused` is
 * given what lets it go on.
 */
export function contextPlayer(
  context: AudioContext,
  onRefused: (play: () => unknown) => void,
  copy?: AudioNode,
): Player {
  let isHeld = false;
  return {
    async play(sound, signal) {
      const decoded = await context.decodeAudioData(sound);
      if (signal.aborted) return;
      const source = context.createBufferSource();
      source.buffer = decoded;
      source.connect(context.destination);
      if (copy) source.connect(copy);
      await new Promise<void>((resolve) => {
        source.onended = () => resolve();
        signal.addEventListener('abort', () => source.stop(), { once: true });
        source.start();
        if (context.state === 'suspended' && !isHeld) onRefused(() => context.resume());
      });
    },
    hold(isWanted) {
      isHeld = isWanted;
      void (isHeld ? context.suspend() : context.resume());
    },
  };
}
