import type { Notice, Realtime } from '#platform/realtime/realtime.ts';

/** A `Realtime` that reaches nobody and keeps what was said, for tests of use cases. */
export function silentRealtime(): Realtime & { said: Notice[] } {
  const said: Notice[] = [];
  return {
    said,
    publish: async (_, notice) => void said.push(notice),
    announce: (notice) => void said.push(notice),
    subscribe: () => () => undefined,
    onGap: () => () => undefined,
    isListening: () => true,
    quietMs: () => 0,
    close: async () => undefined,
  };
}
