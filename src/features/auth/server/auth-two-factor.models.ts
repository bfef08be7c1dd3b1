import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import QrCode from 'qrcode';
import { hashToken } from '#platform/crypto/secret-box.ts';

const period = 30;
const recoveryCount = 10;
/** Letters and digits that nobody takes for one another. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';

const totpOf = (secret: string, label = '', issuer = ''): TOTP =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period, issuer, label });

/** A new secret of 160 bits, as RFC 4226 recommends. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** What an authenticator reads: the address, and the same as a drawing of dark dots. */
export function enrolment(
  secret: string,
  about: { label: string; issuer: string },
): { uri: string; qr: { size: number; path: string } } {
  const uri = totpOf(secret, about.label, about.issuer).toString();
  const { modules } = QrCode.create(uri, { errorCorrectionLevel: 'M' });
  let path = '';
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++)
      if (modules.get(row, column) === 1) path += `M${column} ${row}h1v1h-1z`;
  return { uri, qr: { size: modules.size, path } };
}

/** The half minute that a code belongs to, one before and one after included; null when it is none. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / period) + delta;
}

/** Ten codes of fifty bits each, as `abcde-fghij`. */
export function newRecoveryCodes(): string[] {
  const letters = (): string =>
    Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: recoveryCount }, () => `${letters()}-${letters()}`);
}

/** A recovery code as it is stored: bound to its person, however it was typed. */
export function recoveryIdOf(userId: string, code: string): string {
  return hashToken(`recovery ${userId} ${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`);
}
