import { speechVendors } from '#shared/speech-vendors.ts';
import type { SpeechDefinition } from '../speech.definition.ts';

export const elevenLabsSpeech: SpeechDefinition<'elevenlabs'> = {
  id: 'elevenlabs',
  keyPrefix: 'sk_',
  keyUrl: 'https://elevenlabs.io/app/settings/api-keys',
  baseUrl: 'https://api.elevenlabs.io',
  needsKey: true,
  acceptsBaseUrl: false,
  ...speechVendors.elevenlabs,
  hasProjects: false,
  hasOwnModels: false,
  /** George, one of the voices that every account has. */
  voices: ['JBFqnCBsd6RMkjVDRZzb'],
  perMinute: { heard: 6_700, said: 45_000 },
  cloning: { pieceSeconds: null },
};
