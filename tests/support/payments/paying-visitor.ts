import { randomUUID } from 'node:crypto';
import type { PaywallBalance, UsageLine } from '#features/paywall/paywall.contract.ts';
import type { TestAnswer, TestApp } from '../app/test-app.ts';

type Event = {
  event: string;
  data: {
    balance?: PaywallBalance;
    message?: { id: string; text: string; status: string };
    code?: string;
    conversationId?: string;
    assistantMessage?: { id: string };
  };
};

/** A visitor of an agent that asks for money: its session, its one conversation, and what it has left. */
export class PayingVisitor {
  readonly #app: TestApp;
  readonly number: number;
  token = '';
  #id = '';
  address: string | null = null;
  conversationId: string | null = null;
  constructor(app: TestApp, number: number, address: string | null = null) {
    this.#app = app;
    this.number = number;
    this.address = address;
  }
  get headers(): Record<string, string> {
    return {
      ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
      ...(this.address ? { 'x-forwarded-for': this.address } : {}),
    };
  }
  /** Of the one that the token names; there is none before `open`. */
  get id(): string {
    return this.#id;
  }
  async open(): Promise<PaywallBalance | null> {
    const { status, body } = await this.#app.browser().request('POST', '/api/visitor/session', {
      headers: this.headers,
      body: { agent: this.number, ...(this.token ? { token: this.token } : {}) },
    });
    if (status !== 200) throw new Error(`Answered ${status}`);
    const { token, balance } = body as { token: string; balance: PaywallBalance | null };
    this.token = token;
    this.#id = this.#app.server.services.conversations.readVisitorToken(token)?.visitorId ?? '';
    return balance;
  }
  async send(
    text: string,
    key: string = randomUUID(),
    headers: Record<string, string> = {},
  ): Promise<{
    status: number;
    events: Event[];
    last: Event['data'];
    code: string;
    details?: { balance: PaywallBalance };
  }> {
    const answer = await this.#app.browser().request('POST', '/api/visitor/messages', {
      headers: { ...this.headers, ...headers },
      body: { conversationId: this.conversationId, clientMessageId: key, text },
    });
    const events = eventsOf(answer);
    this.conversationId =
      events.find(({ event }) => event === 'accepted')?.data.conversationId ?? this.conversationId;
    return {
      status: answer.status,
      events,
      last: events.at(-1)?.data ?? {},
      ...((answer.body ?? { code: '' }) as { code: string; details?: { balance: PaywallBalance } }),
    };
  }
  async usage(): Promise<{ balance: PaywallBalance; lines: UsageLine[] }> {
    return (await this.#app.browser().request('GET', '/api/visitor/usage', { headers: this.headers }))
      .body as {
      balance: PaywallBalance;
      lines: UsageLine[];
    };
  }
}
function eventsOf({ text }: TestAnswer): Event[] {
  return text
    .split('\n\n')
    .filter((block) => block.includes('data: '))
    .map((block) => ({
      event: /event: (\w+)/.exec(block)?.[1] ?? '',
      data: JSON.parse(/data: (.*)/.exec(block)?.[1] ?? '{}') as Event['data'],
    }));
}
