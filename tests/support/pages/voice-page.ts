import type { PageProps } from '#shared/page-contract.ts';
import { voiceChecks, type VoiceCheck } from '#shared/voice-checks.ts';

/** Every diagnostic of voice with a text in all places. */
export const voicePages = (text: string, script: string): PageProps['voice-check'][] =>
  (Object.keys(voiceChecks) as VoiceCheck[]).map((check) => ({
    check,
    agent: {
      number: 7,
      name: text,
      language: 'en',
      voice: { hears: 'server', speaks: 'server' },
      vendor: { label: text, perMinute: { heard: 1, said: 2 } },
      question: text,
      isAsked: true,
    },
    isUnknown: true,
    sentence: text,
    script,
    landingScript: script,
  }));
