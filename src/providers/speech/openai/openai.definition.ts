import { speechVendors } from '#shared/speech-vendors.ts';
import type { SpeechDefinition } from '../speech.definition.ts';

export const openAiSpeech: SpeechDefinition<'openai'> = {
  id: 'openai',
  keyPrefix: 'sk-',
  keyUrl: 'https://platform.openai.com/api-keys',
  baseUrl: 'https://api.openai.com/v1',
  needsKey: true,
  acceptsBaseUrl: false,
  ...speechVendors.openai,
  hasProjects: false,
  hasOwnModels: false,
  voices: ['marin', 'cedar', 'alloy', 'ash', 'ballad', 'coral', 'echo', 'sage', 'shimmer', 'verse'],
  // A minute of sound is 1,200 tokens for $20 a million; the texts and what is said of them are the rest.
  perMinute: { heard: 4_500, said: 25_000 },
  /** Custom voices are for customers that OpenAI chose. */
  cloning: null,
};

/** A server that speaks OpenAI's way, for instance one with Whisper and Piper on the owner's own machine. */
export const openAiCompatibleSpeech: SpeechDefinition<'openai-compatible'> = {
  id: 'openai-compatible',
  keyPrefix: null,
  keyUrl: null,
  baseUrl: null,
  needsKey: false,
  acceptsBaseUrl: true,
  ...speechVendors['openai-compatible'],
  hasProjects: false,
  hasOwnModels: true,
  voices: ['alloy'],
  perMinute: null,
  cloning: null,
};
