import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import {
  openBillingWorld,
  type BillingWorld,
  type PlanOwner,
  type PlanVendor,
} from '#tests/support/payments/billing-setup.ts';

const pro = { plan: 'pro', interval: 'month' } as const;
const yearly = { plan: 'pro', interval: 'year' } as const;
const whiteLabel = { plan: 'white_label', interval: 'month' } as const;
const dayMs = 86_400_000;

describe.each<PlanVendor>(['test-money', 'stripe'])('plans sold through %s', (vendor) => {
  let world: BillingWorld;
  beforeAll(async () => {
    world = await openBillingWorld(vendor, {
      PLATFORM_SELLER_NAME: 'Linden GmbH',
      PLATFORM_SELLER_ADDRESS: 'Hauptstr. 1; 10115 Berlin',
    });
  });
  afterAll(() => world.close());

  const change = (owner: PlanOwner, body: object, key: string = crypto.randomUUID()) =>
    owner.request('POST', '/api/billing/change', { body: { ...body, key } });
  const codeOf = ({ status, body }: { status: number; body: unknown }) => [
    status,
    (body as { code?: string } | null)?.code,
  ];

  test('begin with a trial of seven days without a card, in which everything can be done, and which ends by itself', async () => {
    const owner = await world.app.register();
    const begun = world.clock.now().getTime();
    expect(await world.billing(owner)).toMatchObject({
      plan: 'trial',
      status: 'trialing',
      isActive: true,
      isTest: true,
      amount: null,
      card: null,
      hasPortal: false,
      trialEnd: new Date(begun + 7 * dayMs).toISOString(),
    });
    expect(
      (await world.billing(owner)).offers.map((offer) => [
        offer.plan,
        offer.interval,
        offer.amount,
        offer.currency,
      ]),
    ).toEqual([
      ['pro', 'month', 2_900, 'USD'],
      ['pro', 'year', 29_900, 'USD'],
      ['white_label', 'month', 19_900, 'USD'],
    ]);
    expect(await world.status(owner)).toEqual({
      status: 'trialing',
      createdAt: new Date(begun).toISOString(),
      trialEnd: new Date(begun + 7 * dayMs).toISOString(),
      isActive: true,
      hasPaid: false,
    });
    world.days(7);
    expect(await world.billing(owner)).toMatchObject({ plan: 'none', status: 'trialing', isActive: false });
    expect(await world.status(owner)).toMatchObject({ status: 'trialing', isActive: false, hasPaid: false });
  });

  test('open when the page was paid, whoever tells of it, and are bought once', async () => {
    const owner = await world.app.register();
    const key = crypto.randomUUID();
    const opened = await world.checkout(owner, pro, key);
    expect(opened).toMatchObject({
      status: 'open',
      plan: 'pro',
      interval: 'month',
      url: expect.stringMatching(/^https?:\/\//) as unknown,
    });
    expect(await world.checkout(owner, pro, key)).toEqual(opened);
    expect(await world.returned(owner, opened.id)).toMatchObject({ status: 'open' });
    expect(await world.status(owner)).toMatchObject({ status: 'trialing', hasPaid: false });
    await world.pay(opened.id);
    await world.hear();
    expect(await world.status(owner)).toMatchObject({ status: 'active', isActive: true, hasPaid: true });
    expect(await world.returned(owner, opened.id)).toMatchObject({
      id: opened.id,
      status: 'paid',
      url: null,
    });
    const billing = await world.billing(owner);
    expect(billing).toMatchObject({
      plan: 'pro',
      status: 'active',
      isActive: true,
      interval: 'month',
      amount: 2_900,
      currency: 'USD',
      endsAt: null,
      payUntil: null,
      trialEnd: null,
      hasPortal: true,
      card: { lastFour: '4242' },
    });
    expect(
      Math.abs(Date.parse(billing.nextBillingAt ?? '') - world.clock.now().getTime() - 30 * dayMs),
    ).toBeLessThan(3 * dayMs);
    expect(codeOf(await world.tryCheckout(owner, whiteLabel))).toEqual([409, 'billing.already_subscribed']);
    const { items } = await owner.get<{ items: object[] }>('/api/billing/invoices');
    expect(items).toMatchObject([
      {
        amount: 2_900,
        refunded: 0,
        currency: 'USD',
        plan: 'pro',
        interval: 'month',
        isTest: true,
        url: expect.stringMatching(/^https?:/) as unknown,
      },
    ]);
    expect(await owner.post('/api/billing/portal')).toMatchObject({
      url: expect.stringMatching(/^https?:/) as unknown,
    });
  });

  test('are not sold for another price or period than those that are offered', async () => {
    const owner = await world.app.register();
    expect(codeOf(await world.tryCheckout(owner, { plan: 'white_label', interval: 'year' }))).toEqual([
      422,
      'billing.unknown_offer',
    ]);
    expect(
      (
        await owner.request('POST', '/api/billing/checkout', {
          body: { ...pro, amount: 1, key: crypto.randomUUID() },
        })
      ).status,
    ).toBe(400);
    for (const path of ['cancel', 'resume', 'portal'])
      expect(codeOf(await owner.request('POST', `/api/billing/${path}`, { body: {} }))).toEqual([
        409,
        'billing.no_subscription',
      ]);
    expect(codeOf(await change(owner, yearly))).toEqual([409, 'billing.no_subscription']);
  });

  test('have a receipt for each payment, with the numbered invoice of the platform to the account', async () => {
    const owner = await world.app.register();
    await owner.request('PUT', '/api/seller', {
      body: { name: 'Atelier Lípa', address: 'Dlouhá 1', country: 'CZ', taxNumber: 'CZ123' },
    });
    const id = await world.subscribe(owner);
    await world.hear();
    await world.endPeriod(id, 'paid');
    await world.hear();
    await world.sale.syncing.sync(owner.user.accountId, id);
    const { mails } = await world.services.mail.outbox();
    const receipts = mails.filter(
      ({ recipient, kind }) => recipient === owner.email && kind === 'plan-receipt',
    );
    expect(receipts).toHaveLength(2);
    await world.signIn(owner);
    type Paid = { amount: number; state: string; papers: { number: string; kind: string; url: string }[] };
    const { items } = await owner.get<{ items: Paid[] }>('/api/billing/invoices');
    expect(items.map(({ state, papers }) => [state, papers.length, papers[0]?.kind])).toEqual([
      ['paid', 1, 'invoice'],
      ['paid', 1, 'invoice'],
    ]);
    const [renewed, first] = items.map(({ papers }) => papers[0]);
    expect(Number(renewed?.number.slice(-6))).toBe(Number(first?.number.slice(-6)) + 1);
    const firstReceipt = receipts.find(({ text }) => text.includes(first?.number ?? '?'))?.text;
    for (const part of ['TEST', 'Linden GmbH', 'Hauptstr. 1', '$29.00', first?.number ?? '?', '/invoices/'])
      expect(firstReceipt).toContain(part);
    const file = await world.app.browser().request('GET', new URL(first?.url ?? '').pathname);
    expect([file.status, file.text.slice(0, 5)]).toEqual([200, '%PDF-']);
    const [row] = await world.rows<{ buyer: string; seller: string; account: string }>(
      sql`SELECT buyer, content->'seller'->>'name' AS seller, account_id AS account FROM invoices
        WHERE subject_id = ${id} ORDER BY number LIMIT 1`,
    );
    expect(row).toMatchObject({ seller: 'Linden GmbH', account: world.sale.connection.accountId });
    for (const part of ['Atelier Lípa', 'Dlouhá 1', 'CZ123', owner.email]) expect(row?.buyer).toContain(part);
  });

  test('end with what is paid, go on when that is taken back, and are over afterwards until somebody subscribes again', async () => {
    const owner = await world.app.register();
    const id = await world.subscribe(owner);
    const { nextBillingAt } = await world.billing(owner);
    expect(await owner.post('/api/billing/cancel')).toMatchObject({
      plan: 'pro',
      isActive: true,
      nextBillingAt: null,
      endsAt: nextBillingAt,
    });
    expect(await world.status(owner)).toMatchObject({ status: 'active', hasPaid: true });
    expect(await owner.post('/api/billing/resume')).toMatchObject({
      plan: 'pro',
      nextBillingAt,
      endsAt: null,
    });
    await owner.post('/api/billing/cancel');
    await world.endPeriod(id, 'paid');
    await world.hear();
    await world.signIn(owner);
    expect(await world.billing(owner)).toMatchObject({
      plan: 'none',
      status: 'canceled',
      isActive: false,
      amount: null,
      nextBillingAt: null,
      endsAt: null,
    });
    expect(await world.status(owner)).toMatchObject({ status: 'canceled', isActive: false, hasPaid: false });
    await world.subscribe(owner, yearly);
    expect(await world.billing(owner)).toMatchObject({
      plan: 'pro',
      interval: 'year',
      status: 'active',
      isActive: true,
    });
    expect((await owner.get<{ items: object[] }>('/api/billing/invoices')).items).toHaveLength(2);
  });

  test('have seven days to be paid after a renewal failed, are over then, and go on with the payment', async () => {
    const owner = await world.app.register();
    const id = await world.subscribe(owner);
    await world.endPeriod(id, 'failed');
    await world.hear();
    await world.signIn(owner);
    const failed = await world.status(owner);
    expect(failed).toMatchObject({ status: 'incomplete', isActive: true, hasPaid: false });
    expect(Math.abs(Date.parse(failed.createdAt) - world.clock.now().getTime())).toBeLessThan(dayMs);
    expect(await world.billing(owner)).toMatchObject({
      plan: 'pro',
      status: 'incomplete',
      nextBillingAt: null,
      payUntil: new Date(Date.parse(failed.createdAt) + 7 * dayMs).toISOString(),
    });
    expect(codeOf(await change(owner, whiteLabel))).toEqual([409, 'billing.pay_first']);
    expect(codeOf(await world.tryCheckout(owner, pro))).toEqual([409, 'billing.already_subscribed']);
    world.days(7);
    expect(await world.status(owner)).toMatchObject({
      status: 'incomplete',
      isActive: false,
      createdAt: failed.createdAt,
    });
    await world.endPeriod(id, 'paid');
    await world.hear();
    expect(await world.status(owner)).toMatchObject({ status: 'active', isActive: true, hasPaid: true });
  });

  test('of which one is paid while the page of another one is open close that page', async () => {
    const owner = await world.app.register();
    const first = await world.checkout(owner, pro);
    const second = await world.checkout(owner, whiteLabel);
    await world.pay(first.id).catch(() => undefined);
    expect(await world.returned(owner, first.id)).toMatchObject({ status: 'expired' });
    await world.pay(second.id);
    expect(await world.returned(owner, second.id)).toMatchObject({ status: 'paid' });
    expect(await world.billing(owner)).toMatchObject({ plan: 'white_label', amount: 19_900 });
  });

  test('that were paid twice at the same moment run once, and the second payment is given back', async () => {
    const owner = await world.app.register();
    const first = await world.checkout(owner, pro);
    // As if the first page had been closed too late.
    await world.rows(sql`UPDATE plan_subscriptions SET status = 'expired' WHERE id = ${first.id}`);
    const second = await world.checkout(owner, whiteLabel);
    await world.pay(first.id);
    world.clock.advance(2_000);
    await world.pay(second.id);
    await world.hear();
    await Promise.all([
      world.sale.syncing.sync(owner.user.accountId, first.id),
      world.sale.syncing.sync(owner.user.accountId, second.id),
    ]);
    await world.sale.syncing.sync(owner.user.accountId, second.id);
    expect(await world.billing(owner)).toMatchObject({ plan: 'pro', status: 'active' });
    const { items } = await owner.get<{ items: { amount: number; refunded: number }[] }>(
      '/api/billing/invoices',
    );
    expect(items.map(({ amount, refunded }) => [amount, refunded])).toEqual([
      [19_900, 19_900],
      [2_900, 0],
    ]);
    const [row] = await world.rows<{ status: string }>(
      sql`SELECT subscription_status AS status FROM plan_subscriptions WHERE id = ${second.id}`,
    );
    expect(row).toEqual({ status: 'canceled' });
  });

  test('that ten clicks begin at once have one page', async () => {
    const owner = await world.app.register();
    const key = crypto.randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => world.tryCheckout(owner, pro, key)));
    const pages = answers
      .filter(({ status }) => status === 200)
      .map(({ body }) => (body as { id: string }).id);
    expect(pages.length).toBeGreaterThan(0);
    expect(new Set(pages).size).toBe(1);
    await Promise.all(Array.from({ length: 4 }, () => world.tryCheckout(owner, yearly)));
    const [{ open } = { open: 0 }] = await world.rows<{ open: number }>(
      sql`SELECT count(*)::int AS open FROM plan_subscriptions
        WHERE account_id = ${owner.user.accountId} AND status = 'open'`,
    );
    expect(open).toBeLessThanOrEqual(1);
  });

  test('are seen by members who may see money, and by nobody else', async () => {
    const [owner, stranger] = [await world.app.register(), await world.app.register()];
    const id = await world.subscribe(owner);
    expect(codeOf(await stranger.request('POST', `/api/billing/checkout/${id}`, { body: {} }))).toEqual([
      404,
      'billing.checkout_not_found',
    ]);
    expect(await stranger.get('/api/billing/invoices')).toEqual({ items: [] });
    expect(await world.billing(stranger)).toMatchObject({ plan: 'trial' });
    const member = await world.app.register();
    await world.rows(
      sql`UPDATE memberships SET account_id = ${owner.user.accountId}, role = 'editor'
        WHERE user_id = ${member.user.id}`,
    );
    expect((await member.request('GET', '/api/billing')).status).toBe(403);
    expect((await member.request('POST', '/api/billing/cancel', { body: {} })).status).toBe(403);
    await world.rows(sql`UPDATE memberships SET role = 'billing' WHERE user_id = ${member.user.id}`);
    expect(await member.post('/api/billing/cancel')).toMatchObject({ plan: 'pro', nextBillingAt: null });
  });
});
