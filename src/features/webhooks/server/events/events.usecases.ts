import { newId } from '#shared/ids.ts';
import type { Transaction } from '#platform/database/database.ts';
import { publishNotice } from '#platform/realtime/realtime.ts';
import { mostBodyBytes } from '../../webhooks.contract.ts';
import type { WebhookEventData, WebhookEventType } from '../../webhooks-events.contract.ts';
import { webhooksRepository } from '../webhooks.repository.ts';

/** Server processes that hand over hear here that there is something. */
export const eventsTopic = 'webhook-events';
/** What is cut off of long texts where a body is longer than it may be. */
const keptOfTexts = [20_000, 2_000, 200];

/**
 * The body of an event as it is sent and signed: `{ type, timestamp, data }`. Where it would be longer than
 * 256 KB, its longest texts are cut.
 */
export function eventBody<T extends WebhookEventType>(type: T, data: WebhookEventData<T>, at: Date): string {
  const write = (longest: number): string =>
    JSON.stringify({ type, timestamp: at.toISOString(), data }, (_key, value: unknown) =>
      typeof value === 'string' && value.length > longest
        ? `${value.slice(0, longest)}…`.toWellFormed()
        : value,
    );
  const whole = write(Number.POSITIVE_INFINITY);
  if (Buffer.byteLength(whole) <= mostBodyBytes) return whole;
  const cut = keptOfTexts.map(write).find((body) => Buffer.byteLength(body) <= mostBodyBytes);
  return cut ?? JSON.stringify({ type, timestamp: at.toISOString(), data: {} });
}

/** A delivery that is due at once. */
export const newDelivery = (about: {
  accountId: string;
  webhookId: string;
  eventId: string;
  eventType: string;
  at: Date;
}) => {
  const { at, ...ids } = about;
  return {
    ...ids,
    id: newId('dlv'),
    state: 'waiting' as const,
    attempts: 0,
    dueAt: at,
    status: null,
    problem: '' as const,
    tookMs: null,
    answer: '',
    triedAt: null,
    isTest: false,
    createdAt: at,
  };
};

/**
 * Writes down what happened for each webhook that wants to hear of it, in the transaction in which it
 * happens: nothing is told that did not happen, and nothing that happened is forgotten.
 * @param data what it carries, asked for only where somebody listens; null when there is nothing to tell after all
 */
export async function writeEvent<T extends WebhookEventType>(
  tx: Transaction,
  event: {
    accountId: string;
    type: T;
    at: Date;
    data: WebhookEventData<T> | (() => Promise<WebhookEventData<T> | null>);
  },
): Promise<void> {
  const { accountId, type, at } = event;
  const repository = webhooksRepository(tx);
  const webhookIds = await repository.wanting(accountId, type);
  if (webhookIds.length === 0) return;
  const data = typeof event.data === 'function' ? await event.data() : event.data;
  if (data === null) return;
  const eventId = newId('evt');
  await repository.insertEvent(
    { id: eventId, accountId, type, body: eventBody(type, data, at), createdAt: at },
    webhookIds.map((webhookId) => newDelivery({ accountId, webhookId, eventId, eventType: type, at })),
  );
  await publishNotice(tx, { topic: eventsTopic, data: {} });
}

/** Answers of a form as events carry them. */
export const answersInWords = (
  values: readonly { key: string; label: string; value: string }[],
): { key: string; label: string; value: string }[] =>
  values.map(({ key, label, value }) => ({ key, label, value }));

/**
 * Forgets what was told of a person: every event that names one of these ids and addresses, with its
 * deliveries. Within the account of the transaction.
 */
export const eraseEvents = (tx: Transaction, words: readonly string[]): Promise<void> =>
  webhooksRepository(tx).deleteNaming(words);
