/**
 * Whether a host's name or address is this machine itself: `localhost`, all of `127.0.0.0/8`, and `::1`, with
 * or without brackets. Spelled as `URL.hostname` and `ipaddr` spell it; nothing is looked up.
 */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

/**
 * Whether an address that somebody typed without `http://` leads to this machine itself, such as
 * `localhost:3000/shop`.
 */
export function leadsToLoopback(typed: string): boolean {
  const address = `http://${typed}`;
  return URL.canParse(address) && isLoopbackHost(new URL(address).hostname);
}
