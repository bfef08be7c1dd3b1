import type { Language } from '#shared/languages.ts';
import type { SpeechConnection } from './speech.port.ts';

/** A model that hears and speaks in a call of the vendor's own. Prices in micro-dollars for a million tokens. */
export type LiveModel = {
  id: string;
  label: string;
  /** About what a minute of a call costs, in micro-dollars, where both speak half of it. */
  perMinute: number;
  price: {
    textIn: number;
    textInCached: number;
    textOut: number;
    audioIn: number;
    audioInCached: number;
    audioOut: number;
  };
};

export type LiveCallInput = SpeechConnection & {
  /** The visitor's offer: sound and nothing else. */
  sdp: string;
  model: string;
  /** Empty, or none that speaks in calls: the vendor's usual one. */
  voice: string;
  language: Language;
  /** 1 is the voice's own pace. */
  speed: number;
  /** Whoever begins to speak ends what is said. */
  isInterruptible: boolean;
};

/** One piece of what the model reads before it answers. */
export type LiveItem =
  | { type: 'said'; by: 'system' | 'visitor' | 'agent'; text: string }
  | { type: 'call'; id: string; name: string; arguments: string }
  | { type: 'result'; id: string; text: string };

export type LiveTool = {
  name: string;
  description: string;
  parameters: Readonly<Record<string, unknown>>;
  /** Called beside words; nobody waits for what it gives. */
  isAside?: boolean;
};

export type LiveAnswerInput = {
  instructions: string;
  items: readonly LiveItem[];
  tools: readonly LiveTool[];
  /** Tokens of sound and text together. */
  maxTokens: number;
  signal?: AbortSignal | undefined;
};

/**
 * A piece of a spoken answer: words as they are said, then what the model calls, what it cost, and one `end`.
 */
export type LivePart =
  | { type: 'words'; text: string }
  | { type: 'call'; id: string; name: string; arguments: string }
  | { type: 'usage'; inputTokens: number; outputTokens: number; micros: number }
  | { type: 'end'; isWhole: boolean };

/** What happens in a call besides the answers that are asked for. */
export type LiveEvent =
  /** Somebody began to speak, or fell silent. */
  | { type: 'voice'; isThere: boolean }
  | { type: 'heard'; text: string; isFinal: boolean }
  /** Whether the visitor hears the agent. */
  | { type: 'sound'; isOn: boolean }
  /** What something cost that no answer tells. */
  | { type: 'cost'; micros: number }
  /** The model began to speak without being asked by this server. */
  | { type: 'foreign' }
  /** The connection is over, by the vendor or by `close`; the last event. */
  | { type: 'closed' };

/** The server's own connection to a running call. */
export type LiveSession = {
  /**
   * Lets the model answer aloud; one answer at a time, the next one waits. Words come about when they are heard, so that
   * what was broken off tells what was said. Rejects with `SpeechError`, or the signal's reason.
   */
  answer(input: LiveAnswerInput): AsyncIterable<LivePart>;
  /** Says exactly this; resolves when it was said or broken off. */
  say(text: string, language: Language): Promise<void>;
  /** Falls silent; what waits to be said is forgotten. */
  quiet(): void;
  close(): void;
};

/** Calls of a vendor's own: sound goes between it and the visitor, and the server leads by a second connection. */
export type LiveSpeech = {
  readonly models: readonly LiveModel[];
  readonly voices: readonly string[];
  /** Begins a call; `sdp` is the vendor's answer to the visitor's offer. */
  call(input: LiveCallInput): Promise<{ callId: string; sdp: string }>;
  /** Takes part in a call; events come until `closed`. */
  join(
    connection: SpeechConnection,
    call: { callId: string; model: string; speed: number; isInterruptible: boolean },
    onEvent: (event: LiveEvent) => void,
  ): Promise<LiveSession>;
  /** Ends a call; also one that is over. */
  hangUp(connection: SpeechConnection, callId: string): Promise<void>;
};
