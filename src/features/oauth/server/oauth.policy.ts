import { createHash, timingSafeEqual } from 'node:crypto';
import { isLoopbackHost } from '#platform/safe-fetch/loopback.ts';

/** Schemes that run or show what stands in the address itself, or lead out of the web. */
const dangerous = new Set([
  'javascript:',
  'data:',
  'vbscript:',
  'file:',
  'blob:',
  'about:',
  'view-source:',
  'ftp:',
  'ws:',
  'wss:',
  'filesystem:',
  'mailto:',
  'tel:',
  'sms:',
  'intent:',
]);

/**
 * Whether a browser may be sent back to this address: over HTTPS, to a program on the person's own machine, or
 * to one that took a scheme of its own. Never with a fragment, nor with a name and password.
 */
export function isUsableRedirect(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.hash !== '' || address.includes('#') || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return url.hostname !== '';
  if (url.protocol === 'http:') return isLoopbackHost(url.hostname);
  return !dangerous.has(url.protocol) && /^[a-z][a-z0-9+.-]*:$/.test(url.protocol);
}

/**
 * Where a browser goes by an address, as far as a person can judge it: a host means something on the web
 * only; of a program's own scheme anybody writes any host behind it.
 */
export function placeOf(address: string): string {
  const { protocol, host } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? host : protocol;
}

/**
 * Whether an address is one of those that were registered, letter by letter; a program on the person's own
 * machine may listen on any port (RFC 8252).
 */
export function isRegisteredRedirect(address: string, registered: readonly string[]): boolean {
  if (!isUsableRedirect(address)) return false;
  if (registered.includes(address)) return true;
  const url = new URL(address);
  if (url.protocol !== 'http:') return false;
  url.port = '';
  return registered.some((one) => {
    const known = new URL(one);
    if (known.protocol !== 'http:' || !isLoopbackHost(known.hostname)) return false;
    known.port = '';
    return known.href === url.href;
  });
}

/** Whether a verifier belongs to the challenge that was sent before (PKCE, S256). */
export function isVerified(verifier: string, challenge: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false;
  const made = Buffer.from(createHash('sha256').update(verifier).digest('base64url'));
  const given = Buffer.from(challenge);
  return made.length === given.length && timingSafeEqual(made, given);
}
