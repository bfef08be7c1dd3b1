import { formOf, soundFile, type SpeechRequests } from '../speech.requests.ts';
import { SpeechError, type SpeechErrorCode, type SpeechProvider, type SpeechVoice } from '../speech.port.ts';
import { createElevenLabsCalls } from './elevenlabs-calls.ts';
import { elevenLabsSpeech } from './elevenlabs.definition.ts';

const key = (apiKey: string) => ({ 'xi-api-key': apiKey });
const models = { hearing: 'scribe_v1', speaking: 'eleven_flash_v2_5' };
const mostVoices = 100;

function readVoice(value: unknown): SpeechVoice[] {
  const { voice_id: id, name, labels } = (value ?? {}) as Record<string, unknown>;
  if (typeof id !== 'string' || !id || typeof name !== 'string') return [];
  const about = Object.values((labels ?? {}) as Record<string, unknown>)
    .filter((label): label is string => typeof label === 'string')
    .slice(0, 4)
    .join(', ');
  return [{ id: id.slice(0, 100), label: name.slice(0, 100), about: about.slice(0, 200) }];
}

/** What its words for a refused copy of a voice mean. */
const refusals: Readonly<Record<string, SpeechErrorCode>> = {
  can_not_use_instant_voice_cloning: 'plan',
  subscription_required: 'plan',
  voice_limit_reached: 'full',
  voice_add_edit_limit_reached: 'full',
  audio_too_short: 'unfit',
  invalid_content: 'unfit',
  upload_file_corrupted: 'unfit',
};
const gone = new Set(['voice_not_found', 'voice_does_not_exist']);

/** ElevenLabs: https://elevenlabs.io/docs/api-reference */
export const createElevenLabsSpeech = (requests: SpeechRequests): SpeechProvider => ({
  definition: elevenLabsSpeech,
  checkConnection: async (connection) =>
    void (await requests.json({ path: '/v2/voices?page_size=1', connection, key })),
  async voices(connection) {
    const { voices } = await requests.json({ path: `/v2/voices?page_size=${mostVoices}`, connection, key });
    return Array.isArray(voices) ? voices.flatMap(readVoice) : [];
  },
  hear: ({ sound, language, model, ...connection }) =>
    requests.words({
      path: '/v1/speech-to-text',
      connection,
      key,
      form: formOf({
        model_id: model || models.hearing,
        language_code: language,
        // Else laughter and steps stand in the text.
        tag_audio_events: 'false',
        file: soundFile(sound),
      }),
    }),
  speak: ({ text, voice, model, speed, stability, similarity, language, project: _project, ...connection }) =>
    requests.sound({
      path: `/v1/text-to-speech/${encodeURIComponent(voice || elevenLabsSpeech.voices[0]!)}?output_format=mp3_44100_64`,
      connection,
      key,
      json: {
        text,
        model_id: model || models.speaking,
        language_code: language,
        voice_settings: { stability, similarity_boost: similarity, speed },
      },
    }),
  asking: createElevenLabsCalls(requests),
  cloning: {
    async clone({ name, about, pieces, consent: _consent, ...connection }) {
      const form = formOf({ name, description: about, remove_background_noise: 'false' });
      for (const { sound } of pieces) form.append('files', soundFile(sound));
      try {
        const { voice_id: id } = await requests.json({ path: '/v1/voices/add', connection, key, form });
        if (typeof id === 'string' && id) return id;
      } catch (error) {
        const code = error instanceof SpeechError && refusals[error.vendorCode ?? ''];
        throw code ? new SpeechError(code, 'ElevenLabs copies no voice.', { cause: error }) : error;
      }
      throw new SpeechError('garbled', 'ElevenLabs told no id of the voice.');
    },
    async remove({ voice, ...connection }) {
      try {
        const path = `/v1/voices/${encodeURIComponent(voice)}`;
        await requests.json({ path, connection, key, method: 'DELETE' });
      } catch (error) {
        if (!(error instanceof SpeechError) || !(error.status === 404 || gone.has(error.vendorCode ?? '')))
          throw error;
      }
    },
  },
});
