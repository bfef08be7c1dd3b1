/** A fresh session as the browser keeps it. */
export type Session = { token: string; expiresAt: Date };

const day = 86_400_000;

/** Sessions roll on for 30 days after each use and end after 14 days without any. */
export const sessionLimits = { longestMs: 30 * day, idleMs: 14 * day, touchAfterMs: 60_000 };

/** An address as it is compared: two spellings of one mailbox must not make two accounts. */
export function emailKeyOf(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase().replace(/\.+$/, '');
}

/** Whether a rate-limit key stands for this machine itself. */
export function isLoopback(addressKey: string): boolean {
  return addressKey.startsWith('127.') || addressKey === '0:0:0:0::/64';
}
