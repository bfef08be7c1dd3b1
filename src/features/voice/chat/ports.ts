/** Why speech is not understood (any more). */
export type HearingFailure = 'blocked' | 'noMicrophone' | 'language' | 'network';

export type RecognizerEvents = {
  /** All that was heard since the last final words, or these. */
  onHeard(text: string, isFinal: boolean): void;
  /** Somebody began to talk, or was not understood in the end; only from those that tell it before the words. */
  onVoice?(isThere: boolean): void;
  /** The agent was spoken into and fell silent; only from those that tell it before the words. */
  onCut?(): void;
  /** It stopped listening, by itself or because it was told to. */
  onEnd(): void;
  onFailure(reason: HearingFailure): void;
};

/** Understands what is said. */
export type Recognizer = {
  start(): void;
  /** Stops listening, and still tells what was heard. */
  finish(): void;
  /** Stops listening and forgets. */
  abort(): void;
};

/** Says one thing after the other. */
export type Speaker = {
  /** `messageId`: the answer that the text stands in; missing for the chat's own sentences. */
  say(text: string, messageId?: string): void;
  /** Is silent while somebody else talks, and goes on afterwards. */
  hold?(isHeld: boolean): void;
  /** Falls silent at once. */
  cancel(): void;
  /** Whether something is being said, or waits to be. */
  isSpeaking(): boolean;
  /** Whether something is heard; missing where that is not told apart from waiting. */
  isHeard?(): boolean;
};
