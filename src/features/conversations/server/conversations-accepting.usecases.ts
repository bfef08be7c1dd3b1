import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { toLanguage, type Language } from '#shared/languages.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import { createContact, bumpContact } from '#features/contacts/server/contacts.usecases.ts';
import { conversationsErrors } from '../conversations.contract.ts';
import type { Bound } from './conversations-gates.usecases.ts';
import { excerpt } from './conversations-present.models.ts';
import { acceptStatement, type AcceptedRow } from './conversations-statements.repository.ts';
import { blankMessage, conversationsRepository, type MessageRow } from './conversations.repository.ts';
import type { AnnounceToOwner, ConversationsServices } from './conversations.usecases.ts';

/** A visitor's message on its way in. `bound` is how many messages its conversation may hold. */
export type AcceptRequest = { conversationId: string | null; clientMessageId: string; text: string; pageUrl: string | null; historyCount: number; fallback: Language; bound: Bound };
export type Taken = { question: MessageRow; answer: MessageRow; isNew: boolean; history: Pick<MessageRow, 'role' | 'body' | 'status'>[] };

/** Stores what visitors write, once for each key of their browsers. */
export function createAccepting(services: Pick<ConversationsServices, 'database' | 'clock' | 'processId' | 'detectLanguage'>, announceToOwner: AnnounceToOwner) {
  const { database, clock } = services;

  /** The usual case of `accept`, in one statement: the next message of a conversation. Null when it is another case. */
  async function acceptNext(visitor: VisitorIdentity, conversationId: string, input: AcceptRequest): Promise<Taken | null> {
    const now = clock.now();
    const common = { accountId: visitor.accountId, conversationId, visitorId: visitor.visitorId, createdAt: now };
    const [questionId, answerId] = [newId('msg'), newId('msg')];
    const [row] = await database.statement<AcceptedRow>(visitor.accountId, acceptStatement({ ...common, clientMessageId: input.clientMessageId, questionId, answerId, text: input.text, preview: excerpt(input.text), processId: services.processId, mostMessages: input.bound.messages, historyCount: input.historyCount, now }));
    if (!row) return null;
    announceToOwner({ accountId: visitor.accountId, conversationId, contactId: row.contactId, isPreview: visitor.isPreview });
    return {
      question: blankMessage({ ...common, id: questionId, seq: row.seq, role: 'visitor', body: input.text, status: 'complete', clientMessageId: input.clientMessageId }),
      answer: blankMessage({ ...common, id: answerId, seq: row.seq + 1, role: 'assistant', body: '', status: 'streaming', answersId: questionId, processId: services.processId }),
      isNew: true,
      history: row.history,
    };
  }

  /** Writes a message and the place of its answer, once for each key of the browser. */
  async function accept(visitor: VisitorIdentity, input: AcceptRequest): Promise<Taken> {
    const next = input.conversationId ? await acceptNext(visitor, input.conversationId, input) : null;
    if (next) return next;
    const taken = await acceptStepByStep(visitor, input);
    if (taken.isNew) announceToOwner({ accountId: visitor.accountId, conversationId: taken.question.conversationId, contactId: taken.contactId, isPreview: visitor.isPreview });
    return taken;
  }

  async function acceptStepByStep(visitor: VisitorIdentity, input: AcceptRequest): Promise<Taken & { contactId: string | null }> {
    return database.account(visitor.accountId, async (tx) => {
      const repository = conversationsRepository(tx);
      const known = await repository.byClientKey(visitor.visitorId, input.clientMessageId);
      if (known) {
        const isOver = ['failed', 'interrupted'].includes(known.answer.status);
        const restarted = isOver && (await repository.restartAnswer(known.answer.id, services.processId));
        const history = restarted ? await repository.history(known.question.conversationId, known.question.seq, input.historyCount) : [];
        // When another retry was faster, what was read before is old.
        const answer = isOver ? ((await repository.message(known.answer.id)) ?? known.answer) : known.answer;
        return { question: known.question, answer, isNew: restarted, history, contactId: null };
      }
      const now = clock.now();
      if (input.conversationId) {
        const conversation = await repository.conversation(input.conversationId);
        throw new AppError(conversation?.visitorId === visitor.visitorId ? input.bound.error : conversationsErrors.notFound);
      }
      const row = await repository.lockVisitor(visitor.visitorId);
      if (!row) throw new AppError(conversationsErrors.notFound);
      const conversationId = newId('cnv');
      const contactId = visitor.isPreview ? null : (row.contactId ?? (await createContact(tx, { accountId: visitor.accountId, sourceAgentId: visitor.agentId, timezone: row.timezone, language: row.language, device: row.device, browser: row.browser, os: row.os, landingUrl: row.landingUrl, referrer: row.referrer, tag: row.tag }, now)));
      if (contactId && contactId !== row.contactId) await repository.linkContact(row.id, contactId);
      await repository.insertConversation({ id: conversationId, accountId: visitor.accountId, agentId: visitor.agentId, visitorId: visitor.visitorId, contactId, isPreview: visitor.isPreview, language: services.detectLanguage(input.text, toLanguage(row.language) ?? input.fallback), pageUrl: input.pageUrl, tag: row.tag, nextSeq: 3, messageCount: 2, lastMessage: excerpt(input.text), lastMessageRole: 'visitor', lastMessageAt: now, createdAt: now });
      const common = { accountId: visitor.accountId, conversationId, visitorId: visitor.visitorId, createdAt: now };
      const question = blankMessage({ ...common, id: newId('msg'), seq: 1, role: 'visitor', body: input.text, status: 'complete', clientMessageId: input.clientMessageId });
      const answer = blankMessage({ ...common, id: newId('msg'), seq: 2, role: 'assistant', body: '', status: 'streaming', answersId: question.id, processId: services.processId });
      await repository.insertMessages([question, answer]);
      // The answer counts from the beginning, so that no way of ending can miscount it.
      if (contactId) await bumpContact(tx, contactId, { conversations: 1, messages: 2, now });
      return { question, answer, isNew: true, history: [], contactId };
    });
  }

  return { accept };
}
