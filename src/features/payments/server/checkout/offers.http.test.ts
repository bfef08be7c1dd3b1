import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { offerSetting, type OfferSetting, type PaymentSection } from '#features/paywall/paywall.contract.ts';
import type { Offer } from '../../payments-visitor.contract.ts';
import { openPaymentsWorld, type Owner, type PaymentsWorld } from '#tests/support/payments/payments-setup.ts';

let world: PaymentsWorld;
let owner: Owner;
beforeAll(async () => {
  world = await openPaymentsWorld();
  owner = await world.app.register('Vera');
});
beforeEach(() => world.forgetLimits());
afterAll(() => world.close());

type Given = Partial<OfferSetting> & Pick<OfferSetting, 'key' | 'type' | 'amount'>;
const offers = (...given: Given[]): OfferSetting[] => given.map((offer) => offerSetting.parse(offer));
const small: Given = { key: 'small', type: 'pack', amount: 500, messages: 50 };
const large: Given = {
  key: 'large',
  type: 'pack',
  amount: 1_500,
  messages: 200,
  days: 90,
  title: 'Large',
  description: 'For a term.',
  recommended: true,
};
const month: Given = { key: 'month', type: 'subscription', amount: 900, trialDays: 7 };
const year: Given = {
  key: 'year',
  type: 'subscription',
  interval: 'year',
  amount: 9_000,
  buttonText: 'A whole year',
};
const week: Given = { key: 'week', type: 'once', amount: 300, days: 7 };
const all = offers(small, large, month, year, week);
const sell = (payment: Partial<PaymentSection> = {}) => world.sellAgent(owner, { offers: all, ...payment });
const idOf = (shown: Offer[], key: string): string =>
  shown.find(({ id }) => id.startsWith(`${key}.`))?.id ?? '';
const save = async (agent: Agent, payment: object) => {
  const { draft, draftRevision } = await owner.get<Agent>(`/api/agents/${agent.id}`);
  const configuration = { ...draft, payment: { ...draft.payment, ...payment } };
  return owner.request('PUT', `/api/agents/${agent.id}/draft`, {
    body: { revision: draftRevision, configuration },
  });
};

describe('an agent with several offers', () => {
  it('shows them in the order of its owner, with what each gives and the one that is recommended', async () => {
    const visitor = await world.visit(await sell({ taxPercent: 21, taxBehaviour: 'inclusive' }));
    const shown = (await visitor.wall()).offers;
    expect(shown).toMatchObject([
      {
        type: 'pack',
        total: 500,
        base: 413,
        tax: 87,
        messages: 50,
        days: null,
        title: '',
        isRecommended: false,
      },
      {
        type: 'pack',
        total: 1_500,
        messages: 200,
        days: 90,
        title: 'Large',
        description: 'For a term.',
        isRecommended: true,
      },
      { type: 'subscription', interval: 'month', total: 900, trialDays: 7, messages: null, days: null },
      { type: 'subscription', interval: 'year', total: 9_000, trialDays: 0, buttonText: 'A whole year' },
      { type: 'once', interval: null, total: 300, days: 7, messages: null },
    ]);
    expect(new Set(shown.map(({ id }) => id)).size).toBe(5);
  });

  it('sells the one that was chosen, at the price and with the terms that the server computes', async () => {
    const agent = await sell();
    const bought = {
      small: { packLeft: 50 },
      large: { packLeft: 200 },
      month: { state: 'subscription' },
      week: { state: 'once' },
    };
    for (const [key, balance] of Object.entries(bought)) {
      await world.forgetLimits();
      const visitor = await world.visit(agent);
      const id = idOf((await visitor.wall()).offers, key);
      const { purchaseId } = await visitor.checkout({ offer: id, email: `${key}@example.test` });
      const setting = all.find((offer) => offer.key === key);
      expect(world.bank.order(purchaseId)).toMatchObject({
        price: { total: setting?.amount },
        kind: setting?.type === 'subscription' ? 'subscription' : 'once',
        interval: setting?.type === 'subscription' ? 'month' : null,
        trialDays: setting?.trialDays ?? 0,
      });
      world.bank.pay(purchaseId, world.clock.now());
      expect(await visitor.state(purchaseId)).toMatchObject({ status: 'paid', balance });
    }
  });

  it('promises what was shown: later prices and sizes change nothing for who bought', async () => {
    const agent = await sell();
    const visitor = await world.visit(agent);
    const { purchaseId } = await visitor.checkout({ offer: idOf((await visitor.wall()).offers, 'large') });
    await world.changePayment(owner, agent, { offers: offers({ ...large, messages: 10, amount: 9_900 }) });
    world.bank.pay(purchaseId, world.clock.now());
    expect(await visitor.state(purchaseId)).toMatchObject({ status: 'paid', balance: { packLeft: 200 } });
    const [row] = await world.services.database.account(
      owner.user.accountId,
      async (tx) =>
        (await tx.execute<{ terms: unknown }>(`SELECT terms FROM purchases WHERE id = '${purchaseId}'`)).rows,
    );
    expect(row?.terms).toMatchObject({
      messages: 200,
      days: 90,
      title: expect.stringMatching(/ · Large$/),
      offer: { key: 'large', title: 'Large' },
    });
  });

  it('refuses an offer that was changed or removed meanwhile, with those that there are now', async () => {
    const agent = await sell();
    const visitor = await world.visit(agent);
    const before = (await visitor.wall()).offers;
    const refused = {
      status: 409,
      body: { code: 'payments.offer_changed', message: expect.stringContaining('nothing was charged') },
    };
    const now = offers({ ...small, amount: 600 }, { ...month, title: 'Every month' }, week);
    await world.changePayment(owner, agent, { offers: now });
    for (const key of ['small', 'large', 'year']) {
      const answer = await visitor.tryCheckout({ offer: idOf(before, key) });
      expect(answer).toMatchObject(refused);
      const told = (answer.body as { details: { offers: Offer[] } }).details.offers;
      expect(told).toEqual((await visitor.wall()).offers);
      expect(told.map(({ total }) => total)).toEqual([600, 900, 300]);
    }
    expect(await visitor.tryCheckout({ offer: 'small.000000000000' })).toMatchObject(refused);
    // Another name or place is the same offer.
    for (const key of ['week', 'month'])
      expect((await visitor.tryCheckout({ offer: idOf(before, key) })).status, key).toBe(200);
  });

  it('takes a coupon off the offers for which it counts, and uses it for no other', async () => {
    const coupons = [{ code: 'PACKS', percentOff: 20, until: '', mostUses: 1, offers: ['small', 'large'] }];
    const agent = await sell({ coupons });
    const [anna, ben] = [await world.visit(agent), await world.visit(agent)];
    const shown = (await anna.wall('PACKS')).offers;
    expect(shown.map(({ total, before }) => [total, before])).toEqual([
      [400, 500],
      [1_200, 1_500],
      [900, null],
      [9_000, null],
      [300, null],
    ]);
    const week = await anna.checkout({ coupon: 'PACKS', offer: idOf(shown, 'week') });
    expect(world.bank.order(week.purchaseId).price.total).toBe(300);
    const pack = await ben.checkout({ coupon: 'PACKS', offer: idOf(shown, 'large') });
    expect(world.bank.order(pack.purchaseId).price.total).toBe(1_200);
    expect(await anna.request('GET', '/api/visitor/wall?coupon=PACKS')).toMatchObject({
      status: 422,
      body: { code: 'payments.coupon_unknown' },
    });
  });

  it('offers nothing and takes no address while it is paused', async () => {
    const agent = await sell();
    const visitor = await world.visit(agent);
    const offer = idOf((await visitor.wall()).offers, 'small');
    await owner.post(`/api/agents/${agent.id}/status`, { status: 'paused' });
    expect(await visitor.wall()).toMatchObject({
      readiness: 'ready',
      offers: [],
      email: null,
      hasCoupons: false,
    });
    expect(await visitor.tryCheckout({ offer })).toMatchObject({
      status: 403,
      body: { code: 'conversations.agent_closed' },
    });
  });

  it('is refused by the draft where visitors could not tell two offers apart, or could not pay one', async () => {
    const agent = await world.sellAgent(owner, {});
    const fieldsOf = async (payment: object) => {
      const { status, body } = await save(agent, payment);
      return [
        status,
        Object.keys((body as { fields?: object }).fields ?? {}).map((path) =>
          path.replace('configuration.payment.', ''),
        ),
      ];
    };
    expect(await fieldsOf({ offers: offers(small, { ...small, key: 'twin', amount: 600 }) })).toEqual([
      400,
      ['offers.1.title'],
    ]);
    expect(await fieldsOf({ offers: offers(small, { ...large, title: '', messages: 50 }) })).toEqual([
      400,
      ['offers.1.title'],
    ]);
    expect(await fieldsOf({ offers: offers(small, { ...week, amount: 1 }) })).toEqual([
      400,
      ['offers.1.amount'],
    ]);
    expect(await fieldsOf({ offers: offers({ ...small, days: 3 }, week) })).toEqual([400, ['offers.0.days']]);
    expect(await fieldsOf({ offers: offers(small, { ...week, key: 'small' }) })).toEqual([400, ['offers']]);
    expect(await fieldsOf({ offers: offers(large, { ...week, recommended: true }) })).toEqual([
      400,
      ['offers.1.recommended'],
    ]);
    const coupon = { code: 'GONE', percentOff: 10, until: '', mostUses: 0, offers: ['year'] };
    expect(await fieldsOf({ offers: offers(small, week), coupons: [coupon] })).toEqual([
      400,
      ['coupons.0.offers'],
    ]);
    // Prices of the single offer that nobody is asked for don't stand in the way.
    expect((await save(agent, { offers: offers(small, week), amount: 0 })).status).toBe(200);
  });

  it('comes whole into a copy, a file and back from a version', async () => {
    const agent = await sell();
    const paymentOf = async (id: string) => (await owner.get<Agent>(`/api/agents/${id}`)).draft.payment;
    const copy = await owner.post<Agent>(`/api/agents/${agent.id}/duplicate`, {});
    expect((await paymentOf(copy.id)).offers).toEqual(all);
    const raw = new FormData();
    raw.append(
      'file',
      new Blob([(await owner.request('GET', `/api/agents/${agent.id}/export`)).text]),
      'agent.json',
    );
    const { body } = await owner.request('POST', '/api/agents/import', { raw });
    const imported = (body as { agent?: Agent }).agent ?? (body as Agent);
    expect(await paymentOf(imported.id)).toMatchObject({ offers: all });
    await world.changePayment(owner, agent, { offers: [] });
    await owner.post(`/api/agents/${agent.id}/versions/1/restore`, {});
    expect(await paymentOf(agent.id)).toMatchObject({ offers: all });
  });
});

describe('an agent with a single price', () => {
  it('has one offer as before, and a subscription by the year beside the one by the month', async () => {
    const agent = await world.sellAgent(owner, {
      type: 'subscription',
      amount: 900,
      yearlyAmount: 9_000,
      trialDays: 7,
    });
    const visitor = await world.visit(agent);
    const shown = (await visitor.wall()).offers;
    expect(shown).toMatchObject([
      { interval: 'month', total: 900, trialDays: 7, isRecommended: false },
      { interval: 'year', total: 9_000 },
    ]);
    const yearly = await visitor.checkout({ offer: shown[1]?.id });
    expect(world.bank.order(yearly.purchaseId)).toMatchObject({ interval: 'year', price: { total: 9_000 } });
    // Whoever names none, as a program that knows one price, means the first.
    const first = await (await world.visit(agent)).checkout();
    expect(world.bank.order(first.purchaseId)).toMatchObject({ interval: 'month', price: { total: 900 } });
  });

  it('reads what was configured before there were several offers as its one offer', async () => {
    const agent = await world.sellAgent(owner, { type: 'pack', amount: 800, messagesPerPack: 40 });
    const { offers: _offers, ...before } = (await owner.get<Agent>(`/api/agents/${agent.id}`)).draft.payment;
    expect((await save(agent, { ...before })).status).toBe(200);
    expect((await (await world.visit(agent)).wall()).offers).toMatchObject([
      { type: 'pack', total: 800, messages: 40 },
    ]);
  });
});
