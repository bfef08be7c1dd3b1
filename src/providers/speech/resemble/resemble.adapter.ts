import { Buffer } from 'node:buffer';
import { formOf, soundFile, soundType, type SpeechRequests } from '../speech.requests.ts';
import {
  SpeechError,
  type SpeechConnection,
  type SpeechErrorCode,
  type SpeechProvider,
  type SpeechVoice,
} from '../speech.port.ts';
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

/** Does a step of copying a voice; a refusal with one of the given states means what is said for it. */
async function step<T>(work: Promise<T>, meanings: Readonly<Record<number, SpeechErrorCode>>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const code = error instanceof SpeechError && meanings[error.status ?? 0];
    throw code ? new SpeechError(code, 'Resemble AI copies no voice.', { cause: error }) : error;
  }
}

/**
 * Resemble AI: https://docs.resemble.ai. Voices are listed at `requests`, and speak at a server of their own at
 * `speaking`, which knows no pace.
 */
export function createResembleSpeech(requests: SpeechRequests, speaking: SpeechRequests): SpeechProvider {
  async function removeVoice(voice: string, connection: SpeechConnection): Promise<void> {
    try {
      await requests.json({ path: `/voices/${encodeURIComponent(voice)}`, connection, method: 'DELETE' });
    } catch (error) {
      if (!(error instanceof SpeechError) || error.status !== 404) throw error;
    }
  }

  return {
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
    cloning: {
      async clone({ name, about: _about, pieces, consent, ...connection }) {
        const made = await step(
          requests.json({
            path: '/voices',
            connection,
            json: { name, voice_type: 'rapid', consent: Buffer.from(consent.bytes).toString('base64') },
          }),
          // Its keys have no rights of their own: who may not is on a smaller plan.
          { 402: 'plan', 403: 'plan' },
        );
        const { uuid } = (made['item'] ?? {}) as { uuid?: unknown };
        if (typeof uuid !== 'string' || !uuid)
          throw new SpeechError('garbled', 'Resemble AI told no id of the voice.');
        const place = `/voices/${encodeURIComponent(uuid)}`;
        const unfit = { 400: 'unfit', 422: 'unfit' } as const;
        try {
          for (const [at, { sound, text }] of pieces.entries()) {
            const form = formOf({
              name: `sample-${at + 1}`,
              text,
              emotion: 'neutral',
              is_active: 'true',
              file: soundFile(sound),
            });
            await step(requests.json({ path: `${place}/recordings`, connection, form }), unfit);
          }
          await step(requests.json({ path: `${place}/build`, connection, method: 'POST' }), unfit);
        } catch (error) {
          // Half a voice is of no use, and counts at the vendor. What went wrong before is what is told.
          const signal = AbortSignal.timeout(10_000);
          await removeVoice(uuid, { ...connection, signal }).catch(() => undefined);
          throw error;
        }
        return uuid;
      },
      remove: ({ voice, ...connection }) => removeVoice(voice, connection),
    },
  };
}
