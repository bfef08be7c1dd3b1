import type { PaywallBalance } from '#features/paywall/paywall.contract.ts';
import type { Handler, Person } from '../../conversations-handoff.contract.ts';
import { messageLimit } from './visitor-types.ts';
import type {
  ChatAttachment,
  ChatMessage,
  PublicAgent,
  VisitorProgress,
  SwitchableAgent,
  TextKey,
} from './visitor-types.ts';

/**
 * A message as it is shown: `key` stays the same from the moment of sending, also when the server's id
 * arrives.
 */
export type Entry = ChatMessage & {
  key: string;
  /** The server's own words about a failure; else the text of `failureKey`. */
  failureText?: string;
  failureKey?: TextKey;
  canRetry?: boolean;
  /** The agent that said it, when it is not the one that one talks with now. */
  by?: PublicAgent;
  /** Stands between the messages and is said by nobody. */
  isLine?: boolean;
  /**
   * Draws this entry alone anew; whoever draws it says how. While an answer grows, nothing else of the chat
   * has changed.
   */
  redraw?: () => void;
};

export type ChatState = {
  agent: PublicAgent;
  entries: Entry[];
  session: 'waiting' | 'connecting' | 'ready' | 'failed' | 'gone';
  /** No session has answered yet: whether something stands before the first message is not known. */
  isUnknown: boolean;
  /** An answer is awaited or being written. */
  busy: boolean;
  /** The connection was lost in the middle of an answer and is being taken up again. */
  reconnecting: boolean;
  /** What a tool that the agent uses is doing, in words. */
  activity: string | null;
  online: boolean;
  /** How far the visitor came with what the agent asks; null until the session is open. */
  progress: VisitorProgress | null;
  /** A message that waits for the visitor to agree, or to fill in the contact form. */
  waiting: Entry | null;
  /** The conversation that was ended last, for as long as no other one begins. */
  ended: { id: string; by: 'visitor' | 'agent' } | null;
  /** Whom the visitor may go on with. */
  switchable: SwitchableAgent[];
  /** Who has the conversation, and who talks if it is a person. */
  people: { handler: Handler; person: Person | null } | null;
  /** What the visitor may still say; null where nothing is paid for. */
  balance: PaywallBalance | null;
  /** What about paying lies over the conversation. */
  paywall: 'wall' | 'usage' | null;
  /** What a screen reader is told, politely. */
  announcement: string;
  /** A call is on or being begun; its button and the call itself stand apart in the field. */
  isCalling?: boolean;
};

let made = 0;
const localKey = () => `local-${++made}`;

/**
 * A random UUID, also on pages without https, where `crypto.randomUUID` is missing: there the browser names a
 * blob with one.
 */
export function randomUuid(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const address = URL.createObjectURL(new Blob());
  URL.revokeObjectURL(address);
  return address.slice(-36);
}

/** A message that only this browser knows yet. */
export function localEntry(role: ChatMessage['role'], text: string): Entry {
  const key = localKey();
  return {
    key,
    id: key,
    seq: 1e9,
    role,
    text,
    status: role === 'assistant' ? 'streaming' : 'complete',
    createdAt: new Date().toISOString(),
    citations: [],
    feedback: null,
    errorCode: null,
    engine: null,
  };
}

/** A stored message as an entry. An answer that did not end well can be asked for again. */
export function storedEntry(message: ChatMessage): Entry {
  const entry: Entry = { ...message, key: message.id };
  if (message.role === 'assistant' && message.status === 'failed')
    return { ...entry, failureKey: 'failure.answer', canRetry: true };
  if (message.role === 'assistant' && message.status === 'interrupted')
    return { ...entry, failureKey: 'failure.interrupted', canRetry: true };
  return entry;
}

/** Nothing is under way: also not for the ears, or a question that waits would seem to be answered. */
export const quiet = { busy: false, reconnecting: false, activity: null, announcement: '' };

/** What a chat without a conversation shows. */
export const blank = {
  people: null,
  ended: null,
  waiting: null,
  paywall: null,
  entries: [] as Entry[],
  ...quiet,
};

/** The state of a chat that is not connected yet. */
export const firstState = (agent: PublicAgent): ChatState => ({
  ...blank,
  agent,
  session: 'waiting',
  isUnknown: true,
  online: navigator.onLine,
  progress: null,
  switchable: [],
  balance: null,
});

/** An answer that is asked for again. */
export const unanswered: Partial<Entry> = {
  status: 'streaming',
  text: '',
  parts: undefined,
  suggestions: undefined,
  citations: [],
  failureKey: undefined,
  failureText: undefined,
  canRetry: false,
};

/** What the visitor wrote or said, with a key of its own. */
export const writtenEntry = (text: string, attachments?: ChatAttachment[], isSpoken?: boolean): Entry => ({
  ...localEntry('visitor', text),
  attachments: attachments?.length ? attachments : undefined,
  clientMessageId: randomUuid(),
  isSpoken,
});

/** A message with the one that waits for a form, a consent or a payment: it is not lost when another one is written. */
export function withWaiting(question: Entry, { waiting }: Pick<ChatState, 'waiting'>): Entry {
  const fits = waiting && waiting.text.length + question.text.length < messageLimit && !waiting.attachments;
  return fits ? { ...question, text: `${waiting.text}\n\n${question.text}` } : question;
}
