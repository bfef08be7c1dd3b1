import { newId } from '#shared/ids.ts';
import { languages, type Language } from '#shared/languages.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import type { AcceptRequest, Taken } from './accepting.usecases.ts';
import { beginStatement, type BegunRow } from './first-message.repository.ts';
import { excerpt } from './present.models.ts';
import { acceptStatement, type AcceptedRow } from './statements.repository.ts';
import { blankMessage } from '../conversations.repository.ts';
import type { AnnounceToOwner, ConversationsServices } from '../conversations.usecases.ts';

/**
 * Stores the usual messages in one statement each: the next one of a conversation, and the first one. What
 * needs more than that goes step by step.
 */
export function createAcceptingAtOnce(
  services: Pick<ConversationsServices, 'database' | 'clock' | 'processId'>,
  announceToOwner: AnnounceToOwner,
) {
  const { database, clock } = services;

  /**
   * The usual case of `accept`, in one statement: the next message of a conversation. Null when it is another
   * case.
   */
  async function acceptNext(
    visitor: VisitorIdentity,
    conversationId: string,
    input: AcceptRequest,
  ): Promise<Taken | null> {
    const now = clock.now();
    const common = {
      accountId: visitor.accountId,
      conversationId,
      visitorId: visitor.visitorId,
      createdAt: now,
    };
    const [questionId, answerId] = [newId('msg'), newId('msg')];
    const {
      rows: [row],
      committed,
    } = await database.earlyStatement<AcceptedRow>(
      visitor.accountId,
      acceptStatement({
        ...common,
        agentId: visitor.agentId,
        clientMessageId: input.clientMessageId,
        questionId,
        answerId,
        text: input.text,
        preview: excerpt(input.text),
        attachments: input.attachments,
        processId: services.processId,
        mostMessages: input.bound.messages,
        people: input.people,
        usage: input.usage,
        paid: input.paid,
        historyCount: input.historyCount,
        now,
      }),
    );
    if (!row) return null;
    tellWhenStored(committed, { visitor, conversationId, contactId: row.contactId });
    return {
      question: blankMessage({
        ...common,
        id: questionId,
        seq: row.seq,
        role: 'visitor',
        body: input.text,
        status: 'complete',
        clientMessageId: input.clientMessageId,
        attachments: row.attachments,
      }),
      answer: blankMessage({
        ...common,
        id: answerId,
        seq: row.seq + 1,
        role: 'assistant',
        body: '',
        status: 'streaming',
        answersId: questionId,
        processId: services.processId,
      }),
      isNew: true,
      history: row.history,
      variables: row.variables,
      usage: row.usage,
      isAgain: false,
      carried: row.carried,
      isWaiting: row.handler === 'waiting',
      isOffered: row.isOffered,
      committed,
    };
  }

  /**
   * The usual case of a first message, in one statement: it begins a conversation. Null when it is another
   * case.
   */
  async function beginNew(visitor: VisitorIdentity, input: AcceptRequest): Promise<Taken | null> {
    const now = clock.now();
    const [conversationId, contactId, questionId, answerId] = [
      newId('cnv'),
      newId('con'),
      newId('msg'),
      newId('msg'),
    ];
    const common = {
      accountId: visitor.accountId,
      conversationId,
      visitorId: visitor.visitorId,
      createdAt: now,
    };
    const byPage = Object.fromEntries(languages.map((page) => [page, input.languageBy(page)])) as Record<
      Language,
      Language
    >;
    const {
      rows: [row],
      committed,
    } = await database.earlyStatement<BegunRow>(
      visitor.accountId,
      beginStatement({
        ...common,
        agentId: visitor.agentId,
        isPreview: visitor.isPreview,
        contactId,
        clientMessageId: input.clientMessageId,
        questionId,
        answerId,
        text: input.text,
        preview: excerpt(input.text),
        pageUrl: input.pageUrl,
        languages: byPage,
        fallback: input.fallback,
        processId: services.processId,
        resolveAt: input.people.resolveAt,
        usage: input.usage,
        paid: input.paid,
        now,
      }),
    );
    if (!row) return null;
    tellWhenStored(committed, { visitor, conversationId, contactId: row.contactId });
    return {
      question: blankMessage({
        ...common,
        id: questionId,
        seq: 1,
        role: 'visitor',
        body: input.text,
        status: 'complete',
        clientMessageId: input.clientMessageId,
      }),
      answer: blankMessage({
        ...common,
        id: answerId,
        seq: 2,
        role: 'assistant',
        body: '',
        status: 'streaming',
        answersId: questionId,
        processId: services.processId,
      }),
      isNew: true,
      history: [],
      variables: row.variables,
      usage: row.usage,
      isAgain: false,
      carried: null,
      isWaiting: false,
      isOffered: false,
      committed,
    };
  }

  function tellWhenStored(
    committed: Promise<void>,
    { visitor, ...what }: { visitor: VisitorIdentity; conversationId: string; contactId: string | null },
  ): void {
    committed.then(
      () => announceToOwner({ accountId: visitor.accountId, ...what, isPreview: visitor.isPreview }),
      // Whoever waits for the commit hears of the failure.
      () => undefined,
    );
  }

  /** Takes a message in one statement; null when its case needs more. */
  async function takeAtOnce(visitor: VisitorIdentity, input: AcceptRequest): Promise<Taken | null> {
    if (input.people.asks) return null;
    if (input.conversationId) return acceptNext(visitor, input.conversationId, input);
    // Files are looked up, and what a visitor wrote in all is counted, before a conversation begins.
    return input.attachments.length > 0 || input.bound.isOfVisitor ? null : beginNew(visitor, input);
  }

  return { takeAtOnce };
}
