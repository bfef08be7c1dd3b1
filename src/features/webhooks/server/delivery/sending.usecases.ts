import { Webhook } from 'standardwebhooks';
import type { Clock } from '#platform/clock/clock.ts';
import { storableText } from '#platform/database/json-column.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import type { SafeFetch } from '#platform/safe-fetch/safe-fetch.ts';
import type { ChatMessages } from './chat-messages.usecases.ts';
import { problemOf, readRetryAfter, type Outcome } from './tries.models.ts';
import type { WebhookRow } from '../webhooks.repository.ts';

const timeoutMs = 15_000;
const mostAnswerBytes = 2_048;
/** The body is not needed to know how it went, so no more of it is waited for. */
const answerTimeoutMs = 2_000;

export type SendingServices = {
  clock: Clock;
  box: SecretBox;
  safeFetch: Pick<SafeFetch, 'stream'>;
  chatMessages: ChatMessages;
};

/** Under whom the secrets of a webhook are sealed. */
export const secretOwner = ({ id }: Pick<WebhookRow, 'id'>): string => `webhook ${id}`;

/**
 * Hands one event to one webhook, signed as Standard Webhooks says: `webhook-id` is the same at each try, so
 * that a receiver can tell what came twice. How it went is the result; it throws only what is no fault of the receiver.
 */
export async function sendEvent(
  services: SendingServices,
  webhook: WebhookRow,
  event: { id: string; body: string },
  signal: AbortSignal,
): Promise<Outcome> {
  const { clock, box, safeFetch } = services;
  const now = clock.now();
  const body = await services.chatMessages.bodyFor(webhook, event.body);
  const startedAt = performance.now();
  const tookMs = (): number => Math.round(performance.now() - startedAt);
  const isOldValid =
    webhook.oldSecret !== null && webhook.oldSecretUntil !== null && webhook.oldSecretUntil > now;
  const secrets = [webhook.secret, ...(isOldValid && webhook.oldSecret ? [webhook.oldSecret] : [])];
  const signature = secrets
    .map((sealed) => new Webhook(box.open(sealed, secretOwner(webhook))).sign(event.id, now, body))
    .join(' ');
  try {
    const answer = await safeFetch.stream(webhook.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Chatelier-Webhooks/1.0',
        'webhook-id': event.id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
        'webhook-signature': signature,
      },
      body,
      timeoutMs,
      maxRedirects: 0,
      signal,
    });
    const isReached = answer.status >= 200 && answer.status < 300;
    return {
      status: answer.status,
      problem: isReached ? '' : 'status',
      tookMs: tookMs(),
      answer: await beginningOf(answer.body),
      retryAfterMs: readRetryAfter(answer.headers.get('retry-after'), now),
    };
  } catch (error) {
    return { status: null, problem: problemOf(error), tookMs: tookMs(), answer: '', retryAfterMs: null };
  }
}

/** The beginning of what was answered, as far as it comes soon; the rest is not read. */
async function beginningOf(body: ReadableStream<Uint8Array>): Promise<string> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const impatience = setTimeout(() => void reader.cancel().catch(() => undefined), answerTimeoutMs);
  try {
    while (length < mostAnswerBytes) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      length += value.length;
    }
  } catch {
    // How it went is known by its status; what broke off is shown as far as it came.
  }
  clearTimeout(impatience);
  await reader.cancel().catch(() => undefined);
  return storableText(new TextDecoder().decode(Buffer.concat(chunks).subarray(0, mostAnswerBytes)));
}
