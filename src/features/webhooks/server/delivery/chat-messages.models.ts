import type { Language } from '#shared/languages.ts';
import { labelled } from '#shared/mail-document.ts';
import { formatMoney } from '#shared/money/money.ts';
import { paths } from '#shared/paths.ts';
import { clockLength } from '#shared/voice/clock-length.ts';
import type { WebhookFormat } from '../../webhooks.contract.ts';
import type { WebhookEventData, WebhookEventType } from '../../webhooks-events.contract.ts';

/** What an event is about, as a chat of the team reads it. */
export type ChatLines = {
  lines: string[];
  /** The agent, by its id. */
  agentId: string | null;
  /** Where the dashboard shows it. */
  path: string | null;
  /** Paid with test money. */
  isTest: boolean;
};
type AnyData = Partial<{ [K in UnionKeys<WebhookEventData>]: UnionValue<WebhookEventData, K> }>;
type UnionKeys<T> = T extends T ? keyof T : never;
type UnionValue<T, K extends PropertyKey> = T extends Record<K, infer V> ? V : never;

const longestText = 500;
const mostAnswers = 15;
/** Longest message that Discord takes; Slack takes more. */
const longestMessage = 1_900;
const clip = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest)}…`.toWellFormed() : text;

/** What was counted and the limit that it passed: "214 > 200", as amounts of money and percent where it is that. */
function figureLine(
  { figure, side, value, limit, currency }: AnyData,
  language: Language,
): string | undefined {
  if (figure === undefined || typeof value !== 'number' || typeof limit !== 'number') return undefined;
  const percent = figure === 'unanswered' || figure === 'satisfaction';
  const written = (number: number): string =>
    currency
      ? formatMoney(number, currency, language)
      : new Intl.NumberFormat(language, {
          maximumFractionDigits: 1,
          ...(percent && { style: 'percent' }),
        }).format(percent ? number / 100 : number);
  return `${written(value)} ${side === 'above' ? '>' : '<'} ${written(limit)}`;
}

/** How long a call was and in which language: "3:05 · Dutch". */
function callLine({ call }: AnyData, language: Language): string | undefined {
  if (!call) return undefined;
  const spoken = new Intl.DisplayNames(language, { type: 'language' }).of(call.language);
  return `${clockLength(call.seconds)} · ${spoken}`;
}

/** The lines of an event, whatever its type carries. */
export function chatLines(data: WebhookEventData, language: Language): ChatLines {
  const { conversation, conversationId, message, contact, submission, payment, subscription, ...rest } =
    data as AnyData;
  const answers = submission?.answers ?? rest.answers ?? [];
  const purchase = payment?.purchase ?? subscription?.purchase;
  const thread = conversation?.id ?? message?.conversationId ?? conversationId ?? rest.call?.conversationId;
  const lines = [
    message?.text,
    rest.comment,
    contact && [contact.name, contact.email, contact.phone].filter(Boolean).join(' · '),
    submission?.formName,
    ...answers.slice(0, mostAnswers).map(({ label, key, value }) => labelled(label || key, value, language)),
    payment && formatMoney(payment.amount, payment.purchase.currency, language),
    purchase?.email,
    rest.changes?.join(', '),
    rest.suite && `${rest.suite.name}: ${rest.passed} / ${rest.total}`,
    ...(rest.failed ?? []).slice(0, mostAnswers),
    rest.agent?.name,
    rest.source?.name,
    rest.question,
    rest.percent !== undefined ? `${rest.percent} %` : undefined,
    rest.pack && `${rest.pack.remaining} / ${rest.pack.granted}`,
    figureLine(rest, language),
    callLine(rest, language),
    rest.email,
    rest.name,
  ];
  return {
    lines: lines.flatMap((line) => (line?.trim() ? [clip(line.trim(), longestText)] : [])),
    agentId:
      conversation?.agentId ??
      message?.agentId ??
      rest.agentId ??
      purchase?.agentId ??
      rest.pack?.agentId ??
      rest.pass?.agentId ??
      rest.call?.agentId ??
      null,
    path: thread
      ? paths.inboxThread(thread)
      : submission
        ? paths.formSubmissions(submission.formId)
        : (purchase ?? rest.pack ?? rest.pass)
          ? paths.payments
          : contact
            ? paths.contact(contact.id)
            : rest.contactId
              ? paths.contact(rest.contactId)
              : null,
    isTest: purchase?.isTest ?? rest.pack?.isTest ?? rest.pass?.isTest ?? rest.isTest ?? false,
  };
}

/**
 * The body that a chat's incoming webhook takes. Strangers' words can mention nobody and draw no links of
 * their own: Slack's marks are escaped as it asks for, Discord is told to mention nobody.
 */
export function chatBody(
  format: Exclude<WebhookFormat, 'events'>,
  title: string,
  lines: readonly string[],
): string {
  const text = clip([title, ...lines].join('\n'), longestMessage);
  if (format === 'discord') return JSON.stringify({ content: text, allowed_mentions: { parse: [] } });
  return JSON.stringify({
    text: text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  });
}

/** The key of an event's name in the words of screens and chats. */
export const eventNameKey = (type: WebhookEventType): string => `webhooks:event.${type}`;
