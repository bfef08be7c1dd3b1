import type { CallModels } from '#features/conversations/server/answers/answer.usecases.ts';

type SpeakingWith = CallModels['speakingWith'];

/** Which models speak with whom now, in this process. Made before those who answer and those who call. */
export function createCallModels() {
  const speaking = new Map<string, SpeakingWith>();
  const keyOf = ({ visitorId, agentId }: { visitorId: string; agentId: string }) => `${visitorId} ${agentId}`;
  return {
    speakingWith: ((turn) => speaking.get(keyOf(turn.visitor))?.(turn) ?? null) satisfies SpeakingWith,
    set: (visitor: { visitorId: string; agentId: string }, model: SpeakingWith): void =>
      void speaking.set(keyOf(visitor), model),
    remove(visitor: { visitorId: string; agentId: string }, model: SpeakingWith): void {
      if (speaking.get(keyOf(visitor)) === model) speaking.delete(keyOf(visitor));
    },
  };
}

export type SpeakingModels = ReturnType<typeof createCallModels>;
