import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPaymentsWorld, type Owner, type PaymentsWorld } from '#tests/support/payments/payments-setup.ts';

let world: PaymentsWorld;
let owner: Owner;
beforeAll(async () => {
  world = await openPaymentsWorld({});
  owner = await world.app.register('Vera');
});
beforeEach(() => world.forgetLimits());
afterAll(() => world.close());

const page = async (path: string, headers: Record<string, string> = {}) =>
  world.app.browser().request('GET', path, { headers });

describe('the page to which a provider leads people back', () => {
  it('says what the provider says, looks again by itself while that is nothing, and grants nothing', async () => {
    const agent = await world.sellAgent(owner, { messagesPerPack: 25 });
    const visitor = await world.visit(agent);
    const { purchaseId } = await visitor.checkout();
    const address = `/subscription-success?purchase=${purchaseId}`;
    const early = await page(address);
    expect([early.status, early.headers.get('refresh'), early.headers.get('cache-control')]).toEqual([
      200,
      '3',
      'no-store',
    ]);
    expect(early.text).toContain('We are confirming your payment');
    expect((await visitor.balance()).packLeft).toBe(0);
    expect((await page(`${address}&canceled=1`)).text).toContain('Nothing was charged');

    world.bank.pay(purchaseId, world.clock.now());
    const paid = await page(address);
    expect(paid.text).toContain('Payment confirmed');
    expect(paid.text).toContain(`href="/widgets/${agent.number}"`);
    expect(paid.headers.get('refresh')).toBe(null);
    expect((await visitor.balance()).packLeft).toBe(25);
    // Whoever has the link learns neither who paid nor what.
    expect(paid.text).not.toMatch(/anna@|10\.00|€|msg_|acc_/);
  });

  it('explains itself without a purchase, and shows the way to one’s plan', async () => {
    for (const [address, title] of [
      ['/subscription-success', 'No payment at this address'],
      ['/checkout', 'There is nothing chosen to buy'],
    ] as const) {
      const answer = await page(address);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(answer.text).toContain(title);
      expect(answer.text).toContain('href="/dashboard/settings?tab=billing"');
      expect((await page(address, { 'accept-language': 'fr' })).text).toContain('lang="fr"');
    }
  });

  it('knows nothing of a purchase that never was', async () => {
    for (const query of [
      '?purchase=',
      '?purchase=pur_1',
      `?purchase=pur_${'0'.repeat(30)}`,
      '?purchase=<script>',
      '?purchase=a&purchase=b',
    ]) {
      const answer = await page(`/subscription-success${query}`);
      expect(answer.status, query).toBe(404);
      expect(answer.text).not.toContain('<script>');
    }
  });
});

describe('ways in from outside', () => {
  it('lead to the agent’s own page with the offer open, and nowhere for an agent that is not there', async () => {
    const agent = await world.sellAgent(owner, {});
    const answer = await page(`/checkout?agent=${agent.number}`);
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      `/widgets/${agent.number}#checkout`,
    ]);
    for (const number of ['1', 'x', '99999999999', ''])
      expect(await page(`/checkout?agent=${number}`)).toMatchObject({
        status: 404,
        text: expect.stringContaining('There is nothing chosen to buy') as string,
      });
  });

  it('lead owners who want a plan to signing up, with billing behind it', async () => {
    const answer = await page('/subscribe');
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      '/auth?tab=register&next=%2Fdashboard%2Fsettings%3Ftab%3Dbilling',
    ]);
  });
});

describe('the demo of the paywall', () => {
  it('is an agent that everybody can talk with, the same each time, in the visitor’s language, paid with test money', async () => {
    const first = await page('/demos/paywall-demo');
    expect(first.status).toBe(200);
    const [, number = ''] = /data-chatelier-agent="(\d+)"/.exec(first.text) ?? [];
    expect((await page('/demos/paywall-demo')).text).toContain(`data-chatelier-agent="${number}"`);
    const french = await page('/demos/paywall-demo', { 'accept-language': 'fr' });
    expect(french.text).toContain('Découvrez le mur payant');
    expect(french.text).not.toContain(`data-chatelier-agent="${number}"`);
    const visitor = await world.visit({ ...(await world.sellAgent(owner, {})), number: Number(number) });
    expect(await visitor.wall()).toMatchObject({
      readiness: 'ready',
      isTest: true,
      hasCoupons: true,
      offers: [{ type: 'pack', total: 800, tax: 139, messages: 100 }],
      balance: { state: 'free', freeLeft: 3 },
    });
  });

  it('forgets after a month who spoke with it', async () => {
    const [, number = ''] =
      /data-chatelier-agent="(\d+)"/.exec((await page('/demos/paywall-demo')).text) ?? [];
    const visitor = await world.visit({ ...(await world.sellAgent(owner, {})), number: Number(number) });
    await visitor.request('POST', '/api/visitor/messages', {
      conversationId: null,
      clientMessageId: randomUUID(),
      text: 'How do I add fractions?',
    });
    const stored = () =>
      world.rows(
        sql`SELECT v.id FROM visitors v JOIN conversations c ON c.visitor_id = v.id
          JOIN contacts k ON k.id = v.contact_id JOIN template_demos d ON d.agent_id = v.agent_id`,
      );
    await world.services.templates.removeOldPreviews();
    expect(await stored()).toHaveLength(1);
    world.clock.advance(31 * 86_400_000);
    await world.services.templates.removeOldPreviews();
    expect(await stored()).toHaveLength(0);
  });
});
