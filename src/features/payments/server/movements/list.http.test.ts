import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPaymentsWorld, type Owner, type PaymentsWorld } from '#tests/support/payments/payments-setup.ts';

const dayMs = 86_400_000;
let world: PaymentsWorld;
let owner: Owner;
beforeAll(async () => {
  world = await openPaymentsWorld();
});
beforeEach(async () => {
  await world.forgetLimits();
  owner = await world.app.register('Vera');
});
afterAll(() => world.close());

type Written = {
  kind: string;
  at: string;
  gross: number;
  tax: number;
  net: number;
  isEstimated: boolean;
};
const written = (id: string): Promise<Written[]> =>
  world.rows<Written>(sql`
  SELECT kind, to_json(at) #>> '{}' AS at, gross::float8 AS gross, tax::float8 AS tax, net::float8 AS net,
    is_estimated AS "isEstimated"
  FROM payment_movements WHERE purchase_id = ${id} ORDER BY at, created_at, kind`);
const day = (at: string): string => new Date(at).toISOString().slice(0, 10);
const sync = (id: string) => world.services.payments.syncing.sync(owner.user.accountId, id);

/** A subscription of 9.99, tax included, with renewals every thirty days. */
async function subscribed(renewals: number): Promise<{
  id: string;
  start: Date;
  visitor: Awaited<ReturnType<PaymentsWorld['visit']>>;
  payments: string[];
}> {
  const agent = await world.sellAgent(owner, {
    type: 'subscription',
    amount: 999,
    taxPercent: 21,
    taxBehaviour: 'inclusive',
  });
  const visitor = await world.visit(agent);
  const start = world.clock.now();
  const id = await world.buy(owner, visitor);
  for (let at = 1; at <= renewals; at++) {
    world.bank.addPayment(id, 999, new Date(start.getTime() + at * 30 * dayMs));
    const periodEnd = new Date(start.getTime() + (at + 1) * 30 * dayMs);
    world.bank.change(id, {
      subscription: { status: 'active', periodEnd, isEnding: false, canceledAt: null },
    });
  }
  await sync(id);
  const rows = await world.rows<{ reference: string }>(
    sql`SELECT reference FROM payments WHERE purchase_id = ${id} ORDER BY paid_at`,
  );
  return { id, start, visitor, payments: rows.map(({ reference }) => reference) };
}

describe('the list of money movements', () => {
  it('loses one payment to a dispute of an old renewal, and the periods that were paid since go on giving access', async () => {
    const { id, start, visitor, payments } = await subscribed(2);
    const on = (days: number): Date => new Date(start.getTime() + days * dayMs);
    for (const [outcome, days] of [
      ['open', 65],
      ['lost', 80],
    ] as const) {
      world.bank.dispute(id, payments[1] ?? '', outcome, on(days));
      await Promise.all([sync(id), sync(id)]);
      expect(await visitor.balance(), outcome).toMatchObject({ state: 'subscription', isFrozen: false });
    }
    expect((await written(id)).map(({ kind, at, gross }) => [kind, day(at), gross])).toEqual([
      ['payment', day(on(0).toISOString()), 999],
      ['renewal', day(on(30).toISOString()), 999],
      ['renewal', day(on(60).toISOString()), 999],
      ['dispute_opened', day(on(65).toISOString()), -999],
      ['dispute_lost', day(on(80).toISOString()), 0],
    ]);
    world.bank.addPayment(id, 999, on(90));
    await sync(id);
    expect(await visitor.balance()).toMatchObject({ state: 'subscription' });
    expect((await written(id)).at(-1)).toMatchObject({ kind: 'renewal', gross: 999, tax: 173, net: 826 });
  });

  it('is the same however often and at how many places at once it is asked', async () => {
    const { id, start } = await subscribed(1);
    world.bank.refund(id, 400, new Date(start.getTime() + 40 * dayMs));
    await Promise.all(Array.from({ length: 20 }, () => sync(id)));
    const list = await written(id);
    expect(list.map(({ kind, gross }) => [kind, gross])).toEqual([
      ['payment', 999],
      ['renewal', 999],
      ['refund', -400],
    ]);
    expect(list.reduce((sum, { tax }) => sum + tax, 0)).toBe(277);
  });

  it('can not be changed afterwards, by nobody', async () => {
    const { id } = await subscribed(0);
    const change = world.rows(sql`UPDATE payment_movements SET gross = 1 WHERE purchase_id = ${id}`);
    await expect(change).rejects.toMatchObject({
      cause: { message: 'the list of money movements is only ever added to' },
    });
    const remove = world.services.database.account(owner.user.accountId, (tx) =>
      tx.execute(sql`DELETE FROM payment_movements WHERE purchase_id = ${id}`),
    );
    await expect(remove).rejects.toMatchObject({
      cause: { message: 'permission denied for table payment_movements' },
    });
  });

  it('is made for what was bought before it was kept, as truly as is known, and marked where that is a guess', async () => {
    const { id, start, payments } = await subscribed(2);
    const refunded = await owner.request('POST', `/api/payments/${id}/refund`, {
      body: { amount: 500, key: 'before-the-list' },
    });
    expect(refunded.status).toBe(200);
    world.bank.refund(id, 250);
    world.bank.dispute(id, payments[1] ?? '', 'open', new Date(start.getTime() + 65 * dayMs));
    await sync(id);
    const kept = await written(id);
    await world.rows(sql`DELETE FROM payment_movements WHERE purchase_id = ${id}`);
    const migration = readFileSync(
      path.join(import.meta.dirname, '../../../../../migrations/0085_payment_movements.sql'),
      'utf8',
    );
    const backfill = migration.slice(
      migration.indexOf('WITH asked AS'),
      migration.indexOf('UPDATE purchases SET sync_due_at'),
    );
    await world.rows(sql.raw(backfill.replace('FROM counted', `FROM counted WHERE purchase_id = '${id}'`)));
    const list = await written(id);
    const sums = (rows: Written[]) => [
      rows.reduce((sum, { gross }) => sum + gross, 0),
      rows.reduce((sum, { tax }) => sum + tax, 0),
    ];
    expect(sums(list)).toEqual(sums(kept));
    expect(list.filter(({ isEstimated }) => !isEstimated).map(({ kind, gross }) => [kind, gross])).toEqual([
      ['payment', 999],
      ['renewal', 999],
      ['renewal', 999],
    ]);
    expect(
      list
        .filter(({ isEstimated }) => isEstimated)
        .map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(['dispute_opened', 'refund', 'refund']);
    // The provider tells the same once more, and nothing is counted again.
    await sync(id);
    expect(sums(await written(id))).toEqual(sums(kept));
    expect(await written(id)).toHaveLength(list.length);
  });
});

describe('what is said of a month', () => {
  type Said = {
    money: {
      currency: string;
      payments: number;
      gross: number;
      refunded: number;
      disputed: number;
      tax: number;
      fees: number;
      net: number;
    }[];
    days: { day: string; money: { net: number }[] }[];
    subscriptions: object;
    zone: string;
  };
  type Listed = { movements: { kind: string; net: number }[]; total: number; sums: { net: number }[] };

  async function moveTo(moment: number): Promise<void> {
    world.clock.advance(moment - world.clock.now().getTime());
    owner = await world.app.register('Vera');
  }
  /** What screen, list, file and customers say of the same days. */
  async function saidOf(days: string): Promise<{ revenue: Said; file: string[]; nets: number[] }> {
    const [revenue, list, margin, people] = [
      await owner.get<Said>(`/api/payments/revenue?${days}`),
      await owner.get<Listed>(`/api/payments/movements?${days}`),
      await owner.get<{ rows: { money: { net: number }[] }[]; total: { money: { net: number }[] } }>(
        `/api/payments/margin?by=agent&${days}`,
      ),
      await owner.get<{ customers: { money: { net: number }[] }[] }>(`/api/payments/customers?${days}`),
    ];
    const file = (await owner.request('GET', `/api/payments.csv?${days}`)).text
      .trimEnd()
      .split('\r\n')
      .slice(1);
    const sum = (values: readonly { net: number }[]): number =>
      values.reduce((total, { net }) => total + net, 0);
    const inFile = file.reduce((total, line) => total + Math.round(Number(line.split(',')[14]) * 100), 0);
    const nets = [
      sum(revenue.money),
      sum(revenue.days.flatMap(({ money }) => money)),
      sum(list.sums),
      sum(list.movements),
      inFile,
      sum(margin.rows.flatMap(({ money }) => money)),
      sum(margin.total.money),
      sum(people.customers.flatMap(({ money }) => money)),
    ];
    return { revenue, file, nets };
  }

  it('is the same on the screen, in the list, in the file, by agent and by customer, and a refund does not change the month of the sale', async () => {
    await moveTo(Date.UTC(2026, 11, 1, 12));
    const { id, start } = await subscribed(2);
    world.bank.refund(id, 400, new Date(start.getTime() + 45 * dayMs));
    world.bank.dispute(
      id,
      (
        await world.rows<{ reference: string }>(
          sql`SELECT reference FROM payments WHERE purchase_id = ${id} ORDER BY paid_at DESC LIMIT 1`,
        )
      )[0]?.reference ?? '',
      'lost',
      new Date(start.getTime() + 65 * dayMs),
      { fee: 1_500 },
    );
    await sync(id);
    const [december, january, february] = [
      await saidOf('from=2026-12-01&to=2026-12-31'),
      await saidOf('from=2027-01-01&to=2027-01-31'),
      await saidOf('from=2027-02-01&to=2027-02-28'),
    ];
    expect(december.revenue.money).toMatchObject([
      { payments: 2, gross: 1_998, refunded: 0, disputed: 0, tax: 346, net: 1_652 },
    ]);
    expect(january.revenue.money).toMatchObject([
      { payments: 1, gross: 999, refunded: 400, disputed: 0, net: 495 },
    ]);
    expect(february.revenue.money).toMatchObject([
      { payments: 0, gross: 0, refunded: 0, disputed: 999, fees: 1_500, net: -2_326 },
    ]);
    for (const { nets } of [december, january, february]) expect(new Set(nets).size, String(nets)).toBe(1);
    expect(december.file.map((line) => line.split(',')[3])).toEqual(['renewal', 'payment']);
    expect(february.file.map((line) => line.split(',')[3])).toEqual(['dispute_lost', 'dispute_opened']);
  });

  it('names what was bought and the papers of each row, and says how many packs a month sold whatever is given back later', async () => {
    await moveTo(Date.UTC(2027, 2, 10, 12));
    const offers = [
      { key: 'pack', type: 'pack', amount: 1_200, messages: 10, title: 'Starter' },
      { key: 'month', type: 'subscription', amount: 900 },
    ];
    const agent = await world.sellAgent(owner, {
      offers,
      taxPercent: 20,
      taxBehaviour: 'inclusive',
    } as never);
    const id = await world.buy(owner, await world.visit(agent));
    const start = world.clock.now();
    world.bank.refund(id, 200, new Date(start.getTime() + dayMs));
    world.bank.refund(id, 501, new Date(start.getTime() + 25 * dayMs));
    await sync(id);
    type Named = { movements: { kind: string; title: string; papers: string[]; tax: number }[] };
    const { movements } = await owner.get<Named>('/api/payments/movements');
    expect(movements.map(({ kind, title, papers, tax }) => [kind, title, papers, tax])).toEqual([
      ['refund', 'Starter', ['TEST-CN-000002'], -84],
      ['refund', 'Starter', ['TEST-CN-000001'], -33],
      ['payment', 'Starter', ['TEST-INV-000001'], 200],
    ]);
    const papers = await world.rows<{ tax: number }>(
      sql`SELECT tax::float8 AS tax FROM invoices WHERE subject_id = ${id} ORDER BY tax`,
    );
    expect(papers.map(({ tax }) => tax)).toEqual([33, 84, 200]);
    // 1,000 of 1,200 were kept at the end of March: 10 messages less the whole ones that were taken back.
    type Sold = { packs: number; messagesSold: number };
    expect(await owner.get<Sold>('/api/payments/revenue?from=2027-03-01&to=2027-03-31')).toMatchObject({
      packs: 1,
      messagesSold: 9,
    });
    expect(await owner.get<Sold>('/api/payments/revenue')).toMatchObject({ packs: 1, messagesSold: 5 });
  });

  it('opens in spreadsheets that write a decimal comma, and tells a fee that is unknown from none', async () => {
    await moveTo(Date.UTC(2027, 2, 12, 12));
    const agent = await world.sellAgent(owner, { type: 'once' });
    const id = await world.buy(owner, await world.visit(agent));
    world.bank.refund(id, 255, world.clock.now());
    await sync(id);
    const file = async (format: string) =>
      (await owner.request('GET', `/api/payments.csv${format}`)).text.trimEnd().split('\r\n');
    const [point, comma] = [await file(''), await file('?format=comma')];
    const fees = (lines: string[], sign: string) =>
      lines.slice(1).map((line) => line.split(sign).slice(11, 15));
    expect(fees(point, ',')).toEqual([
      ['-2.55', '0.00', '0.00', '-2.55'],
      ['10.00', '0.00', '', '10.00'],
    ]);
    expect(fees(comma, ';')).toEqual([
      ['-2,55', '0,00', '0,00', '-2,55'],
      ['10,00', '0,00', '', '10,00'],
    ]);
    expect(comma[0]?.split(';')).toEqual(point[0]?.split(','));
  });

  it('is in the file to the last one, also where there are more than fifty thousand', async () => {
    await moveTo(Date.UTC(2027, 1, 1, 12));
    const { id } = await subscribed(1);
    await world.rows(sql`
      INSERT INTO payment_movements (id, account_id, purchase_id, kind, reference, payment_ref, at, currency,
        gross, tax, created_at)
      SELECT 'mov_many' || n, account_id, ${id}, 'fee', 'many' || n, payment_ref,
        at - n * interval '1 second', currency, 0, 0, at
      FROM payment_movements, generate_series(1, 50500) AS n WHERE purchase_id = ${id} AND kind = 'payment'`);
    const { text } = await owner.request('GET', '/api/payments.csv?kind=fee');
    expect(text.trimEnd().split('\r\n')).toHaveLength(50_501);
    await world.rows(sql`DELETE FROM payment_movements WHERE id LIKE 'mov_many%'`);
  });

  it('says of a subscriber that they last paid when they were last renewed', async () => {
    await moveTo(Date.UTC(2027, 3, 1, 12));
    const { start } = await subscribed(2);
    const { customers } = await owner.get<{ customers: { lastAt: string }[] }>('/api/payments/customers');
    expect(customers.map(({ lastAt }) => lastAt)).toEqual([
      new Date(start.getTime() + 60 * dayMs).toISOString(),
    ]);
  });

  it('begins at midnight where its reader is', async () => {
    await moveTo(Date.UTC(2027, 2, 31, 22, 30));
    const id = await world.buy(owner, await world.visit(await world.sellAgent(owner, {})));
    const april = 'from=2027-04-01&to=2027-04-30';
    expect((await saidOf(april)).revenue).toMatchObject({ money: [], zone: 'UTC' });
    const there = await saidOf(`${april}&zone=Europe/Amsterdam`);
    expect(there.revenue).toMatchObject({
      money: [{ gross: 1_000 }],
      days: [{ day: '2027-04-01' }],
      zone: 'Europe/Amsterdam',
    });
    expect(there.file[0]).toContain(`,2027-03-31T22:30:00.000Z,2027-04-01,payment,${id},`);
    // An offset names no zone: in the file it would lie east, in the database west.
    for (const zone of ['Nowhere/At-All', '%2B05:30', '-03:00'])
      expect((await saidOf(`from=2027-03-01&to=2027-03-31&zone=${zone}`)).revenue).toMatchObject({
        zone: 'UTC',
        money: [{ gross: 1_000 }],
      });
  });

  it('is a file whose name says which money of which days is in it', async () => {
    const nameOf = async (query: string): Promise<string | null> =>
      (await owner.request('GET', `/api/payments.csv${query}`)).headers.get('content-disposition');
    expect(await nameOf('')).toContain('filename="payments-test.csv"');
    expect(await nameOf('?test=false&from=2026-12-01&to=2026-12-31')).toContain(
      'filename="payments-2026-12-01_2026-12-31.csv"',
    );
    expect(await nameOf('?test=true&to=2026-12-31')).toContain('filename="payments-_2026-12-31-test.csv"');
  });
});
