import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '#shared/errors.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import {
  StoreError,
  type StoreFailure,
  type StoreOrder,
  type StoreVendor,
} from '#providers/stores/stores.port.ts';
import { startTestServices, type TestMember, type TestServices } from '#tests/support/app/test-services.ts';
import { outcomeOf, publishAgent, visitServices } from '#tests/support/visitors/visitor-of-services.ts';
import { storesErrors } from '../../stores.contract.ts';
import type { OpenStore } from '../stores-opening.usecases.ts';
import { createOrders, orderCodeJob, orderNumber, type Orders } from './orders.usecases.ts';

type CodeRequest = Parameters<Orders['mailCode']>[0];

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

/** Requests for codes that wait for being worked off. */
const waiting: CodeRequest[] = [];
/** A shop with two orders, as visitors and jobs ask for them. */
const shop = {
  id: 'shop',
  vendor: {
    kind: 'woocommerce',
    order: async (_connection: unknown, number: string) =>
      number in buyers ? { ...order, number, email: buyers[number] } : null,
  },
  connection: {},
} as unknown as OpenStore;
const buyers: Record<string, string> = { '1043': 'jo@example.com', '1038': 'alex@example.com' };
const ordersIn = (store: OpenStore, warnings: unknown[] = []): Orders =>
  createOrders({
    ...server,
    jobs: { send: async (_tx, _job, payload) => void waiting.push(payload as CodeRequest) },
    log: { warn: (...said: unknown[]) => void warnings.push(said) },
    opening: { open: async () => store },
    demoOrder: { number: '1043', email: 'jo@example.com' },
    publicUrl: () => 'https://chatelier.test',
  });

/** The codes that were mailed to an address, the newest first. */
async function codesTo(email: string): Promise<string[]> {
  const orders = ordersIn(shop);
  for (const request of waiting.splice(0)) await orders.mailCode(request, server.conversations.agentOf);
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
  const { conversationId } = await visitor.say('Where is my order?');
  const of = { accountId: vera.user.accountId, conversationId };
  const asking = { of, visitor: visitor.identity, store: shop };
  const orders = ordersIn(shop);
  return {
    send: (number: string, email: string) => orders.send(asking, { number, email, place, language: 'en' }),
    show: (number: string, code: string) => outcomeOf(orders.show(asking, { number, code, place })),
  };
}

/** Orders of a shop that says what a test wants, for a conversation of a visitor. */
async function ordersOf(order: NonNullable<StoreVendor['order']>) {
  const visitor = await visitServices(server, agent);
  const { conversationId } = await visitor.say('Hello');
  const store = {
    id: 'shop',
    vendor: { kind: 'woocommerce', order },
    connection: {},
  } as unknown as OpenStore;
  const warnings: unknown[] = [];
  const orders = ordersIn(store, warnings);
  const of = { accountId: vera.user.accountId, conversationId };
  const { identity } = visitor;
  return {
    orders,
    store,
    of,
    warnings,
    asking: { of, visitor: identity, store },
    request: {
      ...of,
      agentId: agent.id,
      visitorId: identity.visitorId,
      isPreview: false,
      storeId: 'shop',
      number: '7',
      place: identity.visitorId,
      language: 'en' as const,
    },
  };
}
const order: StoreOrder = {
  number: '7',
  email: 'Buyer@example.test',
  placedAt: '2026-05-01',
  state: 'shipped',
  lines: [],
  total: 1_490,
  currency: 'EUR',
  carrier: '',
  tracking: '',
  trackingUrl: null,
  expectedOn: null,
};

describe('a code', () => {
  test('is good for the address that it went to, whoever the order is of by then', async () => {
    let { email } = order;
    const { orders, asking, of, store, request } = await ordersOf(async () => ({ ...order, email }));
    const mail = async (): Promise<string> => {
      server.clock.advance(1_000);
      await orders.mailCode({ ...request, email: 'buyer@example.test' }, server.conversations.agentOf);
      return (await codesTo('buyer@example.test'))[0] ?? '';
    };
    const asked = { number: '7', place: '192.0.2.9' };
    const { signal } = new AbortController();
    const code = await mail();
    email = 'another@example.test';
    await expect(orders.show(asking, { ...asked, code })).rejects.toThrow(
      new AppError(storesErrors.codeWrong),
    );
    email = order.email;
    expect(await orders.show(asking, { ...asked, code: await mail() })).toMatchObject({ number: '7' });
    expect(await orders.proven(of, store, '#7', signal)).toMatchObject({ number: '7' });
    email = 'another@example.test';
    expect(await orders.proven(of, store, '7', signal)).toBeNull();
  });

  test('is mailed no more once the agent is closed', async () => {
    const { orders, request } = await ordersOf(async () => order);
    const before = (await codesTo('buyer@example.test')).length;
    await orders.mailCode({ ...request, email: 'buyer@example.test' }, async (visitor) => ({
      ...(await server.conversations.agentOf(visitor)),
      closed: 'Back on Monday.',
    }));
    expect(await codesTo('buyer@example.test')).toHaveLength(before);
  });

  test('is not asked for again of a shop that takes too long, but of one that could not be reached', async () => {
    const failing = async (failure: StoreFailure) => {
      const { orders, request, warnings } = await ordersOf(async () => {
        throw new StoreError(failure);
      });
      const how = await orders
        .mailCode({ ...request, email: 'buyer@example.test' }, server.conversations.agentOf)
        .then(
          () => 'over',
          () => 'again',
        );
      return [how, warnings.length];
    };
    expect(await failing('timedOut')).toEqual(['over', 1]);
    expect(await failing('unreachable')).toEqual(['again', 0]);
    // One account's shop never takes all of the work's places.
    expect(orderCodeJob.fairness?.atOnce).toBeLessThan(orderCodeJob.concurrency);
  });

  test('names no order in its subject, and leaves nothing behind after a day', async () => {
    const { orders, request } = await ordersOf(async () => order);
    await orders.mailCode({ ...request, email: 'buyer@example.test' }, server.conversations.agentOf);
    const left = async () => {
      const { rows } = await server.database.direct.execute<{ subject: string }>(
        sql`SELECT subject FROM outbox_mails WHERE kind = 'order-code'`,
      );
      const codes = await server.database.direct.execute(sql`SELECT id FROM store_order_codes`);
      return { subjects: rows.map(({ subject }) => subject), codes: codes.rows.length };
    };
    const before = await left();
    expect(before.codes).toBeGreaterThan(0);
    expect(new Set(before.subjects)).toEqual(new Set(['Your code to see your order']));
    server.clock.advance(86_400_001);
    await orders.sweep();
    await server.mail.sweep();
    expect(await left()).toEqual({ subjects: [], codes: 0 });
  });

  test('names an order by letters, digits and what joins them, whatever was typed', () => {
    expect(orderNumber(' #1043. ')).toBe('1043');
    expect(orderNumber('WEB-2026/17_b')).toBe('WEB-2026/17_b');
    expect(orderNumber('1043 https://evil.example <b>!')).toBe('1043https//evilexampleb');
    expect(orderNumber('#?!')).toBe('');
  });
});

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
    expect(waiting.splice(0)).toHaveLength(10);
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
