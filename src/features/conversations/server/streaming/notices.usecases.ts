import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { Impersonation } from '#platform/http/access.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { narrowedTo, type AccountsUsecases } from '#features/accounts/server/accounts.usecases.ts';
import { judgeNotice, type AccountNotice, type Listener, type NoticeSubject } from './notices.models.ts';
import { noticesRepository } from './notices.repository.ts';

/**
 * How many conversations and collections a stream remembers to be reached or not; neither ever changes its
 * agent.
 */
const mostRemembered = 2_000;
/**
 * A member who makes an agent reaches it from then on: what a member reaches is read again this often, in
 * milliseconds.
 */
const readAgainMs = 5_000;

/** Where a member's news go. */
export type NewsStream = {
  send(event: string, data: unknown): void;
  close(): void;
  onClose(listener: () => void): void;
};
type Services = {
  database: Database;
  clock: Clock;
  realtime: Realtime;
  accounts: Pick<AccountsUsecases, 'member'>;
  log: Logger;
};

/**
 * Hands an account's notices to one member's stream: those that the member may know of, and no ids of
 * anything else.
 */
export async function tellMember(
  services: Services,
  user: { userId: string; accountId: string; sessionId: string; impersonation?: Impersonation | undefined },
  open: () => NewsStream,
): Promise<void> {
  const { database, realtime, accounts } = services;
  let known = await accounts.member(user.userId, user.accountId);
  let readAt = Date.now();
  const stream = open();
  if (!known) return void stream.send('ready', {});
  const { accountId } = known.membership;
  const topics = {
    account: `account:${accountId}`,
    user: `user:${user.userId}`,
    session: `session:${user.sessionId}`,
    features: 'feature-flags',
  };
  // A page whose first read is younger than the last news has missed nothing, and need not read again.
  stream.send('ready', { quietMs: Math.floor(realtime.quietMs(Object.values(topics))) });
  // No LRU cache: that takes the memory for all its entries at once, for each open stream.
  const remembered = new Map<string, boolean>();

  async function listener(): Promise<Listener | null> {
    if (known && narrowedTo(known.membership) && Date.now() - readAt > readAgainMs) {
      readAt = Date.now();
      known = await accounts.member(user.userId, accountId);
    }
    if (!known || known.membership.accountId !== accountId) return null;
    return {
      userId: user.userId,
      role: known.membership.role,
      agentIds: narrowedTo(known.membership)?.agentIds ?? null,
    };
  }

  async function isReached(subject: NoticeSubject, agentIds: readonly string[]): Promise<boolean> {
    const before = remembered.get(subject.id);
    if (before !== undefined) return before;
    const answer = await database.account(accountId, (tx) =>
      noticesRepository(tx).isReached(subject, agentIds),
    );
    if (remembered.size >= mostRemembered) remembered.clear();
    // A contact is reached from its first conversation with one of the member's agents.
    if (answer || subject.kind === 'conversation') remembered.set(subject.id, answer);
    return answer;
  }

  async function hand(data: AccountNotice): Promise<void> {
    const hears = await listener();
    if (!hears) return stream.close();
    const judged = judgeNotice(data, hears);
    if (judged && (judged.unless === null || (await isReached(judged.unless, hears.agentIds ?? []))))
      stream.send('changed', judged.notice);
    // Another role or other agents: the browser comes again, and hears what it may hear from then on.
    if (data['type'] === 'team.changed' && data['userId'] === user.userId) stream.close();
  }

  /** A superadmin who works as somebody else hears no longer than they may: what ends that closes the stream. */
  function endsWith({ byId, fromSessionId, until }: Impersonation): (() => void)[] {
    const close = (): void => stream.close();
    const timer = setTimeout(close, Math.max(0, Date.parse(until) - services.clock.now().getTime()));
    return [
      () => clearTimeout(timer),
      realtime.subscribe(`session:${fromSessionId}`, close),
      realtime.subscribe(`user:${byId}`, close),
    ];
  }

  // One after the other, so that notices keep their order.
  let turn: Promise<void> = Promise.resolve();
  const stops = [
    realtime.subscribe(topics.account, (data) => {
      turn = turn
        .then(() => hand(data))
        .catch((error: unknown) => {
          services.log.warn(
            { err: error, accountId },
            'a notice could not be judged; the member looks again',
          );
          stream.send('changed', { type: 'everything' });
        });
    }),
    realtime.subscribe(topics.user, () => stream.close()),
    realtime.subscribe(topics.session, ({ hasLostAccess }) => {
      // What is on their screen is no longer theirs to read.
      if (hasLostAccess) stream.send('access-ended', {});
      stream.close();
    }),
    // Parts of the product come and go for everybody, or for one account: each looks by itself.
    realtime.subscribe(topics.features, () => stream.send('changed', { type: 'features.changed' })),
    ...(user.impersonation ? endsWith(user.impersonation) : []),
    realtime.onGap(() => stream.send('changed', { type: 'everything' })),
  ];
  stream.onClose(() => {
    for (const stop of stops) stop();
  });
}
