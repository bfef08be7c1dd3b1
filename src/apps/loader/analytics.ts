import type { AnalyticsChoice, EmbedValues } from '#shared/embed/protocol.ts';
import type { Panel } from './panel.ts';

/** The functions of Google's and Meta's own scripts, where the page has loaded them. */
type PageScripts = {
  gtag?: (...rest: unknown[]) => void;
  fbq?: (...rest: unknown[]) => void;
};
/** One thing that happened, in the words of both. */
type Happening = {
  google: [event: string, facts?: object];
  meta: [kind: 'track' | 'trackCustom', event: string, facts?: object, extra?: object];
};

const plain = (google: string, meta: string): Happening => ({
  google: [google],
  meta: ['trackCustom', meta],
});

/** Digits behind the point where they are not two; browsers disagree with payment providers about some. */
const digits: Record<string, number> = { JPY: 0, KWD: 3 };

function bought({ id, type, total, currency }: EmbedValues['purchase']): Happening {
  const value = total / 10 ** (digits[currency] ?? 2);
  const money = { value, currency };
  const items = [{ item_id: type, item_name: type, price: value, quantity: 1 }];
  return {
    google: ['purchase', { ...money, transaction_id: id, items }],
    meta: ['track', 'Purchase', money, { eventID: id }],
  };
}

/** What an event of the agent is to statistics; null where it is nothing to them. Nothing that was said is told. */
export function happeningOf(event: string, value: unknown): Happening | null {
  const { role, isOpen, isTest } = Object(value) as {
    role?: string;
    isOpen?: boolean;
    isTest?: boolean;
  };
  if (event === 'open') return plain('chat_open', 'ChatOpen');
  if (event === 'message' && role === 'visitor') return plain('chat_message', 'ChatMessage');
  if (event === 'lead') return { google: ['generate_lead'], meta: ['track', 'Lead'] };
  if (event === 'paywall' && isOpen) return plain('chat_paywall', 'ChatPaywall');
  /* What is paid with test money is no revenue. */
  if (event === 'purchase' && !isTest) return bought(value as EmbedValues['purchase']);
  return null;
}

const measured = new WeakSet<Panel>();

/**
 * Hands what happens to the page's own `gtag` and `fbq`, where they are and the visitor agreed: by the page's word,
 * or, where the owner chose so, by their being there at all. What happens before a yes is told to nobody, then or
 * later. A browser that asks not to be sold on (Global Privacy Control) is not told to Meta.
 */
export function measure(inside: Panel, choice: AnalyticsChoice): void {
  if (measured.has(inside)) return;
  measured.add(inside);
  const { config, listen, api } = inside;
  const isAgreed = (what: 'analytics' | 'marketing') =>
    choice.consent === 'page' || inside.consent?.[what] === true;
  const tell = (event: string, value: unknown) => {
    const happening = happeningOf(event, value);
    if (!happening) return;
    const { gtag, fbq } = window as PageScripts;
    const about = { agent: config.number };
    if (choice.google && isAgreed('analytics') && typeof gtag === 'function') {
      const [name, facts] = happening.google;
      gtag('event', name, { ...about, ...facts });
    }
    const isObjecting = (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;
    if (choice.meta && !isObjecting && isAgreed('marketing') && typeof fbq === 'function') {
      const [kind, name, facts, ...extra] = happening.meta;
      fbq(kind, name, { ...about, ...facts }, ...extra);
    }
  };
  for (const event of ['open', 'message', 'lead', 'paywall', 'purchase'])
    listen(window, `chatelier:${event}`, ({ detail }: CustomEvent) => {
      if (detail.number === config.number) tell(event, detail.value);
    });
  /* Messages are told of once somebody listens. */
  api.on('message', () => undefined);
  /* The chat was opened before this file came. */
  if (inside.isOpen()) tell('open', undefined);
}
