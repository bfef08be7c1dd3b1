import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Revenue } from '#features/payments/payments-figures.contract.ts';
import type { MoneyMovement } from '#features/payments/payments-movements.contract.ts';
import type { Purchase } from '#features/payments/payments-purchases.contract.ts';
import { brokenLots } from '#tests/support/payments/paywall-setup.ts';
import { openPaymentsWorld, type Owner, type PaymentsWorld } from '#tests/support/payments/payments-setup.ts';

let world: PaymentsWorld;
let owner: Owner;
beforeAll(async () => {
  world = await openPaymentsWorld();
});
beforeEach(async () => {
  await world.forgetLimits();
  owner = await world.app.register('Vera');
});
afterAll(async () => {
  expect(await brokenLots(world.app.database.database)).toEqual([]);
  await world.close();
});

describe('giving money back', () => {
  it('is for those who manage payments, and for purchases of their own account', async () => {
    const id = await world.buy(owner, await world.visit(await world.sellAgent(owner, {})));
    const other = await world.app.register('Olga');
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/refund'],
      ['POST', '/cancel'],
    ] as const) {
      const body =
        path === '/refund' ? { key: 'somebody-else' } : path === '/cancel' ? { isEnding: true } : undefined;
      expect((await other.request(method, `/api/payments/${id}${path}`, body ? { body } : {})).status).toBe(
        404,
      );
    }
    const editor = await world.app.register('Ed');
    await world.rows(
      sql`UPDATE memberships SET account_id = ${owner.user.accountId}, role = 'editor'
        WHERE user_id = ${editor.user.id}`,
    );
    expect(
      (await editor.request('POST', `/api/payments/${id}/refund`, { body: { key: 'an-editor-1' } })).status,
    ).toBe(403);
    expect((await editor.request('GET', `/api/payments/${id}`)).status).toBe(200);
  });

  it('takes the same part of the time back from a subscription that ends with it, and says so', async () => {
    const visitor = await world.visit(await world.sellAgent(owner, { type: 'subscription' }));
    const id = await world.buy(owner, visitor);
    const read = () =>
      owner.get<{ purchase: Purchase; payments: { reference: string }[] }>(`/api/payments/${id}`);
    const { purchase, payments } = await read();
    const periodEnd = new Date(purchase.until ?? 0);
    const parts = [{ reference: payments[0]?.reference, amount: 500 }];
    const answer = await owner.request('POST', `/api/payments/${id}/refund`, {
      body: { key: 'half-and-ends-1', parts, ends: true },
    });
    expect(answer.status).toBe(200);
    const ended = (await read()).purchase;
    expect(ended.state).toBe('canceled');
    const until = new Date(ended.until ?? 0).getTime();
    // About half of a month.
    expect(periodEnd.getTime() - until).toBeGreaterThan(13 * 86_400_000);
    expect(until).toBeGreaterThan(world.clock.now().getTime());
  });
});

describe('a purchase that is disputed', () => {
  it('is frozen within one event, goes on when it is won, and is over when it is lost', async () => {
    const visitor = await world.visit(await world.sellAgent(owner, {}));
    const id = await world.buy(owner, visitor);
    const connection = await world.connectionOf(owner.user.accountId, true);
    const after = async (dispute: 'open' | 'won' | 'lost') => {
      world.bank.change(id, { dispute });
      await world.send(
        owner.user.accountId,
        'test',
        world.bank.event(connection, id, 'charge.dispute', world.clock.now()),
      );
      return visitor.balance();
    };
    expect(await after('open')).toMatchObject({ packLeft: 0, isFrozen: true });
    expect(await after('won')).toMatchObject({ packLeft: 10, isFrozen: false });
    expect(await after('lost')).toMatchObject({ packLeft: 0, isFrozen: true });
    expect(await owner.get<Revenue>('/api/payments/revenue')).toMatchObject({
      money: [{ currency: 'EUR', gross: 1_000, refunded: 0, disputed: 1_000, tax: 0, net: 0 }],
    });
  });

  it('is still opened for giving back, where each payment says what the bank holds', async () => {
    const visitor = await world.visit(await world.sellAgent(owner, { type: 'subscription' }));
    const id = await world.buy(owner, visitor);
    world.bank.addPayment(id, 1_000, new Date(world.clock.now().getTime() + 60_000));
    const [, last] =
      [...world.bank.sessions.values()].find(({ order }) => order.purchaseId === id)?.facts.payments ?? [];
    world.bank.dispute(id, last?.reference ?? '', 'lost', world.clock.now());
    await world.services.payments.syncing.sync(owner.user.accountId, id);
    expect(await owner.get(`/api/payments/${id}`)).toMatchObject({
      purchase: { state: 'lost', can: { refund: true } },
      payments: [{ dispute: 'none' }, { dispute: 'lost' }],
    });
  });
});

describe('what the owner reads', () => {
  it('counts money by currency and day, never mixes test money with real money, and shows cost beside it', async () => {
    const [packs, pass] = [
      await world.sellAgent(owner, {
        amount: 1_210,
        taxPercent: 21,
        taxBehaviour: 'inclusive',
        messagesPerPack: 20,
      }),
      await world.sellAgent(owner, { type: 'once', currency: 'USD', amount: 500 }),
    ];
    const anna = await world.visit(packs);
    await world.buy(owner, anna, { email: 'anna@example.test' });
    await world.buy(owner, anna, { email: 'anna@example.test' });
    await world.buy(owner, await world.visit(pass), { email: 'ben@example.test' });
    expect(await owner.get<Revenue>('/api/payments/revenue')).toMatchObject({
      isTest: true,
      money: [
        { currency: 'EUR', payments: 2, gross: 2_420, refunded: 0, tax: 420, feesUnknown: 2, net: 2_000 },
        { currency: 'USD', payments: 1, gross: 500, net: 500 },
      ],
      packs: 2,
      messagesSold: 40,
      successfulPayments: 3,
      buyers: 2,
      activeSubscriptions: 0,
      days: [{ day: world.clock.now().toISOString().slice(0, 10), payments: 3 }],
    });
    expect(await owner.get('/api/payments/revenue?test=false')).toMatchObject({
      isTest: false,
      money: [],
      packs: 0,
      buyers: 0,
    });
    expect(await owner.get(`/api/payments/revenue?agentId=${pass.id}`)).toMatchObject({
      money: [{ currency: 'USD' }],
      packs: 0,
    });
    expect(await owner.get('/api/payments/margin?by=agent')).toMatchObject({
      rows: [
        { label: 'New agent', money: [{ currency: 'EUR', net: 2_000 }], marginMicros: null },
        { money: [{ currency: 'USD', net: 500 }], marginMicros: 5_000_000 },
      ],
      total: {
        money: [
          { currency: 'EUR', net: 2_000 },
          { currency: 'USD', net: 500 },
        ],
        marginMicros: null,
      },
    });
    for (const by of ['visitor', 'conversation', 'message'])
      expect((await owner.request('GET', `/api/payments/margin?by=${by}`)).status).toBe(200);
    const customers = await owner.get<{ customers: { email: string }[]; total: number }>(
      '/api/payments/customers',
    );
    expect(customers).toMatchObject({ total: 2 });
    expect(customers.customers.find(({ email }) => email === 'anna@example.test')).toMatchObject({
      purchases: 2,
      money: [{ currency: 'EUR', net: 2_000 }],
      isSubscribed: false,
    });
    expect(await owner.get('/api/payments/customers?search=ben')).toMatchObject({
      total: 1,
      customers: [{ email: 'ben@example.test' }],
    });
    await world.rows(sql`UPDATE contacts SET name = 'Rosa Linden' WHERE account_id = ${owner.user.accountId}
      AND id IN (SELECT contact_id FROM purchases WHERE email = 'ben@example.test')`);
    expect(await owner.get('/api/payments/customers?search=linden')).toMatchObject({
      total: 1,
      customers: [{ name: 'Rosa Linden', email: 'ben@example.test' }],
    });
  });

  it('says when a row became known, and that a fee stands in a row of its own', async () => {
    const start = world.clock.now();
    const id = await world.buy(owner, await world.visit(await world.sellAgent(owner, {})));
    const known = new Date(start.getTime() + 40 * 86_400_000).toISOString();
    await world.rows(sql`
      INSERT INTO payment_movements (id, account_id, purchase_id, kind, reference, payment_ref, at, currency,
        gross, tax, fee, created_at)
      SELECT 'mov_late', account_id, ${id}, 'fee', 'late', reference, at, currency, 0, 0, 55, ${known}
      FROM payment_movements WHERE purchase_id = ${id} AND kind = 'payment'`);
    const { movements } = await owner.get<{ movements: MoneyMovement[] }>('/api/payments/movements');
    expect(
      movements
        .map(({ kind, fee, isFeeLater, recordedAt }) => [kind, fee, isFeeLater, recordedAt])
        .toSorted(),
    ).toEqual([
      ['fee', 55, false, known],
      ['payment', null, true, start.toISOString()],
    ]);
    const [, ...lines] = (await owner.request('GET', '/api/payments.csv')).text.trimEnd().split('\r\n');
    expect(lines.map((line) => line.split(',').at(-1)).toSorted()).toEqual([start.toISOString(), known]);
  });

  it('finds purchases by what it asks for, page after page, and gets them as a file without formulas', async () => {
    const agent = await world.sellAgent(owner, { amount: 1_234 });
    const visitor = await world.visit(agent);
    const paid = await world.buy(owner, visitor, { email: '+cmd@example.test' });
    await visitor.checkout({ email: 'open@example.test' });
    await world.rows(sql`INSERT INTO purchases (id, account_id, agent_id, agent_name, wallet_id, visitor_id,
      email, vendor, is_test, kind, terms, currency, base, tax, total, status, client_key, language,
      created_at, expires_at)
      SELECT 'pur_old' || n, account_id, agent_id, '+Old', wallet_id, visitor_id, 'old@example.test', vendor,
        is_test, kind, terms, currency, base, tax, total, 'expired', 'old-' || n, language,
        created_at - n * interval '1 minute', expires_at FROM purchases, generate_series(1, 60) n
      WHERE id = ${paid}`);
    type Page = { purchases: Purchase[]; next: string | null; total: number };
    const first = await owner.get<Page>('/api/payments');
    expect(first).toMatchObject({ total: 62 });
    const second = await owner.get<Page>(`/api/payments?before=${first.next ?? ''}`);
    expect(new Set([...first.purchases, ...second.purchases].map(({ id }) => id)).size).toBe(62);
    expect(second.next).toBeNull();
    expect(await owner.get<Page>('/api/payments?state=paid')).toMatchObject({
      total: 1,
      purchases: [{ id: paid, state: 'paid', messagesLeft: 10 }],
    });
    expect(await owner.get<Page>('/api/payments?state=open&search=open%40')).toMatchObject({ total: 1 });
    expect(await owner.get<Page>('/api/payments?type=subscription')).toMatchObject({ total: 0 });
    expect(await owner.get<Page>('/api/payments?search=%25')).toMatchObject({ total: 0 });
    const file = await owner.request('GET', '/api/payments.csv');
    expect(file.headers.get('content-type')).toContain('text/csv');
    const lines = file.text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`,payment,${paid},pack,,New agent,,'+cmd@example.test,EUR,12.34,0.00,,12.34,`);
  });

  it('gives a contact messages with a reason, once for each click', async () => {
    const agent = await world.sellAgent(owner, { messagesPerPack: 10 });
    const visitor = await world.visit(agent);
    await world.buy(owner, visitor);
    const [{ id: contactId } = { id: '' }] = await world.rows<{ id: string }>(
      sql`WITH made AS (INSERT INTO contacts (id, account_id, name, source, first_seen_at, last_seen_at,
        created_at) SELECT 'con_' || substr(id, 5), account_id, 'Anna', 'widget', created_at, created_at,
        created_at FROM visitors WHERE agent_id = ${agent.id} RETURNING id),
        linked AS (UPDATE visitors SET contact_id = made.id FROM made WHERE agent_id = ${agent.id}) SELECT id
        FROM made`,
    );
    type Ledger = {
      wallets: {
        walletId: string;
        agentName: string;
        balance: { packLeft: number };
        lines: { note: string; amount: number }[];
      }[];
    };
    const ledger = await owner.get<Ledger>(`/api/contacts/${contactId}/ledger`);
    expect(ledger).toMatchObject({ wallets: [{ agentName: 'New agent', balance: { packLeft: 10 } }] });
    const walletId = ledger.wallets[0]?.walletId;
    for (let at = 0; at < 2; at++)
      expect(
        (
          await owner.request('POST', `/api/contacts/${contactId}/ledger`, {
            body: { walletId, agentId: agent.id, messages: 5, reason: 'Sorry for Sunday', key: 'same-click' },
          })
        ).status,
      ).toBe(200);
    expect((await owner.get<Ledger>(`/api/contacts/${contactId}/ledger`)).wallets[0]).toMatchObject({
      balance: { packLeft: 15 },
      lines: [{ amount: 5, note: 'Sorry for Sunday' }, { amount: 10 }],
    });
    const other = await world.app.register('Olga');
    expect((await other.request('GET', `/api/contacts/${contactId}/ledger`)).status).toBe(404);
    expect(
      (
        await owner.request('POST', `/api/contacts/${contactId}/ledger`, {
          body: { walletId: 'vis_other', agentId: agent.id, messages: 5, reason: 'x', key: 'other-wallet' },
        })
      ).status,
    ).toBe(404);
  });
});

describe('a receipt', () => {
  it("is mailed once for every payment, in the buyer's language, with price, tax and how to go on", async () => {
    const agent = await world.sellAgent(owner, {
      type: 'subscription',
      amount: 1_210,
      taxPercent: 21,
      taxBehaviour: 'inclusive',
    });
    const visitor = await world.visit(agent);
    const id = await world.buy(owner, visitor, { email: 'receipt@example.test' });
    const mails = () =>
      world.rows<{ subject: string; text: string }>(
        sql`SELECT subject, text_body AS text FROM outbox_mails WHERE recipient = 'receipt@example.test'
          ORDER BY created_at, id`,
      );
    await vi.waitFor(async () => expect(await mails()).toHaveLength(1), { timeout: 30_000 });
    const [mail] = await mails();
    expect(mail?.subject).toBe('Your receipt: €12.10 for New agent');
    for (const words of [
      'TEST – no real money was paid',
      'Subscription, monthly',
      'Price without tax: €10.00',
      'Tax (21%): €2.10',
      'Paid: €12.10',
      id,
      'Previous Purchase',
      'You can cancel at any time',
    ])
      expect(mail?.text).toContain(words);
    const [{ reference } = { reference: '' }] = await world.rows<{ reference: string }>(
      sql`SELECT reference FROM payments WHERE purchase_id = ${id}`,
    );
    const again = { accountId: owner.user.accountId, purchaseId: id, reference };
    await world.services.payments.receipts.send(again);
    expect(await mails()).toHaveLength(1);
    world.bank.addPayment(id, 1_210, world.clock.now());
    await world.services.payments.syncing.sync(owner.user.accountId, id);
    await vi.waitFor(async () => expect(await mails()).toHaveLength(2), { timeout: 30_000 });
    // A job that was taken for lost is begun anew beside the first.
    await world.rows(sql`UPDATE payments SET receipt_mailed_at = NULL WHERE reference = ${reference}`);
    await Promise.all([1, 2, 3].map(() => world.services.payments.receipts.send(again)));
    expect(await mails()).toHaveLength(3);
  });
});
