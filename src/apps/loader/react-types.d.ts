import type { CSSProperties, ReactElement } from 'react';

/** Who a visitor is, by the word of your server: a JWT (HS256), or facts with an HMAC-SHA256 over them. */
export type VisitorStatement =
  | { token: string }
  | { id: string; email?: string; name?: string; hash: string };

/**
 * What your page does when its agent calls a function by this name. What it returns is what the agent reads: a
 * text, or anything that can be JSON. `signal` ends with the time that the function has.
 */
export type ToolHandler = (given: Record<string, unknown>, extra: { signal: AbortSignal }) => unknown;

/** What an agent tells its page, each with its value. */
export type AgentEvents = {
  ready: undefined;
  open: undefined;
  close: undefined;
  /** A message was sent, or an answer ended; `text` only where it was asked for. */
  message: { id: string; role: 'visitor' | 'agent'; text?: string };
  lead: undefined;
  paywall: { isOpen: boolean };
  /** `total` in the currency’s smallest unit. */
  purchase: { id: string; type: string; total: number; currency: string; isTest: boolean };
  end: undefined;
  /** How many answers came while the chat was closed. */
  unread: number;
  identify: { verified: true };
  error: { code: string };
  destroy: undefined;
};

/** What a page can do with an agent. */
export type Agent = {
  open(): void;
  close(): void;
  toggle(): void;
  /** Opens the chat and sends a message as the visitor. */
  send(text: string): void;
  /** Says who the visitor is, by the word of your server. */
  identify(statement: VisitorStatement): void;
  /** Tells the agent about visitor and page; replaces what was told by the same names. */
  setVariables(variables: Record<string, unknown>): void;
  /** Shows the chat in the page's own theme; `auto` follows the system. */
  setTheme(theme: 'light' | 'dark' | 'auto'): void;
  /** Says what the visitor agreed to; the page's own statistics hear of the chat only then. */
  setConsent(consent: { analytics?: boolean; marketing?: boolean }): void;
  /** Lets the agent call a function of yours in this page; null takes it away. */
  registerTool(name: string, handler: ToolHandler | null): void;
  /** Hears an event; the returned function ends that. Told what messages say only with `{ text: true }`. */
  on<Event extends keyof AgentEvents>(
    event: Event,
    listener: (value: AgentEvents[Event]) => void,
    options?: { text?: boolean },
  ): () => void;
  /** Forgets the visitor, as after signing out. */
  reset(): void;
  /** Removes button, panel and listeners. */
  destroy(): void;
};

export type ChatelierAgentProps = {
  /** The agent's number, out of its tag. */
  number: number;
  /** Address of the instance, like `https://chat.example.com`. */
  origin?: string;
  mode?: 'bubble' | 'inline' | 'popup' | 'page';
  /** Seconds before a popup opens by itself. */
  delay?: number;
  identity?: VisitorStatement;
  variables?: Record<string, unknown>;
  /** What the agent may call in this page, by the names that its owner gave. */
  tools?: Record<string, ToolHandler>;
  /** Of the place of `mode="inline"`. */
  className?: string;
  style?: CSSProperties;
} & { [Event in keyof AgentEvents as `on${Capitalize<Event>}`]?: (value: AgentEvents[Event]) => void };

/** An agent in a React app: a launcher, or with `mode="inline"` a chat where the component stands. */
export function ChatelierAgent(props: ChatelierAgentProps): ReactElement | null;

/** What the page can do with a mounted agent: `chatelierAgent(123)?.open()`. */
export function chatelierAgent(number: number): Agent | undefined;
