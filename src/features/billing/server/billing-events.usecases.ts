import { AppError, commonErrors } from '#shared/errors.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Logger } from '#platform/log/logger.ts';
import { PaymentError, SignatureError, type PaymentEvent } from '#providers/payments/payments.port.ts';
import type { PlatformConnection } from './billing-connection.usecases.ts';
import type { Syncing } from './billing-syncing.usecases.ts';
import { billingRepository } from './billing.repository.ts';

/**
 * Takes what the platform's vendor sends. An event says only where to look: what it claims is asked for
 * again.
 */
export function createBillingEvents(services: {
  database: Database;
  clock: Clock;
  log: Logger;
  connection: PlatformConnection;
  syncing: Syncing;
}) {
  const { database, clock, log, connection, syncing } = services;

  async function read(body: Buffer, headers: Record<string, string | undefined>): Promise<PaymentEvent> {
    const { vendor, connection: way } = await connection.sender().catch((error: unknown) => {
      if (error instanceof PaymentError) throw new AppError(commonErrors.unavailable, { cause: error });
      throw error;
    });
    try {
      // An empty secret would let everybody sign.
      if (way.webhookSecret === '') throw new SignatureError('There is no secret to check it with');
      return vendor.readEvent(way, body, headers, clock.now());
    } catch (error) {
      if (error instanceof SignatureError) throw new AppError(commonErrors.invalidInput, { cause: error });
      throw error;
    }
  }

  return {
    /** Throws what tells the vendor to send it again, when it could not be asked now. */
    async receive(body: Buffer, headers: Record<string, string | undefined>): Promise<void> {
      const event = await read(body, headers);
      const { mode } = connection;
      if (event.isTest !== mode.isTest) throw new AppError(commonErrors.invalidInput);
      const found = await database.system(async (tx) => {
        const repository = billingRepository(tx);
        const row =
          (event.purchaseId === null ? null : await repository.byId(event.purchaseId)) ??
          (await repository.byReferences(mode, event.references));
        if (row && (row.isTest !== mode.isTest || row.vendor !== mode.vendor))
          throw new AppError(commonErrors.invalidInput);
        const isDone = await repository.recordEvent({
          vendor: mode.vendor,
          eventId: event.id,
          type: event.type,
          subscriptionId: row?.id ?? null,
          createdAt: event.createdAt,
          receivedAt: clock.now(),
        });
        return isDone ? ('done' as const) : row;
      });
      if (found === 'done') return;
      // The vendor tells of everything that its account sells, also of what was not sold here.
      if (found) {
        await syncing.sync(found.accountId, found.id).catch((error: unknown) => {
          if (error instanceof PaymentError) throw new AppError(commonErrors.unavailable, { cause: error });
          throw error;
        });
      }
      await billingRepository(database.direct).markEventDone(mode.vendor, event.id, clock.now());
      log.debug({ subscriptionId: found?.id ?? null, type: event.type }, 'an event about a plan was handled');
    },
  };
}
