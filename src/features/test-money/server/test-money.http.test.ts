import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createManualClock } from '#platform/clock/clock.ts';
import { newId } from '#shared/ids.ts';
import { breakDown } from '#shared/money/money.ts';
import type { CheckoutOrder } from '#providers/payments/payments.port.ts';
import { startTestApp, type TestApp, type TestAnswer } from '#tests/support/app/test-app.ts';
import type { TestPurchase } from '../test-money.contract.ts';
import { testMoneyConnection, type TestMoney } from './test-money.usecases.ts';

let app: TestApp;
let bank: TestMoney;
let vera: Awaited<ReturnType<TestApp['register']>>;
const clock = createManualClock(new Date());
beforeAll(async () => {
  app = await startTestApp({ clock });
  bank = app.server.services.testMoney;
  bank.listen(async () => undefined);
  vera = await app.register('Vera');
});
afterAll(() => app.close());
// The windows in which clicks are counted.
beforeEach(() => clock.advance(61_000));

const connection = () => testMoneyConnection(vera.user.accountId);
async function begin(
  change: Partial<CheckoutOrder> = {},
): Promise<{ path: string; reference: string; order: CheckoutOrder }> {
  const order: CheckoutOrder = {
    purchaseId: newId('pur'),
    agentId: newId('agt'),
    kind: 'once',
    interval: null,
    trialDays: 0,
    currency: 'EUR',
    price: breakDown(999, 'EUR', 21_000, 'exclusive'),
    taxBehaviour: 'exclusive',
    taxThousandths: 21_000,
    title: 'A hundred messages',
    description: 'For the guide',
    email: 'guest@example.test',
    language: 'en',
    successUrl: 'https://shop.example/paid?x=1',
    cancelUrl: 'https://shop.example/back',
    expiresAt: new Date(clock.now().getTime() + 3_600_000),
    ...change,
  };
  const { reference, url } = await bank.vendor.createCheckout(connection(), order, newId('req'));
  return { reference, order, path: new URL(url).pathname };
}
const click = (
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<TestAnswer> =>
  app.browser().request('POST', path, {
    raw: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
const facts = (checkout: string) =>
  bank.vendor.facts(connection(), { checkout, payment: null, subscription: null });
const seen = async (path: string): Promise<string> => (await app.browser().request('GET', path)).text;

describe('the payment page', () => {
  test('shows what is bought and what it is made of, in the language of the order, and says that no money moves', async () => {
    const { path } = await begin({
      language: 'cs',
      currency: 'CZK',
      price: breakDown(24_900, 'CZK', 21_000, 'inclusive'),
    });
    const { status, text, headers } = await app
      .browser()
      .request('GET', path, { headers: { 'accept-language': 'fr' } });
    expect(status).toBe(200);
    expect(text).toContain('<html lang="cs">');
    for (const shown of [
      'Žádné peníze se nepřesouvají',
      'A hundred messages',
      'For the guide',
      'guest@example.test',
      '205,79\u00a0Kč',
      '43,21\u00a0Kč',
      '249,00\u00a0Kč',
    ])
      expect(text).toContain(shown);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'self' https://shop.example; frame-ancestors 'none'",
    );
    expect(text).not.toMatch(/<script/i);
  });

  test('sends whoever paid back to where they came from, and two clicks pay once', async () => {
    const { path, reference } = await begin();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => click(path, { step: 'pay', card: 'succeeds' })),
    );
    expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.get('location')}`))).toEqual(
      new Set(['303 https://shop.example/paid?x=1']),
    );
    expect((await facts(reference))?.payments).toHaveLength(1);
    expect(await seen(path)).toContain('Paid with test money');
    expect(await facts(reference)).toMatchObject({ paid: 1_209 });
  });

  test.each([
    ['declined', '4000 0000 0000 0002', 'The card was declined'],
    ['funds', '4000-0000-0000-9995', 'too little money'],
  ])(
    'says why a card is %s, also after it is loaded again, and takes nothing',
    async (card, number, words) => {
      const ways: Record<string, string>[] = [{ card }, { card: 'typed', number }];
      for (const fields of ways) {
        const { path, reference } = await begin();
        const { status, text } = await click(path, { step: 'pay', ...fields });
        expect([status, text.includes(words)]).toEqual([422, true]);
        expect(await seen(path)).toContain(words);
        expect(await facts(reference)).toMatchObject({ checkout: 'open', payment: 'failed', paid: 0 });
        expect((await click(path, { step: 'pay', card: 'succeeds' })).status).toBe(303);
        expect(await facts(reference)).toMatchObject({ payment: 'paid' });
      }
    },
  );

  test('asks for a confirmation where a bank would, and pays only with it', async () => {
    const [refused, confirmed] = [await begin(), await begin()];
    for (const { path } of [refused, confirmed])
      expect(
        (await click(path, { step: 'pay', card: 'typed', number: '4000 0025 0000 3155' })).text,
      ).toContain('whether it is really you');
    expect(await facts(confirmed.reference)).toMatchObject({ checkout: 'open', payment: 'none' });
    expect((await click(refused.path, { step: 'refuse' })).text).toContain('You refused the payment');
    expect((await click(refused.path, { step: 'confirm' })).status).toBe(200);
    expect(await facts(refused.reference)).toMatchObject({ checkout: 'open', paid: 0 });
    expect((await click(confirmed.path, { step: 'confirm' })).status).toBe(303);
    expect(await facts(confirmed.reference)).toMatchObject({ checkout: 'complete', paid: 1_209 });
  });

  test('takes no card but test cards, and keeps nothing of what was typed', async () => {
    const { path, reference } = await begin();
    const real = '4539 5787 6362 1486';
    const { status, text } = await click(path, { step: 'pay', card: 'typed', number: real });
    expect([status, text.includes('real card')]).toEqual([422, true]);
    // Not as the part of a moment, which may be any number.
    const typed = /(?<![\d.])(?:4539|1486)(?!\d)/;
    expect(text).not.toMatch(typed);
    const odd: Record<string, string>[] = [
      { card: 'typed', number: '' },
      { card: '' },
      { card: 'constructor' },
      { card: 'typed', number: '<script>' },
      {},
    ];
    for (const fields of odd) expect((await click(path, { step: 'pay', ...fields })).status).toBe(422);
    expect(await facts(reference)).toMatchObject({ checkout: 'open', payment: 'none', paid: 0 });
    const { rows } = await app.database.database.pool.query<{ text: string }>(
      `SELECT string_agg(t::text, ' ') AS text FROM test_money_sessions t`,
    );
    expect(rows[0]?.text).not.toMatch(typed);
  });

  test('that ran out of time, or was called off, takes no money and says so', async () => {
    const [late, called] = [await begin(), await begin()];
    await bank.vendor.expireCheckout(connection(), called.reference);
    expect(await seen(called.path)).toContain('was called off');
    clock.advance(3_600_000);
    expect(await seen(late.path)).toContain('has expired');
    for (const { path, reference } of [late, called]) {
      expect((await click(path, { step: 'pay', card: 'succeeds' })).status).toBe(200);
      expect(await facts(reference)).toMatchObject({ checkout: 'expired', paid: 0 });
      expect(await seen(path)).toContain('https://shop.example/back');
    }
  });

  test('shows hostile words as words', async () => {
    const hostile =
      '"><script>alert(1)</script><img src=x onerror=alert(1)> $t(test-money:ribbon) {{amount}}';
    const { path } = await begin({
      title: hostile,
      description: hostile,
      email: `"${hostile}"@example.test`,
      kind: 'subscription',
      interval: 'month',
      trialDays: 3,
    });
    const text = await seen(path);
    expect(text).not.toMatch(/<script|<img/i);
    expect(text).toContain('&lt;script&gt;');
    expect(text).toContain('$t(test-money:ribbon) {{amount}}');
  });

  test('leads nowhere but to web addresses', async () => {
    for (const address of ['javascript:alert(1)', 'data:text/html,x', '/paid', '']) {
      await expect(begin({ successUrl: address })).rejects.toMatchObject({ code: 'payments.bad_request' });
      await expect(begin({ cancelUrl: address })).rejects.toMatchObject({ code: 'payments.bad_request' });
    }
  });

  test('is refused to clicks that come from another site, slows down whoever tries on and on, and is unknown under a guessed address', async () => {
    const { path, reference } = await begin();
    expect(
      (
        await click(
          path,
          { step: 'pay', card: 'succeeds' },
          { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
        )
      ).status,
    ).toBe(403);
    for (const guess of [
      path.slice(0, -1) + (path.endsWith('0') ? '1' : '0'),
      '/test-money/tms_1',
      '/test-money/%00',
      '/test-money/portal/tmo_1',
      `/test-money/portal/${reference}`,
    ])
      expect([guess, (await app.browser().request('GET', guess)).status]).toEqual([
        guess,
        guess.includes('%00') ? expect.any(Number) : 404,
      ]);
    // More than fit into two windows: the tries may stand on the border of two.
    const answers = await Promise.all(
      Array.from({ length: 62 }, () => click(path, { step: 'pay', card: 'declined' })),
    );
    const slowed = answers.filter(({ status }) => status === 429);
    expect(slowed.length).toBeGreaterThanOrEqual(2);
    expect(slowed[0]?.text).toContain('a lot of tries');
    expect(await facts(reference)).toMatchObject({ paid: 0 });
  });
});

describe('the page for customers', () => {
  async function subscribe(card = 'succeeds', change: Partial<CheckoutOrder> = {}) {
    const { path, reference, order } = await begin({ kind: 'subscription', interval: 'month', ...change });
    await click(path, { step: 'pay', card });
    const known = await facts(reference);
    const url = await bank.vendor.portalUrl(
      connection(),
      known?.references.customer ?? '',
      'https://shop.example/chat',
    );
    return { reference, order, door: new URL(url ?? 'about:blank').pathname };
  }
  const state = async (reference: string) => (await facts(reference))?.subscription;

  test('ends a subscription and takes that back, and shows what was paid', async () => {
    const { door, reference } = await subscribe();
    expect(await seen(door)).toMatch(/Renews on .*12\.09|12\.09.*Renews on/s);
    expect((await click(door, { step: 'end' })).text).toContain('will not be renewed');
    expect(await state(reference)).toMatchObject({ isEnding: true });
    expect((await click(door, { step: 'resume' })).text).toContain('Renews on');
    expect(await state(reference)).toMatchObject({ isEnding: false, status: 'active' });
  });

  test('brings a subscription back whose renewal failed, once the card is changed for one that works', async () => {
    const { door, reference, order } = await subscribe('fails-later');
    await vera.post(`/api/test-money/${order.purchaseId}/renew`, { outcome: 'failed' });
    expect(await seen(door)).toContain('The last renewal failed');
    expect((await click(door, { step: 'card', card: 'declined' })).status).toBe(422);
    expect(
      (await click(door, { step: 'card', card: 'typed', number: '5555 5555 5555 4444' })).text,
    ).toContain('real card');
    expect(await state(reference)).toMatchObject({ status: 'past_due' });
    expect((await click(door, { step: 'card', card: 'succeeds' })).text).toContain('Card ending in 4242');
    expect(await state(reference)).toMatchObject({ status: 'active' });
    expect((await facts(reference))?.paid).toBe(2_418);
  });

  test('closes after half an hour', async () => {
    const { door, reference } = await subscribe();
    clock.advance(31 * 60_000);
    expect((await app.browser().request('GET', door)).status).toBe(404);
    expect((await click(door, { step: 'end' })).status).toBe(404);
    expect(await state(reference)).toMatchObject({ isEnding: false });
  });

  test('is there for the customers of the account alone', async () => {
    const { reference } = await subscribe();
    const olga = await app.register('Olga');
    const customer = (await facts(reference))?.references.customer ?? '';
    expect(
      await bank.vendor.portalUrl(testMoneyConnection(olga.user.accountId), customer, 'https://shop.example'),
    ).toBeNull();
  });
});

describe('an owner who tries things out', () => {
  async function purchase(change: Partial<CheckoutOrder> = {}): Promise<string> {
    const { path, order } = await begin(change);
    await click(path, { step: 'pay', card: 'succeeds' });
    return order.purchaseId;
  }
  const ask = (id: string) => vera.get<TestPurchase>(`/api/test-money/${id}`);

  test('renews, lets a renewal fail, and sees what can be done next', async () => {
    const id = await purchase({ kind: 'subscription', interval: 'month' });
    expect(await ask(id)).toMatchObject({
      status: 'complete',
      subscription: { status: 'active' },
      can: { renew: true, openDispute: true, decideDispute: false },
    });
    expect(await vera.post(`/api/test-money/${id}/renew`, { outcome: 'failed' })).toMatchObject({
      subscription: { status: 'past_due' },
    });
    expect(await vera.post(`/api/test-money/${id}/renew`, { outcome: 'paid' })).toMatchObject({
      subscription: { status: 'active' },
    });
    const once = await purchase();
    expect(
      (await vera.request('POST', `/api/test-money/${once}/renew`, { body: { outcome: 'paid' } })).body,
    ).toMatchObject({ code: 'test-money.no_subscription' });
  });

  test('opens a dispute once and decides it once', async () => {
    const id = await purchase();
    const dispute = (state: string) =>
      vera.request('POST', `/api/test-money/${id}/dispute`, { body: { state } });
    expect((await dispute('won')).body).toMatchObject({ code: 'test-money.not_disputable' });
    const opened = await Promise.all([dispute('open'), dispute('open')]);
    expect(opened.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await ask(id)).toMatchObject({
      dispute: 'open',
      can: { openDispute: false, decideDispute: true },
    });
    expect((await dispute('lost')).body).toMatchObject({ dispute: 'lost' });
    expect((await dispute('won')).status).toBe(409);
  });

  test('finds no purchase of anybody else', async () => {
    const id = await purchase();
    const olga = await app.register('Olga');
    expect((await olga.request('GET', `/api/test-money/${id}`)).status).toBe(404);
    expect(
      (await olga.request('POST', `/api/test-money/${id}/dispute`, { body: { state: 'open' } })).status,
    ).toBe(404);
  });
});
