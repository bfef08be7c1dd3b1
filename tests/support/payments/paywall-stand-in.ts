import type { BrowserContext, Route } from 'playwright-core';
import type { PaywallBalance, UsageLine } from '#features/paywall/paywall.contract.ts';
import type { OwnPurchase } from '#features/payments/payments-movements.contract.ts';
import type { Checkout, Offer, Wall } from '#features/payments/payments-visitor.contract.ts';

export const balanceOf = (about: Partial<PaywallBalance> = {}): PaywallBalance => ({
  state: 'free',
  freeLeft: 3,
  freeTotal: 10,
  packLeft: 0,
  packTotal: 0,
  isLow: false,
  until: null,
  isEnding: false,
  isFrozen: false,
  isTest: true,
  ...about,
});
export const usedUp = balanceOf({ state: 'free_used', freeLeft: 0 });
export const packOf = (left: number, about: Partial<PaywallBalance> = {}): PaywallBalance =>
  balanceOf({
    state: left > 0 ? 'pack' : 'pack_exhausted',
    freeLeft: 0,
    packLeft: left,
    packTotal: 100,
    ...about,
  });

export const offerOf = (about: Partial<Offer> = {}): Offer => ({
  id: 'main',
  title: '',
  description: '',
  buttonText: '',
  isRecommended: false,
  type: 'pack',
  interval: null,
  currency: 'EUR',
  base: 999,
  tax: 210,
  subtotal: 999,
  total: 1209,
  taxPercent: 21,
  before: null,
  trialDays: 0,
  messages: 100,
  days: null,
  fairUsePerDay: null,
  ...about,
});
export const pack = offerOf();
export const month = offerOf({
  id: 'month',
  type: 'subscription',
  interval: 'month',
  messages: null,
  fairUsePerDay: 500,
});
export const year = offerOf({
  id: 'year',
  type: 'subscription',
  interval: 'year',
  messages: null,
  fairUsePerDay: 500,
  base: 9_990,
  subtotal: 9_990,
  tax: 2_098,
  total: 12_088,
});
export const once = offerOf({
  id: 'once',
  type: 'once',
  messages: null,
  days: 30,
  fairUsePerDay: 500,
  taxPercent: 0,
  tax: 0,
  total: 999,
});

export const wallOf = (about: Partial<Wall> = {}): Wall => ({
  balance: usedUp,
  readiness: 'ready',
  offers: [pack],
  description: '',
  buttonText: '',
  hasCoupons: false,
  email: null,
  isTest: true,
  isElsewhere: false,
  subscription: null,
  ...about,
});

type Refused = {
  status: number;
  code: string;
  message: string;
  details?: { balance: PaywallBalance };
};
type Asked = {
  method: string;
  path: string;
  body: Record<string, unknown>;
};

/** The server's answers about money, as a test wants them: in the place of the real ones, in one browser. */
export class PaywallStandIn {
  balance = balanceOf();
  wall = wallOf();
  /** How the checkout stands when it is asked for. */
  status: Checkout['status'] = 'open';
  outcome: Checkout['outcome'] = 'opened';
  /** What paying gives. */
  bought = packOf(100);
  refusals: Record<string, Refused> = {};
  lines: UsageLine[] = [];
  purchases: OwnPurchase[] = [];
  code = '123456';
  readonly asked: Asked[] = [];

  /** Puts itself between the pages of this browser and the server. */
  async attach(context: BrowserContext): Promise<void> {
    // A test may end before the chat has its last answer, which nobody waits for then.
    const close = context.close.bind(context);
    context.close = async (options) => {
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      await close(options);
    };
    await context.route('**/pay/**', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><title>Payment page</title><h1>Pay here</h1>',
      }),
    );
    await context.route('**/api/visitor/session', async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        json: { ...((await response.json()) as object), balance: this.balance },
      });
    });
    await context.route('**/api/visitor/messages', (route) => this.message(route));
    await context.route(
      /\/api\/visitor\/(wall|checkout|restore|subscription|usage|purchases)(\b|\/)/,
      (route) => this.answer(route),
    );
  }

  paths = (): string[] => this.asked.map(({ method, path }) => `${method} ${path}`);
  bodies = (path: string): Record<string, unknown>[] =>
    this.asked.filter((each) => each.path === path).map(({ body }) => body);

  private note(route: Route): Asked {
    const request = route.request();
    const url = new URL(request.url());
    const asked = {
      method: request.method(),
      path: url.pathname.replace('/api/visitor/', '') + url.search,
      body: (request.postDataJSON() ?? {}) as Record<string, unknown>,
    };
    this.asked.push(asked);
    return asked;
  }

  private async message(route: Route): Promise<void> {
    this.note(route);
    if (this.balance.state === 'free_used' || this.balance.state === 'pack_exhausted')
      return refuse(route, {
        status: 402,
        code: 'paywall.payment_required',
        message: 'Please pay',
        details: { balance: this.balance },
      });
    if (this.balance.state === 'free')
      this.balance =
        this.balance.freeLeft > 1
          ? { ...this.balance, freeLeft: this.balance.freeLeft - 1 }
          : { ...this.balance, state: 'free_used', freeLeft: 0 };
    else if (this.balance.state === 'pack')
      this.balance = { ...this.balance, packLeft: this.balance.packLeft - 1 };
    const response = await route.fetch();
    const body = (await response.text()).replace(
      /(event: done\ndata: \{)/,
      `$1"balance":${JSON.stringify(this.balance)},`,
    );
    await route.fulfill({ response, body });
  }

  private async answer(route: Route): Promise<void> {
    const { method, path, body } = this.note(route);
    const refusal = this.refusals[`${method} ${path.split('?')[0]}`];
    if (refusal) return refuse(route, refusal);
    const json = (value: object) => route.fulfill({ json: value });
    const checkout = (): Checkout => ({
      purchaseId: 'pur_1',
      status: this.status,
      outcome: this.status === 'paid' ? this.outcome : null,
      url: this.status === 'open' ? new URL('/pay/1', route.request().url()).href : null,
      balance: this.balance,
    });
    if (path.startsWith('wall')) {
      const coupon = new URLSearchParams(path.split('?')[1]).get('coupon');
      if (coupon && coupon !== 'SPRING')
        return refuse(route, { status: 422, code: 'payments.coupon_unknown', message: 'Unknown' });
      const offers = coupon
        ? this.wall.offers.map((offer) => ({
            ...offer,
            before: offer.total,
            base: 799,
            subtotal: 799,
            tax: 168,
            total: 967,
          }))
        : this.wall.offers;
      return json({ ...this.wall, offers, balance: this.balance });
    }
    if (path.startsWith('checkout')) {
      if (this.status === 'paid') this.balance = this.bought;
      return json(checkout());
    }
    if (path === 'purchases') return json({ purchases: this.purchases });
    if (path === 'restore') return json({});
    if (path === 'restore/confirm') {
      if (body['code'] !== this.code)
        return refuse(route, {
          status: 422,
          code: 'payments.code_wrong',
          message: 'This code is not right, or it is too old.',
        });
      this.balance = this.bought;
      return json(this.balance);
    }
    if (path === 'subscription') {
      const isEnding = body['isEnding'] === true;
      this.balance = { ...this.balance, isEnding };
      this.wall = {
        ...this.wall,
        subscription: this.wall.subscription && { ...this.wall.subscription, isEnding },
      };
      return json({ ...this.wall, balance: this.balance });
    }
    const before = new URLSearchParams(path.split('?')[1]).get('before');
    const from = before ? this.lines.findIndex(({ id }) => id === before) + 1 : 0;
    const lines = this.lines.slice(from, from + 20);
    return json({
      balance: this.balance,
      lines,
      next: from + 20 < this.lines.length ? lines.at(-1)!.id : null,
    });
  }
}

const refuse = (route: Route, { status, ...json }: Refused): Promise<void> => route.fulfill({ status, json });
