import { storedEntry } from './chat-state.ts';
import type { Entry } from './chat-state.ts';
import type { ChatStore } from './chat-store.ts';
import type { ChatConversation, ChatMessage } from './visitor-types.ts';

/** Nobody looks again so soon after they left, in ms. */
const shortAbsence = 3_000;

/** Whether the server knows a message by this id. */
export const isStored = ({ id, isLine }: Entry): boolean => !isLine && id.startsWith('msg_');

/** Puts messages that this tab doesn't have into the conversation, and goes on reading the last. */
export function takeMessages(store: ChatStore, messages: readonly ChatMessage[]): void {
  const { entries } = store.get();
  const fresh = messages.filter(({ id }) => !entries.some((entry) => entry.id === id));
  if (fresh.length === 0) return;
  const all = [...entries, ...fresh.map(storedEntry)];
  store.set({ entries: all.every(isStored) ? all.toSorted((one, other) => one.seq - other.seq) : all });
  const last = store.get().entries.at(-1);
  if (last?.status === 'streaming' && last.role === 'assistant') store.follow(last);
}

/** Whoever comes back to the tab finds what was said meanwhile, also in another browser. */
export function lookAgainOnReturn(store: ChatStore): void {
  let left = 0;
  const isIdle = (id: string | null) =>
    id !== null && store.conversationId() === id && !store.get().busy && store.get().session === 'ready';
  document.addEventListener('visibilitychange', () => {
    const id = store.conversationId();
    if (document.hidden) left = performance.now();
    else if (left && performance.now() - left > shortAbsence && isIdle(id))
      store.api.call<{ conversation: ChatConversation | null }>('GET', 'conversation').then(
        ({ conversation }) => {
          if (conversation?.id === id && isIdle(id)) takeMessages(store, conversation.messages);
        },
        () => undefined,
      );
  });
}
