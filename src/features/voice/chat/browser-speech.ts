import { pronounced } from '#shared/chat/speakable.ts';
import type { Recognizer, RecognizerEvents, Speaker } from './ports.ts';

/** The part of the Web Speech API that is used; it is no part of the browsers' typed interface. */
type SpeechRecognition = {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  onresult: ((event: RecognitionEvent) => void) | null;
  onend: (() => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  start(): void;
  stop(): void;
  abort(): void;
};
type RecognitionEvent = {
  resultIndex: number;
  results: ArrayLike<{ isFinal: boolean; 0: { transcript: string } }>;
};

type SpeechWindow = {
  SpeechRecognition?: new () => SpeechRecognition;
  webkitSpeechRecognition?: new () => SpeechRecognition;
};

const recognitionOf = (view: SpeechWindow) => view.SpeechRecognition ?? view.webkitSpeechRecognition;

/** Whether this browser can understand speech. */
export const canListen = (): boolean => !!recognitionOf(window as SpeechWindow);

const failures = {
  'not-allowed': 'blocked',
  'service-not-allowed': 'blocked',
  'audio-capture': 'noMicrophone',
  'language-not-supported': 'language',
  network: 'network',
} as const;

/** The browser's own understanding of speech. `locale` is a BCP 47 tag. */
export function browserRecognizer(
  locale: string,
  { onHeard, onEnd, onFailure }: RecognizerEvents,
): Recognizer {
  const Recognition = recognitionOf(window as SpeechWindow)!;
  const recognition = new Recognition();
  recognition.lang = locale;
  recognition.continuous = true;
  recognition.interimResults = true;
  recognition.onresult = ({ resultIndex, results }) => {
    const fresh = Array.from(results).slice(resultIndex);
    const words = (isFinal: boolean) =>
      fresh
        .filter((result) => result.isFinal === isFinal)
        .map((result) => result[0].transcript.trim())
        .join(' ');
    const [final, interim] = [words(true), words(false)];
    if (final) onHeard(final, true);
    if (interim) onHeard(interim, false);
  };
  recognition.onend = onEnd;
  recognition.onerror = ({ error }) => {
    const reason = failures[error as keyof typeof failures];
    if (reason) onFailure(reason);
  };
  return {
    start() {
      try {
        recognition.start();
      } catch {
        /* It listens already: its end is told when it comes. */
      }
    },
    finish: () => recognition.stop(),
    abort: () => recognition.abort(),
  };
}

/** A voice of the language: of its own region before others, and one of this device before one of the network. */
function voiceFor(locale: string): SpeechSynthesisVoice | null {
  const voices = speechSynthesis.getVoices();
  const tag = (voice: SpeechSynthesisVoice) => voice.lang.replace('_', '-').toLowerCase();
  const language = locale.slice(0, 2);
  const rank = (voice: SpeechSynthesisVoice) =>
    (tag(voice) === locale.toLowerCase() ? 4 : 0) + (voice.localService ? 2 : 0) + (voice.default ? 1 : 0);
  return (
    voices
      .filter((voice) => tag(voice).startsWith(language))
      .toSorted((one, other) => rank(other) - rank(one))[0] ?? null
  );
}

export type SpeakerEvents = {
  /** All was said. */
  onSilence(): void;
  /** The browser lets nothing sound. */
  onRefused(): void;
  /** A sentence begins to sound, with the voice of this name; empty where the browser chose it. */
  onBegin?(voice: string): void;
};

/** The browser's own voice. */
export function browserSpeaker(
  locale: string,
  { speed, pronunciations }: { speed: number; pronunciations: readonly string[] },
  { onSilence, onRefused, onBegin }: SpeakerEvents,
): Speaker {
  const waiting = new Set<SpeechSynthesisUtterance>();
  let isSounding = false;
  return {
    say(text) {
      const utterance = new SpeechSynthesisUtterance(pronounced(text, pronunciations));
      utterance.lang = locale;
      utterance.rate = speed;
      const voice = voiceFor(locale);
      if (voice) utterance.voice = voice;
      const end = () => {
        isSounding = false;
        if (waiting.delete(utterance) && waiting.size === 0) onSilence();
      };
      utterance.onstart = () => {
        isSounding = true;
        onBegin?.(voice?.name ?? '');
      };
      utterance.onend = end;
      utterance.onerror = ({ error }) => {
        if (error === 'not-allowed') onRefused();
        end();
      };
      waiting.add(utterance);
      speechSynthesis.speak(utterance);
    },
    cancel() {
      waiting.clear();
      isSounding = false;
      speechSynthesis.cancel();
    },
    isSpeaking: () => waiting.size > 0,
    isHeard: () => isSounding,
  };
}
