import { languageNames } from '#shared/languages.ts';
import { formOf, soundFile, type SpeechRequests } from '../speech.requests.ts';
import type { SpeechDefinition } from '../speech.definition.ts';
import { createOpenAiLive } from './live/openai-live.ts';
import type { SpeechProvider } from '../speech.port.ts';

const models = {
  openai: { hearing: 'gpt-transcribe', speaking: 'gpt-4o-mini-tts' },
  others: { hearing: 'whisper-1', speaking: 'tts-1' },
};

/** OpenAI's speech, and servers that speak its way: `/audio/transcriptions` and `/audio/speech`. */
export function createOpenAiSpeech(definition: SpeechDefinition, requests: SpeechRequests): SpeechProvider {
  const usual = definition.hasOwnModels ? models.others : models.openai;
  return {
    definition,
    ...(definition.hasOwnModels ? {} : { live: createOpenAiLive(requests) }),
    checkConnection: async (connection) => void (await requests.json({ path: '/models', connection })),
    voices: () =>
      Promise.resolve(
        definition.hasOwnModels
          ? []
          : definition.voices.map((id) => ({ id, label: id[0]?.toUpperCase() + id.slice(1), about: '' })),
      ),
    hear: ({ sound, language, model, ...connection }) =>
      requests.words({
        path: '/audio/transcriptions',
        connection,
        form: formOf({
          model: model || usual.hearing,
          language,
          response_format: 'json',
          file: soundFile(sound),
        }),
      }),
    speak: ({ text, language, voice, model: chosen, speed, ...connection }) => {
      const model = chosen || usual.speaking;
      return requests.sound({
        path: '/audio/speech',
        connection,
        json: {
          model,
          input: text,
          voice: voice || definition.voices[0],
          speed,
          response_format: 'mp3',
          // A number or a name alone tells no language. Older models, and other servers, refuse to be told how to speak.
          ...(model.startsWith(models.openai.speaking) && {
            instructions: `Speak ${languageNames[language]}.`,
          }),
        },
      });
    },
  };
}
