import { kinds } from '../events/kinds.models.ts';
import type { EventRow } from './events.repository.ts';

const names = new Map<number, string>(
  Object.entries(kinds).map(([name, kind]) => [
    kind,
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  ]),
);

/** An event as programs are told it; null is what is not known of it. */
export type ToldEvent = ReturnType<typeof toldEvent>;

/** What is told of a kept event, in the order in which it is told. */
export function toldEvent(row: EventRow, hidesLocation: boolean) {
  const known = (text: string | null): string | null => (text === '' ? null : text);
  return {
    /** ISO 8601 with microseconds, UTC. */
    at: row.at,
    event: names.get(row.kind) ?? String(row.kind),
    id: row.id,
    agent: known(row.agentId),
    visitor: known(row.visitorId),
    conversation: known(row.conversationId),
    /** How often it happened. */
    amount: row.amount,
    device: known(row.device),
    browser: known(row.browser),
    os: known(row.os),
    language: known(row.language),
    channel: known(row.channel),
    source: known(row.source),
    medium: known(row.medium),
    campaign: known(row.campaign),
    content: known(row.content),
    term: known(row.term),
    referrer: known(row.referrer),
    tag: known(row.tag),
    country: hidesLocation ? null : known(row.country),
    qr_code: known(row.qrCodeId),
    landing_page: known(row.landingPageId),
  };
}
