import { AppError, commonErrors } from '#shared/errors.ts';
import { isId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Logger } from '#platform/log/logger.ts';
import {
  OtherModeError,
  PaymentError,
  SignatureError,
  type PaymentConnection,
  type PaymentEvent,
  type PaymentVendorName,
} from '#providers/payments/payments.port.ts';
import type { PaymentConnections, PaymentVendors } from '../connecting/connections.usecases.ts';
import { paymentEventsRepository } from './events.repository.ts';
import type { PurchaseRow } from './purchase-state.models.ts';
import type { PlatformEndpoints } from '../connecting/platform-endpoint.usecases.ts';
import { paymentsPlatformRepository } from '../connecting/platform.repository.ts';
import type { PaymentsPlatform } from '../connecting/platform.usecases.ts';
import type { Syncing } from './apply.usecases.ts';
import { paymentsRepository } from '../payments.repository.ts';

/** Takes what vendors send. An event says only where to look: what it claims is asked for again. */
export function createPaymentEvents(services: {
  database: Database;
  clock: Clock;
  log: Logger;
  vendors: PaymentVendors;
  connections: PaymentConnections;
  platform: PaymentsPlatform;
  platformEndpoints: PlatformEndpoints;
  syncing: Syncing;
}) {
  const { database, clock, log } = services;

  /** The event, if its signature is that of a connection of this account and mode. */
  async function read(
    accountId: string,
    isTest: boolean,
    body: Buffer,
    headers: Record<string, string | undefined>,
  ): Promise<{ event: PaymentEvent; vendor: PaymentVendorName }> {
    for (const connection of await services.connections.senders(accountId, isTest)) {
      const reader = services.vendors[connection.vendor];
      // An empty secret would let everybody sign.
      if (!reader || connection.webhookSecret === '') continue;
      try {
        const event = reader.readEvent(connection, body, headers, clock.now());
        if (event.isTest !== isTest) throw new SignatureError('The event is of the other mode');
        return { event, vendor: connection.vendor };
      } catch (error) {
        if (!(error instanceof SignatureError)) throw error;
      }
    }
    throw new AppError(commonErrors.invalidInput);
  }

  /** Takes a verified event. */
  async function handle(
    accountId: string,
    vendor: PaymentVendorName,
    isTest: boolean,
    event: PaymentEvent,
  ): Promise<void> {
    const found = await database.account(accountId, async (tx): Promise<PurchaseRow | 'done' | null> => {
      const repository = paymentsRepository(tx);
      // Behind the wall a purchase of another account is one that does not exist.
      const named = event.purchaseId === null ? null : await repository.byId(event.purchaseId);
      const purchase = named ?? (await repository.byReferences(vendor, isTest, event.references));
      if (purchase && (purchase.isTest !== isTest || purchase.vendor !== vendor))
        throw new AppError(commonErrors.invalidInput);
      const isDone = await paymentEventsRepository(tx).record({
        accountId,
        vendor,
        eventId: event.id,
        type: event.type,
        purchaseId: purchase?.id ?? null,
        createdAt: event.createdAt,
        receivedAt: clock.now(),
      });
      return isDone ? 'done' : purchase;
    });
    if (found === 'done') return;
    // The vendor tells of everything that the owner sells, also of what was not sold here.
    if (found) await retried(services.syncing.sync(accountId, found.id));
    await database.account(accountId, (tx) =>
      paymentEventsRepository(tx).markDone({ accountId, vendor, eventId: event.id }, clock.now()),
    );
    log.debug({ accountId, purchaseId: found?.id ?? null, type: event.type }, 'a payment event was handled');
  }

  return {
    /** Throws what tells the vendor to send it again, when the purchase could not be asked about now. */
    async receive(
      accountId: string,
      mode: 'test' | 'live',
      body: Buffer,
      headers: Record<string, string | undefined>,
    ): Promise<void> {
      if (!isId('acc', accountId)) throw new AppError(commonErrors.invalidInput);
      const isTest = mode === 'test';
      const { event, vendor } = await read(accountId, isTest, body, headers);
      await handle(accountId, vendor, isTest, event);
    },

    /**
     * As `receive`, for an account that was connected through the platform: whose it is stands in the event.
     */
    async receiveFromPlatform(
      mode: 'test' | 'live',
      body: Buffer,
      headers: Record<string, string | undefined>,
    ): Promise<void> {
      const isTest = mode === 'test';
      const reader = services.vendors.stripe;
      const account = reader?.platform?.isTest === isTest ? reader.platform.accountIn(body) : null;
      const owner =
        account === null
          ? null
          : await database.system((tx) => paymentsPlatformRepository(tx).byReference(account, isTest));
      if (!reader || account === null || !owner) throw new AppError(commonErrors.invalidInput);
      const { accountId } = owner;
      const sender: PaymentConnection = {
        vendor: 'stripe',
        accountId,
        isTest,
        secretKey: '',
        webhookSecret: await services.platformEndpoints.secretOf(isTest),
        references: { account, webhookEndpoint: '', portalConfiguration: '' },
        isPlatform: true,
      };
      const event = readPlatformEvent(() => reader.readEvent(sender, body, headers, clock.now()));
      if (!event) return;
      const known = (await services.connections.find(accountId, isTest))?.connection;
      // Who disconnected is still told of what goes on in the account, and takes no notice.
      if (known?.isPlatform && known.references.account === account)
        await handle(accountId, 'stripe', isTest, event);
      if (event.type.startsWith('account.')) await retried(services.platform.lookFor(accountId, isTest));
    },
  };
}

/** Null for an event of the other mode: a platform's endpoint hears of the tests in a real account, too. */
function readPlatformEvent(read: () => PaymentEvent): PaymentEvent | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof OtherModeError) return null;
    if (error instanceof SignatureError) throw new AppError(commonErrors.invalidInput);
    throw error;
  }
}

/** Answers so that the vendor sends the event again, when it could not be asked now. */
async function retried(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (error instanceof PaymentError) throw new AppError(commonErrors.unavailable, { cause: error });
    throw error;
  });
}
