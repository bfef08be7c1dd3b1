import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { agents } from '#features/agents/server/agents.table.ts';
import { contacts } from '#features/contacts/server/contacts.table.ts';
import { conversations } from '#features/conversations/server/conversations.table.ts';
import type { NoticePreferences } from '../../inbox-notices.contract.ts';
import { inboxBrowsers, inboxPushes, inboxReads, inboxSettings } from '../inbox.table.ts';

export type BrowserRow = typeof inboxBrowsers.$inferSelect;
type PushRow = typeof inboxPushes.$inferSelect;

const lockOf = (name: string) => sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`;

/** What a member wants who has said nothing. */
const defaultPreferences: NoticePreferences = {
  mails: true,
  waiting: true,
  own: true,
  mentions: true,
  words: false,
};

/** Members' browsers, and what they are told. */
export function pushRepository(tx: Transaction) {
  return {
    /** What these members want to be told of; they are all in it. */
    async preferencesOf(
      accountId: string,
      userIds: readonly string[],
    ): Promise<Map<string, NoticePreferences>> {
      const rows = await tx
        .select()
        .from(inboxSettings)
        .where(and(eq(inboxSettings.accountId, accountId), inArray(inboxSettings.userId, [...userIds, ''])));
      return new Map(
        userIds.map((userId) => {
          const row = rows.find((one) => one.userId === userId);
          return [
            userId,
            row
              ? {
                  mails: row.waitingMails,
                  waiting: row.pushWaiting,
                  own: row.pushOwn,
                  mentions: row.pushMentions,
                  words: row.pushWords,
                }
              : defaultPreferences,
          ];
        }),
      );
    },
    async preferences(accountId: string, userId: string): Promise<NoticePreferences> {
      return (await this.preferencesOf(accountId, [userId])).get(userId) ?? defaultPreferences;
    },
    async setPreferences(
      accountId: string,
      userId: string,
      change: { [K in keyof NoticePreferences]?: boolean | undefined },
    ): Promise<void> {
      const { mails, waiting, own, mentions, words } = change;
      const row = {
        waitingMails: mails,
        pushWaiting: waiting,
        pushOwn: own,
        pushMentions: mentions,
        pushWords: words,
      };
      const set = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
      if (Object.keys(set).length > 0)
        await tx
          .insert(inboxSettings)
          .values({ waitingMails: true, ...set, accountId, userId })
          .onConflictDoUpdate({ target: [inboxSettings.accountId, inboxSettings.userId], set });
    },
    /** Lets one at a time say what a browser and a member's list hold. */
    async lockBrowser(
      endpointHash: string,
      { accountId, userId }: Pick<BrowserRow, 'accountId' | 'userId'>,
    ): Promise<void> {
      await tx.execute(lockOf(`push browser ${endpointHash}`));
      await tx.execute(lockOf(`push member ${accountId} ${userId}`));
    },
    async byEndpoint(endpointHash: string): Promise<BrowserRow | null> {
      return (
        (await tx.select().from(inboxBrowsers).where(eq(inboxBrowsers.endpointHash, endpointHash)))[0] ?? null
      );
    },
    /** Forgets whom this browser told before, and what its session was subscribed with. */
    async removeOthers(keptId: string, endpointHash: string, sessionId: string): Promise<void> {
      await tx
        .delete(inboxBrowsers)
        .where(
          and(
            or(eq(inboxBrowsers.endpointHash, endpointHash), eq(inboxBrowsers.sessionId, sessionId)),
            ne(inboxBrowsers.id, keptId),
          ),
        );
    },
    async insertBrowser(row: BrowserRow): Promise<void> {
      await tx.insert(inboxBrowsers).values(row);
    },
    async setBrowser(id: string, change: Partial<BrowserRow>): Promise<void> {
      await tx.update(inboxBrowsers).set(change).where(eq(inboxBrowsers.id, id));
    },
    async browsersOf(accountId: string, userId: string): Promise<BrowserRow[]> {
      return tx
        .select()
        .from(inboxBrowsers)
        .where(
          and(
            eq(inboxBrowsers.accountId, accountId),
            eq(inboxBrowsers.userId, userId),
            isNull(inboxBrowsers.removedAt),
          ),
        )
        .orderBy(desc(inboxBrowsers.seenAt), desc(inboxBrowsers.id));
    },
    /** Forgets how a browser is reached, and keeps that its member did not want it. */
    async dismissBrowser(id: string, userId: string, removedAt: Date): Promise<boolean> {
      return (
        (
          await tx
            .update(inboxBrowsers)
            .set({ removedAt, sealed: '' })
            .where(
              and(
                eq(inboxBrowsers.id, id),
                eq(inboxBrowsers.userId, userId),
                isNull(inboxBrowsers.removedAt),
              ),
            )
            .returning({ id: inboxBrowsers.id })
        ).length === 1
      );
    },
    async removeBrowser(id: string): Promise<void> {
      await tx.delete(inboxBrowsers).where(eq(inboxBrowsers.id, id));
    },
    /** Whether the member removed this browser, or the one of this session, by hand. */
    async isDismissed(endpointHash: string, sessionId: string): Promise<boolean> {
      return (
        (await tx.$count(
          inboxBrowsers,
          and(
            or(eq(inboxBrowsers.endpointHash, endpointHash), eq(inboxBrowsers.sessionId, sessionId)),
            isNotNull(inboxBrowsers.removedAt),
          ),
        )) > 0
      );
    },
    async see(sessionId: string, seenAt: Date): Promise<void> {
      await tx.update(inboxBrowsers).set({ seenAt }).where(eq(inboxBrowsers.sessionId, sessionId));
    },
    /** Whether the account has any browser to tell. */
    async isAnybodyTold(accountId: string): Promise<boolean> {
      return (
        (
          await tx
            .select({ id: inboxBrowsers.id })
            .from(inboxBrowsers)
            .where(and(eq(inboxBrowsers.accountId, accountId), isNull(inboxBrowsers.removedAt)))
            .limit(1)
        ).length > 0
      );
    },
    async conversation(id: string): Promise<typeof conversations.$inferSelect | null> {
      return (await tx.select().from(conversations).where(eq(conversations.id, id)))[0] ?? null;
    },
    /** Members who have read as far as this message. */
    async readers(conversationId: string, seq: number): Promise<Set<string>> {
      const rows = await tx
        .select({ userId: inboxReads.userId })
        .from(inboxReads)
        .where(and(eq(inboxReads.conversationId, conversationId), sql`${inboxReads.seq} >= ${seq}`));
      return new Set(rows.map(({ userId }) => userId));
    },
    /**
     * Browsers of these members, held so that of two events at once the second one sees what the first one
     * told.
     */
    async holdBrowsers(accountId: string, userIds: readonly string[]): Promise<BrowserRow[]> {
      return tx
        .select()
        .from(inboxBrowsers)
        .where(
          and(
            eq(inboxBrowsers.accountId, accountId),
            inArray(inboxBrowsers.userId, [...userIds, '']),
            isNull(inboxBrowsers.removedAt),
          ),
        )
        .orderBy(asc(inboxBrowsers.id))
        .for('update');
    },
    /** Browsers that were told of something in this conversation since then. */
    async toldSince(
      conversationId: string,
      browserIds: readonly string[],
      since: Date,
    ): Promise<Set<string>> {
      const rows = await tx
        .select({ id: inboxPushes.browserId })
        .from(inboxPushes)
        .where(
          and(
            eq(inboxPushes.conversationId, conversationId),
            inArray(inboxPushes.browserId, [...browserIds, '']),
            gt(inboxPushes.createdAt, since),
          ),
        );
      return new Set(rows.map(({ id }) => id));
    },
    /** False where this browser was told of this event before. */
    async insertPush(row: PushRow): Promise<boolean> {
      return (
        (
          await tx
            .insert(inboxPushes)
            .values(row)
            .onConflictDoNothing({ target: [inboxPushes.eventId, inboxPushes.browserId] })
            .returning({ id: inboxPushes.id })
        ).length === 1
      );
    },
    /** What is still to be sent, with its browser, conversation and names. */
    async waitingPush(id: string) {
      const [row] = await tx
        .select({
          push: inboxPushes,
          browser: inboxBrowsers,
          conversation: conversations,
          agent: agents.name,
          visitorName: contacts.name,
          visitorEmail: contacts.email,
        })
        .from(inboxPushes)
        .innerJoin(inboxBrowsers, eq(inboxBrowsers.id, inboxPushes.browserId))
        .innerJoin(conversations, eq(conversations.id, inboxPushes.conversationId))
        .innerJoin(agents, eq(agents.id, conversations.agentId))
        .leftJoin(contacts, eq(contacts.id, conversations.contactId))
        .where(and(eq(inboxPushes.id, id), isNull(inboxPushes.doneAt), isNull(inboxBrowsers.removedAt)));
      return row ?? null;
    },
    async setPush(id: string, change: Partial<PushRow>): Promise<void> {
      await tx.update(inboxPushes).set(change).where(eq(inboxPushes.id, id));
    },
    async sweep(before: Date): Promise<void> {
      await tx.delete(inboxPushes).where(lt(inboxPushes.createdAt, before));
    },
  };
}
