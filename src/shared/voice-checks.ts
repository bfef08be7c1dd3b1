import type { Language } from './languages.ts';

/** The parts of the voice diagnostics: what stands in the table of each, and which buttons it has. */
export const voiceSteps = {
  browser: {
    rows: ['secure', 'permission', 'recognition', 'voices', 'recorder', 'audio', 'rtc'],
    buttons: [],
  },
  microphone: { rows: ['access', 'devices', 'cleaning'], buttons: ['ask', 'release'] },
  recording: { rows: ['recorded', 'loudest', 'played'], buttons: ['record', 'playBack'] },
  echo: { rows: ['without', 'delay', 'with'], buttons: ['measure'] },
  hearing: { rows: ['heard', 'right', 'firstWords'], buttons: ['listen'] },
  speaking: { rows: ['voice', 'firstSound', 'audible'], buttons: ['speak'] },
  launcher: { rows: ['launcher', 'button', 'call', 'words', 'heard'], buttons: ['place', 'open'] },
  times: { rows: ['toCall', 'toAnswer', 'toSound', 'heardBy', 'saidBy'], buttons: [] },
  trip: { rows: ['recorded', 'said', 'heard', 'right', 'cost'], buttons: ['record', 'send'] },
} as const;
export type VoiceStep = keyof typeof voiceSteps;

/** The voice diagnostics, each with its parts. */
export const voiceChecks = {
  device: ['browser', 'microphone', 'recording', 'echo', 'hearing', 'speaking'],
  conversation: [],
  launcher: ['launcher', 'times'],
  vendorLauncher: ['launcher', 'times'],
  vendor: ['trip'],
} as const satisfies Record<string, readonly VoiceStep[]>;
export type VoiceCheck = keyof typeof voiceChecks;

/** What can be done about what is not well. */
export const voiceHints = [
  'insecure',
  'policy',
  'blocked',
  'noMicrophone',
  'inUse',
  'unsupported',
  'language',
  'network',
  'nothingHeard',
  'fewWords',
  'noVoices',
  'noVoice',
  'noCalls',
  'old',
  'silent',
  'quiet',
  'loud',
  'slowEcho',
  'strongEcho',
  'inaudible',
] as const;
export type VoiceHint = (typeof voiceHints)[number];

/** The agent that a voice diagnostic is about. */
export type VoiceCheckAgent = {
  number: number;
  name: string;
  language: Language;
  /** Null: visitors can only write. */
  voice: { hears: 'server' | 'browser'; speaks: 'server' | 'browser' } | null;
  /** The vendor that its owner connected, as far as it is told; null where voices are those of the visitor's device. */
  vendor: { label: string | null; perMinute: { heard: number; said: number } | null } | null;
  /** What it proposes to be asked first; may be empty. */
  question: string;
  /** Whether somebody asked for it by its number. */
  isAsked: boolean;
};

/** Where each voice diagnostic is. Source: the specification, "Public routes". */
export const voiceCheckPaths: Record<VoiceCheck, string> = {
  device: '/voice-test',
  conversation: '/simple-voice',
  launcher: '/voice-launcher-test',
  vendorLauncher: '/voice-launcher-test-openai',
  vendor: '/openai-voice-test',
};
