import type { FormValue } from '#shared/forms/values.ts';
import type { PublicAgent as PublicAgentFacts } from '#features/agents/agents-public.contract.ts';
import type { PaywallBalance } from '#features/paywall/paywall.contract.ts';
import type { GateProgress } from '#shared/chat/visitor-gate.ts';
import type { EventKind, Handler, MessageRole, Person } from '../../conversations-handoff.contract.ts';
import type { MessagePart } from '#shared/chat/message-parts.ts';
import type english from '../../../../../locales/en/chat.json';

/** Keys of the visitor's texts; they reach the chat in the agent's language inside `PublicAgent.texts`. */
export type TextKey = keyof typeof english;

/** A source that an answer leans on; `number` is the marker `[n]` in the answer's text. */
export type Citation = {
  number: number;
  title: string;
  quote: string;
  kind: 'page' | 'file' | 'text' | 'qa';
  /** The live page. */
  url: string | null;
  /** Our stored copy with the passage highlighted. */
  storedUrl: string;
  page: number | null;
};

/** A file that the visitor sent, or a picture that the agent made. `url` opens it for a while. */
export type ChatAttachment = {
  id: string;
  kind: 'image' | 'document';
  name: string;
  type: string;
  size: number;
  width: number | null;
  height: number | null;
  url: string;
};

export type MessageStatus = 'streaming' | 'complete' | 'interrupted' | 'stopped' | 'failed';

export type ChatMessage = {
  id: string;
  seq: number;
  role: MessageRole;
  text: string;
  status: MessageStatus;
  createdAt: string;
  /** Who of the team wrote it, or whom an event is about. */
  author?: Person | null;
  event?: EventKind;
  editedAt?: string | null;
  /** The visitor said it aloud. */
  isSpoken?: boolean;
  isDeleted?: boolean;
  /** What stands in the message besides its text. */
  parts?: MessagePart[];
  /** Questions that are proposed after this answer. */
  suggestions?: string[];
  citations: Citation[];
  feedback: 'up' | 'down' | null;
  errorCode: string | null;
  engine: 'built-in' | 'model' | null;
  attachments?: ChatAttachment[];
  /** Key under which the visitor's message was sent, when the server tells it; a retry repeats it. */
  clientMessageId?: string | null;
};

export type ChatConversation = {
  id: string;
  messages: ChatMessage[];
};

/** What a visitor may know of an agent. */
export type PublicAgent = Omit<PublicAgentFacts, 'texts'> & { texts: Partial<Record<TextKey, string>> };

/** The owner's own design. */
export type AgentDesign = NonNullable<PublicAgent['design']>;

/** Where the visitor is, for the owner's eyes. */
export type VisitedPage = {
  url: string;
  referrer?: string;
};

export type SessionRequest = {
  agent: number;
  token: string | null;
  preview: string | null;
  page: VisitedPage | null;
  timezone?: string;
  language?: string;
  tag: string | null;
};
export type SessionAnswer = {
  token: string;
  agent: PublicAgent;
  conversation: ChatConversation | null;
  progress: VisitorProgress;
  switchable: SwitchableAgent[];
  /** Missing where nothing is paid for. */
  balance?: PaywallBalance | null;
};

/** Another agent that the visitor may go on with. */
export type SwitchableAgent = {
  number: number;
  name: string;
  avatarUrl: string | null;
  color: string;
  line: string;
  isLast: boolean;
};

/** How far the visitor came with what the agent asks, and what they gave. */
export type VisitorProgress = GateProgress & {
  values: FormValue[];
  filledAt: string | null;
};

/** What an answer's stream says, by event name. */
export type StreamEvent =
  | {
      type: 'accepted';
      conversationId: string;
      visitorMessage: ChatMessage;
      assistantMessage: ChatMessage | null;
    }
  | { type: 'snapshot'; text: string; parts?: MessagePart[] }
  | { type: 'part'; part: MessagePart }
  | { type: 'suggestions'; suggestions: string[] }
  | { type: 'delta'; text: string }
  | { type: 'tool'; name: string; label: string; state: 'running' | 'done' | 'failed' }
  /** The answer wants something done by the page around. */
  | { type: 'page-call'; id: string; name: string }
  | { type: 'done'; message: ChatMessage; balance?: PaywallBalance | null }
  | {
      type: 'failed';
      code: string;
      message: string;
      assistantMessage: ChatMessage;
      retryable: boolean;
      balance?: PaywallBalance | null;
    };

/** What the stream of a conversation says besides the answers, by event name. */
export type PeopleEvent =
  | { type: 'ready' }
  | { type: 'displaced' }
  | { type: 'message'; message: ChatMessage }
  | { type: 'handler'; handler: Handler; person: Person | null; asksDetails?: boolean }
  | { type: 'typing'; name: string; seconds: number };

/** Longest message that a visitor may send. */
export const messageLimit = 4000;
