import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { roleGrants } from '#features/accounts/accounts.contract.ts';
import { findMembers, findPeople } from '#features/accounts/server/accounts.usecases.ts';
import { setPresence, readTeamPresence } from '#features/conversations/server/handoff/presence.usecases.ts';
import { typingSeconds, viewingSeconds } from '#features/conversations/conversations-handoff.contract.ts';
import type { Attachment } from '#features/conversations/conversations-attachments.contract.ts';
import { conversationsErrors } from '#features/conversations/conversations.contract.ts';
import {
  attachToNote,
  claimChosenAttachments,
  type AttachmentsUsecases,
} from '#features/conversations/server/attachments/attachments.usecases.ts';
import type { ConversationsUsecases } from '#features/conversations/server/conversations.usecases.ts';
import type { ConversationRow } from '#features/conversations/server/handoff/team.usecases.ts';
import { unsubscribedSince } from '#features/mail/server/mail-preferences.usecases.ts';
import {
  inboxErrors,
  type InboxChange,
  type InboxMember,
  type InboxNote,
  type InboxThread,
} from '../inbox.contract.ts';
import { labelErrors } from '../inbox-labels.contract.ts';
import { createInboxLabels } from './inbox-labels.usecases.ts';
import type { MentionCall } from './notices/push.models.ts';
import { inboxListRepository } from './inbox-list.repository.ts';
import { createInboxList } from './inbox-list.usecases.ts';
import { inboxRepository, type NoteRow } from './inbox.repository.ts';
import { distinctNames, present, presentNote } from './inbox-presenting.models.ts';

const mostTags = 100;

export type InboxServices = {
  database: Database;
  clock: Clock;
  realtime: Realtime;
  conversations: Pick<ConversationsUsecases, 'teamwork' | 'threadFor' | 'cardFor'>;
  attachments: Pick<AttachmentsUsecases, 'uploadForTeam' | 'removeForTeam' | 'checkTeamRoom'>;
  /** Whether the agent's model can write for the team. */
  canAssist(accountId: string, agentId: string): Promise<boolean>;
  /** Whether this server has a mail server. */
  mailsLeave(): boolean;
  tellTeam(tx: Transaction, call: MentionCall): Promise<void>;
};

/**
 * What the team reads and does in its inbox. Who may speak to a visitor is decided by the conversations
 * themselves.
 */
export function createInboxUsecases({
  database,
  clock,
  realtime,
  conversations,
  attachments,
  canAssist,
  mailsLeave,
  tellTeam,
}: InboxServices) {
  const { teamwork } = conversations;

  async function announce(
    tx: Transaction,
    scope: AccountScope,
    conversation: ConversationRow,
  ): Promise<void> {
    await realtime.publish(tx, {
      topic: `account:${scope.accountId}`,
      data: {
        type: 'conversation.changed',
        conversationId: conversation.id,
        contactId: conversation.contactId,
      },
    });
  }

  async function checkMember(tx: Transaction, scope: AccountScope, userId: string): Promise<void> {
    const member = (await findMembers(tx, scope.accountId)).find((one) => one.userId === userId);
    if (!member || member.suspendedAt || !roleGrants(member.role, 'inbox.reply'))
      throw new AppError(inboxErrors.memberNotFound);
  }

  async function apply(scope: AccountScope, id: string, change: InboxChange): Promise<void> {
    if (change.kind === 'status') return teamwork.setStatus(scope, id, { status: change.status });
    if (change.kind === 'snooze')
      return teamwork.setStatus(scope, id, {
        status: 'snoozed',
        until: change.until ? new Date(change.until) : null,
      });
    if (change.kind === 'priority') return teamwork.setPriority(scope, id, change.priority);
    if (change.kind === 'assign') return teamwork.assign(scope, id, change.userId);
    await scope.run(async (tx) => {
      const conversation = await teamwork.reached(tx, scope, id, false);
      const repository = inboxRepository(tx);
      if (change.kind === 'label')
        await repository.label(
          { accountId: scope.accountId, conversationId: id, labelId: change.labelId },
          change.isOn,
        );
      else
        await repository.setRead({
          accountId: scope.accountId,
          userId: scope.userId,
          conversationId: id,
          seq: change.isRead ? conversation.lastVisitorSeq : Math.max(0, conversation.lastVisitorSeq - 1),
        });
      if (change.kind === 'read' && change.isRead)
        await repository.seeMentions(id, scope.userId, clock.now());
      await announce(tx, scope, conversation);
    });
  }

  return {
    list: createInboxList({ clock }),

    /**
     * Sorts the words that came in the last minute into their index, which no visitor's message should wait
     * for.
     */
    sortWordsIn: (): Promise<void> => inboxListRepository(database.direct).sortWordsIn(),

    tags: (scope: AccountScope): Promise<{ tags: string[] }> =>
      scope.run(async (tx) => ({ tags: await inboxRepository(tx).tags(mostTags) })),

    counts: (scope: AccountScope) =>
      scope.run(async (tx) => inboxRepository(tx).counts(scope.userId, scope.agentIds)),

    async thread(scope: AccountScope, id: string): Promise<InboxThread> {
      const { row, notes, conversation, unsubscribedAt } = await scope.run(async (tx) => {
        await teamwork.reached(tx, scope, id, false);
        const repository = inboxRepository(tx);
        const row = (await repository.items([id], scope.userId)).get(id);
        const unsubscribedAt = row?.mailAddress
          ? await unsubscribedSince(tx, scope.accountId, row.mailAddress)
          : null;
        return {
          row,
          unsubscribedAt,
          notes: await repository.notes(id),
          conversation: await conversations.threadFor(tx, id),
        };
      });
      if (!row || !conversation) throw new AppError(conversationsErrors.notFound);
      return {
        item: present(row),
        conversation,
        notes: notes.map(presentNote),
        lastVisitorSeq: row.lastVisitorSeq,
        reached: {
          readSeq: Math.max(row.visitorReadSeq, row.lastVisitorSeq),
          mailedSeq: row.mailedSeq,
          mailsLeave: mailsLeave(),
        },
        unsubscribedAt: unsubscribedAt?.toISOString() ?? null,
        canAssist: scope.can('inbox.reply') && (await canAssist(scope.accountId, row.agentId)),
        can: { reply: scope.can('inbox.reply'), improve: scope.can('agents.edit') },
      };
    },

    async change(
      scope: AccountScope,
      ids: readonly string[],
      change: InboxChange,
    ): Promise<{ changed: number }> {
      await scope.run(async (tx) => {
        if (
          change.kind === 'label' &&
          !(await inboxRepository(tx).labels()).some(({ id }) => id === change.labelId)
        )
          throw new AppError(labelErrors.labelNotFound);
        if (change.kind === 'assign' && change.userId) await checkMember(tx, scope, change.userId);
      });
      let changed = 0;
      for (const id of new Set(ids)) {
        const isDone = await apply(scope, id, change).then(
          () => true,
          (error: unknown) => {
            if (error instanceof AppError && error.status === 404) return false;
            throw error;
          },
        );
        if (isDone) changed += 1;
      }
      return { changed };
    },

    async addNote(
      scope: AccountScope,
      id: string,
      input: { text: string; mentions: readonly string[]; attachments: readonly string[] },
    ): Promise<InboxNote> {
      const author = await teamwork.authorOf(scope);
      return scope.run(async (tx) => {
        const conversation = await teamwork.reached(tx, scope, id, false);
        const known = new Set((await findMembers(tx, scope.accountId)).map(({ userId }) => userId));
        const mentions = [...new Set(input.mentions)].filter((userId) => known.has(userId));
        const files = await claimChosenAttachments(tx, scope, id, input.attachments);
        const row: NoteRow = {
          id: newId('not'),
          accountId: scope.accountId,
          conversationId: id,
          authorId: scope.userId,
          authorName: author.name,
          body: input.text,
          afterSeq: conversation.nextSeq - 1,
          mentions,
          attachments: files,
          createdAt: clock.now(),
        };
        await inboxRepository(tx).insertNote(row);
        await attachToNote(tx, files, row.id);
        if (mentions.length > 0)
          await inboxRepository(tx).insertMentions(
            mentions.map((userId) => ({
              accountId: scope.accountId,
              userId,
              noteId: row.id,
              conversationId: id,
              createdAt: row.createdAt,
            })),
          );
        await announce(tx, scope, conversation);
        if (mentions.length > 0)
          await realtime.publish(tx, {
            topic: `account:${scope.accountId}`,
            data: { type: 'inbox.mentioned', conversationId: id, userIds: mentions, by: author.name },
          });
        if (mentions.length > 0)
          await tellTeam(tx, { kind: 'mention', conversation, to: mentions, by: author });
        return presentNote(row);
      });
    },

    /** Takes a file for a reply or a note in a conversation that the member reaches. */
    /** Throws where no file is taken for a conversation: it is not theirs to reach, or holds enough. */
    async checkUpload(scope: AccountScope, id: string): Promise<void> {
      await scope.run((tx) => teamwork.reached(tx, scope, id, false));
      await attachments.checkTeamRoom(scope, id);
    },
    async upload(
      scope: AccountScope,
      id: string,
      file: { fileName: string; bytes: Uint8Array },
    ): Promise<Attachment> {
      const conversation = await scope.run((tx) => teamwork.reached(tx, scope, id, false));
      return attachments.uploadForTeam(scope, conversation, file);
    },
    removeUpload: (scope: AccountScope, id: string, uploadId: string): Promise<void> =>
      attachments.removeForTeam(scope, id, uploadId),

    async members(scope: AccountScope): Promise<{ members: InboxMember[]; isAway: boolean }> {
      const { rows, there } = await scope.run(async (tx) => ({
        rows: await findMembers(tx, scope.accountId),
        there: await readTeamPresence(tx, scope.accountId, clock.now()),
      }));
      const able = rows.filter(({ role, suspendedAt }) => !suspendedAt && roleGrants(role, 'inbox.reply'));
      const people = await findPeople(
        database,
        able.map(({ userId }) => userId),
      );
      const names = distinctNames(people);
      const members = able.flatMap(({ userId }) => {
        const name = names.get(userId);
        return name === undefined
          ? []
          : [{ id: userId, name, isThere: there.ids.has(userId), isMe: userId === scope.userId }];
      });
      return {
        members: members.toSorted((a, b) => Number(b.isMe) - Number(a.isMe) || a.name.localeCompare(b.name)),
        isAway: there.awayIds.has(scope.userId),
      };
    },

    presence: (scope: AccountScope, isAway: boolean | undefined): Promise<{ isAway: boolean }> =>
      scope.run((tx) => setPresence(tx, scope, isAway, clock.now())),

    ...createInboxLabels({ clock }),

    /** Says something as a person, with one of the account's own forms where they chose one. */
    async reply(
      scope: AccountScope,
      id: string,
      {
        formId,
        ...input
      }: {
        text: string;
        clientMessageId: string;
        attachments: readonly string[];
        formId: string | null;
        knownSeq?: number | undefined;
      },
    ): Promise<{ messageId: string }> {
      const card = formId === null ? null : await conversations.cardFor(scope.accountId, formId);
      if (formId !== null && !card) throw new AppError(inboxErrors.formClosed);
      return teamwork.reply(scope, id, { ...input, shows: card ? [card] : [] });
    },
    editReply: teamwork.editReply,
    removeReply: teamwork.removeReply,
    hand: teamwork.hand,
    typing: teamwork.typing,

    /** Tells colleagues who of the team has a conversation open, and whether they are writing in it. */
    async viewing(scope: AccountScope, id: string, isTyping: boolean): Promise<void> {
      await scope.run((tx) => teamwork.reached(tx, scope, id, false));
      realtime.announce({
        topic: `account:${scope.accountId}`,
        data: {
          type: 'inbox.viewing',
          conversationId: id,
          userId: scope.userId,
          isTyping,
          seconds: isTyping ? typingSeconds : viewingSeconds,
        },
      });
    },
  };
}

export type InboxUsecases = ReturnType<typeof createInboxUsecases>;
