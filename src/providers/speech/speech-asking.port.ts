import type { Language } from '#shared/languages.ts';
import type { SpeechConnection } from './speech.port.ts';

export type AskingCallInput = SpeechConnection & {
  /** Tells the call from all others at the vendor; made by this server. */
  name: string;
  /** Where the vendor asks what to say, and what it shows there so that it is believed. */
  asks: { url: string; headers: Readonly<Record<string, string>> };
  language: Language;
  /** The vendor's id of a voice; empty: the usual one. */
  voice: string;
  /** 1 is the voice's own pace. */
  speed: number;
  /** 0 to 1, as for sentences. */
  stability: number;
  similarity: number;
  /** What is said as soon as somebody is there; empty: nothing. */
  greeting: string;
  /** Whoever begins to speak ends what is said. */
  isInterruptible: boolean;
  /** The vendor ends the call then by itself, in seconds. */
  longest: number;
  /** As above, where nobody said anything for so long. */
  longestSilence: number;
};

/**
 * Calls that the vendor leads: it hears and speaks, knows when somebody has finished, and asks this server over HTTP
 * what to say, as one asks a model (OpenAI's chat completions). Sound goes between it and the visitor's browser.
 */
export type AskingSpeech = {
  /** About what a minute of a call costs without the words, in micro-dollars. */
  readonly perMinute: number;
  /** Where browsers connect to, as a policy for pages names it. */
  readonly origin: string;
  /**
   * Whether the vendor can reach an address. Vendors call from their own networks; one whose address the operator
   * chose stands where the operator says.
   */
  reaches(url: string): boolean;
  /** Prepares one call. `url` lets one browser in, once, for a few minutes. */
  call(input: AskingCallInput): Promise<{ callId: string; url: string }>;
  /** Removes all that was made for a call; `callId` is null where nobody knows whether there was one. */
  hangUp(connection: SpeechConnection, call: { callId: string | null; name: string }): Promise<void>;
};
