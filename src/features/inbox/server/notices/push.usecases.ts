import { z } from 'zod';
import { newId, shortId } from '#shared/ids.ts';
import { paths } from '#shared/paths.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { SafeFetch } from '#platform/safe-fetch/safe-fetch.ts';
import { SafeFetchError } from '#platform/safe-fetch/safe-fetch-error.ts';
import { encryptPush } from '#platform/web-push/encrypt-push.ts';
import { vapidHeader, type VapidKeys } from '#platform/web-push/vapid.ts';
import { findMembers, findUserById, mayWork } from '#features/accounts/server/accounts.usecases.ts';
import { lastSeen } from '#features/conversations/server/handoff/presence.usecases.ts';
import { subscriptionSchema, type PushMessage } from '../../inbox-notices.contract.ts';
import {
  pushThrottleMs,
  eventOf,
  pushTtlSeconds,
  isOver,
  recentlySeenMs,
  mayAnswer,
  mostTries,
  outcomeOf,
  retryDelayOf,
  pushEventSchema,
  recipientsOf,
  topicOf,
  wantsPush,
  type PushCall,
  type PushEvent,
} from './push.models.ts';
import { pushRepository } from './push.repository.ts';

export const tellPushJob = defineJob({
  name: 'inbox.push',
  payload: pushEventSchema,
  retryLimit: 3,
  expireInSeconds: 60,
  concurrency: 2,
});
export const sendPushJob = defineJob({
  name: 'inbox.push-send',
  payload: z.object({ id: z.string(), accountId: z.string() }),
  retryLimit: 3,
  expireInSeconds: 60,
  concurrency: 4,
});

const dayMs = 86_400_000;
const longestWords = 160;

export type PushServices = {
  database: Database;
  clock: Clock;
  log: Logger;
  box: SecretBox;
  jobs: Pick<Jobs, 'send'>;
  translator: Pick<Translator, 'text'>;
  safeFetch: Pick<SafeFetch, 'stream'>;
  keys: VapidKeys;
  /** Where push services reach whoever runs this server. */
  contact(): string;
};
type WaitingPush = NonNullable<Awaited<ReturnType<ReturnType<typeof pushRepository>['waitingPush']>>>;

/** Tells members of what waits for them, by the push services of their browsers. */
export function createPush(services: PushServices) {
  const { database, clock, log, jobs } = services;

  /**
   * Writes down for each browser what it is told, with the job that sends it; those whose members may be
   * looking elsewhere at the dashboard come later.
   */
  async function tellIn(tx: Transaction, event: PushEvent): Promise<void> {
    const repository = pushRepository(tx);
    const conversation = await repository.conversation(event.conversationId);
    if (!conversation || isOver(event, conversation)) return;
    const readers =
      event.kind === 'message' ? await repository.readers(conversation.id, event.seq) : new Set<string>();
    const meant = recipientsOf(event, conversation, await findMembers(tx, event.accountId)).filter(
      (userId) => !readers.has(userId),
    );
    const chosen = [...(await repository.preferencesOf(event.accountId, meant))].flatMap(
      ([userId, preferences]) => (wantsPush(preferences, event.kind) ? [userId] : []),
    );
    const [now, at] = [clock.now(), new Date(event.at)];
    const browsers = await repository.holdBrowsers(event.accountId, chosen);
    const seen = await lastSeen(tx, event.accountId);
    const isLooked = (moment: Date | undefined): boolean =>
      moment !== undefined && moment.getTime() > now.getTime() - recentlySeenMs;
    const told =
      event.kind === 'mention'
        ? new Set<string>()
        : await repository.toldSince(
            conversation.id,
            browsers.map(({ id }) => id),
            new Date(now.getTime() - pushThrottleMs),
          );
    let isSomebodyLater = false;
    for (const { id, userId, seenAt } of browsers) {
      const lookedAt = seen.get(userId);
      // A browser that shows the dashboard itself judges better than we do whether it is in sight.
      const mayLookElsewhere = isLooked(lookedAt) && !isLooked(seenAt);
      if (!event.isLate && mayLookElsewhere) isSomebodyLater = true;
      else if (!told.has(id) && !(event.isLate && lookedAt && lookedAt > at)) {
        const push = {
          id: newId('psh'),
          accountId: event.accountId,
          browserId: id,
          conversationId: conversation.id,
          eventId: event.id,
          kind: event.kind,
          byName: event.byName,
          createdAt: now,
          tries: 0,
          doneAt: null,
        };
        if (await repository.insertPush(push))
          await jobs.send(tx, sendPushJob, { id: push.id, accountId: event.accountId });
      }
    }
    if (isSomebodyLater)
      await jobs.send(tx, tellPushJob, { ...event, isLate: true }, { afterSeconds: recentlySeenMs / 1_000 });
  }

  /** What the browser shows, in its member's language. */
  async function messageOf(
    { push, browser, conversation, agent, visitorName, visitorEmail }: WaitingPush,
    showsWords: boolean,
  ): Promise<PushMessage | null> {
    const user = await findUserById(database, browser.userId);
    if (!user || user.disabledAt) return null;
    const text = (key: string, variables: Record<string, string> = {}): string =>
      services.translator.text(user.language, `inbox-notices:push.${key}`, variables);
    const visitor = (
      visitorName?.trim() ||
      visitorEmail ||
      services.translator.text(user.language, 'contacts:visitor', {
        id: shortId(conversation.contactId ?? conversation.id),
      })
    ).slice(0, 80);
    const isColleagues = push.kind === 'assigned' || push.kind === 'mention';
    const title = text(push.kind, { visitor, name: push.byName ?? '' });
    const words =
      showsWords && !isColleagues && conversation.lastMessageRole === 'visitor'
        ? conversation.lastMessage
        : '';
    const place = isColleagues ? `${visitor} · ${agent.slice(0, 80)}` : agent.slice(0, 80);
    const short = words.length > longestWords ? `${words.slice(0, longestWords).trimEnd()}…` : words;
    return {
      title,
      body: short ? `${short}\n${place}` : place,
      path: paths.inboxThread(conversation.id),
      tag: topicOf(conversation.id),
      at: push.createdAt.getTime(),
    };
  }

  /** Hands a message to the browser's push service. Its answer is not read: the status says all. */
  async function post(
    found: WaitingPush,
    message: PushMessage,
  ): Promise<{ outcome: ReturnType<typeof outcomeOf>; retryAfter: string | null; reason: string }> {
    const { endpoint, keys } = subscriptionSchema.parse(
      JSON.parse(services.box.open(found.browser.sealed, found.browser.id)),
    );
    try {
      const { status, headers, body } = await services.safeFetch.stream(endpoint, {
        method: 'POST',
        headers: {
          authorization: vapidHeader(services.keys, new URL(endpoint), services.contact(), clock.now()),
          'content-type': 'application/octet-stream',
          'content-encoding': 'aes128gcm',
          ttl: String(pushTtlSeconds),
          urgency: 'high',
          topic: message.tag,
        },
        body: encryptPush(JSON.stringify(message), keys),
        timeoutMs: 10_000,
        maxRedirects: 0,
      });
      await body.cancel();
      return { outcome: outcomeOf(status), retryAfter: headers.get('retry-after'), reason: String(status) };
    } catch (error) {
      if (!(error instanceof SafeFetchError)) throw error;
      // An address that leads into the inside of a network is never asked again; one that leads elsewhere is
      // not followed.
      const outcome =
        error.code === 'fetch.address_not_allowed' || error.code === 'fetch.bad_url'
          ? 'gone'
          : error.code === 'fetch.too_many_redirects'
            ? 'refused'
            : 'again';
      return { outcome, retryAfter: null, reason: error.code };
    }
  }

  return {
    /**
     * Called in the transaction in which something begins to wait: members are told if and only if that
     * commits.
     */
    async raise(tx: Transaction, call: PushCall): Promise<void> {
      const { accountId, isPreview } = call.conversation;
      if (isPreview || !(await pushRepository(tx).isAnybodyTold(accountId))) return;
      await jobs.send(tx, tellPushJob, eventOf(call, newId('tev'), clock.now()));
    },

    /** The job of an event. Twice does no more than once. */
    tell: (event: PushEvent): Promise<void> => database.account(event.accountId, (tx) => tellIn(tx, event)),

    /** The job of one browser. Who may not answer there any more is told nothing. */
    async send({ id, accountId }: { id: string; accountId: string }): Promise<void> {
      const inAccount = <T>(
        work: (repository: ReturnType<typeof pushRepository>, tx: Transaction) => Promise<T>,
      ): Promise<T> => database.account(accountId, (tx) => work(pushRepository(tx), tx));
      const found = await inAccount(async (repository, tx) => {
        const row = await repository.waitingPush(id);
        const member =
          row && (await findMembers(tx, accountId)).find(({ userId }) => userId === row.browser.userId);
        if (!row || !member || !mayAnswer(member, row.conversation.agentId)) return null;
        return { ...row, showsWords: (await repository.preferences(accountId, member.userId)).words };
      });
      const now = clock.now();
      const isHeld = found !== null && !(await mayWork(database, accountId, found.browser.userId));
      const isOld = found && now.getTime() - found.push.createdAt.getTime() > pushTtlSeconds * 1_000;
      const message = found && !isOld && !isHeld ? await messageOf(found, found.showsWords) : null;
      if (!found || !message) return inAccount((repository) => repository.setPush(id, { doneAt: now }));
      const { outcome, retryAfter, reason } = await post(found, message);
      await inAccount(async (repository, tx) => {
        const tries = found.push.tries + 1;
        if (outcome === 'gone') {
          await repository.removeBrowser(found.browser.id);
        } else if (outcome === 'again' && tries < mostTries) {
          await repository.setPush(id, { tries });
          await jobs.send(
            tx,
            sendPushJob,
            { id, accountId },
            { afterSeconds: retryDelayOf(retryAfter, found.push.tries, now) },
          );
        } else {
          await repository.setPush(id, { tries, doneAt: now });
          if (outcome !== 'taken')
            log.warn({ pushId: id, reason, tries }, 'a push service did not take a message');
        }
      });
    },

    /** Forgets what browsers were told of before yesterday. */
    sweep: (): Promise<void> =>
      pushRepository(database.direct).sweep(new Date(clock.now().getTime() - dayMs)),
  };
}

export type Push = ReturnType<typeof createPush>;
