import { browserRecognizer, browserSpeaker } from '../chat/browser-speech.ts';
import type { HearingFailure } from '../chat/ports.ts';

/** So long somebody may take, and to begin with it, in ms. */
const listenMs = 15_000;
/** So long after the last words nothing more is said, in ms. */
const restMs = 1_800;
/** What has not begun to sound by then, or not ended, never will, in ms. */
const speakMs = 20_000;

export type Heard = {
  words: string;
  failure: HearingFailure | null;
};

/** Listens until somebody who has spoken is silent, or until `finish`. `onWords` hears all that was understood so far. */
export function listen(
  locale: string,
  onWords: (words: string) => void,
): { ended: Promise<Heard>; finish(): void; abort(): void } {
  let finals = '';
  let interim = '';
  let failure: HearingFailure | null = null;
  let rest: ReturnType<typeof setTimeout> | undefined;
  const joined = (...texts: string[]): string => texts.filter(Boolean).join(' ');
  let end: () => void = () => undefined;
  const recognizer = browserRecognizer(locale, {
    onHeard(words, isFinal) {
      if (isFinal) [finals, interim] = [joined(finals, words), ''];
      else interim = words;
      onWords(joined(finals, interim));
      clearTimeout(rest);
      rest = setTimeout(() => recognizer.finish(), restMs);
    },
    onEnd: () => end(),
    onFailure(reason) {
      failure = reason;
    },
  });
  const ended = new Promise<Heard>((resolve) => {
    const limit = setTimeout(() => recognizer.finish(), listenMs);
    end = () => {
      clearTimeout(rest);
      clearTimeout(limit);
      resolve({ words: joined(finals, interim), failure });
    };
  });
  recognizer.start();
  return { ended, finish: () => recognizer.finish(), abort: () => recognizer.abort() };
}

/** Says a sentence with the voice that calls take. `ms`: until it began, null where it never did. */
export function sayOnce(locale: string, sentence: string): Promise<{ ms: number | null; voice: string }> {
  return new Promise((resolve) => {
    const began = performance.now();
    let ms: number | null = null;
    let voice = '';
    const end = (): void => {
      clearTimeout(limit);
      speaker.cancel();
      resolve({ ms, voice });
    };
    const limit = setTimeout(end, speakMs);
    const speaker = browserSpeaker(
      locale,
      { speed: 1, pronunciations: [] },
      {
        onSilence: end,
        onRefused: () => undefined,
        onBegin(chosen) {
          ms = performance.now() - began;
          voice = chosen;
        },
      },
    );
    speaker.say(sentence);
  });
}
