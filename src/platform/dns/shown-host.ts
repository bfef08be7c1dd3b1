import { domainToUnicode } from 'node:url';
import { isLookAlike } from '#shared/text/look-alike.ts';

/** A host in ASCII as people read it: `xn--mnchen-3ya.example` is `münchen.example`. */
export const shownHost = (host: string): string => domainToUnicode(host) || host;

/** The same for whoever can't judge it: what can be taken for another host stays in ASCII. */
export function readableHost(host: string): string {
  const shown = shownHost(host);
  return isLookAlike(shown) ? host : shown;
}
