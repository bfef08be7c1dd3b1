import { isIP } from 'node:net';
import { domainToASCII, domainToUnicode } from 'node:url';

export type NameFault = 'invalid' | 'look_alike' | 'own_address';

/** Scripts of which one name holds one; with Latin, those of East Asia may stand. */
const scripts = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Cherokee',
  'Hebrew',
  'Arabic',
  'Devanagari',
  'Thai',
  'Georgian',
] as const;
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const ofScript = scripts.map((script) => new RegExp(`\\p{Script=${script}}`, 'u'));
/** Letters of Cyrillic, Greek and Armenian that pass for Latin ones. */
const passesForLatin = /^[асԁеһіјӏорԛѕԝхуԍгмтпкьвнοαρυνικτѵօսոհ\d-]+$/u;
/** Names that lead to nobody's website. */
const local = /(^|\.)(localhost|local|internal|intranet|home|lan|corp|arpa|onion|invalid)$/;

/** Whether browsers would rather show the label in ASCII, because it can be taken for another one. */
function isLookAlike(label: string): boolean {
  if (/^[!-~]*$/.test(label)) return false;
  const found = ofScript.filter((script) => script.test(label)).length + (eastAsian.test(label) ? 1 : 0);
  const isMixed = found > 1 && !(found === 2 && eastAsian.test(label) && /\p{Script=Latin}/u.test(label));
  return isMixed || passesForLatin.test(label.normalize('NFC')) || /\p{Cf}/u.test(label);
}

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

/** The name as people read it. */
export const shownHost = (host: string): string => domainToUnicode(host) || host;

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
  const shown = shownHost(host);
  if (shown.split('.').some(isLookAlike)) return { host: null, fault: 'look_alike' };
  return { host, fault: null };
}
