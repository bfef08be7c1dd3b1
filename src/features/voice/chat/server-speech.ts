import type { PublicAgent } from '#features/conversations/chat/store/visitor-types.ts';
import type { Microphone } from './microphone.ts';
import type { Recognizer, RecognizerEvents, Speaker } from './ports.ts';
import { serverRecognizer } from './server-hearing.ts';
import { contextPlayer, serverSpeaker } from './server-speaking.ts';
import { createSpeechApi } from './speech-api.ts';

/** Speech on the server, for one call. */
export type ServerSpeech = {
  hears: boolean;
  speaks: boolean;
  /** `spare` understands on, where nobody does on the server. */
  recognizer(
    microphone: Microphone,
    events: RecognizerEvents,
    spare: ((events: RecognizerEvents) => Recognizer) | null,
  ): Recognizer;
  speaker(spare: Speaker | null, onSilence: () => void): Speaker;
  /** Tells of each way that the agent's sound comes by, now and later. */
  hearAgent(hear: (sound: MediaStream) => void): void;
  /** Whether it is a vendor's own call, and still goes on as one. */
  isLive?(): boolean;
  close(): void;
};

/** `context` plays what is said; null where the browser speaks. */
export function openServerSpeech(options: {
  token: () => string | null;
  language: string;
  settings: Pick<NonNullable<PublicAgent['voice']>, 'hears' | 'speaks'>;
  context: AudioContext | null;
  onRefused: (play: () => unknown) => void;
}): ServerSpeech {
  const { context, settings } = options;
  const api = createSpeechApi(options.token, options.language);
  /* What is played, once more for who records it. */
  const copy = context?.createMediaStreamDestination();
  return {
    hears: settings.hears === 'server' && typeof MediaRecorder === 'function',
    speaks: context !== null,
    recognizer(microphone, events, spare) {
      let current = serverRecognizer(api, microphone, events, () => {
        if (!spare) return events.onFailure('network');
        const gone = current;
        current = spare(events);
        // Its end is told, and whoever listens to it begins anew.
        gone.abort();
      });
      return {
        start: () => current.start(),
        finish: () => current.finish(),
        abort: () => current.abort(),
      };
    },
    speaker: (spare, onSilence) =>
      serverSpeaker(api, contextPlayer(context!, options.onRefused, copy), spare, onSilence),
    hearAgent: (hear) => copy && hear(copy.stream),
    close: () => void context?.close(),
  };
}
