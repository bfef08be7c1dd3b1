import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PaymentError } from '#providers/payments/payments.port.ts';
import { purchaseEnd } from '#tests/support/payments/purchase-end.ts';
import { openPaymentsWorld, type Owner, type PaymentsWorld } from '#tests/support/payments/payments-setup.ts';

let world: PaymentsWorld;
let owner: Owner;
let accountId: string;
beforeAll(async () => {
  world = await openPaymentsWorld();
  owner = await world.app.register('Vera');
  ({ accountId } = owner.user);
});
beforeEach(() => world.forgetLimits());
afterAll(() => world.close());

const endOf = (id: string) => purchaseEnd(world.app.database.database, id);
const everything = () =>
  world.rows(
    sql`SELECT (SELECT count(*)::int FROM payment_events) AS events,
      (SELECT count(*)::int FROM paywall_lots) AS lots,
      (SELECT md5(string_agg((to_jsonb(p) - 'asked_count')::text, '' ORDER BY id))
      FROM purchases p) AS purchases`,
  );

describe('an event', () => {
  it('that is not signed by the vendor for this account and mode now changes nothing', async () => {
    const visitor = await world.visit(await world.sellAgent(owner, {}));
    const { purchaseId } = await visitor.checkout();
    world.bank.pay(purchaseId, world.clock.now());
    const connection = await world.connectionOf(accountId, true);
    const other = await world.app.register('Olga');
    const now = world.clock.now();
    const good = world.bank.event(connection, purchaseId, 'checkout.completed', now);
    const before = await everything();
    const bad: [string, Promise<{ status: number }>][] = [
      [
        'unsigned',
        world.send(accountId, 'test', { body: good.body, headers: { 'content-type': 'application/json' } }),
      ],
      [
        'signed by somebody',
        world.send(
          accountId,
          'test',
          world.bank.event({ ...connection, webhookSecret: 'guess' }, purchaseId, 'checkout.completed', now),
        ),
      ],
      [
        'signed by an empty secret',
        world.send(
          accountId,
          'test',
          world.bank.event({ ...connection, webhookSecret: '' }, purchaseId, 'checkout.completed', now),
        ),
      ],
      [
        'signed by another account',
        world.send(
          accountId,
          'test',
          world.bank.event(
            await world.connectionOf(other.user.accountId, true),
            purchaseId,
            'checkout.completed',
            now,
          ),
        ),
      ],
      [
        'old',
        world.send(
          accountId,
          'test',
          world.bank.event(connection, purchaseId, 'checkout.completed', now, {
            at: new Date(now.getTime() - 600_000),
          }),
        ),
      ],
      [
        'of the future',
        world.send(
          accountId,
          'test',
          world.bank.event(connection, purchaseId, 'checkout.completed', now, {
            at: new Date(now.getTime() + 3_600_000),
          }),
        ),
      ],
      [
        'written anew',
        world.send(accountId, 'test', { ...good, body: JSON.stringify(JSON.parse(good.body), null, 1) }),
      ],
      [
        'of the other mode',
        world.send(
          accountId,
          'test',
          world.bank.event(connection, purchaseId, 'checkout.completed', now, { isTest: false }),
        ),
      ],
      ['at the address of the other mode', world.send(accountId, 'live', good)],
      ['at the address of another account', world.send(other.user.accountId, 'test', good)],
      ['at the address of nobody', world.send('acc_000000000000000000000000000000', 'test', good)],
      ['at an address that is none', world.send('x', 'test', good)],
      [
        'of a megabyte',
        world.send(accountId, 'test', { ...good, body: `${good.body}${' '.repeat(1_100_000)}` }),
      ],
      [
        'without anything',
        world.send(accountId, 'test', { body: '', headers: { 'content-type': 'application/json' } }),
      ],
    ];
    for (const [what, answer] of bad)
      expect({ what, status: (await answer).status }).toEqual({
        what,
        status: what === 'of a megabyte' ? 413 : 400,
      });
    expect(await everything()).toEqual(before);
    expect((await world.send(accountId, 'test', good)).status).toBe(200);
    expect((await visitor.balance()).packLeft).toBe(10);
  });

  it('of an account can not reach a purchase of another one, and one about something else is taken without effect', async () => {
    const other = await world.app.register('Olga');
    const visitor = await world.visit(await world.sellAgent(other, {}));
    const { purchaseId } = await visitor.checkout();
    world.bank.pay(purchaseId, world.clock.now());
    const connection = await world.connectionOf(accountId, true);
    expect(
      (
        await world.send(
          accountId,
          'test',
          world.bank.event(connection, purchaseId, 'checkout.completed', world.clock.now()),
        )
      ).status,
    ).toBe(200);
    expect(
      (
        await world.send(
          accountId,
          'test',
          world.bank.event(connection, null, 'invoice.paid', world.clock.now()),
        )
      ).status,
    ).toBe(200);
    expect(await visitor.balance()).toMatchObject({ packLeft: 0 });
    expect(await world.rows(sql`SELECT status FROM purchases WHERE id = ${purchaseId}`)).toEqual([
      { status: 'open' },
    ]);
  });

  it('may come fifty times at once and leaves what one leaves', async () => {
    const visitor = await world.visit(await world.sellAgent(owner, {}));
    const { purchaseId } = await visitor.checkout();
    world.bank.pay(purchaseId, world.clock.now());
    const event = world.bank.event(
      await world.connectionOf(accountId, true),
      purchaseId,
      'checkout.completed',
      world.clock.now(),
    );
    const answers = await Promise.all(Array.from({ length: 50 }, () => world.send(accountId, 'test', event)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await endOf(purchaseId)).toMatchObject([
      { status: 'paid', paid: 1_000, payments: 1, granted: 10, remaining: 10, entries: 10 },
    ]);
    expect(
      await world.rows(
        sql`SELECT count(*)::int AS events FROM payment_events WHERE purchase_id = ${purchaseId}`,
      ),
    ).toEqual([{ events: 1 }]);
    expect(
      await world.rows(
        sql`SELECT count(*)::int AS grants FROM paywall_entries e JOIN paywall_lots l ON l.id = e.lot_id
          WHERE l.purchase_id = ${purchaseId}`,
      ),
    ).toEqual([{ grants: 1 }]);
  });

  it('whose purchase can not be asked about now is refused, so that the vendor sends it again', async () => {
    const visitor = await world.visit(await world.sellAgent(owner, {}));
    const { purchaseId } = await visitor.checkout();
    world.bank.pay(purchaseId, world.clock.now());
    const event = world.bank.event(
      await world.connectionOf(accountId, true),
      purchaseId,
      'checkout.completed',
      world.clock.now(),
    );
    world.bank.fault('facts', async () => {
      throw new PaymentError('payments.unreachable', 'Away');
    });
    expect((await world.send(accountId, 'test', event)).status).toBe(503);
    expect((await world.send(accountId, 'test', event)).status).toBe(200);
    expect((await visitor.balance()).packLeft).toBe(10);
  });
});
