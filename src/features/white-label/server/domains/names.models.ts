import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { isLookAlike } from '#shared/text/look-alike.ts';
import { shownHost } from '#platform/dns/shown-host.ts';

export type NameFault = 'invalid' | 'look_alike' | 'own_address';

/** Names that lead to nobody's website. */
const local = /(^|\.)(localhost|local|internal|intranet|home|lan|corp|arpa|onion|invalid)$/;

/**
 * A host name as it was typed or sent, in lower-case ASCII; null where it is none. Ports, paths, user names and
 * addresses of networks are none.
 */
export function readHost(typed: string): string | null {
  const text = typed.trim().replace(/\.$/, '');
  if (text === '' || text.length > 253 || /[\s/\\@:?#%[\]]/.test(text) || isIP(text) !== 0) return null;
  const host = domainToASCII(text).toLowerCase();
  const labels = host.split('.');
  const isName =
    host.length <= 253 &&
    labels.length >= 2 &&
    labels.every((label) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/.test(label)) &&
    /[a-z]/.test(labels.at(-1) ?? '') &&
    isIP(host) === 0;
  return isName ? host : null;
}

/**
 * Why an account can't have an address; null when it may. `own`: hosts of this server, of which nobody has a part.
 * Whoever pastes a whole address means its host.
 */
export function readOwnHost(
  typed: string,
  own: readonly string[],
): { host: string; fault: null } | { host: null; fault: NameFault } {
  const pasted = /^https?:\/\/([^/?#]+)\/?$/i.exec(typed.trim())?.[1] ?? typed;
  const host = readHost(pasted);
  if (host === null || local.test(host)) return { host: null, fault: 'invalid' };
  if (own.some((ours) => host === ours || host.endsWith(`.${ours}`) || ours.endsWith(`.${host}`)))
    return { host: null, fault: 'own_address' };
  if (isLookAlike(shownHost(host))) return { host: null, fault: 'look_alike' };
  return { host, fault: null };
}
