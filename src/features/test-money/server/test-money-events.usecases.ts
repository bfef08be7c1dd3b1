import { z } from 'zod';
import { newId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import { SignatureError, type PaymentEvent } from '#providers/payments/payments.port.ts';
import { testMoneyRepository, type SessionRow } from './test-money.repository.ts';
import { signatureHeader, signEvent, verifyEvent } from './test-money-signature.models.ts';

/** Hands a signed event to whoever listens. Throws when it was not taken, and is then called again. */
export type DeliverEvent = (
  accountId: string,
  body: Buffer,
  headers: Record<string, string>,
) => Promise<void>;

export type TestMoneyEventType =
  | 'checkout.completed'
  | 'checkout.expired'
  | 'payment.failed'
  | 'payment.refunded'
  | 'dispute.opened'
  | 'dispute.closed'
  | 'subscription.renewed'
  | 'subscription.changed'
  | 'subscription.ended';

export const deliverEventJob = defineJob({
  name: 'test-money.deliver',
  payload: z.object({ accountId: z.string(), id: z.string() }),
  retryLimit: 12,
  expireInSeconds: 60,
  concurrency: 2,
});

const hourMs = 3_600_000;
/** How long an event that nobody takes is sent again, as card payment providers do. */
const tellForMs = 72 * hourMs;

const eventBody = z.object({
  id: z.string(),
  type: z.string(),
  isTest: z.literal(true),
  createdAt: z.iso.datetime(),
  purchaseId: z.string(),
  references: z.object({
    checkout: z.string(),
    payment: z.string().nullable(),
    subscription: z.string().nullable(),
  }),
});

export type TestMoneyEvents = ReturnType<typeof createTestMoneyEvents>;

/** What the bank tells: written in the transaction of what happened, sent by a job until it is heard. */
export function createTestMoneyEvents({
  database,
  clock,
  box,
  jobs,
}: {
  database: Database;
  clock: Clock;
  box: SecretBox;
  jobs: Pick<Jobs, 'send'>;
}) {
  let listener: DeliverEvent | null = null;

  return {
    /**
     * Names who hears the events; before the jobs start. Whoever listens works with the bank themselves, so they
     * come after it.
     */
    listen(deliver: DeliverEvent): void {
      listener = deliver;
    },

    /** Notes an event about a session; it exists if and only if the transaction commits. */
    async tell(
      tx: Transaction,
      session: SessionRow,
      type: TestMoneyEventType,
      references: { payment?: string; subscription?: string | undefined } = {},
    ): Promise<void> {
      const [id, now] = [newId('tme'), clock.now()];
      const body: z.input<typeof eventBody> = {
        id,
        type,
        isTest: true,
        createdAt: now.toISOString(),
        purchaseId: session.purchaseId,
        references: {
          checkout: session.id,
          payment: references.payment ?? null,
          subscription: references.subscription ?? null,
        },
      };
      await testMoneyRepository(tx).addEvent({
        id,
        accountId: session.accountId,
        body: JSON.stringify(body),
        createdAt: now,
        queuedAt: now,
      });
      await jobs.send(tx, deliverEventJob, { accountId: session.accountId, id });
    },

    /** Sends one event, signed as of now, unless it was heard already. Throws when it is not taken. */
    async deliver(accountId: string, id: string): Promise<void> {
      const event = await database.account(accountId, (tx) => testMoneyRepository(tx).event(id));
      if (!event || event.deliveredAt) return;
      if (!listener) throw new Error('Nobody listens to the events of test money');
      await listener(accountId, Buffer.from(event.body), {
        'content-type': 'application/json',
        [signatureHeader]: signEvent(box, accountId, event.body, clock.now()),
      });
      await database.account(accountId, (tx) => testMoneyRepository(tx).markDelivered(id, clock.now()));
    },

    /** Puts back into the queue what was not heard although the job's own tries are over. */
    async tellAgain(): Promise<void> {
      const now = clock.now();
      await database.system(async (tx) => {
        const waiting = await testMoneyRepository(tx).queueAgain(
          new Date(now.getTime() - tellForMs),
          new Date(now.getTime() - hourMs),
          now,
        );
        for (const { id, accountId } of waiting) await jobs.send(tx, deliverEventJob, { accountId, id });
      });
    },

    /** Whether events have been waiting to be heard for more than ten minutes. */
    areStuck: (accountId: string): Promise<boolean> =>
      database.account(accountId, (tx) =>
        testMoneyRepository(tx).hasUnheardEvents(new Date(clock.now().getTime() - 600_000)),
      ),

    /** Verifies the signature over the bytes as they came. Throws `SignatureError`. */
    read(
      accountId: string,
      body: Buffer,
      headers: Record<string, string | undefined>,
      now: Date,
    ): PaymentEvent {
      verifyEvent(box, accountId, body, headers[signatureHeader], now);
      const parsed = eventBody.safeParse(parseJson(body));
      if (!parsed.success) throw new SignatureError('What was signed is no event');
      const { id, type, isTest, createdAt, purchaseId, references } = parsed.data;
      return { id, type, isTest, createdAt: new Date(createdAt), purchaseId, references };
    },
  };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
