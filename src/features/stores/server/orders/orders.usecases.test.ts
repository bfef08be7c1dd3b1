import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { startTestServices, type TestMember, type TestServices } from '#tests/support/app/test-services.ts';
import { outcomeOf, publishAgent, visitServices } from '#tests/support/visitors/visitor-of-services.ts';

let server: TestServices;
let vera: TestMember;
let agent: Agent;
beforeAll(async () => {
  server = await startTestServices();
  vera = await server.member();
  agent = await publishAgent(server, vera, (draft) => {
    draft.store.id = 'demo';
    draft.dynamic.followUps = 0;
  });
});
afterAll(() => server.close());

/** The codes that were mailed to an address, the newest first. */
async function codesTo(email: string): Promise<string[]> {
  await server.jobs.work();
  const { rows } = await server.database.direct.execute<{ text: string }>(
    sql`SELECT text_body AS text FROM outbox_mails WHERE kind = 'order-code' AND recipient = ${email}
        ORDER BY created_at DESC, id DESC`,
  );
  return rows.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? '');
}

/** Somebody before the card of an order, who calls from a network address. */
async function atCard(place: string) {
  const visitor = await visitServices(server, agent);
  const { events } = await visitor.say('Where is my order?');
  const end = events.find((event) => event.type === 'done');
  if (end?.type !== 'done') throw new Error('There is no answer');
  const about = async () => ({
    visitor: visitor.identity,
    agent: await server.conversations.agentOf(visitor.identity),
    messageId: end.message.id,
    language: 'en' as const,
  });
  return {
    send: async (number: string, email: string) =>
      server.visitorShopping.sendOrderCode(await about(), { number, email, place }),
    show: async (number: string, code: string) =>
      outcomeOf(server.visitorShopping.showOrder(await about(), { number, code, place })),
  };
}

describe('the limits of order codes', () => {
  test('who guesses numbers and addresses keeps nobody from their order', async () => {
    for (let place = 1; place <= 3; place += 1) {
      const guesser = await atCard(`192.0.2.${place}`);
      for (let tries = 0; tries < 5; tries += 1) {
        await guesser.send('1043', `guess-${place}-${tries}@example.com`);
        await guesser.send('9999', 'jo@example.com');
      }
    }
    expect(await codesTo('jo@example.com')).toEqual([]);
    const owner = await atCard('198.51.100.7');
    await owner.send('1043', 'jo@example.com');
    const [code = ''] = await codesTo('jo@example.com');
    expect(await owner.show('1043', code)).toBe('done');
  });

  test('who knows both leaves one code an hour to each other place, and no mailbox gets endless ones', async () => {
    server.clock.advance(2 * 86_400_000);
    const before = (await codesTo('jo@example.com')).length;
    for (let place = 1; place <= 8; place += 1) {
      const stranger = await atCard(`192.0.2.${place}`);
      await stranger.send('1043', 'jo@example.com');
      await stranger.send('1043', 'jo@example.com');
    }
    // Five for the order in the hour, and one more for each place that came after that.
    const mailed = (await codesTo('jo@example.com')).length - before;
    expect(mailed).toBe(5 + 6);
    const owner = await atCard('198.51.100.7');
    await owner.send('1043', 'jo@example.com');
    expect((await codesTo('jo@example.com')).length - before).toBe(mailed + 1);
    for (let hour = 0; hour < 6; hour += 1) {
      server.clock.advance(3_600_000);
      const stranger = await atCard(`192.0.2.${100 + hour}`);
      for (let again = 0; again < 5; again += 1) await stranger.send('1043', 'jo@example.com');
    }
    expect((await codesTo('jo@example.com')).length - before).toBe(20);
  });

  test('a home has one limit over all of its IPv6 addresses', async () => {
    server.clock.advance(2 * 86_400_000);
    for (let host = 1; host <= 12; host += 1)
      await (await atCard(`2001:db8:0:1::${host}`)).send('1038', `nobody-${host}@example.com`);
    const waiting = await server.jobs.waiting();
    expect(waiting.filter(({ name }) => name === 'stores.order-code')).toHaveLength(10);
    await server.jobs.work();
  });

  test('codes are tried within a limit of the network, too', async () => {
    server.clock.advance(2 * 86_400_000);
    for (let guesser = 0; guesser < 4; guesser += 1) {
      const card = await atCard('2001:db8:0:2::1');
      for (let tries = 0; tries < 15; tries += 1)
        expect(await card.show('1038', '000000')).toBe('stores.code_wrong');
    }
    const send = async (place: string) => {
      const card = await atCard(place);
      await card.send('1038', 'alex@example.com');
      const [code = ''] = await codesTo('alex@example.com');
      return card.show('1038', code);
    };
    expect(await send('2001:db8:0:2::2')).toBe('stores.code_wrong');
    expect(await send('2001:db8:7:2::2')).toBe('done');
  });
});
