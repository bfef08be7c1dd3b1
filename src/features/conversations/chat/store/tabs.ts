import type { ChatState, Entry } from './chat-state.ts';
import type { ChatStore } from './chat-store.ts';
import { isStored, takeMessages } from './look-again.ts';
import type { ChatConversation, ChatMessage } from './visitor-types.ts';

/** What a tab tells the visitor's other tabs of the same chat. */
type Word =
  /** A tab has come; whoever hears it fetches this file. */
  | { kind: 'here' }
  /** It has nothing yet; and what is told to such a one. */
  | { kind: 'empty' }
  | { kind: 'have' | 'went'; conversationId: string | null; token: string | null }
  | {
      kind: 'turn';
      token: string | null;
      conversationId: string;
      question: ChatMessage;
      /** Null where a person answers. */
      answer: ChatMessage | null;
      progress: ChatState['progress'];
      balance: ChatState['balance'];
    }
  | { kind: 'ended'; ended: NonNullable<ChatState['ended']> }
  | { kind: 'forgot' };

const plain = ({ redraw: _, ...entry }: Entry): ChatMessage => entry;

/**
 * Makes the visitor's tabs one conversation: what is asked in one is asked in all, each reads the answer while
 * it is written, and a new or another conversation is one for all. The channel is of the agent and the page's
 * site; nobody else hears it.
 */
export function shareTabs(store: ChatStore, channel: BroadcastChannel): void {
  const { number } = store.get().agent;
  /** What was told or heard already. */
  const known = new Set<string>();
  let before = store.get();
  let beforeId = store.conversationId();
  let isHearing = false;
  let waiting: Word[] = [];
  const isEmpty = () => store.get().entries.length === 0 && !store.get().waiting;
  const say = (word: Word) => channel.postMessage(word);
  const sayWhere = (kind: 'have' | 'went') =>
    say({ kind, conversationId: store.conversationId(), token: store.api.token() });
  const learn = () => {
    for (const { id } of store.get().entries) known.add(id);
  };

  async function go(id: string, token: string | null): Promise<void> {
    store.go(id, [], token);
    const { conversation } = await store.api.call<{ conversation: ChatConversation }>(
      'GET',
      `conversations/${id}`,
    );
    if (store.conversationId() !== id) return;
    for (const message of conversation.messages) known.add(message.id);
    takeMessages(store, conversation.messages);
  }

  async function hear(word: Word): Promise<void> {
    const id = store.conversationId();
    switch (word.kind) {
      case 'here':
        return;
      case 'empty':
        if (id) sayWhere('have');
        return;
      case 'have':
        if (word.conversationId && isEmpty()) await go(word.conversationId, word.token);
        return;
      case 'went':
        if (word.conversationId === null) store.restart();
        else if (word.conversationId !== id) await go(word.conversationId, word.token);
        return;
      case 'turn': {
        const { conversationId, question, answer, progress, balance, token } = word;
        known.add(question.id);
        if (answer) known.add(answer.id);
        if (conversationId !== id) return go(conversationId, token);
        store.set({ progress, balance });
        return takeMessages(store, [
          question,
          ...(answer ? [{ ...answer, text: '', status: 'streaming' as const }] : []),
        ]);
      }
      case 'ended':
        if (word.ended.id === id) store.set({ ended: word.ended });
        return;
      default:
        store.forget();
    }
  }

  /* One after the other, and none in the middle of an answer that is read here. */
  async function follow(word: Word): Promise<void> {
    if (store.get().busy || isHearing) return void waiting.push(word);
    if (store.get().agent.number !== number) return;
    isHearing = true;
    try {
      await hear(word);
    } catch {
      /* Not reached, or no longer there: this tab stays where it is. */
    }
    isHearing = false;
    look();
  }

  function look(): void {
    const state = store.get();
    const id = store.conversationId();
    const [last, lastId] = [before, beforeId];
    before = state;
    beforeId = id;
    if (isHearing || state.agent.number !== number) return learn();
    for (const [at, entry] of state.entries.entries()) {
      if (known.has(entry.id) || !isStored(entry)) continue;
      known.add(entry.id);
      const next = state.entries[at + 1];
      const answer = next && next.role === 'assistant' && isStored(next) ? next : null;
      if (entry.role !== 'visitor' || !id) continue;
      if (answer) known.add(answer.id);
      const { progress, balance } = state;
      say({
        kind: 'turn',
        token: store.api.token(),
        conversationId: id,
        question: plain(entry),
        answer: answer && plain(answer),
        progress,
        balance,
      });
    }
    if (state.session === 'waiting' && last.session === 'ready') say({ kind: 'forgot' });
    else if (id !== lastId && lastId !== null && !state.busy) sayWhere('went');
    if (state.ended && state.ended !== last.ended) say({ kind: 'ended', ended: state.ended });
    const [next, ...rest] = waiting;
    if (next && !state.busy) {
      waiting = rest;
      void follow(next);
    }
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => void follow(data));
  store.subscribe(look);
  learn();
  if (beforeId) sayWhere('have');
  else if (isEmpty()) say({ kind: 'empty' });
}
