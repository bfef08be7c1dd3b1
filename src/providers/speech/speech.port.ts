import type { Language } from '#shared/languages.ts';
import type { AskingSpeech } from './speech-asking.port.ts';
import type { LiveSpeech } from './speech-live.port.ts';
import type { SpeechDefinition } from './speech.definition.ts';

/** With which key and at which address a vendor is called. */
export type SpeechConnection = {
  apiKey: string | null;
  /** An address that a person entered; only for vendors whose definition accepts one. */
  baseUrl: string | null;
  signal: AbortSignal;
};

/** Sound in a file of its own, of the given media type. */
export type Sound = {
  type: string;
  bytes: Uint8Array;
};

export type SpeechVoice = {
  id: string;
  label: string;
  /** What the vendor says of it, such as language or accent; may be empty. */
  about: string;
};

export type HearingInput = SpeechConnection & {
  sound: Sound;
  language: Language;
  /** Empty: the vendor's usual one. */
  model: string;
};

export type SpeakingInput = SpeechConnection & {
  text: string;
  language: Language;
  /** The vendor's id of a voice; empty: the first of the definition. */
  voice: string;
  /** Empty where the vendor has no projects. */
  project: string;
  /** Empty: the vendor's usual one. */
  model: string;
  /** 1 is the voice's own pace. */
  speed: number;
  /** 0 to 1, for vendors whose voices are tuned: 1 always sounds the same, 0 is lively. */
  stability: number;
  /** 0 to 1, as above: how close it keeps to the voice that it was made from. */
  similarity: number;
};

export type CloningInput = SpeechConnection & {
  /** What the voice is called at the vendor. */
  name: string;
  /** What else is to be known of it there. */
  about: string;
  /** The sample, cut as the definition says; `text` is empty where the vendor asks for none. */
  pieces: readonly { sound: Sound; text: string }[];
  /** The person's own words by which they agree. */
  consent: Sound;
};

/** How a vendor copies voices. */
export type SpeechCloning = {
  /** The vendor's id of the new voice, which may need a moment before it speaks. After a failure there is none. */
  clone(input: CloningInput): Promise<string>;
  /** Resolves also where the voice is gone already. */
  remove(input: SpeechConnection & { voice: string }): Promise<void>;
};

/** What every vendor implements. All reject with `SpeechError`, or with the signal's reason when aborted. */
export type SpeechProvider = {
  readonly definition: SpeechDefinition;
  /** The cheapest authenticated call: resolves when the key and address work. */
  checkConnection(connection: SpeechConnection): Promise<void>;
  /** What the account may speak with, best first; empty where the vendor lists none. */
  voices(connection: SpeechConnection): Promise<SpeechVoice[]>;
  /** What was said, or nothing where nobody spoke. Absent where the vendor understands no speech. */
  hear?(input: HearingInput): Promise<string>;
  /** One sentence or two, whole. */
  speak(input: SpeakingInput): Promise<Sound>;
  /** Absent where the vendor copies no voices. */
  cloning?: SpeechCloning;
  /** Calls of the vendor's own that this server leads. Absent where it has none. */
  readonly live?: LiveSpeech;
  /** Calls of the vendor's own in which it asks this server. Absent where it has none. */
  readonly asking?: AskingSpeech;
};

/**
 * `plan`: what was paid for at the vendor has no copies of voices; `full`: no more of them; `unfit`: the sample can't be
 * used.
 */
export type SpeechErrorCode =
  | 'unauthorized'
  | 'busy'
  | 'quota'
  | 'refused'
  | 'unreachable'
  | 'garbled'
  | 'plan'
  | 'full'
  | 'unfit';

/** Why a vendor gave no sound or words. The message is for the log; it holds no key and no text of a visitor. */
export class SpeechError extends Error {
  readonly code: SpeechErrorCode;
  /** The vendor's HTTP status, when it gave one. */
  readonly status: number | null;
  /** What the vendor itself calls it, when it says so. */
  readonly vendorCode: string | null;

  constructor(
    code: SpeechErrorCode,
    message: string,
    details: { status?: number; vendorCode?: string | null; cause?: unknown } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'SpeechError';
    this.code = code;
    this.status = details.status ?? null;
    this.vendorCode = details.vendorCode ?? null;
  }
}
