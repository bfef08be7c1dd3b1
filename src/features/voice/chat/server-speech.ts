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
}): ServerSpeech {
  const { context, settings } = options;
  const api = createSpeechApi(options.token, options.language);
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
    speaker: (spare, onSilence) => serverSpeaker(api, contextPlayer(context!), spare, onSilence),
    close: () => void context?.close(),
  };
}
