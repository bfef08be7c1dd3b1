import { createHash } from 'node:crypto';
import { z } from 'zod';
import { roleGrants, type Role } from '#features/accounts/accounts.contract.ts';
import { reachesAgent } from '#features/accounts/server/accounts.usecases.ts';
import type { TeamCall } from '#features/conversations/server/handoff/handoff.usecases.ts';
import type { ConversationRow } from '#features/conversations/server/handoff/team.usecases.ts';
import { pushKinds, type NoticePreferences, type PushKind } from '../../inbox-notices.contract.ts';

/** A colleague who names members in a note. */
export type MentionCall = {
  kind: 'mention';
  conversation: ConversationRow;
  to: readonly string[];
  by: { id: string; name: string };
};
export type PushCall = TeamCall | MentionCall;

/**
 * What waits for members, as the job that tells them gets it. `seq` is the visitor's last message, `at` the
 * moment in ISO.
 */
export const pushEventSchema = z.object({
  id: z.string(),
  accountId: z.string(),
  conversationId: z.string(),
  kind: z.enum(pushKinds),
  seq: z.number(),
  at: z.string(),
  to: z.array(z.string()).nullable(),
  byId: z.string().nullable(),
  byName: z.string().nullable(),
  /** The second look, at browsers whose members were perhaps looking elsewhere. */
  isLate: z.boolean(),
});
export type PushEvent = z.infer<typeof pushEventSchema>;

type Place = Pick<ConversationRow, 'agentId' | 'handler' | 'handlerUserId' | 'assigneeId' | 'status'>;
type Belonging = {
  userId: string;
  role: Role;
  agentIds: string[] | null;
  suspendedAt: Date | null;
};

/**
 * An open dashboard says once a minute that it is looked at; whoever was seen within this may be looking now,
 * in ms.
 */
export const recentlySeenMs = 65_000;
/** Within this, one conversation tells a browser once, in ms. */
export const pushThrottleMs = 60_000;
/** For how long it is worth telling, also for push services: seconds. */
export const pushTtlSeconds = 4 * 3_600;
export const mostTries = 5;

/** The event of a call, with an id by which each browser is told of it once. */
export function eventOf(call: PushCall, id: string, now: Date): PushEvent {
  const to = call.kind === 'assigned' ? [call.to] : call.kind === 'mention' ? [...call.to] : null;
  const { conversation, by } = call;
  return {
    id,
    accountId: conversation.accountId,
    conversationId: conversation.id,
    kind: call.kind,
    seq: conversation.lastVisitorSeq,
    at: now.toISOString(),
    to,
    byId: by?.id ?? null,
    byName: by?.name.slice(0, 80) ?? null,
    isLate: false,
  };
}

/** Whether an event asks for nobody any more. */
export function isOver(
  { kind, to }: Pick<PushEvent, 'kind' | 'to'>,
  { handler, status, assigneeId }: Place,
): boolean {
  if (kind === 'mention') return false;
  if (kind === 'assigned') return status === 'resolved' || !to?.includes(assigneeId ?? '');
  return status === 'resolved' || handler === 'ai' || (kind === 'waiting' && handler === 'human');
}

/** Whether a member may answer in a conversation of this agent now. */
export function mayAnswer(member: Belonging, agentId: string): boolean {
  return (
    member.suspendedAt === null && roleGrants(member.role, 'inbox.reply') && reachesAgent(member, agentId)
  );
}

/**
 * Who is told: of the queue everybody who may answer, of a message the one who has the conversation, else
 * those who are meant. Nobody is told of what they did themselves.
 */
export function recipientsOf(
  event: Pick<PushEvent, 'kind' | 'to' | 'byId'>,
  conversation: Place,
  members: readonly Belonging[],
): string[] {
  const able = members
    .filter((member) => mayAnswer(member, conversation.agentId))
    .map(({ userId }) => userId);
  const others = able.filter((userId) => userId !== event.byId);
  if (event.to) return others.filter((userId) => event.to?.includes(userId));
  if (event.kind === 'waiting') return others;
  const holder = conversation.handlerUserId ?? conversation.assigneeId;
  if (holder === null) return [];
  // Whoever had it may have left: then it is everybody's.
  return others.includes(holder) ? [holder] : others;
}

/** Whether a member wants to hear of events of this kind. */
export function wantsPush(preferences: NoticePreferences, kind: PushKind): boolean {
  return kind === 'waiting'
    ? preferences.waiting
    : kind === 'mention'
      ? preferences.mentions
      : preferences.own;
}

/**
 * What all messages of one conversation have in common for push services and browsers: a newer one takes the
 * place of an older one. 32 characters, and nobody learns the conversation by it.
 */
export function topicOf(conversationId: string): string {
  return createHash('sha256').update(`push topic ${conversationId}`).digest('base64url').slice(0, 32);
}

/** When to try again, in seconds: what the push service asks for, within an hour, else growing pauses. */
export function retryDelayOf(retryAfter: string | null, tries: number, now: Date): number {
  const asked =
    retryAfter === null
      ? Number.NaN
      : /^\d{1,9}$/.test(retryAfter.trim())
        ? Number(retryAfter)
        : (Date.parse(retryAfter) - now.getTime()) / 1_000;
  return Math.ceil(Math.min(3_600, Math.max(1, Number.isFinite(asked) ? asked : 10 * 4 ** tries)));
}

/** What becomes of a message by what the push service says. */
export function outcomeOf(status: number): 'taken' | 'gone' | 'again' | 'refused' {
  if (status >= 200 && status < 300) return 'taken';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'again' : 'refused';
}
