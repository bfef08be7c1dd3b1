import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { writeFact } from '#platform/database/instance-facts.ts';
import { createSilentLogger } from '#platform/log/logger.ts';
import { startTestServices, type TestServices } from '#tests/support/app/test-services.ts';
import { createOperatorSettings, type OperatorSettingsServices } from './operator-settings.usecases.ts';

let services: TestServices;
afterEach(() => services.close());

const smtpUrl = 'smtps://mailer:s3cret-word@mail.example.com:465';
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'worked',
    (error: { code?: string }) => error.code,
  );

async function open(environment: Record<string, string> = { PLANS: '' }) {
  services = await startTestServices({ environment });
  const olga = await services.member('Olga Operator');
  const operator = { userId: olga.user.id, accountId: olga.user.accountId, address: '192.0.2.7' };
  await services.auth.claimSuperadmin(operator, (await services.auth.superadminToken()) ?? '');
  return { olga, operator, settings: services.operatorSettings };
}
const register = (email: string) =>
  services.auth.register(
    { name: 'Vera', email, password: 'a long password' },
    { address: '198.51.100.1', userAgent: 'test', language: 'en', timezone: null },
  );

describe('what the superadmin sets for the whole server', () => {
  test('holds at once: plans, and who may register', async () => {
    const { operator, settings } = await open();
    const vera = await services.member('Vera');
    expect(settings.view()).toMatchObject({
      audience: null,
      plans: 'paid',
      signUp: 'open',
      fromEnvironment: [],
    });
    services.clock.advance(8 * 86_400_000);
    expect((await services.planStatuses.of(vera.user.accountId))?.isActive).toBe(false);
    expect(services.billing.sale).not.toBeNull();

    await settings.change(operator, { audience: 'team', plans: 'free', signUp: 'closed' });
    expect((await services.planStatuses.of(vera.user.accountId))?.isActive).toBe(true);
    expect(services.billing.sale).toBeNull();
    expect(await codeOf(register('late@example.test'))).toBe('auth.registration_closed');

    await settings.change(operator, { plans: 'paid', signUp: 'open' });
    expect(await codeOf(register('late@example.test'))).toBe('worked');
    // Whoever was there while nothing was sold gets a whole trial from now on.
    expect(await services.planStatuses.of(vera.user.accountId)).toMatchObject({
      status: 'trialing',
      isActive: true,
      trialEnd: new Date(services.clock.now().getTime() + 7 * 86_400_000),
    });
    services.clock.advance(8 * 86_400_000);
    expect((await services.planStatuses.of(vera.user.accountId))?.isActive).toBe(false);
  });

  test('says how long a trial is: of accounts that are made from then on, and of those that were there while nothing was sold', async () => {
    const { olga, operator, settings } = await open();
    const daysOf = async (accountId: string): Promise<number> => {
      const end = (await services.planStatuses.of(accountId))?.trialEnd ?? services.clock.now();
      return (end.getTime() - services.clock.now().getTime()) / 86_400_000;
    };
    const before = await services.member('Vera');
    await settings.change(operator, { trialDays: 30 });
    const after = await services.member('Viktor');
    expect([await daysOf(before.user.accountId), await daysOf(after.user.accountId)]).toEqual([7, 30]);
    expect(settings.openingOf(null)).toEqual({ signUp: 'open', trialDays: 30, signUpNote: '' });

    services.clock.advance(86_400_000);
    await settings.change(operator, { plans: 'free' });
    expect(settings.openingOf(null).trialDays).toBeNull();
    await settings.change(operator, { plans: 'paid', trialDays: 14 });
    expect(await daysOf(before.user.accountId)).toBe(14);
    // The sale remembers how long the trial was when it began.
    await settings.change(operator, { trialDays: 1 });
    expect([await daysOf(before.user.accountId), await daysOf(after.user.accountId)]).toEqual([14, 29]);
    expect(settings.openingOf(olga.user.accountId)).toEqual({
      signUp: 'invitation',
      trialDays: 1,
      signUpNote: '',
    });
  });

  test('lets newcomers begin without a trial; whoever was served for nothing has one all the same', async () => {
    const { operator, settings } = await open();
    const before = await services.member('Vera');
    services.clock.advance(86_400_000);
    await settings.change(operator, { plans: 'free' });
    await settings.change(operator, { plans: 'paid', trialDays: 0 });
    const after = await services.member('Viktor');
    const planOf = async ({ user }: typeof after) => {
      const status = await services.planStatuses.of(user.accountId);
      return [status?.isActive, status && (+status.trialEnd - +services.clock.now()) / 86_400_000];
    };
    expect([await planOf(before), await planOf(after)]).toEqual([
      [true, 7],
      [false, 0],
    ]);
    expect(settings.openingOf(null).trialDays).toBe(0);
  });

  test('decides who comes in who is not there yet, by whichever way', async () => {
    const { olga, operator, settings } = await open();
    const { invitations, joining } = services.team;
    const invite = async (email: string): Promise<string> => {
      const input = { email, role: 'editor' as const, agentIds: null, message: '' };
      const { link } = await invitations.invite(olga.scope, input, 'en');
      return link.slice(link.indexOf('#') + 1);
    };
    const from = { address: '198.51.100.9', userAgent: 'test', language: 'en' as const, timezone: null };
    const come = (token: string) =>
      codeOf(joining.register({ token, name: 'New Person', password: 'a long password' }, from));
    const known = await services.member('Known');
    const [early, ofKnown] = [await invite('early@example.test'), await invite(known.user.email)];

    await settings.change(operator, { signUp: 'invitation' });
    expect(await codeOf(register('one@example.test'))).toBe('auth.invitation_needed');
    expect(await come(await invite('two@example.test'))).toBe('worked');

    await settings.change(operator, { signUp: 'closed' });
    expect(await codeOf(register('three@example.test'))).toBe('auth.registration_closed');
    // Nobody learns by it who is known here.
    for (const email of ['four@example.test', known.user.email])
      expect(await codeOf(invite(email))).toBe('auth.registration_closed');
    expect(await come(early)).toBe('auth.registration_closed');
    const signedIn = {
      ...known.scope,
      sessionId: known.session.id,
      isSuperadmin: false,
      language: 'en' as const,
    };
    expect(await codeOf(joining.accept(signedIn, ofKnown, from))).toBe('worked');

    await settings.change(operator, { signUp: 'open', signUpDomains: ['@Example.COM', 'example.com'] });
    expect(settings.view()).toMatchObject({ signUpDomains: ['example.com'], signUpNames: [] });
    await settings.change(operator, { signUpDomains: ['example.com', 'münchen.example', 'раураl.example'] });
    expect(settings.view().signUpNames).toEqual([
      { domain: 'xn--mnchen-3ya.example', shown: 'münchen.example', isLookAlike: false },
      { domain: 'xn--l-7sba6dbr.example', shown: 'раураl.example', isLookAlike: true },
    ]);
    await settings.change(operator, { signUpDomains: ['example.com'] });
    for (const email of [
      'a@evil-example.com',
      'a@example.com.evil.net',
      'a@sub.example.com',
      'a@example.test',
    ])
      expect(await codeOf(register(email)), email).toBe('auth.mail_domain_refused');
    expect(await codeOf(invite('five@example.test'))).toBe('auth.mail_domain_refused');
    // An invitation of before is not more than the domains allow; it is kept, and works once they do.
    expect(await come(early)).toBe('auth.mail_domain_refused');
    expect(await codeOf(register('A+tag@EXAMPLE.com'))).toBe('worked');
    await settings.change(operator, { signUpDomains: [] });
    expect(await come(early)).toBe('worked');
  });

  test('lets the first person in, whatever is set, and nobody after they are superadmin', async () => {
    services = await startTestServices({ environment: { SIGN_UP: 'closed' } });
    expect(services.openingOf(null).signUp).toBe('open');
    const { user } = await services.member('Olga');
    const operator = { userId: user.id, accountId: user.accountId, address: '192.0.2.7' };
    await services.auth.claimSuperadmin(operator, (await services.auth.superadminToken()) ?? '');
    expect(await codeOf(register('late@example.test'))).toBe('auth.registration_closed');
    await vi.waitFor(() => expect(services.openingOf(null).signUp).toBe('closed'));
  });

  test('keeps the mail server sealed, shows where it is and nothing that signs in to it', async () => {
    const { operator, settings } = await open();
    expect(await codeOf(settings.tryMail(operator))).toBe('operator-settings.mail_missing');
    expect(services.mail.leaves()).toBe(false);
    const view = await settings.change(operator, { smtpUrl, mailFrom: 'Atelier <hello@example.com>' });
    expect(view).toMatchObject({
      mailServer: 'smtps://mail.example.com:465',
      mailFrom: 'Atelier <hello@example.com>',
    });
    expect(services.mail.leaves()).toBe(true);
    const { rows } = await services.database.direct.execute(sql`SELECT * FROM operator_settings`);
    const { entries } = await services.audit.ofSuperadmins();
    expect(entries[0]).toMatchObject({
      action: 'operator.settings_changed',
      target: { name: 'smtpUrl, mailFrom' },
    });
    expect(JSON.stringify([rows, entries, view])).not.toMatch(/s3cret|mailer/);
    expect((await reopened()).current().smtpUrl).toBe(smtpUrl);

    await settings.change(operator, { smtpUrl: null });
    expect(services.mail.leaves()).toBe(false);
  });

  test('gives way to the environment, and says what that sets', async () => {
    const { operator, settings } = await open({ PLANS: 'free', SIGN_UP: 'closed' });
    expect(settings.view().fromEnvironment).toEqual(['plans', 'signUp']);
    expect(await codeOf(settings.change(operator, { plans: 'paid' }))).toBe(
      'operator-settings.from_environment',
    );
    // What it says itself may be sent along.
    expect(await settings.change(operator, { plans: 'free', audience: 'self' })).toMatchObject({
      plans: 'free',
      audience: 'self',
    });
  });

  test('that was sealed with another key is left out, and the server starts', async () => {
    const { operator, settings } = await open();
    await settings.change(operator, { audience: 'team', signUp: 'closed' });
    await services.database.direct.execute(
      sql`UPDATE operator_settings SET sealed = (SELECT sealed FROM operator_settings WHERE key = 'audience')
        WHERE key = 'signUp'`,
    );
    expect((await reopened()).current()).toMatchObject({ audience: 'team', signUp: 'open' });
  });

  test('is what was set last, however long an earlier reading takes', async () => {
    const { operator } = await open();
    let readings = 0;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const prepare = (): Promise<void> => ((readings += 1) === 2 ? held : Promise.resolve());
    const settings = await reopened({ prepare });
    const first = settings.change(operator, { audience: 'team' });
    await vi.waitFor(() => expect(readings).toBeGreaterThan(1));
    const written = async () =>
      (
        await services.database.direct.execute(
          sql`SELECT sealed FROM operator_settings WHERE key = 'audience'`,
        )
      ).rows;
    const before = await written();
    const second = settings.change(operator, { audience: 'customers' });
    await vi.waitFor(async () => expect(await written()).not.toEqual(before));
    release();
    await Promise.all([first, second]);
    expect(settings.current().audience).toBe('customers');
  });

  test('begins the sale of plans only where the change is kept', async () => {
    const { operator, settings } = await open();
    await settings.change(operator, { plans: 'free' });
    const since = async () =>
      (
        await services.database.direct.execute(
          sql`SELECT value FROM instance_facts WHERE key = 'plans-paid-since'`,
        )
      ).rows;
    const before = await since();
    services.clock.advance(86_400_000);
    const seal = (): never => {
      throw new Error('The key is gone');
    };
    const failing = await reopened({
      box: { ...services.box, seal },
      beginSelling: (tx, now, trialDays) =>
        writeFact(tx, 'plans-paid-since', { at: now.toISOString(), trialDays }),
    });
    await expect(failing.change(operator, { plans: 'paid' })).rejects.toThrow('The key is gone');
    expect(await since()).toEqual(before);
    await settings.change(operator, { plans: 'paid' });
    expect(await since()).not.toEqual(before);
  });

  test('leaves the former mail server open for mails that are under way', async () => {
    const { operator } = await open();
    const close = vi.fn<() => void>();
    const settings = await reopened({ openMail: () => ({ send: async () => undefined, close }) });
    await settings.change(operator, { smtpUrl });
    expect(settings.mail()).not.toBeNull();
    await settings.change(operator, { smtpUrl: null });
    expect(settings.mail()).toBeNull();
    expect(close).not.toHaveBeenCalled();
    settings.close();
    expect(close).toHaveBeenCalledOnce();
  });
});

/** The settings as another process finds them. */
function reopened(others: Partial<OperatorSettingsServices> = {}) {
  const { database, clock, box, realtime, translator, config } = services;
  return createOperatorSettings({
    database,
    clock,
    box,
    realtime,
    translator,
    config,
    log: createSilentLogger(),
    openMail: () => ({ send: async () => undefined, close: () => undefined }),
    prepare: async () => undefined,
    countCharging: async () => 0,
    beginSelling: async () => undefined,
    found: () => ({ publicUrl: 'http://127.0.0.1:3000', dataDir: '/data' }),
    ...others,
  });
}
