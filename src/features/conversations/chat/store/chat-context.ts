import type { EmbedValues } from '#shared/embed/protocol.ts';
import type { PaywallBalance } from '#features/paywall/paywall.contract.ts';
import type { ChatState, Entry } from './chat-state.ts';
import { createTranslate } from '../shell/texts.ts';
import type { VisitorApi } from './visitor-api.ts';
import type { PublicAgent, VisitedPage } from './visitor-types.ts';

export type ChatStoreOptions = {
  agent: PublicAgent;
  api: VisitorApi;
  preview?: string | null;
  tag?: string | null;
  /** Keeps the visitor's token where this mount can keep it; null forgets it. */
  onToken?: (token: string | null) => void;
  /** Tells the page around, or whoever mounts the chat, what happened. */
  tell?: ChatTeller;
  /** Where one goes for another conversation, in a chat that a link opened for this one alone. */
  home?: string | undefined;
  /** Waits between two attempts; a test makes it short. */
  pause?: (milliseconds: number) => Promise<void>;
};

/**
 * What parts of the chat tell the page around: `lead` when the contact form was sent, `end` with the address
 * to go to, `paywall` and `purchase` about paying.
 */
export type ChatTeller = <Kind extends 'lead' | 'end' | 'error' | 'paywall' | 'purchase'>(
  kind: Kind,
  value?: EmbedValues[Kind],
) => void;

/** Milliseconds between the attempts to reach the server. */
export const delays = [400, 1000, 2500, 5000, 8000];

/** Waits, but not longer than until the network is back. */
const pauseOrOnline = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(() => (navigator.onLine ? end() : undefined), milliseconds);
    addEventListener('online', end);
  });

/** The answer that is being followed; `messageId` is null until the server has accepted the question. */
export type CurrentAnswer = {
  abort: AbortController;
  messageId: string | null;
};

/** What the parts of the chat's store share: what is shown, and what of the session is not. */
export type ChatContext = ReturnType<typeof createChatContext>;

/** The state of a chat that is not connected yet, and the ways to change it. */
export function createChatContext(options: ChatStoreOptions) {
  const listeners = new Set<() => void>();
  const state: ChatState = {
    agent: options.agent,
    entries: [],
    session: 'waiting',
    busy: false,
    reconnecting: false,
    activity: null,
    online: navigator.onLine,
    standing: null,
    waiting: null,
    ended: null,
    switchable: [],
    people: null,
    balance: null,
    paywall: null,
    announcement: '',
  };
  const chat = {
    options,
    api: options.api,
    pause: options.pause ?? pauseOrOnline,
    listeners,
    state,
    /** A conversation that was put aside does not come back with another session. */
    isAside: false,
    conversationId: null as string | null,
    /** The visitor's token; null until a session gives one. */
    token: null as string | null,
    page: null as VisitedPage | null,
    /** The session, being opened or open; null when it is to be opened anew. */
    connected: null as Promise<boolean> | null,
    current: null as CurrentAnswer | null,
    /** The timer of the next drawing of a growing answer; 0 while none runs. */
    drawn: 0,
    notify() {
      for (const listener of listeners) listener();
    },
    set(change: Partial<ChatState>) {
      chat.state = { ...chat.state, ...change };
      chat.notify();
    },
    /** Changes one entry, without telling who listens. */
    change(key: string, values: Partial<Entry>) {
      chat.state = {
        ...chat.state,
        entries: chat.state.entries.map((entry) => (entry.key === key ? { ...entry, ...values } : entry)),
      };
    },
    /** The page keeps the token of the agent that it shows first, not those of agents that one went on with. */
    keep(kept: string | null) {
      if (chat.state.agent.number === options.agent.number) options.onToken?.(kept);
    },
    t: () => createTranslate(chat.state.agent),
  };
  return chat;
}

/** The balance that is shown: null where nothing is paid for. */
export function balanceOf({ balance }: { balance?: PaywallBalance | null }): PaywallBalance | null {
  return balance && balance.state !== 'off' ? balance : null;
}
