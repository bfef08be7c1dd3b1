import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { languages } from '#shared/languages.ts';
import { promptFile } from './agents-configuration.contract.ts';
import { agentsErrors } from './agents.contract.ts';

export const agentsLookErrors = defineErrors('agents', {
  imageUnusable: 415,
  imageElaborate: 422,
  modelNeeded: 422,
  promptFileKind: 415,
  promptFileUnreadable: 422,
  promptFileEmpty: 422,
  promptFileProtected: 422,
});

export const imageKinds = ['avatar', 'background'] as const;
/** Largest upload of each kind, in bytes. */
export const largestImage = { avatar: 2 * 1_048_576, background: 5 * 1_048_576 } as const;
/** Largest document whose text goes into the prompt, in bytes. */
export const largestPromptFile = 10 * 1_048_576;
/** Longest text of one such document, in characters. */
export const longestPromptFile = 20_000;

/** What a stream of a generated text says, by event name. */
export type GenerationEvent =
  | { type: 'start'; engine: 'model' | 'template' }
  | { type: 'delta'; text: string }
  /** The whole text, in which what may not be used is left out. */
  | { type: 'done'; text: string; shortened: boolean }
  | { type: 'failed'; message: string };

const id = z.strictObject({ id: z.string().max(60) });
const hash = z.strictObject({ hash: z.string().regex(/^[0-9a-f]{32}$/) });
const done = z.object({});
const edit = { permission: 'agents.edit' } as const;
const request = z.string().trim().max(1_000).default('');
const language = z.enum(languages).optional();

export const agentsLookEndpoints = {
  addImage: endpoint({
    method: 'POST',
    path: '/api/agents/{id}/images',
    access: edit,
    needsPlan: true,
    transport: 'upload',
    summary:
      'Stores a picture for the draft: an avatar of at most 2 MB or a background of at most 5 MB (PNG, JPEG, WebP, SVG). It is re-encoded; the configuration names it by its hash.',
    params: id,
    query: z.strictObject({ kind: z.enum(imageKinds).default('avatar') }),
    response: z.object({ hash: z.string(), url: z.string() }),
    errors: [agentsErrors.notFound, agentsLookErrors.imageUnusable, agentsLookErrors.imageElaborate],
  }),
  image: endpoint({
    method: 'GET',
    path: '/images/{hash}',
    access: 'public',
    transport: 'file',
    summary: 'A picture of an agent.',
    params: hash,
    response: done,
  }),
  avatar: endpoint({
    method: 'GET',
    path: '/avatars/{hash}',
    access: 'public',
    transport: 'file',
    summary: 'An avatar.',
    params: hash,
    response: done,
  }),
  readPromptFile: endpoint({
    method: 'POST',
    path: '/api/agents/{id}/prompt-files',
    access: edit,
    needsPlan: true,
    transport: 'upload',
    summary:
      'Reads a PDF, DOCX, TXT or MD for the prompt and gives back its text, of at most 20,000 characters. Nothing is stored until the draft is saved with it.',
    params: id,
    response: z.object({ file: promptFile, isCut: z.boolean() }),
    errors: [
      agentsErrors.notFound,
      agentsLookErrors.promptFileKind,
      agentsLookErrors.promptFileUnreadable,
      agentsLookErrors.promptFileEmpty,
      agentsLookErrors.promptFileProtected,
    ],
  }),
  generatePrompt: endpoint({
    method: 'POST',
    path: '/api/agents/{id}/generate-prompt',
    access: edit,
    needsPlan: true,
    transport: 'stream',
    summary:
      'Streams a system prompt written for this agent, by its model or, without one, from a template. Saves nothing.',
    params: id,
    body: z.strictObject({ request, language }),
    response: done,
    errors: [agentsErrors.notFound],
  }),
  generateCss: endpoint({
    method: 'POST',
    path: '/api/agents/{id}/generate-css',
    access: edit,
    needsPlan: true,
    transport: 'stream',
    summary:
      "Streams CSS for the chat out of a wish in words, by the agent's model; refused where it has none. `code` is what it builds on. Saves nothing.",
    params: id,
    body: z.strictObject({
      request: z.string().trim().min(1).max(1_000),
      code: z.string().max(20_480).default(''),
      language,
    }),
    response: done,
    errors: [agentsErrors.notFound, agentsLookErrors.modelNeeded],
  }),
} as const;
