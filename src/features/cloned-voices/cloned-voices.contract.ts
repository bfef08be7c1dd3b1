import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { languages } from '#shared/languages.ts';
import { speechProviderIds } from '#shared/speech-vendors.ts';

/** Copies of voices that an account may have at once, unfinished ones among them. */
export const mostClonedVoices = 10;
/** Three minutes of one channel with 24,000 samples of 16 bits a second take a little less. */
export const mostSampleBytes = 9_000_000;
/** Forty seconds of the same. */
export const mostConsentBytes = 2_000_000;

/**
 * `consent`, `sample`: what is wanted next; `making`: the vendor is at it; `failed`: it said no; `deleting`: it is still
 * there at the vendor.
 */
export const cloneStates = ['consent', 'sample', 'making', 'ready', 'failed', 'deleting'] as const;
/** Why a vendor did not make or delete a voice. `lost`: the server ended while it was asked. */
export const cloneFailures = [
  'unauthorized',
  'plan',
  'full',
  'unfit',
  'busy',
  'quota',
  'refused',
  'unreachable',
  'garbled',
  'notConnected',
  'lost',
] as const;
export type CloneFailure = (typeof cloneFailures)[number];

export const clonedVoicesErrors = defineErrors('cloned-voices', {
  notFound: 404,
  /** The vendor copies no voices, or the account has no key for it. */
  notConnected: 409,
  /** No connected vendor understands speech. */
  nobodyHears: 409,
  tooMany: 409,
  /** The voice is past that step. */
  notNow: 409,
  missing: 400,
  /** No WAV file of one channel with 16 bits a sample. */
  unsupported: 415,
  /** What was read is not the sentence. */
  notAgreed: 422,
  /** The recording agreed to another voice before. */
  consentUsed: 409,
  unfit: 422,
  tooOften: 429,
  /** The vendor that understands speech gave no answer that can be used. */
  failed: 502,
});

/** A name as people and companies have them: it is read aloud, and stands in a sentence. */
const spokenName = z
  .string()
  .trim()
  .min(2)
  .max(80)
  .regex(/^(?=.*\p{L})[\p{L}\p{M}\p{N} .,'’&()+-]+$/u, 'errors:fields.spokenName');

export const clonedVoiceSchema = z
  .object({
    id: z.string(),
    provider: z.enum(speechProviderIds),
    name: z.string(),
    speaker: z.string(),
    company: z.string(),
    language: z.enum(languages),
    /** What the person whose voice it is reads aloud. */
    sentence: z.string(),
    state: z.enum(cloneStates),
    failure: z.enum(cloneFailures).nullable(),
    /** What was understood when they read it. */
    heard: z.string().nullable(),
    /** The vendor's id. */
    voice: z.string().nullable(),
    /** The member of the account who was there. */
    member: z.string(),
    createdAt: z.string(),
    consentedAt: z.string().nullable(),
  })
  .meta({ id: 'ClonedVoice' });
export type ClonedVoice = z.infer<typeof clonedVoiceSchema>;

export const clonedVoiceInput = z.strictObject({
  provider: z.enum(speechProviderIds),
  name: z.string().trim().min(1).max(80),
  speaker: spokenName,
  company: spokenName,
  language: z.enum(languages),
});
export type ClonedVoiceInput = z.infer<typeof clonedVoiceInput>;

const access = { permission: 'agents.edit' } as const;
const params = z.strictObject({ id: z.string().max(60) });

export const clonedVoicesEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/cloned-voices',
    access,
    summary: 'Copies of voices, newest first, with how each person agreed.',
    response: z.object({
      voices: z.array(clonedVoiceSchema),
      /** The vendor that understands what people read; null where none is connected. */
      hearing: z.string().nullable(),
    }),
  }),
  begin: endpoint({
    method: 'POST',
    path: '/api/cloned-voices',
    access,
    needsPlan: true,
    summary: 'Begins a copy of a voice: says whose it is, and gets the sentence by which they agree.',
    body: clonedVoiceInput,
    response: clonedVoiceSchema,
    errors: [clonedVoicesErrors.notConnected, clonedVoicesErrors.tooMany, clonedVoicesErrors.tooOften],
  }),
  consent: endpoint({
    method: 'POST',
    path: '/api/cloned-voices/{id}/consent',
    access,
    needsPlan: true,
    transport: 'upload',
    summary:
      'Takes the recording of the sentence (a WAV file of one channel with 16 bits a sample under `file`), understands it and compares it. Refused where other words were said: `details` has what was heard and why it does not do. Kept sealed with the voice.',
    params,
    response: clonedVoiceSchema,
    errors: [
      clonedVoicesErrors.notFound,
      clonedVoicesErrors.nobodyHears,
      clonedVoicesErrors.notNow,
      clonedVoicesErrors.missing,
      clonedVoicesErrors.unsupported,
      clonedVoicesErrors.notAgreed,
      clonedVoicesErrors.consentUsed,
      clonedVoicesErrors.tooOften,
      clonedVoicesErrors.failed,
    ],
  }),
  sample: endpoint({
    method: 'POST',
    path: '/api/cloned-voices/{id}/sample',
    access,
    needsPlan: true,
    transport: 'upload',
    summary:
      'Takes one to three minutes of the voice (a WAV file as for the consent) and has the vendor copy it in the background. The sample is deleted here once the vendor has it.',
    params,
    response: clonedVoiceSchema,
    errors: [
      clonedVoicesErrors.notFound,
      clonedVoicesErrors.notConnected,
      clonedVoicesErrors.nobodyHears,
      clonedVoicesErrors.notNow,
      clonedVoicesErrors.missing,
      clonedVoicesErrors.unsupported,
      clonedVoicesErrors.unfit,
      clonedVoicesErrors.tooOften,
    ],
  }),
  retry: endpoint({
    method: 'POST',
    path: '/api/cloned-voices/{id}/retry',
    access,
    summary: 'Asks the vendor again to make a voice, or to delete it, where it did not.',
    params,
    response: clonedVoiceSchema,
    errors: [clonedVoicesErrors.notFound, clonedVoicesErrors.notNow, clonedVoicesErrors.tooOften],
  }),
  heardConsent: endpoint({
    method: 'GET',
    path: '/api/cloned-voices/{id}/consent',
    access,
    transport: 'file',
    summary: 'The recording by which somebody agreed, as a WAV file.',
    params,
    response: z.object({}),
    errors: [clonedVoicesErrors.notFound],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/cloned-voices/{id}',
    access,
    summary:
      'Deletes recordings and consent at once, and the voice at its vendor as soon as that answers; with `onlyHere=yes` the vendor keeps it.',
    params,
    query: z.strictObject({ onlyHere: z.literal('yes').optional() }),
    response: z.object({}),
    errors: [clonedVoicesErrors.notFound, clonedVoicesErrors.notNow],
  }),
} as const;

/** What is told with `notAgreed`. */
export const notAgreedDetails = z.object({
  problem: z.enum(['silent', 'words', 'refused', 'name', 'company', 'day']),
  heard: z.string(),
});
export type NotAgreed = z.infer<typeof notAgreedDetails>;
