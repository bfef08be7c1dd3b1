import type { ChatMode } from '#features/conversations/chat/shell/Chat.tsx';
import type { ChatStore } from '#features/conversations/chat/store/chat-store.ts';
import { randomUuid } from '#features/conversations/chat/store/chat-state.ts';
import { RequestError } from '#features/conversations/chat/store/visitor-api.ts';
import type { PaywallBalance } from '#features/paywall/paywall.contract.ts';
import type { Checkout, Offer, Wall } from '../payments-visitor.contract.ts';
import { savePending, readPending } from './pending.ts';
import { isUsedUp } from './words.ts';

/**
 * How far somebody is with paying. `opening`: the payment page is asked for · `open`: it is there ·
 * `confirming`: the provider has the money or is about to · `failed`, `expired`: nothing was charged · `paid`
 * · `twice`, `tried`: it went through, and was ended at once, because the same person subscribes already or
 * had a trial before.
 */
export type PayingState = {
  phase: 'idle' | 'opening' | 'open' | 'confirming' | 'paid' | 'twice' | 'tried' | 'failed' | 'expired';
  url: string | null;
  /** The browser kept the page from opening by itself. */
  isBlocked: boolean;
  /** Confirming takes longer than it usually does. */
  isLong: boolean;
  email: string;
  /** Nothing was paid yet: a trial began. */
  isTrial: boolean;
  /** Why the payment page could not be asked for. */
  refusal: RequestError | null;
};

export type Paying = ReturnType<typeof createPaying>;

const idle: PayingState = {
  phase: 'idle',
  url: null,
  isBlocked: false,
  isLong: false,
  email: '',
  isTrial: false,
  refusal: null,
};
const quickMs = 30_000;
/** Who goes back and forth between two windows asks no more often than this. */
const refreshMs = 5_000;
/** After so long nobody waits for it any more; the next look at the chat asks again. */
const longestMs = 45 * 60_000;

/**
 * How long to wait before the next look: often while somebody is just back, seldom in a tab that nobody sees.
 */
export const pollIntervalOf = (sinceBegin: number, isHidden: boolean): number =>
  isHidden ? 5_000 : sinceBegin < quickMs ? 1_500 : 6_000;

/**
 * One visitor's payment: opens the provider's page and looks until the server says how it ended. Only the
 * server's word counts.
 */
export function createPaying(store: ChatStore, mode: ChatMode) {
  const { agent } = store.get();
  const isEmbedded = mode === 'embed';
  const listeners = new Set<() => void>();
  let state = idle;
  let purchase: { id: string; offer: Pick<Offer, 'type' | 'total' | 'currency'> | null } | null = null;
  let timer = 0;
  let begun = 0;
  let isLooking = false;
  let isEnded = false;
  /*
   * One for each thing that is asked for, so that asking again after a broken connection is the same
   * purchase.
   */
  let key = { of: '', id: '' };

  const set = (change: Partial<PayingState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const isMine = () => !isEnded && store.get().agent.number === agent.number;

  function apply(balance: PaywallBalance) {
    store.set({ balance: balance.state === 'off' ? null : balance });
  }

  function showOutcome({ status, outcome, url, balance }: Checkout) {
    const { balance: before, waiting } = store.get();
    apply(balance);
    if (status === 'open') return set({ phase: 'open', url: url ?? state.url });
    if (status === 'processing') return set({ phase: 'confirming', isLong: Date.now() - begun > quickMs });
    clearTimeout(timer);
    const paid = purchase;
    purchase = null;
    savePending(agent, mode, { purchase: undefined });
    // It was paid on another page meanwhile, and so this one was closed.
    const isElsewhere = status === 'expired' && (isUsedUp(before) || !!waiting) && !isUsedUp(balance);
    const isSurplus = outcome === 'twice' || outcome === 'tried';
    set({
      phase: isElsewhere ? 'paid' : isSurplus ? outcome : status,
      url: null,
      isTrial: outcome === 'trial',
      ...(isElsewhere ? { email: '' } : {}),
    });
    if (isElsewhere || (isSurplus && !isUsedUp(balance))) return store.release();
    if (status !== 'paid' || isSurplus) return;
    if (paid)
      store.tell('purchase', {
        id: paid.id,
        type: paid.offer?.type ?? 'once',
        total: paid.offer?.total ?? 0,
        currency: paid.offer?.currency ?? '',
        isTest: balance.isTest,
      });
    store.release();
  }

  async function look() {
    clearTimeout(timer);
    if (!purchase || isLooking || !isMine()) return;
    isLooking = true;
    try {
      const checkout = await store.api.call<Checkout>('GET', `checkout/${encodeURIComponent(purchase.id)}`);
      if (isMine() && purchase) showOutcome(checkout);
    } catch (error) {
      /* It belongs to somebody else, or was never there: it is not ours to wait for. */
      if (error instanceof RequestError && error.status === 404) {
        purchase = null;
        savePending(agent, mode, { purchase: undefined });
        set(idle);
      }
    }
    isLooking = false;
    const since = Date.now() - begun;
    if (purchase && isMine() && since < longestMs)
      timer = window.setTimeout(() => void look(), pollIntervalOf(since, document.hidden));
  }

  let isAway = document.hidden;
  let refreshed = 0;
  const left = () => (isAway = true);
  /**
   * Whoever comes back to this tab is answered at once, and often for a while. The focus that comes to a page
   * for the first time is nobody's return.
   */
  function returned() {
    if (document.hidden) return left();
    if (!isAway) return;
    isAway = false;
    begun = Date.now();
    void (purchase ? look() : refresh());
  }
  /** What there is may have been bought, used, ended or opened on another device meanwhile. */
  async function refresh() {
    const { balance, busy } = store.get();
    if (!balance || busy || Date.now() - refreshed < refreshMs) return;
    refreshed = Date.now();
    try {
      const next = await store.api.call<PaywallBalance>('GET', 'balance');
      if (!isMine() || store.get().busy) return;
      apply(next);
      if (isUsedUp(balance) && !isUsedUp(next) && store.get().waiting) store.release();
    } catch {
      /* What stood there stays; the next message is told what is true. */
    }
  }

  return {
    isEmbedded,
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    apply,
    /** Takes up what was begun before this page was loaded. */
    resume() {
      document.addEventListener('visibilitychange', returned);
      addEventListener('focus', returned);
      addEventListener('blur', left);
      const kept = readPending(agent, mode).purchase;
      if (!kept || purchase) return;
      purchase = { id: kept.id, offer: null };
      begun = Date.now() - (kept.waited ?? 0);
      set({ ...idle, phase: 'confirming', url: kept.url, email: kept.email });
      void look();
    },
    /**
     * Opens the provider's page. Must be called in the click's own task: later a browser would hold the new
     * tab back.
     */
    begin(offer: Offer, email: string, coupon: string) {
      if (state.phase === 'opening') return;
      const tab = openTab();
      const of = [offer.id, email, coupon].join(' ');
      if (key.of !== of) key = { of, id: randomUuid() };
      set({ ...idle, phase: 'opening', email });
      savePending(agent, mode, { email });
      store.api
        .call<Checkout>('POST', 'checkout', {
          email,
          offer: offer.id,
          ...(coupon ? { coupon } : {}),
          conversationId: store.conversationId(),
          ...(isEmbedded ? { isEmbedded } : {}),
          key: key.id,
        })
        .then(
          (checkout) => {
            key = { of: '', id: '' };
            purchase = { id: checkout.purchaseId, offer };
            begun = Date.now();
            savePending(agent, mode, { purchase: { id: checkout.purchaseId, url: checkout.url, email } });
            if (checkout.url && checkout.status === 'open') tab?.go(checkout.url);
            else tab?.close();
            set({ isBlocked: !tab });
            showOutcome(checkout);
            timer = window.setTimeout(() => void look(), pollIntervalOf(0, document.hidden));
          },
          (error: unknown) => {
            tab?.close();
            set({
              phase: 'idle',
              refusal: error instanceof RequestError ? error : new RequestError(0, '', ''),
            });
          },
        );
    },
    /** Back to the offer; a payment page that is still open can be paid all the same, and then counts. */
    again() {
      clearTimeout(timer);
      purchase = null;
      savePending(agent, mode, { purchase: undefined });
      set(idle);
    },
    end() {
      isEnded = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', returned);
      removeEventListener('focus', returned);
      removeEventListener('blur', left);
    },
    wall: (coupon = '') =>
      store.api.call<Wall>('GET', `wall${coupon ? `?coupon=${encodeURIComponent(coupon)}` : ''}`),
  };
}

/**
 * A new tab that waits for its address; null where the browser allows none. It never learns who opened it.
 */
function openTab(): { go(url: string): void; close(): void } | null {
  const tab = window.open('', '_blank');
  if (!tab) return null;
  try {
    tab.opener = null;
  } catch {
    /* Some browsers don't let it be written. */
  }
  return { go: (url) => tab.location.replace(url), close: () => tab.close() };
}
