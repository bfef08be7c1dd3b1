import type { ChatTheme, ConsentGiven, LauncherPosition, VisitorStatement } from '#shared/embed/protocol.ts';

export type LauncherEvent =
  | 'ready'
  | 'open'
  | 'close'
  | 'message'
  | 'lead'
  | 'paywall'
  | 'purchase'
  | 'end'
  | 'unread'
  | 'identify'
  | 'error'
  | 'destroy';

/**
 * What a page does when its agent calls a function by this name. What it returns is what the agent reads: a
 * text, or anything that can be JSON. `signal` ends with the time that the function has.
 */
export type ToolHandler = (given: Record<string, unknown>, extra: { signal: AbortSignal }) => unknown;

/** What the second file does; a call fetches it. */
export type PanelCalls = {
  open(): void;
  close(): void;
  toggle(): void;
  /** Opens the chat and sends a message as the visitor. */
  send(text: string): void;
  /** Says who the visitor is, by the word of the page's server. */
  identify(statement: VisitorStatement): void;
  /** Tells the agent about visitor and page; replaces what was told by the same names. */
  setVariables(variables: Record<string, unknown>): void;
  /** Shows the chat in the page's own theme; `auto` follows the system. */
  setTheme(theme: ChatTheme | 'auto'): void;
  /** Forgets the visitor and begins anew, as after signing out. */
  reset(): void;
  /** Says what the visitor agreed to; the page's own statistics hear of the chat only then. */
  setConsent(consent: ConsentGiven): void;
  /**
   * Lets the agent call a function of its owner's in this page, by the name that they gave it. Another handler
   * takes the place of the one before; null takes it away.
   */
  registerTool(name: string, handler: ToolHandler | null): void;
};

/**
 * What a page can do with an agent: `window.Chatelier.agents[number]`; the methods of the first agent are
 * also `window.Chatelier`'s own.
 */
export type Launcher = PanelCalls & {
  position: LauncherPosition;
  /** How much room the button takes on its side of the page. */
  width(): number;
  /**
   * Listens to an event until the launcher is destroyed or the returned function is called; every event is
   * also a `chatelier:<event>` event of the window. Only a listener that asks with `{ text: true }` is told
   * what messages say.
   */
  on(event: LauncherEvent, listener: (value?: unknown) => void, options?: { text?: boolean }): () => void;
  /** Removes button, panel, listeners and the registry entry. */
  destroy(): void;
};
export type LauncherMethod = Exclude<keyof Launcher, 'position' | 'width'>;

/** How an agent shows on this page; said by attributes of the script tag or of the place that it goes to. */
export type LauncherOptions = {
  mode?: string | undefined;
  delay?: string | undefined;
  target?: Element | null | undefined;
};
/** A part of the page that shows an agent, by a wrapper; see `wrapper.ts`. */
export type Mount = {
  options: LauncherOptions;
  /** Shows the agent there. */
  begin(): void;
};
/** A call that was made before there was a launcher: name of the method and its arguments. */
export type QueuedCall = [LauncherMethod, ...unknown[]];

/** `window.Chatelier`. */
export type Registry = Partial<Record<LauncherMethod, (...rest: unknown[]) => unknown>> & {
  agents: Record<string, Launcher>;
  /** The launchers in the order in which they came. */
  all: Launcher[];
  /** Brings an agent back whose script ran before. */
  start: Record<string, () => void>;
  /** Options that a wrapper sets before the script runs. */
  options?: Record<string, LauncherOptions>;
  /** The parts of the page that show an agent, the newest last: that one has it. */
  mounts?: Record<string, Mount[]>;
  q?: { push(...calls: QueuedCall[]): void };
};
