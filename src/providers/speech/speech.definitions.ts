import { elevenLabsSpeech } from './elevenlabs/elevenlabs.definition.ts';
import { openAiCompatibleSpeech, openAiSpeech } from './openai/openai.definition.ts';
import { resembleSpeech } from './resemble/resemble.definition.ts';
import type { SpeechProviderId } from '#shared/speech-vendors.ts';
import type { SpeechDefinition } from './speech.definition.ts';

/** All vendors of speech beside the visitor's own browser. */
export const speechDefinitions = [
  openAiSpeech,
  elevenLabsSpeech,
  resembleSpeech,
  openAiCompatibleSpeech,
] as const;

/** Null for an id that is no vendor of speech. */
export const findSpeechDefinition = (id: string): SpeechDefinition<SpeechProviderId> | null =>
  speechDefinitions.find((definition) => definition.id === id) ?? null;
