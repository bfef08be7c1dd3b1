import type { CallEndReason, CallWay } from '#shared/voice/calls.ts';
import type { ChatStore } from '#features/conversations/chat/store/chat-store.ts';
import { RequestError } from '#features/conversations/chat/store/visitor-api.ts';
import type { PaywallBalance } from '#features/paywall/paywall.contract.ts';

/** Between two times that the server is told how the call goes, in ms. */
const everyMs = 15_000;

/** What is counted in a call, since its beginning. */
export type CallCounts = {
  /** Answers that the visitor spoke into. */
  interruptions: number;
  /** Answers that were heard, and how long it took from the questions to their first sounds together, in ms. */
  sounds: number;
  soundMs: number;
};

type NotesOptions = {
  store: Pick<ChatStore, 'set'> & { api: Pick<ChatStore['api'], 'call'> };
  language: string;
  way: () => CallWay;
  counts: () => CallCounts;
  now: () => number;
  /** The visitor's messages don't cover another minute. */
  onUnpaid: () => void;
};

/**
 * Tells the server of a call: that it began, how it goes, and why it ended. Where minutes are paid for, the server
 * takes each by being told. Whatever fails besides is told the next time.
 */
export function keepNotes({ store, language, way, counts, now, onUnpaid }: NotesOptions) {
  let key = crypto.randomUUID();
  let last = -Infinity;
  let isOver = false;

  async function tell(end: CallEndReason | null): Promise<void> {
    last = now();
    const body = { key, way: way(), language, ...counts(), end };
    try {
      const told = await store.api.call<{ isOver: boolean; balance: PaywallBalance | null }>(
        'PUT',
        'call',
        body,
      );
      if (told.balance && told.balance.state !== 'off') store.set({ balance: told.balance });
      /* The server had not heard of it for so long that it took it for over. */
      if (told.isOver && !end) key = crypto.randomUUID();
    } catch (error) {
      if (isOver || !(error instanceof RequestError) || error.status !== 402) return;
      store.set({ balance: error.balance ?? null });
      onUnpaid();
    }
  }

  return {
    /** By which the call is told of now. */
    key: () => key,
    begin: () => tell(null),
    tick() {
      if (!isOver && now() - last >= everyMs) void tell(null);
    },
    end(reason: CallEndReason) {
      if (isOver) return;
      isOver = true;
      void tell(reason);
    },
  };
}
