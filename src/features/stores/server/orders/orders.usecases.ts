import { randomInt } from 'node:crypto';
import { z } from 'zod';
import type { DemoOrderCode } from '#shared/chat/shop-parts.ts';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { languages, type Language } from '#shared/languages.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import type { Database } from '#platform/database/database.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { Logger } from '#platform/log/logger.ts';
import { addressKey, isLoopback, ofNetworks } from '#platform/rate-limit/network.ts';
import type { RateLimiter, RateRule } from '#platform/rate-limit/rate-limit.ts';
import type { RunningAgent } from '#features/agents/server/agents.usecases.ts';
import { mailboxOf, type MailUsecases } from '#features/mail/server/mail.usecases.ts';
import { StoreError, type StoreOrder } from '#providers/stores/stores.port.ts';
import { demoStoreId, storesErrors } from '../../stores.contract.ts';
import type { CartOf } from '../shopping/carts.usecases.ts';
import { shownOrder } from '../shopping/presenting.models.ts';
import type { Opening, OpenStore } from '../stores-opening.usecases.ts';
import { ordersRepository, type OrderPlace } from './orders.repository.ts';

const codeMinutes = 10;
const mostTries = 5;
/** For so long a conversation sees an order that was proven in it. */
const provenMs = 3_600_000;
const callMs = 15_000;
const dayMs = 86_400_000;
const perHour = (name: string, limit: number): RateRule => ({ name, limit, windowSeconds: 3_600 });
const perDay = (name: string, limit: number): RateRule => ({ name, limit, windowSeconds: 86_400 });
/** Who asks for codes. Beyond these the store is not asked, and nobody is told. */
const asking = {
  visitor: perHour('order-code-visitor', 5),
  place: perHour('order-code-place', 10),
};
/**
 * Codes that are mailed, counted once number and address are known to belong together: whoever guesses uses
 * up nothing of those whose order it is. `extra` is for each place where the order's hour is used up.
 * `mailbox` is for all stores of the instance: an account could have its own shop name any address.
 */
const mailed = {
  order: perHour('order-code-order', 5),
  extra: perHour('order-code-extra', 1),
  email: perDay('order-code-email', 20),
  mailbox: perDay('order-code-mailbox', 40),
};
/** Codes that are tried, over all orders. */
const tries = {
  visitor: perHour('order-code-tries', 20),
  place: perHour('order-code-tries-place', 60),
};

export const orderCodeJob = defineJob({
  name: 'stores.order-code',
  payload: z.object({
    accountId: z.string(),
    agentId: z.string(),
    visitorId: z.string(),
    isPreview: z.boolean(),
    conversationId: z.string(),
    storeId: z.string(),
    number: z.string(),
    email: z.string(),
    /** A key of where it was asked from; a visitor's where that says nothing. */
    place: z.string(),
    language: z.enum(languages),
  }),
  retryLimit: 2,
  expireInSeconds: 60,
  concurrency: 6,
  // A shop that lets everybody wait keeps nobody waiting but those who ask there.
  fairness: { keyOf: ({ accountId }) => accountId, atOnce: 1 },
});
type CodeRequest = z.infer<typeof orderCodeJob.payload>;

/** Who asks, in which conversation, with which store. */
export type OrderAsking = {
  of: CartOf;
  visitor: Pick<VisitorIdentity, 'agentId' | 'visitorId' | 'isPreview'>;
  store: OpenStore;
};

/**
 * The number of an order as it is asked for: `#1043` and `1043.` are one order. What else strangers write there
 * reaches no shop and no mail.
 */
export const orderNumber = (typed: string): string => typed.replace(/[^\p{L}\p{N}/_-]+/gu, '');

const addressOf = ({ email }: StoreOrder): string => email.trim().toLowerCase();

/** Orders, for whoever proves by a code that the order's address is theirs. */
export function createOrders(services: {
  database: Pick<Database, 'account' | 'system'>;
  clock: Clock;
  box: Pick<SecretBox, 'sign' | 'verify'>;
  log: Pick<Logger, 'warn'>;
  jobs: Pick<Jobs, 'send'>;
  limiter: Pick<RateLimiter, 'takeAll'>;
  mail: Pick<MailUsecases, 'send'>;
  opening: Pick<Opening, 'open'>;
  /** An order of the demo store that can be tried, by which its card says how. */
  demoOrder: DemoOrderCode['sample'];
  publicUrl(): string;
}) {
  const { database, clock, box, limiter } = services;
  const signed = ({ conversationId, storeId, number }: OrderPlace, code: string): string =>
    `${storeId} ${conversationId} ${number} ${code}`;
  const signedAddress = (place: OrderPlace, order: StoreOrder): string =>
    `${place.storeId} ${place.conversationId} ${place.number} ${addressOf(order)}`;
  const placeOf = (of: CartOf, store: OpenStore, number: string): OrderPlace => ({
    conversationId: of.conversationId,
    storeId: store.id,
    number,
  });

  /** Rejects with a `StoreError` also for an order that can't be shown: nobody needs a code for that. */
  async function read(store: OpenStore, number: string, signal: AbortSignal): Promise<StoreOrder | null> {
    if (!store.vendor.order) throw new StoreError('notOffered');
    const order = await store.vendor.order(store.connection, number, signal);
    if (order) shownOrder(order);
    return order;
  }

  /** A code that shows the order of its address in one conversation. */
  async function makeCode(accountId: string, place: OrderPlace, order: StoreOrder): Promise<string> {
    const now = clock.now();
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    await database.account(accountId, (tx) =>
      ordersRepository(tx).insert({
        id: newId('ocd', now.getTime()),
        accountId,
        ...place,
        codeHash: box.sign('order-code', signed(place, code)),
        emailHash: box.sign('order-email', signedAddress(place, order)),
        createdAt: now,
        expiresAt: new Date(now.getTime() + codeMinutes * 60_000),
      }),
    );
    return code;
  }

  /** Whether one more code may be mailed for an order to its own address. */
  async function mayMail({ accountId, storeId, number, email, place }: CodeRequest): Promise<boolean> {
    const order = `${accountId} ${storeId} ${number}`;
    const mailbox = mailboxOf(email);
    const ofMailbox = [
      { rule: mailed.email, key: `${accountId} ${mailbox}` },
      { rule: mailed.mailbox, key: mailbox },
    ];
    return (
      (await limiter.takeAll([{ rule: mailed.order, key: order }, ...ofMailbox])) === null ||
      (await limiter.takeAll([{ rule: mailed.extra, key: `${order} ${place}` }, ...ofMailbox])) === null
    );
  }

  return {
    /**
     * Asks for a code. The answer is the same and comes as soon whatever is true of number and address: the
     * store is asked afterwards, and only the mail tells. `place` is the network address from where it is asked.
     * Orders and addresses of the demo store are invented: somebody else may live there, so its code is given
     * back and mailed to nobody.
     */
    async send(
      { of, visitor, store }: OrderAsking,
      asked: { number: string; email: string; language: Language; place: string },
    ): Promise<DemoOrderCode | null> {
      const { agentId, visitorId, isPreview } = visitor;
      const number = orderNumber(asked.number);
      const place = addressKey(asked.place);
      const refused = await limiter.takeAll([
        { rule: asking.visitor, key: visitorId },
        ...ofNetworks(asked.place, asking.place),
      ]);
      const mayAsk = refused === null && store.vendor.order !== undefined && number !== '';
      if (store.id === demoStoreId) {
        const order = mayAsk ? await read(store, number, AbortSignal.timeout(callMs)) : null;
        const isTheirs = order !== null && addressOf(order) === asked.email;
        return {
          code: isTheirs ? await makeCode(of.accountId, placeOf(of, store, number), order) : null,
          sample: services.demoOrder,
        };
      }
      if (!mayAsk) return null;
      await database.account(of.accountId, (tx) =>
        services.jobs.send(tx, orderCodeJob, {
          accountId: of.accountId,
          agentId,
          visitorId,
          isPreview,
          conversationId: of.conversationId,
          storeId: store.id,
          number,
          email: asked.email,
          place: isLoopback(place) ? visitorId : place,
          language: asked.language,
        }),
      );
      return null;
    },

    /**
     * Makes a code and mails it, if the order is one of that address and the agent is still open. A shop that
     * takes too long is not asked again.
     */
    async mailCode(
      request: CodeRequest,
      agentOf: (visitor: VisitorIdentity) => Promise<RunningAgent>,
      ended = new AbortController().signal,
    ): Promise<void> {
      const { accountId, agentId, visitorId, isPreview, conversationId, storeId, number, email, language } =
        request;
      const agent = await agentOf({ accountId, agentId, visitorId, isPreview }).catch((error: unknown) => {
        // It was deleted since.
        if (error instanceof AppError && error.status === 404) return null;
        throw error;
      });
      if (!agent || agent.closed !== null) return;
      const store = await services.opening.open(accountId, storeId, language);
      if (!store) return;
      const late = AbortSignal.timeout(callMs);
      const order = await read(store, number, AbortSignal.any([ended, late])).catch((error: unknown) => {
        const isLate = late.aborted || (error instanceof StoreError && error.failure === 'timedOut');
        if (!isLate || ended.aborted) throw error;
        services.log.warn({ err: error, storeId }, 'a store took too long to tell of an order');
        return null;
      });
      if (!order || addressOf(order) !== email || !(await mayMail(request))) return;
      const code = await makeCode(accountId, { conversationId, storeId, number }, order);
      await services.mail.send({
        kind: 'order-code',
        to: email,
        language,
        accountId,
        code,
        variables: {
          url: `${services.publicUrl()}/widgets/${agent.number}`,
          agent: agent.configuration.basic.name,
          order: number,
          minutes: codeMinutes,
        },
      });
    },

    /** The order, for the right code. A try is used up before the code is looked at. */
    async show(
      { of, visitor, store }: OrderAsking,
      asked: { number: string; code: string; place: string },
    ): Promise<StoreOrder> {
      const number = orderNumber(asked.number);
      const place = placeOf(of, store, number);
      const now = clock.now();
      const refused = await limiter.takeAll([
        { rule: tries.visitor, key: visitor.visitorId },
        ...ofNetworks(asked.place, tries.place),
      ]);
      const row = refused
        ? null
        : await database.account(of.accountId, (tx) => ordersRepository(tx).takeTry(place, mostTries, now));
      if (!row || !box.verify('order-code', signed(place, asked.code), row.codeHash))
        throw new AppError(storesErrors.codeWrong);
      const order = await read(store, number, AbortSignal.timeout(callMs)).catch((error: unknown) => {
        services.log.warn({ err: error, storeId: store.id }, 'an order could not be read');
        throw new AppError(storesErrors.away, { cause: error });
      });
      // Whose order it is now may be somebody else than who got the code.
      if (!order || !box.verify('order-email', signedAddress(place, order), row.emailHash))
        throw new AppError(storesErrors.codeWrong);
      if (!(await database.account(of.accountId, (tx) => ordersRepository(tx).prove(row.id, now))))
        throw new AppError(storesErrors.codeWrong);
      return order;
    },

    /** The order as it is now, where this conversation proved within the hour that it is its visitor's; else null. */
    async proven(
      of: CartOf,
      store: OpenStore,
      typed: string,
      signal: AbortSignal,
    ): Promise<StoreOrder | null> {
      const place = placeOf(of, store, orderNumber(typed));
      const since = new Date(clock.now().getTime() - provenMs);
      const hashes = await database.account(of.accountId, (tx) => ordersRepository(tx).proven(place, since));
      const order = hashes.length > 0 ? await read(store, place.number, signal) : null;
      return order && hashes.some((hash) => box.verify('order-email', signedAddress(place, order), hash))
        ? order
        : null;
    },

    /** Removes codes a day after they were mailed: by then they neither work nor let anybody see an order. */
    sweep: (): Promise<void> =>
      database.system((tx) => ordersRepository(tx).removeBefore(new Date(clock.now().getTime() - dayMs))),
  };
}

export type Orders = ReturnType<typeof createOrders>;
