import type { MessagePart } from '#shared/chat/message-parts.ts';
import type { PaywallBalance } from '#features/paywall/paywall.contract.ts';
import type { ChatMessage } from '../../conversations.contract.ts';

/** What happens in a running answer. */
export type AnswerEvent =
  | { type: 'delta'; text: string }
  /** `label` is what visitors read while it runs; the chat's own words where it is missing. */
  | { type: 'tool'; name: string; state: 'running' | 'done' | 'failed'; label?: string }
  /** A page of whoever reads along is asked to do something; `isOver`: it was done, or nobody waits any more. */
  | { type: 'page-call'; id: string; name: string; isOver?: true }
  | { type: 'part'; part: MessagePart }
  /**
   * `more`: suggestions come as soon as they are known. `balance` is what the visitor may still say; null or
   * missing where nothing is paid for.
   */
  | { type: 'done'; message: ChatMessage; more?: boolean; balance?: PaywallBalance | null }
  | { type: 'suggestions'; suggestions: string[] }
  | {
      type: 'failed';
      code: string;
      message: ChatMessage;
      isRetryable: boolean;
      balance?: PaywallBalance | null;
    };

type ToolEvent = Extract<AnswerEvent, { type: 'tool' }>;
type PageCallEvent = Extract<AnswerEvent, { type: 'page-call' }>;

/** A running answer: the text so far and who is listening. Readers come and go; the answer goes on. */
export class LiveAnswer {
  readonly id: string;
  readonly abort = new AbortController();
  /** How much of the text is in the database. */
  savedText = '';
  /** How many of the parts are in the database. */
  savedParts = 0;
  #text = '';
  readonly #parts: MessagePart[] = [];
  readonly #tools = new Map<string, ToolEvent>();
  #pageCall: PageCallEvent | null = null;
  #end: Extract<AnswerEvent, { type: 'done' | 'failed' }> | null = null;
  readonly #listeners = new Set<(event: AnswerEvent) => void>();

  constructor(id: string) {
    this.id = id;
  }

  get text(): string {
    return this.#text;
  }

  get parts(): readonly MessagePart[] {
    return this.#parts;
  }

  emit(given: AnswerEvent): void {
    if (this.#end && given.type !== 'suggestions') return;
    // No database text holds U+0000, whatever a model says.
    const event =
      given.type === 'delta' && given.text.includes('\u0000')
        ? { ...given, text: given.text.replaceAll('\u0000', '') }
        : given;
    if (event.type === 'delta') this.#text += event.text;
    if (event.type === 'part') this.#parts.push(event.part);
    if (event.type === 'tool') this.#tools.set(event.name, event);
    if (event.type === 'page-call') this.#pageCall = event.isOver ? null : event;
    if (event.type === 'done' || event.type === 'failed') this.#end = event;
    for (const listener of this.#listeners) listener(event);
  }

  /**
   * Hears everything from now on; gives the text so far, how far each tool is, what a page is asked for and, if
   * it is over, how it ended.
   */
  join(listener: (event: AnswerEvent) => void): {
    text: string;
    parts: readonly MessagePart[];
    tools: readonly ToolEvent[];
    /** What a page is being asked for; calls run one after the other. */
    pageCall: PageCallEvent | null;
    end: Extract<AnswerEvent, { type: 'done' | 'failed' }> | null;
    leave(): void;
  } {
    this.#listeners.add(listener);
    return {
      text: this.#text,
      parts: [...this.#parts],
      tools: [...this.#tools.values()],
      pageCall: this.#pageCall,
      end: this.#end,
      leave: () => this.#listeners.delete(listener),
    };
  }
}
