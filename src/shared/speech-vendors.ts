/** Who can understand and speak for an agent, beside the visitor's browser; `listens`: they understand speech. */
export const speechVendors = {
  openai: { listens: true },
  elevenlabs: { listens: true },
  resemble: { listens: false },
  'openai-compatible': { listens: true },
} as const;

export type SpeechProviderId = keyof typeof speechVendors;
export const speechProviderIds = Object.keys(speechVendors) as SpeechProviderId[];
