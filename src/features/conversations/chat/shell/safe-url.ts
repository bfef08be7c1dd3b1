/** A link out of an answer's text: absolute, of a kind that can't run anything; else null. */
export function safeLink(address: string): string | null {
  if (!/^\s*(https?:\/\/|mailto:|tel:)/i.test(address)) return null;
  try {
    const url = new URL(address.trim());
    return /^(https?|mailto|tel):$/.test(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

/** The address of something on the instance (a stored copy, an image), or null when it is anywhere else. */
export function ownAddress(address: string, origin = location.origin): string | null {
  try {
    const url = new URL(address, origin);
    return url.origin === origin && /^https?:$/.test(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

/**
 * Where a citation leads: the stored copy, on the instance or on the address that the server signed for it.
 */
export const citationAddress = (address: string) => ownAddress(address) ?? safeLink(address);
