import type { Entry } from '#features/conversations/chat/store/chat-state.ts';
import type { ChatMode } from '#features/conversations/chat/shell/Chat.tsx';
import type { PublicAgent } from '#features/conversations/chat/store/visitor-types.ts';

/**
 * A message that waits to be paid for. Its key stays the same, so that it is said once however often it is
 * sent.
 */
export type KeptMessage = Pick<Entry, 'text' | 'clientMessageId' | 'attachments'>;

/** What must outlive this page while somebody pays in another tab. */
export type PendingPayment = {
  purchase?:
    | {
        id: string;
        url: string | null;
        email: string;
        /** How long it is waited for already, in ms; a staged one has no past of its own. */
        waited?: number;
      }
    | undefined;
  waiting?: KeptMessage | undefined;
  /** When the message was kept. */
  at?: number | undefined;
  email?: string | undefined;
};

/** Where a browser gives no storage, it lasts as long as the page. */
const remembered = new Map<number, PendingPayment>();

function storageOf(agent: PublicAgent, mode: ChatMode): Storage | null {
  if (mode === 'preview' || agent.history === 'off') return null;
  try {
    return agent.history === 'local' ? localStorage : sessionStorage;
  } catch {
    return null;
  }
}

const nameOf = (agent: PublicAgent) => `chatelier:${agent.number}:paying`;

/** What was kept for this agent; empty when there is nothing, or nothing that can be read. */
export function readPending(agent: PublicAgent, mode: ChatMode): PendingPayment {
  const here = remembered.get(agent.number);
  if (here) return here;
  try {
    return (JSON.parse(storageOf(agent, mode)?.getItem(nameOf(agent)) ?? '{}') ?? {}) as PendingPayment;
  } catch {
    return {};
  }
}

/** Keeps these beside what is kept already; `undefined` takes one away. */
export function savePending(agent: PublicAgent, mode: ChatMode, change: PendingPayment): void {
  const next = { ...readPending(agent, mode), ...change };
  remembered.set(agent.number, next);
  try {
    const storage = storageOf(agent, mode);
    if (Object.values(next).some((value) => value !== undefined))
      storage?.setItem(nameOf(agent), JSON.stringify(next));
    else storage?.removeItem(nameOf(agent));
  } catch {
    /* Refused or full: it is remembered until the page goes. */
  }
}
