import { randomBytes } from 'node:crypto';
import { AppError, commonErrors } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { publishNotice } from '#platform/realtime/realtime.ts';
import { isLoopbackHost } from '#platform/safe-fetch/loopback.ts';
import type { SafeFetch } from '#platform/safe-fetch/safe-fetch.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import {
  mostWebhooks,
  oldSecretHours,
  webhooksErrors,
  type Webhook,
  type WebhookDelivery,
  type WebhookFormat,
} from '../webhooks.contract.ts';
import type { WebhookEventType } from '../webhooks-events.contract.ts';
import { shownAddress } from './webhooks-addresses.models.ts';
import type { ChatMessages } from './delivery/chat-messages.usecases.ts';
import { isDelivered } from './delivery/tries.models.ts';
import { eventBody, eventsTopic, newDelivery } from './events/events.usecases.ts';
import { sampleOf } from './events/samples.models.ts';
import { secretOwner, sendEvent } from './delivery/sending.usecases.ts';
import {
  webhooksRepository,
  type DeliveryCounts,
  type DeliveryRow,
  type WebhookRow,
} from './webhooks.repository.ts';

const pageSize = 50;
const none: DeliveryCounts = { waiting: 0, failed: 0 };

type Input = Pick<Webhook, 'url' | 'description' | 'events'> & { format?: WebhookFormat | undefined };

/** A secret in the form of Standard Webhooks: 32 random bytes. */
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

export function presentDelivery(row: DeliveryRow): WebhookDelivery {
  const { id, eventId, eventType, state, attempts, status, problem, tookMs } = row;
  return {
    id,
    eventId,
    type: eventType,
    state,
    attempts,
    dueAt: state === 'waiting' ? row.dueAt.toISOString() : null,
    status,
    problem,
    tookMs,
    triedAt: row.triedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

/** Where an account is told of what happens, and what became of the telling. */
export function createWebhooksUsecases({
  clock,
  box,
  safeFetch,
  chatMessages,
}: {
  clock: Clock;
  box: SecretBox;
  safeFetch: Pick<SafeFetch, 'stream' | 'assertAllowedUrl'>;
  chatMessages: ChatMessages;
}) {
  const present = (row: WebhookRow, { waiting, failed }: DeliveryCounts = none): Webhook => ({
    id: row.id,
    url: shownAddress(row),
    description: row.description,
    format: row.format,
    events: row.events as WebhookEventType[],
    isEnabled: row.isEnabled,
    disabledReason: row.disabledReason,
    failingSince: row.failingSince?.toISOString() ?? null,
    secretLastFour: box.open(row.secret, secretOwner(row)).slice(-4),
    waiting,
    failed,
    createdAt: row.createdAt.toISOString(),
  });

  /** What is sent names people, so it goes over an encrypted line or stays on this machine. */
  function checkAddress(url: string): void {
    try {
      const { protocol, hostname } = safeFetch.assertAllowedUrl(url);
      if (protocol === 'https:' || isLoopbackHost(hostname)) return;
    } catch (cause) {
      throw new AppError(webhooksErrors.addressRefused, { cause });
    }
    throw new AppError(webhooksErrors.addressRefused);
  }

  return {
    list: (scope: AccountScope): Promise<Webhook[]> =>
      scope.run(async (tx) => {
        const repository = webhooksRepository(tx);
        const counts = await repository.counts();
        return (await repository.list()).map((row) => present(row, counts.get(row.id)));
      }),

    async create(scope: AccountScope, input: Input): Promise<Webhook & { secret: string }> {
      checkAddress(input.url);
      const secret = newSecret();
      const id = newId('whk');
      const row: WebhookRow = {
        ...input,
        format: input.format ?? 'events',
        id,
        accountId: scope.accountId,
        secret: box.seal(secret, secretOwner({ id })),
        oldSecret: null,
        oldSecretUntil: null,
        isEnabled: true,
        disabledReason: '',
        failingSince: null,
        createdBy: scope.userId,
        createdAt: clock.now(),
      };
      await scope.run(async (tx) => {
        const repository = webhooksRepository(tx);
        await repository.lockAccount(scope.accountId);
        if ((await repository.count()) >= mostWebhooks)
          throw new AppError(webhooksErrors.tooMany, { variables: { most: mostWebhooks } });
        await repository.insert(row);
        await writeAudit(tx, scope, 'webhooks.added', { id, name: shownAddress(row) });
      });
      return { ...present(row), secret };
    },

    async change(
      scope: AccountScope,
      id: string,
      {
        isEnabled,
        ...input
      }: { [K in keyof Input]?: Input[K] | undefined } & { isEnabled?: boolean | undefined },
    ): Promise<Webhook> {
      return scope.run(async (tx) => {
        const repository = webhooksRepository(tx);
        const before = await repository.byId(id);
        if (!before) throw new AppError(webhooksErrors.notFound);
        // Whoever saves what they were shown of an address leaves it as it is.
        const url = input.url === shownAddress(before) ? undefined : input.url;
        if (url !== undefined) checkAddress(url);
        const given = Object.fromEntries(
          Object.entries({ ...input, url }).filter(([, value]) => value !== undefined),
        );
        // What was hidden is not shown by calling it something else.
        const next = { url: url ?? before.url, format: input.format ?? before.format };
        if (url === undefined && shownAddress(before) !== before.url && shownAddress(next) === before.url)
          throw new AppError(commonErrors.invalidInput, { fields: { url: 'webhooks:form.urlMissing' } });
        const isSwitched = isEnabled !== undefined && isEnabled !== before.isEnabled;
        const row = await repository.change(id, {
          ...given,
          ...(isSwitched && {
            isEnabled,
            disabledReason: isEnabled ? '' : 'member',
            // It gets its five days again.
            failingSince: null,
          }),
          // PostgreSQL refuses an update that changes nothing.
          id,
        });
        if (!row) throw new AppError(webhooksErrors.notFound);
        if (isSwitched)
          await writeAudit(tx, scope, isEnabled ? 'webhooks.on' : 'webhooks.off', {
            id,
            name: shownAddress(row),
          });
        if (Object.keys(given).length > 0)
          await writeAudit(tx, scope, 'webhooks.changed', { id, name: shownAddress(row) });
        await publishNotice(tx, { topic: eventsTopic, data: {} });
        return present(row, (await repository.counts()).get(id));
      });
    },

    async renewSecret(scope: AccountScope, id: string): Promise<string> {
      const secret = newSecret();
      await scope.run(async (tx) => {
        const repository = webhooksRepository(tx);
        const before = await repository.byId(id);
        if (!before) throw new AppError(webhooksErrors.notFound);
        await repository.change(id, {
          secret: box.seal(secret, secretOwner({ id })),
          oldSecret: before.secret,
          oldSecretUntil: new Date(clock.now().getTime() + oldSecretHours * 3_600_000),
        });
        await writeAudit(tx, scope, 'webhooks.secret_renewed', { id, name: shownAddress(before) });
      });
      return secret;
    },

    async remove(scope: AccountScope, id: string): Promise<void> {
      await scope.run(async (tx) => {
        const row = await webhooksRepository(tx).remove(id);
        if (!row) throw new AppError(webhooksErrors.notFound);
        await writeAudit(tx, scope, 'webhooks.removed', { id, name: shownAddress(row) });
      });
    },

    /** Sends made-up content at once, also to a webhook that is off; it is tried this once only. */
    async test(scope: AccountScope, id: string, type: WebhookEventType): Promise<WebhookDelivery> {
      const webhook = await scope.run((tx) => webhooksRepository(tx).byId(id));
      if (!webhook) throw new AppError(webhooksErrors.notFound);
      const now = clock.now();
      const event = {
        id: newId('evt'),
        accountId: scope.accountId,
        type,
        body: eventBody(type, sampleOf(type), now),
        createdAt: now,
      };
      const outcome = await sendEvent(
        { clock, box, safeFetch, chatMessages },
        webhook,
        event,
        new AbortController().signal,
      );
      const { status, problem, tookMs, answer } = outcome;
      const about = {
        accountId: scope.accountId,
        webhookId: id,
        eventId: event.id,
        eventType: type,
        at: now,
      };
      const delivery: DeliveryRow = {
        ...newDelivery(about),
        state: isDelivered(outcome) ? 'delivered' : 'failed',
        attempts: 1,
        status,
        problem,
        tookMs,
        answer,
        triedAt: now,
        isTest: true,
      };
      await scope.run(async (tx) => {
        // Somebody may have removed it meanwhile.
        if (await webhooksRepository(tx).byId(id))
          await webhooksRepository(tx).insertEvent(event, [delivery]);
      });
      return presentDelivery(delivery);
    },

    deliveries: (
      scope: AccountScope,
      id: string,
      query: { state?: DeliveryRow['state'] | undefined; cursor?: string | undefined },
    ): Promise<{ deliveries: WebhookDelivery[]; nextCursor: string | null }> =>
      scope.run(async (tx) => {
        const repository = webhooksRepository(tx);
        if (!(await repository.byId(id))) throw new AppError(webhooksErrors.notFound);
        const rows = await repository.page(id, { ...query, limit: pageSize + 1 });
        const shown = rows.slice(0, pageSize);
        return {
          deliveries: shown.map(presentDelivery),
          nextCursor: rows.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
        };
      }),

    delivery: (
      scope: AccountScope,
      id: string,
      deliveryId: string,
    ): Promise<WebhookDelivery & { body: string; answer: string }> =>
      scope.run(async (tx) => {
        const row = await webhooksRepository(tx).delivery(id, deliveryId);
        if (!row) throw new AppError(webhooksErrors.deliveryNotFound);
        return { ...presentDelivery(row), body: row.body, answer: row.answer };
      }),

    async replay(scope: AccountScope, id: string, deliveryId: string): Promise<void> {
      await scope.run(async (tx) => {
        if ((await webhooksRepository(tx).restart(id, { id: deliveryId }, clock.now())) === 0)
          throw new AppError(webhooksErrors.deliveryNotFound);
        await publishNotice(tx, { topic: eventsTopic, data: {} });
      });
    },

    replayFailed: (scope: AccountScope, id: string): Promise<number> =>
      scope.run(async (tx) => {
        const repository = webhooksRepository(tx);
        if (!(await repository.byId(id))) throw new AppError(webhooksErrors.notFound);
        const count = await repository.restart(id, 'failed', clock.now());
        await publishNotice(tx, { topic: eventsTopic, data: {} });
        return count;
      }),
  };
}

export type WebhooksUsecases = ReturnType<typeof createWebhooksUsecases>;
