import type { Database } from '#platform/database/database.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { findOwners } from '#features/accounts/server/accounts.usecases.ts';
import type { MailUsecases } from '#features/mail/server/mail.usecases.ts';
import { deliveryDays, disableAfterDays } from '../../webhooks.contract.ts';
import { isDelivered, isGivenUp, nextTry, type Outcome } from './tries.models.ts';
import { dispatchRepository } from './dispatch.repository.ts';
import { eventsTopic } from '../events/events.usecases.ts';
import { sendEvent, type SendingServices } from './sending.usecases.ts';
import { webhooksRepository, type DueDelivery, type WebhookRow } from '../webhooks.repository.ts';

/** What is under way at once in one process; waiting for others costs hardly anything. */
const limits = { webhook: 4, failing: 1, account: 8, all: 128 };
/** Longer than a try can take. */
const lostAfterMs = 60_000;
/** Between two looks when nothing is announced. */
const longestPauseMs = 30_000;
/** After a look that failed, for instance without a database. */
const retryMs = 2_000;

export type DispatchServices = SendingServices & {
  database: Database;
  log: Logger;
  realtime: Pick<Realtime, 'subscribe' | 'onGap'>;
  mail: Pick<MailUsecases, 'send'>;
  publicUrl(): string;
  random?: () => number;
};

/**
 * Hands over what happened, in the order in which it is due, without letting a slow receiver hold up others.
 * Not by the job queue: that runs so many at once in all, and a try lasts as long as a stranger's server wants.
 */
export function createWebhookDispatch(services: DispatchServices) {
  const { database, clock, log } = services;
  const random = services.random ?? Math.random;
  const stopping = new AbortController();
  const underWay = new Map<string, { item: DueDelivery; done: Promise<void> }>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | null = null;
  let isAskedAgain = false;
  let isRunning = false;

  async function switchOff(webhook: WebhookRow, reason: 'gone' | 'failing'): Promise<void> {
    const owners = await findOwners(database, webhook.accountId);
    await database.system(async (tx) => {
      const repository = webhooksRepository(tx);
      const current = await repository.byId(webhook.id);
      if (!current?.isEnabled) return;
      await repository.change(webhook.id, { isEnabled: false, disabledReason: reason });
      for (const { email, language } of owners)
        await services.mail.send(
          {
            kind: 'webhook-off',
            to: email,
            language,
            accountId: webhook.accountId,
            variables: {
              address: webhook.url,
              count: disableAfterDays,
              url: `${services.publicUrl()}/dashboard/settings?tab=webhooks`,
            },
          },
          tx,
        );
    });
    log.info({ webhookId: webhook.id, accountId: webhook.accountId, reason }, 'a webhook was switched off');
  }

  async function keep({ delivery, webhook }: DueDelivery, outcome: Outcome): Promise<void> {
    const now = clock.now();
    const next = isDelivered(outcome) ? null : nextTry(delivery.attempts, outcome, now, random());
    const { status, problem, tookMs, answer } = outcome;
    await webhooksRepository(database.direct).changeDelivery(delivery.id, {
      state: isDelivered(outcome) ? 'delivered' : next ? 'waiting' : 'failed',
      status,
      problem,
      tookMs,
      answer,
      ...(next && { dueAt: next }),
    });
    const since = await dispatchRepository(database.direct).markReached(
      webhook.id,
      isDelivered(outcome),
      now,
    );
    if (status === 410) await switchOff(webhook, 'gone');
    else if (isGivenUp(since, now)) await switchOff(webhook, 'failing');
  }

  async function tryOne(item: DueDelivery): Promise<void> {
    const { delivery, webhook, body } = item;
    const outcome = await sendEvent(services, webhook, { id: delivery.eventId, body }, stopping.signal).catch(
      (error: unknown): Outcome => {
        // A fault of ours ends after as many tries as one of theirs.
        log.error({ err: error, deliveryId: delivery.id }, 'a webhook delivery could not be sent');
        return { status: null, problem: 'unreachable', tookMs: 0, answer: '', retryAfterMs: null };
      },
    );
    // What stopping broke off counts as not tried; it is due again once it counts as lost.
    if (stopping.signal.aborted) return;
    await keep(item, outcome);
  }

  function begin(item: DueDelivery): void {
    const { id } = item.delivery;
    const done = tryOne(item)
      .catch((error: unknown) =>
        log.error({ err: error, deliveryId: id }, 'a webhook delivery could not be kept'),
      )
      .finally(() => {
        underWay.delete(id);
        if (isRunning) look();
      });
    underWay.set(id, { item, done });
  }

  /** Takes what is due and begins to send it; says how many. */
  async function takeDue(): Promise<number> {
    const now = clock.now();
    const busy = [...underWay.values()].map(({ item }) => item.delivery);
    const taken = await database.system((tx) =>
      dispatchRepository(tx).take(
        now,
        new Date(now.getTime() + lostAfterMs),
        {
          webhookIds: busy.map(({ webhookId }) => webhookId),
          accountIds: busy.map(({ accountId }) => accountId),
        },
        limits,
      ),
    );
    for (const item of taken) begin(item);
    return taken.length;
  }

  async function lookOnce(): Promise<void> {
    clearTimeout(timer);
    let pauseMs = longestPauseMs;
    try {
      await takeDue();
      const next = await dispatchRepository(database.direct).nextDue();
      // What is due, and was not taken, waits for room: the end of a try looks again.
      if (next && next > clock.now()) pauseMs = Math.min(pauseMs, next.getTime() - clock.now().getTime());
    } catch (error) {
      if (!isRunning) return;
      log.warn({ err: error }, 'what webhooks wait for could not be looked for');
      pauseMs = retryMs;
    }
    if (isRunning) timer = setTimeout(look, pauseMs).unref();
  }

  /** Looks now, or once more after the look that runs. */
  function look(): void {
    if (looking) {
      isAskedAgain = true;
      return;
    }
    looking = lookOnce().finally(() => {
      looking = null;
      if (!isAskedAgain || !isRunning) return;
      isAskedAgain = false;
      look();
    });
  }

  const leave: (() => void)[] = [];
  return {
    /** Hands over in the background from now on; for processes that do background work. */
    start(): void {
      isRunning = true;
      leave.push(services.realtime.subscribe(eventsTopic, look), services.realtime.onGap(look));
      look();
    },
    /** Breaks off what is under way; it is tried again by whoever runs then. */
    async stop(): Promise<void> {
      isRunning = false;
      clearTimeout(timer);
      for (const step of leave) step();
      stopping.abort();
      await looking;
      await Promise.all([...underWay.values()].map(({ done }) => done));
    },
    /** Hands over all that is due at this moment, and waits until that is done. */
    async drain(): Promise<void> {
      for (;;) {
        await takeDue();
        if (underWay.size === 0) return;
        await Promise.race([...underWay.values()].map(({ done }) => done));
      }
    },
    /** Removes what is older than 30 days. */
    sweep: (): Promise<void> =>
      webhooksRepository(database.direct).deleteBefore(
        new Date(clock.now().getTime() - deliveryDays * 86_400_000),
      ),
  };
}
