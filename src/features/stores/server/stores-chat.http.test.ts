import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { CartContent, OrderContent, ProductsContent, ShopCart } from '#shared/chat/shop-parts.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { openChat, publishAgent, type ChatVisitor, type Said } from '#tests/support/visitors/visitor-chat.ts';

let app: TestApp;
let vera: Awaited<ReturnType<TestApp['register']>>;
let agent: Agent;
beforeAll(async () => {
  app = await startTestApp();
  vera = await app.register('Vera');
  agent = await publishAgent(vera, (draft) => {
    draft.store.id = 'demo';
    draft.dynamic.followUps = 0;
  });
});
afterAll(() => app.close());

const parts = <Content>({ answer }: Said, type: string): Content =>
  answer.parts?.find((part) => part.type === type) as Content;

const mailedCodes = async (): Promise<number> =>
  (await app.database.database.direct.execute(sql`SELECT id FROM outbox_mails WHERE kind = 'order-code'`))
    .rows.length;

describe('a visitor of an agent with the demo store, without any model', () => {
  let visitor: ChatVisitor;
  beforeAll(async () => void (visitor = await openChat(app, agent.number)));

  test('finds products within a price, with picture, price, options and stock', async () => {
    const said = await visitor.say('Do you have red mugs under €20?');
    expect(said.answer.text).toBe('I found 2 products: Red enamel mug, Red stoneware mug.');
    const { products, canAdd } = parts<ProductsContent>(said, 'products');
    expect(canAdd).toBe(true);
    expect(products[0]).toMatchObject({
      id: 'enamel-mug-red',
      name: 'Red enamel mug',
      currency: 'EUR',
      image: { url: '/demo-store/pictures/enamel-mug-red.svg' },
      url: '/demo-store/en/enamel-mug-red',
      variants: [{ amount: 1_490, stock: 'in', left: 26 }],
    });
    const shirt = parts<ProductsContent>(await visitor.say('Do you have T-shirts?'), 'products').products[0];
    expect(shirt).toMatchObject({ option: 'Size' });
    expect(shirt?.variants.map(({ name, stock }) => [name, stock])).toEqual([
      ['S', 'low'],
      ['M', 'in'],
      ['L', 'in'],
      ['XL', 'out'],
    ]);
  });

  test('puts what they saw into the cart by words, and changes it by hand', async () => {
    await visitor.say('Show me the red enamel mug');
    const said = await visitor.say('Add two to my cart');
    expect(said.answer.text).toBe('2 × Red enamel mug are in your cart. You find the checkout under it.');
    const cart = parts<CartContent>(said, 'cart');
    expect(cart).toMatchObject({
      currency: 'EUR',
      total: 2_980,
      lines: [{ productId: 'enamel-mug-red', quantity: 2, total: 2_980 }],
    });
    expect(cart.checkoutUrl).toMatch(/^\/demo-store\/cart\//);
    const page = await app.browser().request('GET', cart.checkoutUrl ?? '');
    expect(page.text).toContain('2 × Red enamel mug');
    const put = (quantity: number, isMore: boolean) =>
      visitor.request('POST', `/api/visitor/messages/${said.answer.id}/cart`, {
        body: { productId: 'enamel-mug-red', variantId: 'one', quantity, isMore },
      });
    const more = await put(1, true);
    expect(more).toMatchObject({ status: 200, body: { lines: [{ quantity: 3 }] } });
    expect(await put(27, false)).toMatchObject({
      status: 409,
      body: { message: 'There are only 26 left. Nothing was changed.' },
    });
    expect(((await put(0, false)).body as ShopCart).lines).toEqual([]);
    expect((await visitor.say("What's in my cart?")).answer.text).toMatch(/^Your cart is empty/);
  });

  test('is asked which one where several are meant', async () => {
    await visitor.say('Do you have red mugs?');
    const said = await visitor.say('Put one in the basket');
    expect(said.answer.text).toMatch(/^Which one do you mean/);
    expect(parts<ProductsContent>(said, 'products').products).toHaveLength(2);
  });

  test('sees an order only with the code that went to its address', async () => {
    const said = await visitor.say('Where is my order 1043?');
    expect(parts<OrderContent>(said, 'order')).toMatchObject({ number: '1043', order: null });
    const about = `/api/visitor/messages/${said.answer.id}`;
    const send = (number: string, email: string) =>
      visitor.request('POST', `${about}/order-code`, { body: { number, email } });
    const show = (number: string, code: string) =>
      visitor.request('POST', `${about}/order`, { body: { number, code } });

    // Who has jo@example.com bought nothing in an invented store: the code is told, and mailed to nobody.
    const sample = { number: '1043', email: 'jo@example.com' };
    for (const wrong of [await send('1043', 'other@example.com'), await send('9999', 'jo@example.com')])
      expect(wrong).toMatchObject({ status: 200, body: { demo: { code: null, sample } } });
    const right = await send('#1043', 'Jo@Example.com');
    const { code } = (right.body as { demo: { code: string } }).demo;
    expect(code).toMatch(/^\d{6}$/);
    expect(await mailedCodes()).toBe(0);

    expect(await show('1043', code === '000000' ? '000001' : '000000')).toMatchObject({ status: 422 });
    expect(await show('1044', code)).toMatchObject({ status: 422 });
    const shown = await show('1043', code);
    expect(shown).toMatchObject({
      status: 200,
      body: { order: { number: '1043', state: 'shipped', total: 3_390, carrier: 'Bpost' } },
    });
    expect(shown.text).not.toContain('jo@example.com');
    // It works once; afterwards the conversation itself knows, and its record shows it.
    expect(await show('1043', code)).toMatchObject({ status: 422 });
    const again = await visitor.say('Where is my order 1043?');
    expect(again.answer.text).toBe('Here is order 1043, as it is now.');
    const stranger = await openChat(app, agent.number);
    const other = await stranger.say('Where is my order 1043?');
    expect(parts<OrderContent>(other, 'order').order).toBeNull();
    const reach = await stranger.request('POST', `${about}/order`, { body: { number: '1043', code } });
    expect(reach.status).toBe(404);
  });

  test('has five tries for a code', async () => {
    const guesser = await openChat(app, agent.number);
    const { answer } = await guesser.say('Track my order 1038');
    const about = `/api/visitor/messages/${answer.id}`;
    const sent = await guesser.request('POST', `${about}/order-code`, {
      body: { number: '1038', email: 'alex@example.com' },
    });
    const { code } = (sent.body as { demo: { code: string } }).demo;
    const guess = (digits: string) =>
      guesser.request('POST', `${about}/order`, { body: { number: '1038', code: digits } });
    for (let tries = 0; tries < 5; tries += 1)
      expect((await guess(code === '123456' ? '123457' : '123456')).status).toBe(422);
    expect((await guess(code)).status).toBe(422);
  });
});

test('the demo store speaks the visitor’s language', async () => {
  const browser = app.browser();
  const dutch = await publishAgent(vera, (draft) => {
    draft.store.id = 'demo';
    draft.basic.language = 'nl';
    draft.dynamic.followUps = 0;
  });
  const visitor = await openChat(app, dutch.number);
  const said = await visitor.say('Hebben jullie rode mokken onder de 15 euro?');
  expect(said.answer.text).toBe('Ik heb 1 product gevonden: Rode emaillen mok.');
  expect((await browser.request('GET', '/demo-store/nl/enamel-mug-red')).text).toContain('Rode emaillen mok');
  expect((await browser.request('GET', '/demo-store/pictures/enamel-mug-red.svg')).text).toMatch(/^<svg/);
  expect((await browser.request('GET', '/demo-store/pictures/none.svg')).status).toBe(404);
});
