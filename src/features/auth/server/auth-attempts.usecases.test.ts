import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { findProof } from '#shared/chat/proof-of-work.ts';
import { startTestServices, type TestServices } from '#tests/support/app/test-services.ts';
import { hashedOf } from '../auth.contract.ts';

let server: TestServices;
beforeAll(async () => {
  server = await startTestServices();
});
afterAll(() => server.close());

type Refusal = {
  code: string;
  details: { challenge: string; bits: number } | undefined;
};
type Input = {
  email: string;
  password: string;
  proof?: { challenge: string; answer: string };
};
/** A browser, by what it keeps of an earlier time. */
type Place = { device: string | undefined };
const strange: Place = { device: undefined };
let network = 0;
/** An address that nobody had before. */
const newAddress = (): string => `198.51.${Math.floor(++network / 250)}.${network % 250}`;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function login(by: Place, input: Input, address = newAddress()): Promise<Refusal | null> {
  try {
    await server.auth.login(input, { address, userAgent: 'test', device: by.device });
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { code: error.code, details: error.details as Refusal['details'] };
  }
}
const codeOf = async (...given: Parameters<typeof login>): Promise<string> =>
  (await login(...given))?.code ?? 'signed in';

/** As many wrong passwords as an email address has, each from another address. */
async function guess(email: string, times: number): Promise<string[]> {
  const answers = [];
  for (let at = 0; at < times; at++)
    answers.push(await codeOf(strange, { email, password: `wrong guess ${at}` }));
  return answers;
}
const [wrong, proofNeeded, tooMany] = [
  'auth.invalid_credentials',
  'auth.proof_needed',
  'auth.too_many_attempts',
] as const;
const times = (count: number, word: string): string[] => Array<string>(count).fill(word);

describe('signing in, while strangers guess', () => {
  test('works at once in a browser in which one signed in before', async () => {
    const { user, password, device } = await server.member();
    expect(await guess(user.email, 14)).toEqual([...times(10, wrong), ...times(4, proofNeeded)]);
    expect(await codeOf({ device }, { email: user.email.toUpperCase(), password })).toBe('signed in');
  });

  test('works in any other browser for the price of a puzzle, whose solution counts once and for one address', async () => {
    const [vera, other] = [await server.member(), await server.member()];
    const [email, password] = [vera.user.email, vera.password];
    await guess(email, 10);
    await guess(other.user.email, 10);
    const { code, details } = (await login(strange, { email, password })) ?? {};
    expect(code).toBe(proofNeeded);
    if (!details) throw new Error('No puzzle');
    const proof = {
      challenge: details.challenge,
      answer: await findProof(hashedOf(details.challenge), details.bits, turn),
    };
    expect(await codeOf(strange, { email: other.user.email, password: other.password, proof })).toBe(
      proofNeeded,
    );
    expect(await codeOf(strange, { email, password: 'a long guess', proof: { ...proof, answer: '1' } })).toBe(
      proofNeeded,
    );
    expect(await codeOf(strange, { email, password, proof })).toBe('signed in');
    expect(await codeOf(strange, { email, password, proof })).toBe(proofNeeded);
  });

  test('without a password that was tried costs an address nothing', async () => {
    const [vera, other] = [await server.member(), await server.member()];
    await guess(vera.user.email, 10);
    const address = newAddress();
    for (let at = 0; at < 40; at++)
      expect(await codeOf(strange, { email: vera.user.email, password: 'a wrong one' }, address)).toBe(
        proofNeeded,
      );
    expect(await codeOf(strange, { email: other.user.email, password: other.password }, address)).toBe(
      'signed in',
    );
  });

  test('costs a harder puzzle the more there were', async () => {
    const { email } = (await server.member()).user;
    const emails = { limit: 2_000_000_000, name: 'login-email', windowSeconds: 900 };
    const hardness = [];
    for (const more of [10, 30, 120]) {
      for (let at = 0; at < more; at++) await server.limiter.take(emails, email);
      hardness.push((await login(strange, { email, password: 'a wrong one' }))?.details?.bits);
    }
    expect(hardness).toEqual([15, 17, 19]);
  });

  test('is not opened by another person’s browser, nor by a forged one', async () => {
    const [vera, eve] = [await server.member(), await server.member()];
    const body = { email: vera.user.email, password: 'a long guess' };
    await guess(vera.user.email, 10);
    expect(await codeOf({ device: eve.device }, body)).toBe(proofNeeded);
    expect(await codeOf({ device: 'eyJlIjoieCIsImQiOiJ5In0.forged' }, body)).toBe(proofNeeded);
  });

  test('is guessed at ten times in a known browser as well, and no more', async () => {
    const { user, device } = await server.member();
    const codes = [];
    for (let at = 0; at < 11; at++)
      codes.push(await codeOf({ device }, { email: user.email, password: `wrong guess ${at}` }));
    expect(codes).toEqual([...times(10, wrong), tooMany]);
  });

  test('is not made cheaper by the browsers of whoever knew the password before it was changed', async () => {
    const vera = await server.member();
    const { email } = vera.user;
    const from = { address: newAddress(), userAgent: 'test', device: undefined };
    const thief = await server.auth.login({ email, password: vera.password }, from);
    await server.sessions.changePassword(
      { userId: vera.user.id, accountId: vera.user.accountId },
      { current: vera.password, password: 'a brand new one' },
      from,
    );
    const kept = await server.auth.deviceOf(vera.user.id);
    await guess(email, 10);
    expect(await codeOf({ device: thief.device.token }, { email, password: 'a long guess' })).toBe(
      proofNeeded,
    );
    expect(await codeOf({ device: kept?.token }, { email, password: 'a brand new one' })).toBe('signed in');
  });

  test('is tried thirty times by all known browsers together, then they are as strange as others', async () => {
    const { user, password } = await server.member();
    const { email } = user;
    const browsers = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const from = { address: newAddress(), userAgent: 'test', device: undefined };
        return { device: (await server.auth.login({ email, password }, from)).device.token };
      }),
    );
    await guess(email, 10);
    const codes: string[] = [];
    for (const browser of browsers) {
      for (let at = 0; at < 10; at++)
        codes.push(await codeOf(browser, { email, password: `wrong guess ${at}` }));
    }
    expect(codes).toEqual([...times(30, wrong), ...times(10, proofNeeded)]);
  });

  test('is hashed sixty times in five minutes for one address, whoever signs in there, so that others are let in', async () => {
    const { user, password, device } = await server.member();
    const body = { email: user.email, password };
    const codes = [];
    for (let at = 0; at < 62; at++) codes.push(await codeOf({ device }, body, '203.0.113.9'));
    expect(codes).toEqual([...times(60, 'signed in'), ...times(2, tooMany)]);
    expect(await codeOf({ device }, body)).toBe('signed in');
  });

  test('ends after five failures for one address, and for its home after twice and its site after eight times as many', async () => {
    const passed = async (count: number, address: (at: number) => string): Promise<number> => {
      const codes = [];
      for (let at = 0; at < count; at++)
        codes.push(
          await codeOf(
            strange,
            { email: `nobody-${++network}@example.test`, password: 'a wrong one' },
            address(at),
          ),
        );
      return codes.filter((code) => code === wrong).length;
    };
    expect(await passed(7, () => '203.0.113.5')).toBe(5);
    expect(await passed(14, (at) => `2001:db8:1:${at.toString(16)}::1`)).toBe(10);
    expect(await passed(44, (at) => `2001:db8:2:${(at * 256).toString(16)}::1`)).toBe(40);
  });

  test('a second factor: wrong codes of whoever has the password do not keep its owner out of a known browser', async () => {
    const limit = { name: 'two-factor', limit: 10, windowSeconds: 900 };
    const { user, password, device } = await server.member();
    for (let at = 0; at < 10; at++) await server.limiter.take(limit, user.id);
    expect(await codeOf({ device }, { email: user.email, password })).toBe('signed in');
  });
});

describe('a new password, while strangers ask for it', () => {
  const ask = (email: string, address = newAddress(), device?: string) =>
    server.auth.forgotPassword(email, { address, device });
  async function mails(email: string) {
    await server.jobs.work();
    return (await server.mail.outbox()).mails.filter(
      ({ recipient, kind }) => recipient === email && kind === 'reset-password',
    );
  }

  test('is answered alike for ever, but mailed five times an hour, and each of the links works until one is used', async () => {
    const { email } = (await server.member()).user;
    for (let at = 0; at < 12; at++) expect(await ask(email)).toBeUndefined();
    expect(await ask('unknown@example.test')).toBeUndefined();
    const tokens = (await mails(email)).map(({ text }) => /#([\w-]{43})/.exec(text)?.[1] ?? '');
    expect(tokens).toHaveLength(5);
    const uses = await Promise.allSettled(
      tokens.map((token) =>
        server.auth.resetPassword({ token, password: 'a brand new one' }, { address: newAddress() }),
      ),
    );
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await codeOf(strange, { email, password: 'a brand new one' })).toBe('signed in');
  });

  test('is mailed to its owner’s own browser all the same', async () => {
    const { user, device } = await server.member();
    for (let at = 0; at < 8; at++) await ask(user.email);
    expect(await mails(user.email)).toHaveLength(5);
    await ask(user.email, newAddress(), device);
    expect(await mails(user.email)).toHaveLength(6);
  });

  test('is asked for five times an hour from one address', async () => {
    const place = '203.0.113.77';
    for (let at = 0; at < 5; at++) await ask('someone@example.test', place);
    await expect(ask('someone@example.test', place)).rejects.toThrow(tooMany);
  });
});
