import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { languages } from '#shared/languages.ts';

export const recordingsErrors = defineErrors('recordings', {
  notFound: 404,
  /** The owner records no calls (any more), or asks in other words by now. */
  off: 409,
  /** The call is over, is somebody else's, or has lasted for too long. */
  callOver: 409,
  /** The call is recorded already, by another program of the visitor. */
  twice: 409,
  /** A piece before this one is missing. */
  gap: 409,
  /** There is no more room for recordings. */
  full: 409,
  missing: 400,
  /** No sound, or in a way that not every browser plays. */
  unsupported: 415,
  /** More than can have been said since the recording began. */
  tooMuch: 413,
  tooMany: 429,
});

/** Which recording of the visitor's own; made by their browser. */
const ownKey = z.strictObject({ key: z.uuid() });
const call = z.strictObject({ id: z.string().max(60) });

/** The longest words that visitors are asked with, in characters. */
export const longestConsent = 600;

export const recordingsEndpoints = {
  begin: endpoint({
    method: 'POST',
    path: '/api/visitor/call/recordings',
    access: 'visitor',
    summary:
      'The visitor agrees that their call is recorded, in the words that they were shown. ' +
      'Nothing may be recorded before this was answered.',
    body: z.strictObject({
      key: z.uuid(),
      /** By which the browser tells of the call. */
      call: z.uuid(),
      consent: z.string().max(longestConsent),
      language: z.enum(languages),
      /** Whether the agent is heard as well. */
      hasAgent: z.boolean(),
    }),
    response: z.object({}),
    errors: [
      recordingsErrors.off,
      recordingsErrors.callOver,
      recordingsErrors.twice,
      recordingsErrors.full,
      recordingsErrors.tooMany,
    ],
  }),
  addPiece: endpoint({
    method: 'POST',
    path: '/api/visitor/call/recordings/{key}/pieces/{piece}',
    access: 'visitor',
    transport: 'upload',
    summary:
      'The next seconds of a recording (one `file` of WebM with Opus, or MP4, at most 512 KB; before it as `ms` how ' +
      'long the recording is by then). Pieces come in their order from 0; one that came before changes nothing.',
    params: ownKey.extend({ piece: z.coerce.number().int().min(0).max(4_000) }),
    response: z.object({}),
    errors: [
      recordingsErrors.notFound,
      recordingsErrors.off,
      recordingsErrors.callOver,
      recordingsErrors.gap,
      recordingsErrors.full,
      recordingsErrors.missing,
      recordingsErrors.unsupported,
      recordingsErrors.tooMuch,
      recordingsErrors.tooMany,
    ],
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/api/visitor/call/recordings/{key}',
    access: 'visitor',
    summary: 'The visitor takes their consent back: what was recorded of the call is deleted.',
    params: ownKey,
    response: z.object({}),
    errors: [recordingsErrors.notFound, recordingsErrors.tooMany],
  }),
  sound: endpoint({
    method: 'GET',
    path: '/api/calls/{id}/recording',
    access: { permission: 'inbox.read' },
    transport: 'file',
    summary: 'The recording of a call, as WebM or MP4, whole or a `Range` of it.',
    params: call,
    query: z.strictObject({ download: z.enum(['1']).optional() }),
    response: z.object({}),
    errors: [recordingsErrors.notFound],
  }),
  captions: endpoint({
    method: 'GET',
    path: '/api/calls/{id}/captions',
    access: { permission: 'inbox.read' },
    transport: 'file',
    summary: 'What was said in the recording of a call, with when, as WebVTT.',
    params: call,
    response: z.object({}),
    errors: [recordingsErrors.notFound],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/calls/{id}/recording',
    access: { permission: 'contacts.erase' },
    summary: 'Deletes the recording of a call. What was said stays as text.',
    params: call,
    response: z.object({}),
    errors: [recordingsErrors.notFound],
  }),
} as const;
