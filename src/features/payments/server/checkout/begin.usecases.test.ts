import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { breakDown, type Currency } from '#shared/money/money.ts';
import { isInShare } from '#platform/statistics/assignment.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { ExperimentValues } from '#features/agents/agents-experiments.contract.ts';
import type { TestMember } from '#tests/support/app/test-services.ts';
import { openSellingServices, type SellingServices } from '#tests/support/payments/selling-services.ts';
import { outcomeOf, republishAgent } from '#tests/support/visitors/visitor-of-services.ts';

let world: SellingServices;
let owner: TestMember;
const forgetLimits = () => world.rows(sql`DELETE FROM rate_limits`);
beforeAll(async () => {
  world = await openSellingServices();
  owner = await world.server.member('Vera');
});
beforeEach(forgetLimits);
afterAll(() => world.close());

describe('a visitor who pays', () => {
  it('is not charged twice for one wish: the same click is the same page, and a new wish closes the old page', async () => {
    const visitor = await world.visit(await world.sell(owner, {}));
    const key = randomUUID();
    const before = world.bank.calls.length;
    const clicks = await Promise.all(Array.from({ length: 8 }, () => visitor.checkout({ key })));
    expect(new Set(clicks.map(({ purchaseId }) => purchaseId)).size).toBe(1);
    expect(
      new Set(
        world.bank.calls
          .slice(before)
          .filter(({ method }) => method === 'createCheckout')
          .map((call) => call.key),
      ).size,
    ).toBe(1);
    const [first] = clicks;
    const second = await visitor.checkout();
    expect(second.purchaseId).not.toBe(first?.purchaseId);
    expect(await visitor.state(first?.purchaseId ?? '')).toMatchObject({ status: 'expired', url: null });
  });

  it('gets what they paid for on a page that they left open while they began another one', async () => {
    const visitor = await world.visit(await world.sell(owner, { type: 'once' }));
    const first = await visitor.checkout();
    world.bank.pay(first.purchaseId, world.server.clock.now());
    await visitor.checkout();
    expect(await visitor.state(first.purchaseId)).toMatchObject({
      status: 'paid',
      balance: { state: 'once' },
    });
    expect(await outcomeOf(visitor.checkout())).toBe('payments.already_open');
  });

  it('is told so when a payment does not fit what was asked for, and gets nothing for it', async () => {
    const visitor = await world.visit(await world.sell(owner, {}));
    const [less, other] = [
      await visitor.checkout(),
      await (await world.visit(await world.sell(owner, {}))).checkout(),
    ];
    world.bank.pay(less.purchaseId, world.server.clock.now(), { amount: 999 });
    expect(await visitor.state(less.purchaseId)).toMatchObject({
      status: 'processing',
      balance: { packLeft: 0 },
    });
    expect(
      await world.rows(
        sql`SELECT problem, paid_amount::int AS paid FROM purchases WHERE id = ${less.purchaseId}`,
      ),
    ).toEqual([{ problem: 'mismatch', paid: 999 }]);
    world.bank.pay(other.purchaseId, world.server.clock.now(), { currency: 'JPY' });
    await world.server.payments.syncing.sync(owner.user.accountId, other.purchaseId);
    expect(
      await world.rows(
        sql`SELECT count(*)::int AS lots FROM paywall_lots
          WHERE purchase_id IN (${less.purchaseId}, ${other.purchaseId})`,
      ),
    ).toEqual([{ lots: 0 }]);
  });

  it('pays each currency to the smallest unit, with the tax in the price or on top of it', async () => {
    const agent = await world.sell(owner, {});
    const amounts = { USD: 999, EUR: 999, JPY: 980, HUF: 199_900, KWD: 3_140 } satisfies Partial<
      Record<Currency, number>
    >;
    for (const [currency, amount] of Object.entries(amounts) as [Currency, number][]) {
      for (const taxBehaviour of ['inclusive', 'exclusive'] as const) {
        for (const taxPercent of [0, 7.7, 21, 25]) {
          await republishAgent(world.server, owner, agent.id, ({ payment }) =>
            Object.assign(payment, { currency, amount, taxBehaviour, taxPercent }),
          );
          await forgetLimits();
          const visitor = await world.visit(agent);
          const expected = breakDown(amount, currency, taxPercent * 1_000, taxBehaviour);
          const { offers } = await world.server.payments.visitor.wall(visitor.identity, undefined);
          expect(offers).toMatchObject([{ currency, ...expected }]);
          const { purchaseId } = await visitor.checkout();
          expect(world.bank.order(purchaseId)).toMatchObject({ currency, price: expected, taxBehaviour });
          world.bank.pay(purchaseId, world.server.clock.now());
          expect(await visitor.state(purchaseId)).toMatchObject({ status: 'paid' });
        }
      }
    }
  });
});

describe('an experiment with an agent that is sold', () => {
  const page = (agent: Agent) => world.server.experiments.shown(owner.scope, agent.id);
  const visitors = async (agent: Agent, many: number) =>
    Promise.all(Array.from({ length: many }, () => world.visit(agent)));
  const wallOf = async ({ identity }: Visitor) => world.server.payments.visitor.wall(identity, undefined);
  const priceOf = async (visitor: Visitor) => (await wallOf(visitor)).offers[0]?.total;
  type Visitor = Awaited<ReturnType<typeof world.visit>>;
  const later = (ms = 1_000) => world.server.clock.advance(ms);
  const start = (agent: Agent, variant: ExperimentValues) =>
    world.server.experiments.start(owner.scope, agent.id, { variant, share: 50, harmPercent: 10 });

  it('asks each visitor for the price of their side, and a purchase is of that price whatever the browser says', async () => {
    const agent = await world.sell(owner, { type: 'pack', amount: 1_000 });
    const early = await world.visit(agent);
    later();
    const shown = await start(agent, { subject: 'price', amounts: { main: 700 } });
    const id = shown.experiments[0]?.id ?? '';
    const came = await visitors(agent, 16);
    const prices = await Promise.all(came.map(priceOf));
    expect(new Set(prices)).toEqual(new Set([700, 1_000]));
    // Whoever had seen the price before is not asked for another one.
    expect(await priceOf(early)).toBe(1_000);
    // The same visitor sees the same again, also with a new token.
    expect(await Promise.all(came.map(priceOf))).toEqual(prices);
    const [cheap, dear] = [700, 1_000].map((price) => came[prices.indexOf(price)]);
    if (!cheap || !dear) throw new Error('One side is empty');
    const bought = await world.buy(cheap);
    expect(await world.purchase(owner, bought)).toMatchObject({ paid: 700 });
    // The offer of the other side is none of theirs.
    const { offers } = await wallOf(cheap);
    await expect(
      world.server.payments.checkouts.begin(
        dear.identity,
        { email: 'eva@example.test', key: randomUUID(), offer: offers[0]?.id } as never,
        'en',
      ),
    ).rejects.toMatchObject({ code: 'payments.offer_changed' });
    await world.buy(dear);
    const [one] = (await page(agent)).experiments;
    const cheaper = prices.filter((price) => price === 700).length;
    expect(one).toMatchObject({
      subject: 'price',
      report: {
        verdict: 'collecting',
        variant: { visitors: cheaper, wrote: 0, bought: 1, revenue: 700 },
        base: { visitors: 16 - cheaper, wrote: 0, bought: 1, revenue: 1_000 },
      },
    });
    expect(await outcomeOf(start(agent, { subject: 'price', amounts: { main: 800 } }))).toBe(
      'agent_experiments.running',
    );
    later();
    // Given to everybody: who comes now pays it, and nobody is asked for more than they saw.
    await world.server.experiments.adopt(owner.scope, agent.id, id);
    const { draft, hasUnpublishedChanges, liveVersion } = await world.server.agents.get(
      owner.scope,
      agent.id,
    );
    expect([draft.payment.amount, hasUnpublishedChanges, liveVersion]).toEqual([700, false, 2]);
    later();
    expect(await priceOf(await world.visit(agent))).toBe(700);
    expect(await Promise.all([early, cheap, dear].map(priceOf))).toEqual([700, 700, 700]);
    expect(await outcomeOf(world.server.experiments.stop(owner.scope, agent.id, id))).toBe(
      'agent_experiments.over',
    );
  });

  it('leaves whoever saw a lower price with it, until the owner publishes another', async () => {
    const agent = await world.sell(owner, { type: 'pack', amount: 1_000 });
    later();
    await start(agent, { subject: 'price', amounts: { main: 1_500 } });
    const came = await visitors(agent, 16);
    const prices = await Promise.all(came.map(priceOf));
    later();
    const [one] = (await page(agent)).experiments;
    await world.server.experiments.adopt(owner.scope, agent.id, one?.id ?? '');
    expect(await Promise.all(came.map(priceOf))).toEqual(prices);
    later();
    expect(await priceOf(await world.visit(agent))).toBe(1_500);
    await republishAgent(world.server, owner, agent.id, ({ payment }) =>
      Object.assign(payment, { amount: 1_200 }),
    );
    expect(new Set(await Promise.all(came.map(priceOf)))).toEqual(new Set([1_200]));
  });

  it('ends when the setting that it tries is published otherwise, or by itself when it does harm', async () => {
    const agent = await world.sell(owner, { freeMessages: 5 });
    later();
    await start(agent, { subject: 'free', freeMessages: 1 });
    await start(agent, { subject: 'welcome', welcomeMessage: 'Ahoy!', welcomes: [] });
    const came = await visitors(agent, 12);
    const free = await Promise.all(came.map(async (visitor) => (await visitor.balance()).freeTotal));
    expect(new Set(free)).toEqual(new Set([1, 5]));
    await republishAgent(world.server, owner, agent.id, ({ payment }) =>
      Object.assign(payment, { freeMessages: 3 }),
    );
    const [welcome, ended] = (await page(agent)).experiments;
    expect([ended?.subject, ended?.outcome, welcome?.outcome]).toEqual(['free', 'changed', null]);
    // A thousand visitors, of whom those of the variant say nothing.
    await world.rows(sql`
      INSERT INTO visitors (id, account_id, agent_id, is_preview, language, created_at, last_seen_at)
      SELECT 'vis_' || lpad(n::text, 30, '0'), ${owner.scope.accountId}, ${agent.id}, false, 'en', t, t
      FROM generate_series(1, 1000) n, (SELECT ${world.server.clock.now().toISOString()}::timestamptz AS t) at`);
    const isVariant = (id: string) => isInShare(`${welcome?.id}:${id}`, 50);
    const ids = Array.from({ length: 1_000 }, (_, at) => `vis_${String(at + 1).padStart(30, '0')}`);
    const talkers = ids.filter((id) => !isVariant(id)).slice(0, 300);
    await world.rows(sql`
      INSERT INTO conversations (id, account_id, agent_id, visitor_id, is_preview, message_count, created_at)
      SELECT 'cnv_' || substr(id, 5), ${owner.scope.accountId}, ${agent.id}, id, false, 1, now()
      FROM unnest(${sql.param(talkers)}::text[]) id`);
    later();
    await world.server.experiments.endHarmful();
    const [after] = (await page(agent)).experiments;
    // The database puts them on the same sides as the server.
    expect(after?.report?.base).toMatchObject({ visitors: expect.any(Number), wrote: 300 });
    expect((after?.report?.base.visitors ?? 0) - ids.filter((id) => !isVariant(id)).length).toBe(
      came.filter(({ identity }) => !isVariant(identity.visitorId)).length,
    );
    expect([after?.outcome, after?.report?.variant.wrote]).toEqual(['harm', 0]);
    await world.server.experiments.endHarmful();
    // Its owner hears of it once.
    expect(
      await world.rows(sql`SELECT recipient, subject, position(${`/dashboard/agents/reports/${agent.id}?tab=experiments`} IN text_body) > 0 AS leads
        FROM outbox_mails WHERE kind = 'experiment-ended'`),
    ).toEqual([{ recipient: owner.user.email, subject: expect.stringContaining(agent.name), leads: true }]);
  });
});
