import { createElevenLabsSpeech } from './elevenlabs/elevenlabs.adapter.ts';
import { elevenLabsSpeech } from './elevenlabs/elevenlabs.definition.ts';
import { createOpenAiSpeech } from './openai/openai.adapter.ts';
import { openAiCompatibleSpeech, openAiSpeech } from './openai/openai.definition.ts';
import { createResembleSpeech } from './resemble/resemble.adapter.ts';
import { resembleSpeech } from './resemble/resemble.definition.ts';
import type { SpeechProviderId } from '#shared/speech-vendors.ts';
import type { SpeechProvider } from './speech.port.ts';
import { createSpeechRequests, type SpeechRoutes } from './speech.requests.ts';

/** Where Resemble's voices speak; the rest of it lives at the definition's address. */
const resembleVoices = 'https://f.cluster.resemble.ai';

export type SpeechProviders = { get(id: SpeechProviderId): SpeechProvider };

/** All vendors of speech. One for each process. */
export function createSpeechProviders(routes: SpeechRoutes): SpeechProviders {
  const voicesAt = { ...resembleSpeech, baseUrl: resembleVoices };
  const providers: Record<SpeechProviderId, SpeechProvider> = {
    openai: createOpenAiSpeech(openAiSpeech, createSpeechRequests(openAiSpeech, routes)),
    'openai-compatible': createOpenAiSpeech(
      openAiCompatibleSpeech,
      createSpeechRequests(openAiCompatibleSpeech, routes),
    ),
    elevenlabs: createElevenLabsSpeech(createSpeechRequests(elevenLabsSpeech, routes)),
    resemble: createResembleSpeech(
      createSpeechRequests(resembleSpeech, routes),
      createSpeechRequests(voicesAt, routes),
    ),
  };
  return { get: (id) => providers[id] };
}
