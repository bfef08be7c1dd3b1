import { formOf, soundFile, type SpeechRequests } from '../speech.requests.ts';
import type { SpeechDefinition } from '../speech.definition.ts';
import { createOpenAiLive } from './live/openai-live.ts';
import { createReadAloud } from './read-aloud.ts';
import type { SpeechProvider } from '../speech.port.ts';

/** What servers that speak OpenAI's way usually call their models; an owner names others. */
const usual = { hearing: 'whisper-1', speaking: 'tts-1' };
/** OpenAI's own model for recordings; those of before end on 26 February 2027. */
const hearing = 'gpt-transcribe';

/**
 * OpenAI's speech, and servers that speak as it did: `/audio/transcriptions` and `/audio/speech`. OpenAI itself reads
 * texts out by Realtime, because the other address ends there.
 */
export function createOpenAiSpeech(definition: SpeechDefinition, requests: SpeechRequests): SpeechProvider {
  const { hasOwnModels } = definition;
  return {
    definition,
    ...(hasOwnModels ? {} : { live: createOpenAiLive(requests) }),
    checkConnection: async (connection) => void (await requests.json({ path: '/models', connection })),
    voices: () =>
      Promise.resolve(
        hasOwnModels
          ? []
          : definition.voices.map((id) => ({ id, label: id[0]?.toUpperCase() + id.slice(1), about: '' })),
      ),
    hear: ({ sound, language, model, ...connection }) =>
      requests.words({
        path: '/audio/transcriptions',
        connection,
        form: formOf({
          model: hasOwnModels ? model || usual.hearing : hearing,
          language,
          response_format: 'json',
          file: soundFile(sound),
        }),
      }),
    speak: hasOwnModels
      ? ({ text, voice, model, speed, ...connection }) =>
          requests.sound({
            path: '/audio/speech',
            connection,
            json: {
              model: model || usual.speaking,
              input: text,
              voice: voice || definition.voices[0],
              speed,
              response_format: 'mp3',
            },
          })
      : createReadAloud(requests),
  };
}
