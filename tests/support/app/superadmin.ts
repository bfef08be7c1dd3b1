import { Secret, TOTP } from 'otpauth';
import type { TestApp, TestBrowser } from './test-app.ts';

/** Makes a person superadmin with the link of the first start. */
export async function claimServer(app: TestApp, person: Pick<TestBrowser, 'post'>): Promise<void> {
  await person.post('/api/superadmin/claim', { token: app.server.superadminLink?.split('#')[1] });
}

/** Switches a person's second factor on, as a server asks for it that others can reach; their recovery codes. */
export async function turnOnSecondFactor(
  person: Pick<TestBrowser, 'post'> & { password: string },
  now = new Date(),
): Promise<string[]> {
  const { secret } = await person.post<{ secret: string }>('/api/user/two-factor/begin', {
    password: person.password,
  });
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() });
  return (await person.post<{ recoveryCodes: string[] }>('/api/user/two-factor/confirm', { code }))
    .recoveryCodes;
}
