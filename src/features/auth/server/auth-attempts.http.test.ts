import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashedOf } from '../auth.contract.ts';
import { createManualClock } from '#platform/clock/clock.ts';
import { findProof } from '#shared/chat/proof-of-work.ts';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';

let app: TestApp;
const clock = createManualClock(new Date());
beforeAll(async () => {
  app = await startTestApp({ clock, environment: { TRUST_PROXY: 'loopback' } });
});
afterAll(() => app.close());

type Refusal = {
  code?: string;
  message?: string;
  details?: { challenge: string; bits: number };
};
let network = 0;
/** An address that nobody had before. */
const newAddress = (): string => `198.51.${Math.floor(++network / 250)}.${network % 250}`;
const from = (address: string) => ({ 'x-forwarded-for': address });
const login = (by: TestBrowser, body: object, address = newAddress()) =>
  by.request('POST', '/api/login', { body, headers: from(address) });
const codeOf = ({ body }: { body: unknown }): string | undefined => (body as Refusal | null)?.code;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** As many wrong passwords as an email address has, each from another address. */
async function guess(email: string, times: number): Promise<(string | undefined)[]> {
  const answers = [];
  for (let at = 0; at < times; at++)
    answers.push(codeOf(await login(app.browser(), { email, password: `wrong guess ${at}` })));
  return answers;
}

describe('signing in, while strangers guess', () => {
  test('works at once in a browser in which one signed in before', async () => {
    const vera = await app.register();
    expect(await guess(vera.email, 14)).toEqual([
      ...Array<string>(10).fill('auth.invalid_credentials'),
      ...Array<string>(4).fill('auth.proof_needed'),
    ]);
    await vera.post('/api/logout');
    expect((await login(vera, { email: vera.email.toUpperCase(), password: vera.password })).status).toBe(
      200,
    );
  });

  test('works in any other browser for the price of a puzzle, whose solution counts once and for one address', async () => {
    const [vera, other] = [await app.register(), await app.register()];
    await guess(vera.email, 10);
    await guess(other.email, 10);
    const refused = await login(app.browser(), { email: vera.email, password: vera.password });
    const { code, message, details } = refused.body as Refusal;
    expect([refused.status, code, message]).toEqual([
      429,
      'auth.proof_needed',
      expect.stringContaining('Too many attempts'),
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    if (!details) throw new Error('No puzzle');
    const proof = {
      challenge: details.challenge,
      answer: await findProof(hashedOf(details.challenge), details.bits, turn),
    };
    expect(codeOf(await login(app.browser(), { email: other.email, password: other.password, proof }))).toBe(
      'auth.proof_needed',
    );
    expect(
      codeOf(
        await login(app.browser(), {
          email: vera.email,
          password: 'a long guess',
          proof: { ...proof, answer: '1' },
        }),
      ),
    ).toBe('auth.proof_needed');
    expect((await login(app.browser(), { email: vera.email, password: vera.password, proof })).status).toBe(
      200,
    );
    expect(codeOf(await login(app.browser(), { email: vera.email, password: vera.password, proof }))).toBe(
      'auth.proof_needed',
    );
  });

  test('without a password that was tried costs an address nothing', async () => {
    const [vera, other] = [await app.register(), await app.register()];
    await guess(vera.email, 10);
    const [place, address] = [app.browser(), newAddress()];
    for (let at = 0; at < 40; at++)
      expect(codeOf(await login(place, { email: vera.email, password: 'a wrong one' }, address))).toBe(
        'auth.proof_needed',
      );
    expect((await login(place, { email: other.email, password: other.password }, address)).status).toBe(200);
  });

  test('costs a harder puzzle the more there were', async () => {
    const vera = await app.register();
    const emails = { limit: 2_000_000_000, name: 'login-email', windowSeconds: 900 };
    const bits = async (): Promise<number | undefined> =>
      ((await login(app.browser(), { email: vera.email, password: 'a wrong one' })).body as Refusal).details
        ?.bits;
    const hardness = [];
    for (const more of [10, 30, 120]) {
      for (let at = 0; at < more; at++) await app.server.services.limiter.take(emails, vera.email);
      hardness.push(await bits());
    }
    expect(hardness).toEqual([15, 17, 19]);
  });

  test('is not opened by another person’s browser, nor by a forged one', async () => {
    const [vera, eve] = [await app.register(), await app.register()];
    await guess(vera.email, 10);
    expect(codeOf(await login(eve, { email: vera.email, password: 'a long guess' }))).toBe(
      'auth.proof_needed',
    );
    const forged = app.browser().request('POST', '/api/login', {
      body: { email: vera.email, password: 'a long guess' },
      headers: { ...from(newAddress()), cookie: 'chatelier_device=eyJlIjoieCIsImQiOiJ5In0.forged' },
    });
    expect(codeOf(await forged)).toBe('auth.proof_needed');
  });

  test('is guessed at ten times in a known browser as well, and no more', async () => {
    const vera = await app.register();
    await vera.post('/api/logout');
    const statuses = [];
    for (let at = 0; at < 11; at++)
      statuses.push((await login(vera, { email: vera.email, password: `wrong guess ${at}` })).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
  });

  test('is not made cheaper by the browsers of whoever knew the password before it was changed', async () => {
    const vera = await app.register();
    const thief = app.browser();
    expect((await login(thief, { email: vera.email, password: vera.password })).status).toBe(200);
    await thief.post('/api/logout');
    const body = { current: vera.password, password: 'a brand new one' };
    expect((await vera.request('POST', '/api/user/password', { body })).status).toBe(200);
    await guess(vera.email, 10);
    expect(codeOf(await login(thief, { email: vera.email, password: 'a long guess' }))).toBe(
      'auth.proof_needed',
    );
    await vera.post('/api/logout');
    expect((await login(vera, { email: vera.email, password: 'a brand new one' })).status).toBe(200);
  });

  test('is tried thirty times by all known browsers together, then they are as strange as others', async () => {
    const vera = await app.register();
    const browsers = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const browser = app.browser();
        await login(browser, { email: vera.email, password: vera.password });
        return browser;
      }),
    );
    await guess(vera.email, 10);
    const codes: (string | undefined)[] = [];
    for (const browser of browsers) {
      for (let at = 0; at < 10; at++)
        codes.push(codeOf(await login(browser, { email: vera.email, password: `wrong guess ${at}` })));
    }
    const [told, asked] = ['auth.invalid_credentials', 'auth.proof_needed'];
    expect(codes).toEqual([...Array<string>(30).fill(told), ...Array<string>(10).fill(asked)]);
  });

  test('is hashed sixty times in five minutes for one address, whoever signs in there, so that others are let in', async () => {
    const eve = await app.register();
    const statuses = [];
    for (let at = 0; at < 62; at++) {
      statuses.push((await login(eve, { email: eve.email, password: eve.password }, '203.0.113.9')).status);
    }
    expect(statuses).toEqual([...Array<number>(60).fill(200), 429, 429]);
    expect((await login(eve, { email: eve.email, password: eve.password })).status).toBe(200);
  });

  test('ends after five failures for one address, and for its home after twice and its site after eight times as many', async () => {
    const tried = async (address: string): Promise<number> =>
      (
        await login(
          app.browser(),
          { email: `nobody-${++network}@example.test`, password: 'a wrong one' },
          address,
        )
      ).status;
    const many = async (times: number, address: (at: number) => string): Promise<number> => {
      let passed = 0;
      for (let at = 0; at < times; at++) if ((await tried(address(at))) === 401) passed += 1;
      return passed;
    };
    expect(await many(7, () => '203.0.113.5')).toBe(5);
    expect(await many(14, (at) => `2001:db8:1:${at.toString(16)}::1`)).toBe(10);
    expect(await many(44, (at) => `2001:db8:2:${(at * 256).toString(16)}::1`)).toBe(40);
  });

  test('a second factor: wrong codes of whoever has the password do not keep its owner out of a known browser', async () => {
    const limit = { name: 'two-factor', limit: 10, windowSeconds: 900 };
    const vera = await app.register();
    for (let at = 0; at < 10; at++) await app.server.services.limiter.take(limit, vera.user.id);
    expect((await login(vera, { email: vera.email, password: vera.password })).status).toBe(200);
  });
});

describe('a new password, while strangers ask for it', () => {
  const ask = (email: string, address = newAddress(), by = app.browser()) =>
    by.request('POST', '/api/forgot-password', { body: { email }, headers: from(address) });
  const mails = async (email: string) =>
    (await app.server.services.mail.outbox()).mails.filter(
      ({ recipient, kind }) => recipient === email && kind === 'reset-password',
    );

  test('is answered alike for ever, but mailed five times an hour, and each of the links works until one is used', async () => {
    const vera = await app.register();
    for (let at = 0; at < 12; at++) expect(await ask(vera.email)).toMatchObject({ status: 200, text: '{}' });
    await expect.poll(async () => (await mails(vera.email)).length).toBe(5);
    const tokens = (await mails(vera.email)).map(({ text }) => /#([\w-]{43})/.exec(text)?.[1]);
    const statuses = await Promise.all(
      tokens.map(
        async (token) =>
          (
            await app.browser().request('POST', '/api/reset-password', {
              body: { token, password: 'a brand new one' },
              headers: from(newAddress()),
            })
          ).status,
      ),
    );
    expect(statuses.toSorted()).toEqual([200, 400, 400, 400, 400]);
  });

  test('is mailed to its owner’s own browser all the same', async () => {
    const vera = await app.register();
    for (let at = 0; at < 8; at++) await ask(vera.email);
    await expect.poll(async () => (await mails(vera.email)).length).toBe(5);
    await ask(vera.email, newAddress(), vera);
    await expect.poll(async () => (await mails(vera.email)).length).toBe(6);
  });

  test('is asked for five times an hour from one address', async () => {
    const statuses = [];
    for (let at = 0; at < 6; at++) statuses.push((await ask('someone@example.test', '203.0.113.77')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
