import { newId } from '#shared/ids.ts';
import { languages, type Language } from '#shared/languages.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import type { AcceptRequest, Taken } from './accepting.usecases.ts';
import { answerColumns, fill, questionColumns } from './accepted-columns.models.ts';
import { beginStatement, type BegunRow } from './first-message.repository.ts';
import { excerpt } from '#shared/text/excerpt.ts';
import { acceptStatement, type AcceptedRow } from './statements.repository.ts';
import { blankMessage } from './blank.models.ts';
import type { ConversationsServices } from '../conversations.usecases.ts';
import { announceToOwner } from '../conversations-notices.usecases.ts';

/**
 * Stores the usual messages in one statement each: the next one of a conversation, and the first one. What
 * needs more than that goes step by step.
 */
export function createAcceptingAtOnce(
  services: Pick<ConversationsServices, 'database' | 'clock' | 'processId' | 'realtime'>,
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
    const given = {
      accountId: visitor.accountId,
      conversationId,
      visitorId: visitor.visitorId,
      clientMessageId: input.clientMessageId,
      questionId: newId('msg'),
      answerId: newId('msg'),
      text: input.text,
      isSpoken: input.isSpoken,
      processId: services.processId,
      now,
    };
    const {
      rows: [row],
      committed,
    } = await database.earlyStatement<AcceptedRow>(
      visitor.accountId,
      acceptStatement({
        ...given,
        agentId: visitor.agentId,
        preview: excerpt(input.text),
        attachments: input.attachments,
        mostMessages: input.messageLimit.messages,
        people: input.people,
        usage: input.usage,
        paid: input.paid,
        historyCount: input.historyCount,
      }),
    );
    if (!row) return null;
    tellWhenStored(committed, { visitor, conversationId, contactId: row.contactId });
    return {
      question: blankMessage(fill(questionColumns, given, { seq: row.seq, files: row.attachments })),
      answer: blankMessage(fill(answerColumns, given, { answerSeq: row.seq + 1 })),
      isNew: true,
      history: row.history,
      variables: row.variables,
      usage: row.usage,
      isAgain: false,
      transferred: row.transferred,
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
    const [conversationId, contactId] = [newId('cnv'), newId('con')];
    const given = {
      accountId: visitor.accountId,
      conversationId,
      visitorId: visitor.visitorId,
      clientMessageId: input.clientMessageId,
      questionId: newId('msg'),
      answerId: newId('msg'),
      text: input.text,
      isSpoken: input.isSpoken,
      processId: services.processId,
      now,
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
        ...given,
        agentId: visitor.agentId,
        isPreview: visitor.isPreview,
        contactId,
        preview: excerpt(input.text),
        pageUrl: input.pageUrl,
        languages: byPage,
        fallback: input.fallback,
        resolveAt: input.people.resolveAt,
        usage: input.usage,
        paid: input.paid,
      }),
    );
    if (!row) return null;
    tellWhenStored(committed, { visitor, conversationId, contactId: row.contactId });
    return {
      question: blankMessage(fill(questionColumns, given, { seq: 1, files: [] })),
      answer: blankMessage(fill(answerColumns, given, { answerSeq: 2 })),
      isNew: true,
      history: [],
      variables: row.variables,
      usage: row.usage,
      isAgain: false,
      transferred: null,
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
      () =>
        announceToOwner(services.realtime, {
          accountId: visitor.accountId,
          ...what,
          isPreview: visitor.isPreview,
        }),
      // Whoever waits for the commit hears of the failure.
      () => undefined,
    );
  }

  /** Takes a message in one statement; null when its case needs more. */
  async function takeAtOnce(visitor: VisitorIdentity, input: AcceptRequest): Promise<Taken | null> {
    if (input.people.asks) return null;
    if (input.conversationId) return acceptNext(visitor, input.conversationId, input);
    // Files are looked up, and what a visitor wrote in all is counted, before a conversation begins.
    return input.attachments.length > 0 || input.messageLimit.isOfVisitor ? null : beginNew(visitor, input);
  }

  return { takeAtOnce };
}
