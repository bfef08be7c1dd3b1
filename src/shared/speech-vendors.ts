/**
 * Who can understand and speak for an agent, beside the visitor's browser. `label`: their name; `listens`: they
 * understand speech; `hasPace`: their voices can be slower or faster; `hasTuning`: how even and how true to its model a
 * voice is; `calls`: how sound goes between them and a browser in calls of their own; null where they have none.
 */
export const speechVendors = {
  openai: { label: 'OpenAI', listens: true, hasPace: true, hasTuning: false, calls: 'webrtc' },
  elevenlabs: { label: 'ElevenLabs', listens: true, hasPace: true, hasTuning: true, calls: 'socket' },
  resemble: { label: 'Resemble AI', listens: false, hasPace: false, hasTuning: false, calls: null },
  'openai-compatible': {
    label: 'OpenAI-compatible server',
    listens: true,
    hasPace: true,
    hasTuning: false,
    calls: null,
  },
} as const;

/** Models that speak with visitors in a call of OpenAI's own, the usual one first. */
export const liveModelIds = ['gpt-realtime-2.1-mini', 'gpt-realtime-2'] as const;

export type SpeechProviderId = keyof typeof speechVendors;
export const speechProviderIds = Object.keys(speechVendors) as SpeechProviderId[];
export const isSpeechProvider = (id: string): id is SpeechProviderId => Object.hasOwn(speechVendors, id);
