import { Buffer } from 'node:buffer';
import { soundType, type SpeechRequests } from '../speech.requests.ts';
import { SpeechError, type SpeechProvider, type SpeechVoice } from '../speech.port.ts';
import { resembleSpeech } from './resemble.definition.ts';

const mostVoices = 100;

function readVoice(value: unknown): SpeechVoice[] {
  const { uuid, name, default_language: language } = (value ?? {}) as Record<string, unknown>;
  if (typeof uuid !== 'string' || !uuid || typeof name !== 'string') return [];
  return [
    {
      id: uuid.slice(0, 100),
      label: name.slice(0, 100),
      about: typeof language === 'string' ? language.slice(0, 200) : '',
    },
  ];
}

/**
 * Resemble AI: https://docs.resemble.ai. Voices are listed at `requests`, and speak at a server of their own at
 * `speaking`, which knows no pace.
 */
export const createResembleSpeech = (requests: SpeechRequests, speaking: SpeechRequests): SpeechProvider => ({
  definition: resembleSpeech,
  checkConnection: async (connection) =>
    void (await requests.json({ path: '/voices?page=1&page_size=10', connection })),
  async voices(connection) {
    const { items } = await requests.json({ path: `/voices?page=1&page_size=${mostVoices}`, connection });
    return Array.isArray(items) ? items.flatMap(readVoice) : [];
  },
  async speak({ text, voice, project, ...connection }) {
    if (!voice) throw new SpeechError('refused', 'Resemble AI has no voice of everybody: choose one.');
    const { audio_content: content } = await speaking.json({
      path: '/synthesize',
      connection,
      json: {
        voice_uuid: voice,
        ...(project && { project_uuid: project }),
        data: text,
        output_format: 'mp3',
      },
    });
    const bytes = typeof content === 'string' ? Uint8Array.from(Buffer.from(content, 'base64')) : null;
    const type = bytes && soundType(bytes);
    if (!bytes || !type) throw new SpeechError('garbled', 'Resemble AI did not answer with sound.');
    return { type, bytes };
  },
});
