import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { languages, type Language } from '#shared/languages.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import type { Database } from '#platform/database/database.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { RateLimiter, RateRule } from '#platform/rate-limit/rate-limit.ts';
import { findAgentFacts } from '#features/agents/server/agents-facts.usecases.ts';
import type { MailUsecases } from '#features/mail/server/mail.usecases.ts';
import { StoreError, type StoreOrder } from '#providers/stores/stores.port.ts';
import { storesErrors } from '../../stores.contract.ts';
import type { CartOf } from '../shopping/carts.usecases.ts';
import type { Opening, OpenStore } from '../stores-opening.usecases.ts';
import { ordersRepository, type OrderPlace } from './orders.repository.ts';

const codeMinutes = 10;
const mostTries = 5;
/** For so long a conversation sees an order that was proven in it. */
const provenMs = 3_600_000;
const callMs = 15_000;
const perHour = (name: string, limit: number): RateRule => ({ name, limit, windowSeconds: 3_600 });
/** Codes that are mailed; beyond them nothing is, and nobody is told. */
const mailed = {
  visitor: perHour('order-code-visitor', 5),
  place: perHour('order-code-place', 10),
  email: perHour('order-code-email', 5),
  order: perHour('order-code-order', 5),
};
/** Wrong codes of one visitor, over all orders. */
const tries = perHour('order-code-tries', 20);

export const orderCodeJob = defineJob({
  name: 'stores.order-code',
  payload: z.object({
    accountId: z.string(),
    agentId: z.string(),
    conversationId: z.string(),
    storeId: z.string(),
    number: z.string(),
    email: z.string(),
    language: z.enum(languages),
  }),
  retryLimit: 2,
  expireInSeconds: 60,
  concurrency: 2,
});
type CodeRequest = z.infer<typeof orderCodeJob.payload>;

/** Who asks, in which conversation, with which store. */
export type OrderAsking = {
  of: CartOf;
  agentId: string;
  visitorId: string;
  store: OpenStore;
};

/** `#1043` and `1043` are one order. */
export const orderNumber = (typed: string): string => typed.replace(/^#+/, '').trim();

/** Orders, for whoever proves by a code that the order's address is theirs. */
export function createOrders(services: {
  database: Pick<Database, 'account'>;
  clock: Clock;
  box: Pick<SecretBox, 'sign' | 'verify'>;
  log: Pick<Logger, 'warn'>;
  jobs: Pick<Jobs, 'send'>;
  limiter: Pick<RateLimiter, 'takeAll'>;
  mail: Pick<MailUsecases, 'send'>;
  opening: Pick<Opening, 'open'>;
  publicUrl(): string;
}) {
  const { database, clock, box, limiter } = services;
  const signed = ({ conversationId, storeId, number }: OrderPlace, code: string): string =>
    `${storeId} ${conversationId} ${number} ${code}`;
  const placeOf = (of: CartOf, store: OpenStore, number: string): OrderPlace => ({
    conversationId: of.conversationId,
    storeId: store.id,
    number,
  });

  async function read(store: OpenStore, number: string, signal: AbortSignal): Promise<StoreOrder | null> {
    if (!store.vendor.order) throw new StoreError('notOffered');
    return store.vendor.order(store.connection, number, signal);
  }

  return {
    /**
     * Asks for a code. The answer is the same and comes as soon whatever is true of number and address: the
     * store is asked afterwards, and only the mail tells.
     */
    async send(
      { of, agentId, visitorId, store }: OrderAsking,
      asked: { number: string; email: string; language: Language; place: string },
    ): Promise<void> {
      const number = orderNumber(asked.number);
      const refused = await limiter.takeAll([
        { rule: mailed.visitor, key: visitorId },
        { rule: mailed.place, key: asked.place },
        { rule: mailed.email, key: `${agentId} ${asked.email}` },
        { rule: mailed.order, key: `${store.id} ${of.accountId} ${number}` },
      ]);
      if (refused !== null || !store.vendor.order || number === '') return;
      await database.account(of.accountId, (tx) =>
        services.jobs.send(tx, orderCodeJob, {
          accountId: of.accountId,
          agentId,
          conversationId: of.conversationId,
          storeId: store.id,
          number,
          email: asked.email,
          language: asked.language,
        }),
      );
    },

    /** Makes a code and mails it, if the order is one of that address. */
    async mailCode(request: CodeRequest): Promise<void> {
      const { accountId, agentId, conversationId, storeId, number, email, language } = request;
      const store = await services.opening.open(accountId, storeId, language);
      if (!store) return;
      const order = await read(store, number, AbortSignal.timeout(callMs));
      if (order?.email.trim().toLowerCase() !== email) return;
      const now = clock.now();
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const place: OrderPlace = { conversationId, storeId, number };
      const agent = await database.account(accountId, async (tx) => {
        await ordersRepository(tx).insert({
          id: newId('ocd', now.getTime()),
          accountId,
          ...place,
          codeHash: box.sign('order-code', signed(place, code)),
          createdAt: now,
          expiresAt: new Date(now.getTime() + codeMinutes * 60_000),
        });
        return findAgentFacts(tx, agentId);
      });
      if (!agent) return;
      await services.mail.send({
        kind: 'order-code',
        to: email,
        language,
        accountId,
        code,
        variables: {
          url: `${services.publicUrl()}/widgets/${agent.number}`,
          agent: agent.name,
          order: number,
          minutes: codeMinutes,
        },
      });
    },

    /** The order, for the right code. A try is used up before the code is looked at. */
    async show(
      { of, visitorId, store }: OrderAsking,
      asked: { number: string; code: string },
    ): Promise<StoreOrder> {
      const number = orderNumber(asked.number);
      const place = placeOf(of, store, number);
      const now = clock.now();
      const isRefused = (await limiter.takeAll([{ rule: tries, key: visitorId }])) !== null;
      const row = isRefused
        ? null
        : await database.account(of.accountId, (tx) => ordersRepository(tx).takeTry(place, mostTries, now));
      if (!row || !box.verify('order-code', signed(place, asked.code), row.codeHash))
        throw new AppError(storesErrors.codeWrong);
      const order = await read(store, number, AbortSignal.timeout(callMs)).catch((error: unknown) => {
        services.log.warn({ err: error, storeId: store.id }, 'an order could not be read');
        throw new AppError(storesErrors.away, { cause: error });
      });
      if (!order) throw new AppError(storesErrors.codeWrong);
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
      const number = orderNumber(typed);
      const since = new Date(clock.now().getTime() - provenMs);
      const isProven = await database.account(of.accountId, (tx) =>
        ordersRepository(tx).isProven(placeOf(of, store, number), since),
      );
      return isProven ? read(store, number, signal) : null;
    },
  };
}

export type Orders = ReturnType<typeof createOrders>;
