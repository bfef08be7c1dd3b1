/**
 * Who can understand and speak for an agent, beside the visitor's browser. `listens`: they understand speech;
 * `hasPace`: their voices can be slower or faster; `hasTuning`: how even and how true to its model a voice is.
 */
export const speechVendors = {
  openai: { listens: true, hasPace: true, hasTuning: false },
  elevenlabs: { listens: true, hasPace: true, hasTuning: true },
  resemble: { listens: false, hasPace: false, hasTuning: false },
  'openai-compatible': { listens: true, hasPace: true, hasTuning: false },
} as const;

export type SpeechProviderId = keyof typeof speechVendors;
export const speechProviderIds = Object.keys(speechVendors) as SpeechProviderId[];
