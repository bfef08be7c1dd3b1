import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { toLanguage } from '#shared/languages.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import { createContact, bumpContact } from '#features/contacts/server/contacts.usecases.ts';
import { attachmentsErrors } from '../../conversations-attachments.contract.ts';
import type { UsageTerms } from '#features/agents/server/usage/usage.usecases.ts';
import { answersRepository } from '../answers/answers.repository.ts';
import {
  answerColumns,
  begunColumns,
  continuedColumns,
  fill,
  questionColumns,
} from './accepted-columns.models.ts';
import type { AcceptRequest, Taken } from './accepting.usecases.ts';
import { accessErrors } from '../../conversations-access.contract.ts';
import { conversationsErrors } from '../../conversations.contract.ts';
import { attachmentsRepository } from '../attachments/attachments.repository.ts';
import type { StoredAttachment } from '../attachments/attachments.table.ts';
import { isOf, isOver, mayAnswer } from '../handoff/handoff.models.ts';
import { messageExcerpt } from './present.models.ts';
import type { UsageNow } from './statements.repository.ts';
import { switchingRepository } from '../switching/switching.repository.ts';
import { contactFrom } from '../visitors/contacts.usecases.ts';
import { visitorRepository } from '../visitors/visitor.repository.ts';
import { blankMessage } from './blank.models.ts';
import {
  conversationsRepository,
  type ConversationRow,
  type MessageRow,
} from '../conversations.repository.ts';
import type { Handoff } from '../handoff/handoff.usecases.ts';
import type { ConversationsServices } from '../conversations.usecases.ts';

type StoredMessage = Omit<Taken, 'committed'> & { contactId: string | null };

/** Whether an answer may be written anew. */
export const isBroken = (answer: Pick<MessageRow, 'status'> | null): answer is MessageRow =>
  answer?.status === 'failed' || answer?.status === 'interrupted';

/**
 * Stores a message in a transaction of several steps, each of which may refuse it: one that was sent before, one with which
 * a conversation begins anew, and one that a person answers.
 */
export function createAcceptingInSteps(
  services: Pick<ConversationsServices, 'database' | 'clock' | 'processId' | 'tellTeam'>,
  handoff: Pick<Handoff, 'enqueue' | 'noteWhoIsThere'>,
) {
  const { database, clock } = services;

  /** Gives null where nothing keeps the conversation's next message from being taken at once. */
  async function acceptStepByStep(
    visitor: VisitorIdentity,
    input: AcceptRequest,
  ): Promise<{ result: StoredMessage | null; committed: Promise<void> }> {
    return database.earlyAccount(visitor.accountId, async (tx) => {
      const repository = conversationsRepository(tx);
      const known = await repository.byClientKey(visitor.visitorId, input.clientMessageId);
      if (known) {
        const place = await repository.lockConversation(known.question.conversationId);
        const isOpen = place !== null && mayAnswer(place.handler, input.people.answersWhileWaiting);
        const restarted =
          isOpen &&
          known.answer !== null &&
          isBroken(known.answer) &&
          (await answersRepository(tx).restartAnswer(known.answer.id, services.processId));
        // The message was counted; what a new answer may cost is not.
        const usage =
          restarted && input.usage
            ? await takeUsage(tx, { ...input.usage, messages: 0, messagesCap: 0 })
            : null;
        if (restarted && known.answer && input.paid)
          await repository.reserveMessage({
            accountId: visitor.accountId,
            agentId: visitor.agentId,
            visitorId: visitor.visitorId,
            answerId: known.answer.id,
            terms: input.paid,
            now: clock.now(),
          });
        const history = restarted
          ? await repository.history(known.question.conversationId, known.question.seq, input.historyCount)
          : [];
        const begun = restarted ? place : null;
        const transferred =
          begun?.carries && begun.cameFrom
            ? await switchingRepository(tx).transferred(begun.cameFrom, input.historyCount)
            : null;
        // When another retry was faster, what was read before is old.
        const answer = isBroken(known.answer)
          ? ((await repository.message(known.answer.id)) ?? known.answer)
          : known.answer;
        const { variables = {} } = (restarted ? await repository.visitor(visitor.visitorId) : null) ?? {};
        return {
          question: known.question,
          answer,
          isNew: restarted,
          history,
          variables,
          usage,
          isAgain: true,
          transferred,
          isWaiting: place?.handler === 'waiting',
          isOffered: Boolean(place?.offeredAt),
          contactId: null,
        };
      }
      if (await repository.isBlocked(visitor.visitorId)) throw new AppError(accessErrors.blocked);
      const now = clock.now();
      const conversation = input.conversationId
        ? await repository.lockConversation(input.conversationId)
        : null;
      const hasEnded = isOf(conversation, visitor) && isOver(conversation, now);
      // What would begin another conversation is not for somebody who was let into this one.
      if (hasEnded && visitor.onlyConversation) throw new AppError(accessErrors.resumeOver);
      if (input.conversationId && !hasEnded) {
        if (isOf(conversation, visitor) && input.attachments.length > 0)
          await takeFiles(tx, visitor, input.attachments);
        if (!isOf(conversation, visitor)) throw new AppError(conversationsErrors.notFound);
        if (
          !mayAnswer(conversation.handler, input.people.answersWhileWaiting) ||
          (input.people.asks && (conversation.handler === 'ai' || conversation.handler === 'waiting'))
        )
          return acceptForTeam(tx, visitor, input, conversation);
        if (conversation.nextSeq - conversation.sideSeq >= input.messageLimit.messages * 2)
          throw new AppError(input.messageLimit.error);
        return null;
      }
      const row = await repository.lockVisitor(visitor.visitorId);
      if (!row) throw new AppError(conversationsErrors.notFound);
      if (
        input.messageLimit.isOfVisitor &&
        (await visitorRepository(tx).written(row.id)) >= input.messageLimit.messages
      )
        throw new AppError(input.messageLimit.error);
      const files = await takeFiles(tx, visitor, input.attachments);
      const { asks } = input.people;
      const usage = input.usage && !asks ? await takeUsage(tx, input.usage) : null;
      const [conversationId, answerId] = [newId('cnv'), newId('msg')];
      if (input.paid && !asks)
        await repository.reserveMessage({
          accountId: visitor.accountId,
          agentId: visitor.agentId,
          visitorId: visitor.visitorId,
          answerId,
          terms: input.paid,
          now,
        });
      const switching = switchingRepository(tx);
      const sharedContact =
        !visitor.isPreview && row.rootId && !row.contactId ? await switching.contactOf(row.rootId) : null;
      const contactId = visitor.isPreview
        ? null
        : (row.contactId ?? sharedContact ?? (await createContact(tx, contactFrom(row), now)));
      if (contactId && contactId !== row.contactId) await repository.linkContact(row.id, contactId);
      if (contactId && row.rootId && contactId !== sharedContact)
        await switching.shareContact(row.rootId, contactId);
      const { cameFrom, carries } = row;
      const transferred =
        cameFrom && carries ? await switching.transferred(cameFrom, input.historyCount) : null;
      if (cameFrom) await switching.arrive(row.id, { cameFrom: null, carries: false, contactId: null, now });
      const given = {
        ...visitor,
        conversationId,
        questionId: newId('msg'),
        answerId,
        clientMessageId: input.clientMessageId,
        text: input.text,
        isSpoken: input.isSpoken,
        processId: services.processId,
        now,
      };
      const begunRow = fill(begunColumns, given, {
        contactId,
        language: input.languageBy(toLanguage(row.language) ?? input.fallback),
        pageUrl: input.pageUrl,
        tag: row.tag,
        channel: row.channel,
        preview: messageExcerpt(input.text, files),
        resolveAt: input.people.resolveAt,
      });
      // What the team answers counts its own places.
      const places = asks ? { nextSeq: 1, messageCount: 0 } : {};
      await repository.insertConversation({ ...begunRow, ...places, cameFrom, carries });
      const begun = asks ? await repository.conversation(conversationId) : null;
      if (begun) {
        const taken = await acceptForTeam(tx, visitor, input, begun, files);
        if (contactId) await bumpContact(tx, contactId, { conversations: 1, messages: 0, now });
        return { ...taken, contactId, variables: row.variables };
      }
      const question = blankMessage(fill(questionColumns, given, { seq: 1, files }));
      const answer = blankMessage(fill(answerColumns, given, { answerSeq: 2 }));
      // The contact before the messages, as the single statements do: what limits their account is locked last.
      if (contactId) await bumpContact(tx, contactId, { conversations: 1, messages: 2, now });
      await repository.insertMessages([question, answer]);
      await attachmentsRepository(tx).assign(input.attachments, conversationId, question.id);
      return {
        question,
        answer,
        isNew: true,
        history: [],
        variables: row.variables,
        usage,
        isAgain: false,
        transferred,
        isWaiting: false,
        isOffered: false,
        contactId,
      };
    });
  }

  /**
   * Takes a message of somebody who waits for a person and has nothing left for the AI: only its answers are
   * paid for, so the words go to the team. Null when nobody is waited for.
   */
  async function takeWhileWaiting(visitor: VisitorIdentity, input: AcceptRequest): Promise<Taken | null> {
    const { conversationId } = input;
    if (!conversationId) return null;
    const { result, committed } = await database.earlyAccount(visitor.accountId, async (tx) => {
      const conversation = await conversationsRepository(tx).lockConversation(conversationId);
      const waits =
        isOf(conversation, visitor) &&
        conversation.handler === 'waiting' &&
        !isOver(conversation, clock.now());
      return waits ? acceptForTeam(tx, visitor, input, conversation) : null;
    });
    return result && { ...result, committed };
  }

  /** Takes a message that a person answers: nothing is charged for it and no answer begins. */
  async function acceptForTeam(
    tx: Transaction,
    visitor: VisitorIdentity,
    input: AcceptRequest,
    conversation: ConversationRow,
    takenFiles?: StoredAttachment[],
  ): Promise<StoredMessage> {
    const repository = conversationsRepository(tx);
    const now = clock.now();
    const files = takenFiles ?? (await takeFiles(tx, visitor, input.attachments));
    const { id: conversationId, accountId, contactId, nextSeq: seq } = conversation;
    const given = {
      accountId,
      conversationId,
      visitorId: visitor.visitorId,
      questionId: newId('msg'),
      clientMessageId: input.clientMessageId,
      seq,
      text: input.text,
      isSpoken: input.isSpoken,
      files,
      now,
    };
    const question = blankMessage({ ...fill(questionColumns, given), byMail: input.byMail ?? false });
    await repository.insertMessages([question]);
    await attachmentsRepository(tx).assign(input.attachments, conversationId, question.id);
    const isAsked = conversation.handler === 'ai';
    const change = fill(continuedColumns, given, {
      preview: messageExcerpt(input.text, files),
      status: 'open' as const,
      waitingSince: conversation.waitingSince ?? now,
      resolveAt: input.people.resolveAt,
    });
    await repository.setConversation(conversationId, change, { taken: 1, messages: 1 });
    if (isAsked)
      await handoff.enqueue(tx, { ...conversation, ...change, nextSeq: seq + 1 }, null, visitor.simulation);
    // Who began to wait here, with nobody to answer them, is in the queue for all who may.
    else
      await services.tellTeam(tx, {
        kind:
          conversation.waitingSince || conversation.handlerUserId || conversation.assigneeId
            ? 'message'
            : 'waiting',
        conversation: { ...conversation, ...change },
      });
    // Who asks again reads again how it stands.
    if (conversation.handler === 'waiting' && input.people.asks)
      await handoff.noteWhoIsThere(tx, { ...conversation, ...change, nextSeq: seq + 1 });
    if (contactId) await bumpContact(tx, contactId, { conversations: 0, messages: 1, now });
    return {
      question,
      answer: null,
      isNew: true,
      history: [],
      variables: {},
      usage: null,
      isAgain: false,
      transferred: null,
      isWaiting: isAsked,
      isOffered: isAsked,
      contactId,
    };
  }

  async function takeUsage(tx: Transaction, terms: UsageTerms): Promise<UsageNow> {
    const now = await conversationsRepository(tx).takeUsage(terms);
    if (!now) throw new AppError(accessErrors.resting);
    return now;
  }

  /** The files that a message wants to bring; throws when one of them is sent already, or gone. */
  async function takeFiles(
    tx: Transaction,
    visitor: VisitorIdentity,
    ids: readonly string[],
  ): Promise<StoredAttachment[]> {
    const files = await attachmentsRepository(tx).takeUnsent(ids, visitor.visitorId);
    if (files.length < ids.length) throw new AppError(attachmentsErrors.gone);
    return files;
  }

  return { acceptStepByStep, takeWhileWaiting };
}
