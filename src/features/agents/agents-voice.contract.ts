import { z } from 'zod';
import { languages, type Language } from '#shared/languages.ts';
import { liveModelIds, speechProviderIds } from '#shared/speech-vendors.ts';

export const voiceIcons = ['microphone', 'waveform', 'headset'] as const;
export const turnModes = ['hands-free', 'push-to-talk'] as const;

/** How a vendor that has calls of its own speaks: sentence by sentence behind the chat, or in such a call. */
export const voiceWays = ['sentences', 'live'] as const;

/** Who understands and speaks: the visitor's own browser, or a vendor by the account's key. */
export const voiceProviders = ['browser', ...speechProviderIds] as const;
export type VoiceProvider = (typeof voiceProviders)[number];

/** A vendor's id of a voice, a project or a model. */
export const speechId = z
  .string()
  .trim()
  .max(120)
  .regex(/^[\w .:/@-]*$/, 'agents:validation.speechId');

/** How one word is said, as `SQL = sequel`. */
export const pronunciation = z
  .string()
  .trim()
  .regex(/^[^=\n]{1,60}=[^=\n]{1,100}$/, 'agents:validation.pronunciation');

/** What is said first in another language than the owner's. */
export const greetingText = z.strictObject({ language: z.enum(languages), text: z.string().max(300).min(1) });

/**
 * Talking with the agent. What is said is understood and read out by the visitor's browser, or by a vendor; the words
 * are messages like those that are typed. Times are in seconds.
 */
export const voiceSection = z.strictObject({
  enabled: z.boolean().default(false),
  provider: z.enum(voiceProviders).default('browser'),
  /** The vendor's voice; empty: the one that it speaks with by default. */
  voice: speechId.default(''),
  /** Where the vendor keeps its voices in projects. */
  project: speechId.default(''),
  /** Models of a server of one's own; empty: those that such servers usually have. */
  hearingModel: speechId.default(''),
  speakingModel: speechId.default(''),
  way: z.enum(voiceWays).default('sentences'),
  /** Who speaks in a call. */
  liveModel: z.enum(liveModelIds).default(liveModelIds[0]),
  icon: z.enum(voiceIcons).default('microphone'),
  /** How visitors begin: the agent listens by itself, or while a button is held. They may change it. */
  turns: z.enum(turnModes).default('hands-free'),
  /** Said when a call begins; empty: the call begins by listening. */
  greeting: z.string().max(300).default(''),
  /** Where the chat speaks each visitor's language: instead of the one above, by language. */
  greetings: z
    .array(greetingText)
    .max(languages.length)
    .refine((texts) => new Set(texts.map(({ language }) => language)).size === texts.length)
    .default([]),
  /** 1 is the usual pace of the voice. */
  speed: z.number().min(0.7).max(1.2).default(1),
  /** How even the voice is, where its vendor lets it be tuned: 1 always sounds the same, 0 is lively. */
  stability: z.number().min(0).max(1).default(0.5),
  /** As above: how close it keeps to the voice that it was made from. */
  similarity: z.number().min(0).max(1).default(0.8),
  /** Whoever begins to speak ends what the agent says. */
  interruptible: z.boolean().default(true),
  /** So long after the last word an unfinished sentence counts as finished. */
  turnTimeout: z.number().int().min(1).max(30).default(7),
  /** A call ends after this. */
  longestCall: z.number().int().min(30).max(3_600).default(600),
  /**
   * What each started minute of a call takes of a visitor's messages, where the agent asks for money; 0: each message
   * that is said is charged like one that is typed.
   */
  minuteMessages: z.number().int().min(0).max(50).default(0),
  /** Visitors are asked whether their calls may be recorded. */
  recording: z.boolean().default(false),
  /** The words that they are asked with; empty: the chat's own. */
  recordingConsent: z.string().max(600).default(''),
  /** So many days after a call its recording is deleted. */
  recordingDays: z.number().int().min(1).max(365).default(30),
  pronunciations: z.array(pronunciation).max(200).default([]),
});

/** What is said first in a language. One that is being written is still empty. */
export function greetingIn(
  { greeting, greetings }: Pick<z.infer<typeof voiceSection>, 'greeting' | 'greetings'>,
  spoken: Language,
): string {
  return greetings.find(({ language, text }) => language === spoken && text.trim() !== '')?.text ?? greeting;
}
