import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
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

/** Somebody who says things and uses the cards that come back. */
async function customer() {
  const visitor = await visitServices(server, agent);
  const { identity } = visitor;
  const about = async (messageId: string) => ({
    visitor: identity,
    agent: await server.conversations.agentOf(identity),
    messageId,
    language: 'en' as const,
  });
  return {
    async say(text: string) {
      const end = (await visitor.say(text)).events.find((event) => event.type === 'done');
      if (end?.type !== 'done') throw new Error('There is no answer');
      return end.message;
    },
    put: async (messageId: string, productId: string, variantId = 'one', quantity = 1) =>
      outcomeOf(
        server.visitorShopping.putInCart(await about(messageId), {
          productId,
          variantId,
          quantity,
          isMore: false,
        }),
      ),
    sendCode: async (messageId: string) =>
      outcomeOf(
        server.visitorShopping.sendOrderCode(await about(messageId), {
          number: '1043',
          email: 'jo@example.com',
          place: '192.0.2.1',
        }),
      ),
    show: async (messageId: string) =>
      outcomeOf(
        server.visitorShopping.showOrder(await about(messageId), {
          number: '1043',
          code: '000000',
          place: '192.0.2.1',
        }),
      ),
  };
}

describe('the cards of a store', () => {
  test('take only what they show into the cart', async () => {
    const { say, put } = await customer();
    const mugs = await say('Show me the red enamel mug');
    expect(await put(mugs.id, 'tee-ocean', 'm')).toBe('stores.product_gone');
    expect(await put(mugs.id, 'enamel-mug-red', 'two')).toBe('stores.product_gone');
    expect(await put(mugs.id, 'enamel-mug-red', 'one', 2)).toBe('done');
    const cart = await say('What is in my cart?');
    expect(cart.parts).toMatchObject([{ type: 'cart', lines: [{ quantity: 2 }] }]);
    expect(await put(cart.id, 'stoneware-mug-red')).toBe('stores.product_gone');
    expect(await put(cart.id, 'enamel-mug-red', 'one', 3)).toBe('done');
  });

  test('wait until the answer that shows them is written', async () => {
    const { say, put, sendCode } = await customer();
    const mugs = await say('Show me the red enamel mug');
    const order = await say('Where is my order?');
    const write = (status: string) =>
      server.database.direct.execute(
        sql`UPDATE messages SET status = ${status} WHERE id IN (${mugs.id}, ${order.id})`,
      );
    await write('streaming');
    expect([await put(mugs.id, 'enamel-mug-red'), await sendCode(order.id)]).toEqual([
      'conversations.not_found',
      'conversations.not_found',
    ]);
    await write('complete');
    expect([await put(mugs.id, 'enamel-mug-red'), await sendCode(order.id)]).toEqual(['done', 'done']);
  });

  test('do nothing while the agent is paused', async () => {
    const { say, put, sendCode, show } = await customer();
    const mugs = await say('Show me the red enamel mug');
    const order = await say('Where is my order?');
    const did = async () => Promise.all([put(mugs.id, 'enamel-mug-red'), sendCode(order.id), show(order.id)]);
    expect(await did()).toEqual(['done', 'done', 'stores.code_wrong']);
    const setStatus = (status: Agent['status']) =>
      server.agents.setStatus(vera.scope, agent.id, { status, closedMessage: '' });
    await setStatus('paused');
    // Chats hear of it by notice.
    await vi.waitFor(async () =>
      expect(await did()).toEqual(Array.from({ length: 3 }, () => 'conversations.agent_closed')),
    );
    await setStatus('live');
  });
});
