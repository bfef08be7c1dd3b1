import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { languages } from '#shared/languages.ts';
import { speechProviderIds } from '#shared/speech-vendors.ts';
import { speechId, voiceSection } from '#features/agents/agents-voice.contract.ts';
import { callEnds, callWays } from '#shared/voice/calls.ts';
import { conversationsErrors } from '#features/conversations/conversations.contract.ts';
import { balanceSchema, paywallErrors } from '#features/paywall/paywall.contract.ts';

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
  /** The visitor is in no call that this process leads. */
  noCall: 409,
  /** An offer of anything but sound, or none where one is needed. */
  offerRefused: 422,
  /** A vendor asks in a call that does not run here, or with another secret. */
  notAsked: 403,
  /** A vendor asks what was answered before. */
  askedBefore: 409,
  tooMany: 429,
  /** The vendor gave no answer that can be used. */
  failed: 502,
});

/** Longer than any browser's offer of one track of sound, in characters. */
const longestOffer = 20_000;

/** Why a call is over, for the visitor's browser. */
export type CallOver = 'left' | 'limit' | 'idle' | 'money' | 'vendor' | 'replaced';

/** What happens in a call, as its stream tells it: each an event of the type's name. */
export type CallEvent =
  | { type: 'voice'; isThere: boolean }
  | { type: 'heard'; text: string; isFinal: boolean }
  /** Whether the agent is heard. */
  | { type: 'sound'; isOn: boolean }
  /** Whether an answer is spoken as it is written: nobody need read it out. */
  | { type: 'voiced'; messageId: string; isVoiced: boolean }
  | { type: 'over'; reason: CallOver };

/** How a call begins: the vendor's answer to an offer, or where to connect and what is said first there. */
export type CallBeginning =
  | {
      sdp: string;
    }
  | {
      url: string;
      greeting: string;
    };

/** Where a vendor asks in a call what to say, without the end that it adds itself. */
export const askedPath = (callId: string): string => `/api/live-calls/${callId}`;
/** The header in which a vendor shows that it was told of the call. */
export const askedSecretHeader = 'x-call-secret';

/** What is read of a vendor's question: the talk as it remembers it, as long as one of hours is and no longer. */
export const askedBody = z.object({
  messages: z.array(z.object({ role: z.string().max(40), content: z.unknown() })).max(5_000),
});

/** A sentence that is read out, and the answer that it stands in; missing for the chat's own sentences. */
const sentence = z.strictObject({
  text: z.string().trim().min(1).max(longestSaid),
  language: z.enum(languages),
  messageId: z.string().max(60).optional(),
});

/** What a browser counted since its call began. */
const counted = z.number().int().min(0);

const vendor = z.strictObject({ provider: z.enum(speechProviderIds) });

export const voiceEndpoints = {
  hear: endpoint({
    method: 'POST',
    path: '/api/visitor/speech/heard',
    access: 'visitor',
    transport: 'upload',
    summary:
      'Turns what a visitor said (one recording under `file`, as browsers make them: WebM or ' +
      'Ogg with Opus, MP4 with AAC, WAV; at most 90 seconds and 2 MB; its `language` before ' +
      'it) into text. The recording is kept nowhere.',
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
    body: sentence,
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
  call: endpoint({
    method: 'POST',
    path: '/api/visitor/calls',
    access: 'visitor',
    transport: 'stream',
    summary:
      'Begins a call: takes the browser’s offer (`sdp`: WebRTC, sound only) where the vendor ' +
      'wants one, and streams as `answer` the vendor’s answer, or the `url` of its socket; then ' +
      '`voice`, `heard`, `sound`, `voiced`, and `over` as the last. Leaving the stream hangs up. A ' +
      'visitor has one call; a new one ends it. `isAgain`: the call broke, so nobody is greeted.',
    body: z.strictObject({
      sdp: z.string().max(longestOffer).optional(),
      language: z.enum(languages),
      isAgain: z.boolean().optional(),
    }),
    response: z.object({}),
    errors: [
      conversationsErrors.notSpoken,
      voiceErrors.notConnected,
      voiceErrors.offerRefused,
      voiceErrors.tooMany,
      voiceErrors.failed,
    ],
  }),
  tellOfCall: endpoint({
    method: 'PUT',
    path: '/api/visitor/call',
    access: 'visitor',
    summary:
      'Tells of a call by a key of the browser: that it began, every few seconds how it ' +
      'goes, and why it ended. Where minutes are paid for, each that has begun is taken ' +
      'once; the call is over where one can’t be paid.',
    body: z.strictObject({
      key: z.uuid(),
      way: z.enum(callWays),
      language: z.enum(languages),
      interruptions: counted.max(100_000),
      sounds: counted.max(100_000),
      /** From questions to the first sound of their answers, all together, in milliseconds. */
      soundMs: counted.max(1_000_000_000),
      end: z.enum(callEnds).nullable(),
    }),
    response: z.object({
      /** It was quiet for too long, or ended: what is told next has another key. */
      isOver: z.boolean(),
      /** What the visitor may still say; null where nothing is paid for. */
      balance: balanceSchema.nullable(),
    }),
    errors: [
      conversationsErrors.notSpoken,
      paywallErrors.paymentRequired,
      paywallErrors.fairUse,
      voiceErrors.tooMany,
    ],
  }),
  sayInCall: endpoint({
    method: 'POST',
    path: '/api/visitor/calls/said',
    access: 'visitor',
    summary:
      'Says a sentence of an answer, or one of the chat’s own, in the visitor’s call. Answers when it was said.',
    body: sentence,
    response: z.object({}),
    errors: [
      conversationsErrors.notFound,
      conversationsErrors.notSpoken,
      voiceErrors.noCall,
      voiceErrors.notConnected,
      voiceErrors.notSaid,
      voiceErrors.tooMany,
      voiceErrors.failed,
    ],
  }),
  askInCall: endpoint({
    method: 'POST',
    path: '/api/live-calls/{callId}/chat/completions',
    access: 'public',
    transport: 'stream',
    summary:
      'A vendor asks what to say in a call that it leads, as one asks a model, with the secret of that call as ' +
      '`x-call-secret`. What the visitor said last is sent by their browser as a message; its answer is streamed in ' +
      'pieces of a chat completion. Takes the body of a chat completion, and ignores all else of it.',
    params: z.strictObject({ callId: z.string().max(60) }),
    response: z.object({}),
    errors: [voiceErrors.notAsked, voiceErrors.askedBefore, voiceErrors.tooMany],
  }),
  quietInCall: endpoint({
    method: 'DELETE',
    path: '/api/visitor/calls/said',
    access: 'visitor',
    summary: 'The agent falls silent in the visitor’s call.',
    response: z.object({}),
    errors: [voiceErrors.tooMany],
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
      'Turns a recording of a member (one under `file`: WebM, MP4, Ogg, MP3, FLAC or WAV, ' +
      'at most 2 MB; its `language`, and a `model` where the vendor has several, before it) ' +
      'into text, to try a vendor. The recording is kept nowhere.',
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
