import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { openPaymentsWorld, type Owner, type PaymentsWorld } from '#tests/support/payments/payments-setup.ts';

// One party sends what is refused, over and over. Nobody else may notice: no budget but its own is used up.

let world: PaymentsWorld;
let owner: Owner;
let agent: Agent;
beforeAll(async () => {
  world = await openPaymentsWorld({ environment: { TRUST_PROXY: 'loopback' } });
  owner = await world.app.register('Vera');
  agent = await world.sellAgent(owner, {
    freeMessages: 20,
    coupons: [{ code: 'SPRING', percentOff: 20, until: '', mostUses: 0, offers: [] }],
  });
});
afterAll(() => world.close());

type Visitor = Awaited<ReturnType<PaymentsWorld['visit']>>;
const attacker = { 'x-forwarded-for': '198.51.100.66' };
const elsewhere = { 'x-forwarded-for': '203.0.113.9' };
const send = (visitor: Visitor, headers: Record<string, string>, text = 'When is breakfast?') =>
  visitor.request(
    'POST',
    '/api/visitor/messages',
    { conversationId: null, clientMessageId: randomUUID(), text },
    headers,
  );
/** Sends so many, a few at a time, and says how often each status came back. */
async function flood(
  times: number,
  once: (at: number) => Promise<{ status: number }>,
): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (let done = 0; done < times; done += 20) {
    for (const { status } of await Promise.all(
      Array.from({ length: Math.min(20, times - done) }, (_none, at) => once(done + at)),
    ))
      counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}
/** What is counted under a rule, by its keys. */
async function counted(rule: string): Promise<Record<string, number>> {
  const rows = await world.rows<{ key: string; used: number }>(
    sql`SELECT key, sum(used)::int AS used FROM rate_limits WHERE key LIKE ${`${rule}:%`} GROUP BY key`,
  );
  return Object.fromEntries(rows.map(({ key, used }) => [key.slice(rule.length + 1), used]));
}
const login = (email: string, password: string, headers: Record<string, string>, by = world.app.browser()) =>
  by.request('POST', '/api/login', { body: { email, password }, headers });

describe('a flood of refused requests from one party', () => {
  it('of messages beyond a visitor’s limit stops neither the agent nor anybody else', async () => {
    const eve = await world.visit(agent);
    const statuses = await flood(640, () => send(eve, attacker));
    expect(statuses).toEqual({ 200: 10, 429: 630 });
    expect((await counted('visitor-address'))['198.51.100.66']).toBe(10);
    const anna = await world.visit(agent);
    expect((await send(anna, elsewhere)).status).toBe(200);
    // Somebody else behind the same address as well.
    expect((await send(await world.visit(agent), attacker)).status).toBe(200);
  });

  it('of bad tokens, wrong paths and bodies that are too large is answered, and nothing is counted for anybody', async () => {
    const forged = { authorization: 'Bearer eyJ2IjoidmlzXzEifQ.forged', ...attacker };
    const page = world.app.browser();
    const before = await world.rows(sql`SELECT key, used FROM rate_limits ORDER BY key`);
    expect(
      await flood(100, () =>
        page.request('POST', '/api/visitor/messages', {
          body: { conversationId: null, clientMessageId: randomUUID(), text: 'x' },
          headers: forged,
        }),
      ),
    ).toEqual({ 401: 100 });
    const large = JSON.stringify({
      conversationId: null,
      clientMessageId: randomUUID(),
      text: 'x'.repeat(3_000_000),
    });
    const eve = await world.visit(agent);
    const sendLarge = () =>
      page.request('POST', '/api/visitor/messages', {
        raw: large,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${eve.token}`, ...attacker },
      });
    expect(await flood(10, sendLarge)).toEqual({ 413: 10 });
    expect(await world.rows(sql`SELECT key, used FROM rate_limits ORDER BY key`)).toEqual(before);
    expect((await send(await world.visit(agent), elsewhere)).status).toBe(200);
  });

  it('of sessions and reads is ended for one address before anything is looked up, and others go on', async () => {
    const eve = await world.visit(agent);
    const place = { 'x-forwarded-for': '198.51.100.70' };
    const renew = (headers: Record<string, string>) =>
      world.app.browser().request('POST', '/api/visitor/session', {
        body: { agent: agent.number, token: eve.token },
        headers,
      });
    const read = (headers: Record<string, string>) =>
      eve.request('GET', '/api/visitor/balance', undefined, headers);
    // A minute may end in between, and begins anew.
    const renewed = await flood(500, () => renew(place));
    expect(renewed[429]).toBeGreaterThan(0);
    expect([(await renew(elsewhere)).status, (await read(place)).status]).toEqual([200, 200]);
    expect((await flood(1_900, () => read(place)))[429]).toBeGreaterThan(0);
    expect((await read(elsewhere)).status).toBe(200);
  });

  it('of checkouts leaves those of the agent and of the address that was typed to others', async () => {
    const eve = await world.visit(agent);
    const statuses = await flood(60, () => eve.tryCheckout({ email: 'anna@example.test' }, attacker));
    expect(statuses).toEqual({ 200: 12, 429: 48 });
    expect(await counted('checkout-agent')).toEqual({ [agent.id]: 12 });
    const anna = await world.visit(agent);
    expect((await anna.tryCheckout({ email: 'anna@example.test' }, elsewhere)).status).toBe(200);
  });

  it('of checkouts that are refused for what they say uses up none of the agent’s', async () => {
    const before = await counted('checkout-agent');
    const eve = await world.visit(agent);
    expect((await eve.tryCheckout({ coupon: 'NOSUCH' }, { 'x-forwarded-for': '198.51.100.67' })).status).toBe(
      422,
    );
    expect(await counted('checkout-agent')).toEqual(before);
  });

  it('of guessed coupons ends after ten for a visitor and twenty for an address, right or wrong alike, and right ones go on working', async () => {
    const guess = (by: Visitor, code: string, headers: Record<string, string>) =>
      by.request('GET', `/api/visitor/wall?coupon=${code}`, undefined, headers);
    const eve = await world.visit(agent);
    const place = { 'x-forwarded-for': '198.51.100.68' };
    expect(await flood(40, (at) => guess(eve, `GUESS${at}`, place))).toEqual({ 422: 10, 429: 30 });
    const [right, wrong] = [await guess(eve, 'SPRING', place), await guess(eve, 'WINTER', place)];
    expect([right.status, right.text]).toEqual([429, wrong.text]);
    const others = await Promise.all([world.visit(agent), world.visit(agent)]);
    expect(await flood(20, (at) => guess(others[at % 2]!, `GUESS${at}`, place))).toEqual({
      422: 10,
      429: 10,
    });
    const anna = await world.visit(agent);
    for (let at = 0; at < 15; at++) expect((await guess(anna, 'SPRING', elsewhere)).status).toBe(200);
    expect((await counted('coupon-agent'))[agent.id]).toBe(21);
  });

  it('of coupons guessed from everywhere leaves everybody else two tries', async () => {
    await world.rows(sql`UPDATE rate_limits SET used = 300 WHERE key = ${`coupon-agent:${agent.id}`}`);
    const anna = await world.visit(agent);
    const ask = (code: string) =>
      anna.request('GET', `/api/visitor/wall?coupon=${code}`, undefined, {
        'x-forwarded-for': '203.0.113.10',
      });
    const answers = [
      await ask('SPRNIG'),
      await ask('SPRING'),
      await ask('SPRING'),
      await ask('NOSUCH'),
      await ask('SPRING'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([422, 200, 200, 422, 429]);
  });

  it('of wrong logins from one address keeps no owner out, neither in a known browser nor elsewhere', async () => {
    const other = await world.app.register('Jonas');
    const statuses = await flood(60, (at) => login(other.email, `wrong guess ${at}`, attacker));
    expect(statuses).toEqual({ 401: 5, 429: 55 });
    expect((await login(other.email, other.password, elsewhere)).status).toBe(200);
    expect((await login(owner.email, owner.password, elsewhere)).status).toBe(200);
    expect((await login(other.email, other.password, attacker, other)).status).toBe(200);
  });

  it('of new passwords and codes that are asked for leaves their owners theirs', async () => {
    const reset = (headers: Record<string, string>) =>
      world.app.browser().request('POST', '/api/forgot-password', { body: { email: owner.email }, headers });
    expect(await flood(30, () => reset(attacker))).toEqual({ 200: 5, 429: 25 });
    expect((await reset(elsewhere)).status).toBe(200);
    const buyer = await world.visit(agent);
    await world.buy(owner, buyer, { email: 'buyer@example.test' });
    const eve = await world.visit(agent);
    const restore = (by: Visitor, headers: Record<string, string>) =>
      by.request('POST', '/api/visitor/restore', { email: 'buyer@example.test' }, headers);
    expect(await flood(30, () => restore(eve, attacker))).toEqual({ 200: 5, 429: 25 });
    const codes = async () =>
      (
        await world.rows<{ mails: number }>(
          sql`SELECT count(*)::int AS mails FROM outbox_mails WHERE kind = 'restore-code'`,
        )
      )[0]?.mails;
    await expect.poll(codes, { timeout: 30_000 }).toBe(5);
    expect((await restore(await world.visit(agent), elsewhere)).status).toBe(200);
    await expect.poll(codes, { timeout: 30_000 }).toBe(6);
  });
});
