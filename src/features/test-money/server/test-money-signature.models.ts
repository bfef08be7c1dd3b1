import type { SecretBox } from '#platform/crypto/secret-box.ts';
import { SignatureError } from '#providers/payments/payments.port.ts';

export const signatureHeader = 'test-money-signature';
/** Oldest signature that counts, in seconds: the tolerance that card payment providers use. */
const toleranceSeconds = 300;
/** Servers' clocks differ a little. */
const skewSeconds = 60;

/**
 * The secret behind a signature is derived for each account from the instance's key, so there is nothing to
 * store and nothing to lose.
 */
const purposeOf = (accountId: string): string => `test-money-events:${accountId}`;
const signedText = (seconds: number, body: string): string => `${seconds}.${body}`;

/** The value of the signature's header for a body that is sent now. */
export function signEvent(box: SecretBox, accountId: string, body: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  return `t=${seconds},v1=${box.sign(purposeOf(accountId), signedText(seconds, body))}`;
}

/** Throws `SignatureError` unless the bytes were signed for this account a short while ago. */
export function verifyEvent(
  box: SecretBox,
  accountId: string,
  body: Buffer,
  header: string | undefined,
  now: Date,
): void {
  const [, time, signature] = /^t=(\d{1,12}),v1=([\w-]{43})$/.exec(header ?? '') ?? [];
  if (!time || !signature) throw new SignatureError('The signature is missing or malformed');
  if (!box.verify(purposeOf(accountId), signedText(Number(time), body.toString('utf8')), signature))
    throw new SignatureError('The signature belongs to something else');
  const age = now.getTime() / 1000 - Number(time);
  if (age > toleranceSeconds) throw new SignatureError('The signature is too old');
  if (age < -skewSeconds) throw new SignatureError('The signature is from the future');
}
