/** What is seen of a call from outside, with the moment in ms. */
export type CallEvent =
  | { kind: 'press' | 'sound'; at: number }
  | { kind: 'phase'; phase: string; at: number }
  | { kind: 'heard'; at: number };

export type CallTimes = {
  /** From the press that begins until the agent listens or speaks. */
  toCall?: number;
  /** From the last change of what was understood until the agent begins to answer. */
  toAnswer?: number;
  /** The same until the first sound of the answer. */
  toSound?: number;
};

/** Works out of what happens how long the parts of a call took: the newest of each, in ms. */
export function createCallTimes() {
  const times: CallTimes = {};
  let pressedAt: number | null = null;
  let spokenAt: number | null = null;
  let isAnswering = false;
  return {
    note(event: CallEvent): CallTimes {
      const { at } = event;
      if (event.kind === 'press') pressedAt = at;
      else if (event.kind === 'heard') spokenAt = at;
      else if (event.kind === 'phase') {
        const { phase } = event;
        if (pressedAt !== null && (phase === 'listening' || phase === 'speaking')) {
          times.toCall = at - pressedAt;
          pressedAt = null;
        }
        if (phase === 'thinking') {
          isAnswering = true;
          // With a vendor no words are seen before they are sent.
          if (spokenAt === null) spokenAt = at;
        }
        if (phase === 'speaking' && isAnswering && spokenAt !== null) times.toAnswer = at - spokenAt;
        if (phase === 'listening') {
          spokenAt = null;
          isAnswering = false;
        }
      } else if (isAnswering && spokenAt !== null) {
        times.toSound = at - spokenAt;
        spokenAt = null;
        isAnswering = false;
      }
      return { ...times };
    },
  };
}
