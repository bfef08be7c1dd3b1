import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { PartContent } from '#shared/chat/message-parts.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { findUserById } from '#features/accounts/server/accounts.usecases.ts';
import { bumpContact } from '#features/contacts/server/contacts.usecases.ts';
import { handoffErrors, type Priority } from '../../conversations-handoff.contract.ts';
import { conversationsErrors } from '../../conversations.contract.ts';
import { answersRepository } from '../answers/answers.repository.ts';
import { createRewriting } from './rewriting.usecases.ts';
import type { Author, Handoff } from './handoff.usecases.ts';
import { mailDueAt, wokenUp } from './handoff.models.ts';
import { messageExcerpt } from '../messages/present.models.ts';
import { claimChosenAttachments } from '../attachments/attachments.usecases.ts';
import { attachmentsRepository } from '../attachments/attachments.repository.ts';
import { teamRepository } from './team.repository.ts';
import { blankMessage } from '../messages/blank.models.ts';
import { conversationsRepository, type ConversationRow } from '../conversations.repository.ts';
import type { ConversationsServices } from '../conversations.usecases.ts';

/** Where a member puts a conversation. */
export type Destination = 'me' | 'team' | 'ai' | 'paused';
export type StatusChange =
  | { status: 'open' }
  | { status: 'resolved' }
  | { status: 'snoozed'; until: Date | null };

const atOnce = 200;

/**
 * What the team does with conversations. Everything that changes who may speak happens under the lock of the
 * conversation's row:
 * of two who do something at the same moment, the second one sees what the first one did.
 */
export function createTeamwork(
  services: Pick<ConversationsServices, 'database' | 'clock' | 'realtime' | 'agents' | 'tellTeam'>,
  handoff: Pick<Handoff, 'note' | 'tell' | 'enqueue' | 'announceTyping'>,
  /** Lets the AI answer what a visitor asked last in a conversation that was given back to it. */
  goOn: (accountId: string, conversationId: string) => Promise<void>,
) {
  const { database, clock, realtime } = services;

  /** A conversation that the member reaches; what they do not reach does not exist for them. */
  async function reached(
    tx: Transaction,
    scope: AccountScope,
    id: string,
    isLocked = true,
  ): Promise<ConversationRow> {
    const repository = conversationsRepository(tx);
    const row = await (isLocked ? repository.lockConversation(id) : repository.conversation(id));
    if (!row || row.isPreview || !scope.reaches(row.agentId))
      throw new AppError(conversationsErrors.notFound);
    return row;
  }

  /** The member as visitors get to know them. */
  async function authorOf(scope: AccountScope): Promise<Author> {
    const user = await findUserById(database, scope.userId);
    return {
      id: scope.userId,
      name: user?.firstName.trim() || user?.name.trim() || 'Team',
      avatarUrl: user?.profileImageUrl ?? null,
    };
  }

  async function peopleOf(conversation: ConversationRow) {
    return (
      (await services.agents.runningById(conversation.accountId, conversation.agentId, false))?.configuration
        .people ?? null
    );
  }

  /** When a conversation goes back to the AI by itself if its person says nothing more. */
  function returnAt(people: Awaited<ReturnType<typeof peopleOf>>): Date | null {
    return people?.autoReturn ? new Date(clock.now().getTime() + people.autoReturnMinutes * 60_000) : null;
  }
  const resolveAt = (people: Awaited<ReturnType<typeof peopleOf>>): Date =>
    new Date(clock.now().getTime() + (people?.autoResolveHours ?? 24) * 3_600_000);

  /** Breaks off what the AI says at this moment, in whichever process it says it. */
  async function silence(tx: Transaction, conversation: ConversationRow): Promise<void> {
    const ids = await answersRepository(tx).interruptAnswersIn(
      conversation.id,
      'answer.taken_over',
      clock.now(),
    );
    for (const answerId of ids) {
      await realtime.publish(tx, { topic: 'answers.stop', data: { answerId, isTaken: true } });
      await realtime.publish(tx, { topic: `answer:${answerId}`, data: { end: true } });
    }
  }

  async function seize(
    tx: Transaction,
    conversation: ConversationRow,
    author: Author,
    people: Awaited<ReturnType<typeof peopleOf>>,
  ): Promise<ConversationRow> {
    await silence(tx, conversation);
    const change = {
      handler: 'human',
      handlerUserId: author.id,
      status: 'open',
      assigneeId: author.id,
      resolvedAt: null,
      snoozedUntil: null,
      endedAt: null,
      endedBy: null,
      returnAt: returnAt(people),
      offeredAt: conversation.offeredAt ?? clock.now(),
    } as const;
    await conversationsRepository(tx).setConversation(conversation.id, change);
    return handoff.note(tx, { ...conversation, ...change }, 'joined', author);
  }

  async function release(
    tx: Transaction,
    conversation: ConversationRow,
    author: Author | null,
  ): Promise<ConversationRow> {
    const change = {
      handler: 'ai',
      handlerUserId: null,
      status: 'pending',
      waitingSince: null,
      returnAt: null,
    } as const;
    await conversationsRepository(tx).setConversation(conversation.id, change);
    return handoff.note(tx, { ...conversation, ...change }, 'returned', author);
  }

  async function resolveConversation(
    tx: Transaction,
    conversation: ConversationRow,
    author: Author | null,
  ): Promise<ConversationRow> {
    const hadPerson = conversation.handler !== 'ai';
    const change = {
      status: 'resolved',
      handler: 'ai',
      handlerUserId: null,
      waitingSince: null,
      returnAt: null,
      snoozedUntil: null,
      resolvedAt: clock.now(),
    } as const;
    await conversationsRepository(tx).setConversation(conversation.id, change);
    return hadPerson
      ? handoff.note(tx, { ...conversation, ...change }, 'resolved', author)
      : { ...conversation, ...change };
  }

  return {
    reached,
    authorOf,

    /** Gives a conversation to the member themselves, to the team's queue, to the AI, or to nobody. */
    async hand(scope: AccountScope, id: string, to: Destination, isForced = false): Promise<void> {
      const author = await authorOf(scope);
      const people = await scope.run(async (tx) => peopleOf(await reached(tx, scope, id, false)));
      const isReturned = await scope.run(async (tx) => {
        const conversation = await reached(tx, scope, id);
        const isMine = conversation.handler === 'human' && conversation.handlerUserId === scope.userId;
        if (to === 'me') {
          if (isMine) return false;
          if (conversation.handler === 'human' && conversation.handlerUserId && !isForced)
            throw new AppError(handoffErrors.takenAlready);
          await handoff.tell(tx, await seize(tx, conversation, author, people));
        } else if (to === 'team') {
          if (conversation.handler === 'waiting') return false;
          await silence(tx, conversation);
          await handoff.enqueue(tx, { ...conversation, waitingSince: clock.now() }, author);
        } else if (to === 'ai') {
          if (conversation.handler === 'ai') return false;
          await handoff.tell(tx, await release(tx, conversation, author));
        } else {
          await silence(tx, conversation);
          await conversationsRepository(tx).setConversation(id, {
            handler: 'paused',
            handlerUserId: null,
            status: 'open',
            returnAt: null,
            resolvedAt: null,
          });
          await handoff.tell(tx, conversation);
        }
        return to === 'ai';
      });
      if (isReturned) await goOn(scope.accountId, id);
    },

    /**
     * Says something as a person. The first word takes the conversation over; a colleague's word in between
     * leaves it where it is. Who has not seen what a colleague answered meanwhile is told first.
     */
    async reply(
      scope: AccountScope,
      id: string,
      input: {
        text: string;
        clientMessageId: string;
        attachments: readonly string[];
        /** How far they had the conversation before them. */
        knownSeq?: number | undefined;
        /** What stands under the text. */
        shows?: readonly PartContent[];
      },
    ): Promise<{ messageId: string }> {
      const author = await authorOf(scope);
      const people = await scope.run(async (tx) => peopleOf(await reached(tx, scope, id, false)));
      return scope.run(async (tx) => {
        const repository = conversationsRepository(tx);
        const found = await reached(tx, scope, id);
        const known = await teamRepository(tx).byTeamKey(id, input.clientMessageId);
        if (known) return { messageId: known };
        const by =
          input.knownSeq === undefined
            ? null
            : await teamRepository(tx).answeredSince(id, input.knownSeq, scope.userId);
        if (by !== null) throw new AppError(handoffErrors.answeredMeanwhile, { variables: { name: by } });
        const files = await claimChosenAttachments(tx, scope, id, input.attachments);
        const conversation = found.handler === 'human' ? found : await seize(tx, found, author, people);
        const now = clock.now();
        const parts = (input.shows ?? []).map((content) => ({ ...content, at: input.text.length }));
        const message = blankMessage({
          id: newId('msg'),
          accountId: scope.accountId,
          conversationId: id,
          visitorId: conversation.visitorId,
          seq: conversation.nextSeq,
          role: 'human',
          body: input.text,
          status: 'complete',
          clientMessageId: input.clientMessageId,
          attachments: files,
          parts,
          createdAt: now,
          authorId: author.id,
          authorName: author.name,
          authorAvatar: author.avatarUrl,
        });
        await repository.insertMessages([message]);
        await attachmentsRepository(tx).assign(
          files.map((file) => file.id),
          id,
          message.id,
        );
        await repository.setConversation(
          id,
          {
            lastMessage: messageExcerpt(input.text, files, parts),
            lastMessageRole: 'human',
            lastMessageAt: now,
            waitingSince: null,
            status: 'open',
            resolvedAt: null,
            snoozedUntil: null,
            endedAt: null,
            endedBy: null,
            assigneeId: conversation.assigneeId ?? author.id,
            returnAt: returnAt(people),
            resolveAt: resolveAt(people),
            mailDueAt: people?.mailReplies ? mailDueAt(conversation.mailDueAt, now) : null,
          },
          { taken: 1, messages: 1 },
        );
        if (conversation.contactId)
          await bumpContact(tx, conversation.contactId, {
            conversations: 0,
            messages: 1,
            now: conversation.lastMessageAt,
          });
        await handoff.tell(tx, conversation);
        return { messageId: message.id };
      });
    },

    ...createRewriting(services, handoff, reached),

    async setStatus(scope: AccountScope, id: string, change: StatusChange): Promise<void> {
      const author = await authorOf(scope);
      await scope.run(async (tx) => {
        const conversation = await reached(tx, scope, id);
        const repository = conversationsRepository(tx);
        if (change.status === conversation.status && change.status !== 'snoozed') return;
        if (change.status === 'resolved')
          return handoff.tell(tx, await resolveConversation(tx, conversation, author));
        if (change.status === 'snoozed')
          await repository.setConversation(id, {
            status: 'snoozed',
            snoozedUntil: change.until,
            resolvedAt: null,
          });
        // Taken up again, it has the whole time until it counts as done once more.
        else
          await repository.setConversation(id, {
            ...wokenUp(conversation, clock.now()),
            resolvedAt: null,
            resolveAt: resolveAt(await peopleOf(conversation)),
          });
        await handoff.tell(tx, conversation);
      });
    },

    async setPriority(scope: AccountScope, id: string, priority: Priority): Promise<void> {
      await scope.run(async (tx) => {
        const conversation = await reached(tx, scope, id);
        await conversationsRepository(tx).setConversation(id, { priority });
        await handoff.tell(tx, conversation);
      });
    },

    async assign(scope: AccountScope, id: string, assigneeId: string | null): Promise<void> {
      const author = await authorOf(scope);
      await scope.run(async (tx) => {
        const conversation = await reached(tx, scope, id);
        await conversationsRepository(tx).setConversation(id, { assigneeId });
        if (assigneeId && assigneeId !== conversation.assigneeId && conversation.status !== 'resolved')
          await services.tellTeam(tx, { kind: 'assigned', conversation, to: assigneeId, by: author });
        await handoff.tell(tx, conversation);
      });
    },

    async typing(scope: AccountScope, id: string): Promise<void> {
      const author = await authorOf(scope);
      await scope.run((tx) => reached(tx, scope, id, false));
      handoff.announceTyping(id, author.name);
    },

    /**
     * Does what is due by itself: gives back to the AI, resolves, wakes. Each conversation under its lock,
     * looked at once more.
     */
    async doWhatIsDue(signal?: AbortSignal): Promise<void> {
      const now = clock.now();
      const due = await database.system((tx) => teamRepository(tx).due(now, atOnce));
      for (const { id, accountId } of due) {
        if (signal?.aborted) return;
        const isReturned = await database.account(accountId, async (tx) => {
          const conversation = await conversationsRepository(tx).lockConversation(id);
          if (!conversation) return false;
          const isPast = (moment: Date | null): boolean => moment !== null && moment <= now;
          if (conversation.handler === 'human' && isPast(conversation.returnAt)) {
            await handoff.tell(tx, await release(tx, conversation, null));
            return true;
          }
          if (conversation.status === 'snoozed' && isPast(conversation.snoozedUntil)) {
            await conversationsRepository(tx).setConversation(id, wokenUp(conversation, now));
            await handoff.tell(tx, conversation);
          } else if (
            conversation.status !== 'resolved' &&
            conversation.status !== 'snoozed' &&
            conversation.waitingSince === null &&
            isPast(conversation.resolveAt)
          )
            await handoff.tell(tx, await resolveConversation(tx, conversation, null));
          return false;
        });
        if (isReturned) await goOn(accountId, id);
      }
    },
  };
}

export type { ConversationRow };
export type Teamwork = ReturnType<typeof createTeamwork>;
