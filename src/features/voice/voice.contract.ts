import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { languages } from '#shared/languages.ts';
import { speechProviderIds } from '#shared/speech-vendors.ts';
import { speechId, voiceSection } from '#features/agents/agents-voice.contract.ts';
import { conversationsErrors } from '#features/conversations/conversations.contract.ts';

/** A minute of speech as browsers record it takes less than a third of this. */
export const mostSoundBytes = 2 * 1_048_576;
/** The longest piece that is read out at once, in characters. */
export const longestSaid = 400;

export const voiceErrors = defineErrors('voice', {
  /** The account has no key for the vendor, its money is used up, or the agent leaves speech to the browser. */
  notConnected: 409,
  missing: 400,
  unsupported: 415,
  /** Only what the agent said is read out. */
  notSaid: 422,
  tooMany: 429,
  /** The vendor gave no answer that can be used. */
  failed: 502,
});

const vendor = z.strictObject({ provider: z.enum(speechProviderIds) });

export const voiceEndpoints = {
  hear: endpoint({
    method: 'POST',
    path: '/api/visitor/speech/heard',
    access: 'visitor',
    transport: 'upload',
    summary:
      'Turns what a visitor said (one recording under `file`: WebM, MP4, Ogg, MP3, FLAC or WAV, at most 2 MB; its `language` before it) into text. The recording is kept nowhere.',
    response: z.object({ text: z.string() }),
    errors: [
      conversationsErrors.notSpoken,
      voiceErrors.notConnected,
      voiceErrors.missing,
      voiceErrors.unsupported,
      voiceErrors.tooMany,
      voiceErrors.failed,
    ],
  }),
  say: endpoint({
    method: 'POST',
    path: '/api/visitor/speech/said',
    access: 'visitor',
    transport: 'file',
    summary: 'Reads out a sentence of an answer, or one of the chat’s own sentences. Answers with sound.',
    body: z.strictObject({
      text: z.string().trim().min(1).max(longestSaid),
      language: z.enum(languages),
      /** The answer that the sentence stands in; missing for the chat's own sentences. */
      messageId: z.string().max(60).optional(),
    }),
    response: z.object({}),
    errors: [
      conversationsErrors.notFound,
      conversationsErrors.notSpoken,
      voiceErrors.notConnected,
      voiceErrors.notSaid,
      voiceErrors.tooMany,
      voiceErrors.failed,
    ],
  }),
  voices: endpoint({
    method: 'GET',
    path: '/api/speech/{provider}/voices',
    access: { permission: 'agents.read' },
    summary: "What a vendor's voices are called; none where it has no list or is not connected.",
    params: vendor,
    response: z.object({
      voices: z.array(
        z.object({
          id: z.string(),
          label: z.string(),
          about: z.string(),
          /** Copied here, of somebody who agreed. */
          isOwn: z.boolean(),
        }),
      ),
    }),
    errors: [voiceErrors.failed],
  }),
  understand: endpoint({
    method: 'POST',
    path: '/api/speech/{provider}/heard',
    access: { permission: 'agents.edit' },
    transport: 'upload',
    summary:
      'Turns a recording of a member (one under `file`: WebM, MP4, Ogg, MP3, FLAC or WAV, at most 2 MB; its `language`, and a `model` where the vendor has several, before it) into text, to try a vendor. The recording is kept nowhere.',
    params: vendor,
    response: z.object({ text: z.string() }),
    errors: [
      voiceErrors.notConnected,
      voiceErrors.missing,
      voiceErrors.unsupported,
      voiceErrors.tooMany,
      voiceErrors.failed,
    ],
  }),
  sample: endpoint({
    method: 'POST',
    path: '/api/speech/{provider}/sample',
    access: { permission: 'agents.edit' },
    transport: 'file',
    summary: 'Says a sentence with a voice, to choose by. Answers with sound.',
    params: vendor,
    body: z.strictObject({
      text: z.string().trim().min(1).max(500),
      language: z.enum(languages),
      voice: speechId,
      project: speechId,
      model: speechId,
      speed: voiceSection.shape.speed,
      stability: voiceSection.shape.stability,
      similarity: voiceSection.shape.similarity,
    }),
    response: z.object({}),
    errors: [voiceErrors.notConnected, voiceErrors.tooMany, voiceErrors.failed],
  }),
} as const;
