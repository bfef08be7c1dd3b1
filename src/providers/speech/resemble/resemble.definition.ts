import { speechVendors } from '#shared/speech-vendors.ts';
import type { SpeechDefinition } from '../speech.definition.ts';

/** Speaks with voices that were cloned there; the visitor's browser understands what is said. */
export const resembleSpeech: SpeechDefinition<'resemble'> = {
  id: 'resemble',
  keyPrefix: null,
  keyUrl: 'https://app.resemble.ai/account/api',
  baseUrl: 'https://app.resemble.ai/api/v2',
  needsKey: true,
  acceptsBaseUrl: false,
  ...speechVendors.resemble,
  hasProjects: true,
  hasOwnModels: false,
  voices: [],
  perMinute: { heard: 0, said: 30_000 },
  /** What is longer, its training leaves out. */
  cloning: { pieceSeconds: 12 },
};
