import type { ConversationRow, MessageRow } from '../conversations.repository.ts';

/**
 * Which column gets which value when a visitor's message is accepted: the name of what is given, or what `is` in
 * every message. The hot statements and the way step by step are both made of this. A column that isn't named
 * keeps its default.
 */
type Columns<Row> = {
  readonly [Column in keyof Row]?:
    | string
    | { readonly is: Row[Column] extends readonly (infer Item)[] ? readonly Item[] : Row[Column] };
};

const message = {
  accountId: 'accountId',
  conversationId: 'conversationId',
  visitorId: 'visitorId',
  createdAt: 'now',
} as const;

/** What the visitor wrote. */
export const questionColumns = {
  ...message,
  id: 'questionId',
  seq: 'seq',
  role: { is: 'visitor' },
  body: 'text',
  status: { is: 'complete' },
  clientMessageId: 'clientMessageId',
  isSpoken: 'isSpoken',
  answersId: { is: null },
  processId: { is: null },
  attachments: 'files',
} as const satisfies Columns<MessageRow>;

/** The place of its answer. */
export const answerColumns = {
  ...message,
  id: 'answerId',
  seq: 'answerSeq',
  role: { is: 'assistant' },
  body: { is: '' },
  status: { is: 'streaming' },
  clientMessageId: { is: null },
  isSpoken: { is: false },
  answersId: 'questionId',
  processId: 'processId',
  attachments: { is: [] },
} as const satisfies Columns<MessageRow>;

/**
 * A conversation that begins with a message and the place of its answer, which is counted from the beginning, so
 * that no way of ending can miscount it.
 */
export const begunColumns = {
  id: 'conversationId',
  accountId: 'accountId',
  agentId: 'agentId',
  visitorId: 'visitorId',
  contactId: 'contactId',
  isPreview: 'isPreview',
  language: 'language',
  pageUrl: 'pageUrl',
  tag: 'tag',
  channel: 'channel',
  nextSeq: { is: 3 },
  messageCount: { is: 2 },
  lastMessage: 'preview',
  lastMessageRole: { is: 'visitor' },
  lastMessageAt: 'now',
  lastVisitorSeq: { is: 1 },
  resolveAt: 'resolveAt',
  createdAt: 'now',
} as const satisfies Columns<ConversationRow>;

/** What a message changes in the conversation that it goes on with, whoever answers it. */
export const continuedColumns = {
  lastMessage: 'preview',
  lastMessageRole: { is: 'visitor' },
  lastMessageAt: 'now',
  lastVisitorSeq: 'seq',
  status: 'status',
  resolvedAt: { is: null },
  snoozedUntil: { is: null },
  waitingSince: 'waitingSince',
  resolveAt: 'resolveAt',
} as const satisfies Columns<ConversationRow>;

type AnyColumns = Readonly<Record<string, string | { readonly is: unknown }>>;
type NamesOf<Map extends AnyColumns> = Extract<Map[keyof Map], string>;
type Filled<Map extends AnyColumns, Given> = {
  -readonly [Column in keyof Map]: Map[Column] extends { readonly is: infer Value }
    ? Value extends readonly []
      ? never[]
      : Value
    : Map[Column] extends keyof Given
      ? Given[Map[Column]]
      : never;
};

/**
 * A row of one of these maps, filled with values, or with their places in a statement. `own` stands before what
 * is given.
 */
export function fill<const Map extends AnyColumns, Given extends object, Own extends object = object>(
  map: Map & ([NamesOf<Map>] extends [keyof Given | keyof Own] ? unknown : never),
  given: Given,
  own?: Own,
): Filled<Map, Omit<Given, keyof Own> & Own> {
  const valueOf = (name: string): unknown =>
    own && name in own ? own[name as keyof Own] : given[name as keyof Given];
  return Object.fromEntries(
    Object.entries<string | { readonly is: unknown }>(map).map(([column, from]) => [
      column,
      typeof from === 'string' ? valueOf(from) : from.is,
    ]),
  ) as Filled<Map, Omit<Given, keyof Own> & Own>;
}
