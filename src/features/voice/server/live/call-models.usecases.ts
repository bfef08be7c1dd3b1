import type { CallModels } from '#features/conversations/server/answers/answer.usecases.ts';

/** What a call does with the answers to what is said in it: gives them, or says them while they are written. */
export type InCall = Partial<CallModels>;
type Visitor = {
  visitorId: string;
  agentId: string;
};

/** Which calls run with whom now, in this process. Made before those who answer and those who call. */
export function createCallModels() {
  const calls = new Map<string, InCall>();
  const keyOf = ({ visitorId, agentId }: Visitor) => `${visitorId} ${agentId}`;
  return {
    speakingWith: ((turn) =>
      calls.get(keyOf(turn.visitor))?.speakingWith?.(turn) ?? null) satisfies CallModels['speakingWith'],
    sayAloud: ((turn, answer) =>
      calls.get(keyOf(turn.visitor))?.sayAloud?.(turn, answer)) satisfies CallModels['sayAloud'],
    set: (visitor: Visitor, call: InCall): void => void calls.set(keyOf(visitor), call),
    remove(visitor: Visitor, call: InCall): void {
      if (calls.get(keyOf(visitor)) === call) calls.delete(keyOf(visitor));
    },
  };
}

export type SpeakingModels = ReturnType<typeof createCallModels>;
