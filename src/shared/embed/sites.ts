/**
 * A host and its port, where it is not the scheme's own; null for what is no page's origin, as `null`,
 * `file:` or an address with a name and password.
 */
function hostOf(origin: string): string | null {
  if (!URL.canParse(origin)) return null;
  const { protocol, host, username, password } = new URL(origin);
  return ['http:', 'https:'].includes(protocol) && !host.startsWith('.') && username === '' && password === ''
    ? host
    : null;
}

/**
 * Whether a page's origin or address is one of these domains. A domain without a port means the usual ports;
 * `*.a.com` means what is below a.com, not a.com itself.
 */
export function isOriginOf(domains: readonly string[], origin: string): boolean {
  const host = hostOf(origin);
  return (
    host !== null &&
    domains.some((domain) => (domain.startsWith('*.') ? host.endsWith(domain.slice(1)) : host === domain))
  );
}
