import ipaddr from 'ipaddr.js';

export type Network = {
  address: ipaddr.IPv4 | ipaddr.IPv6;
  bits: number;
};

/** The widest range that can be blocked at once: more than that is a mistake. */
const widest = { ipv4: 8, ipv6: 19 } as const;

/**
 * A network out of what somebody typed: an address, or a range with its bits. Bits of hosts are cleared, and an
 * IPv4 address that is written as IPv6 is an IPv4 address.
 */
export function readNetwork(typed: string): Network | 'bad' | 'wide' {
  const [text = '', bitsText, ...more] = typed.trim().split('/');
  const isPlain = text.includes(':') ? ipaddr.IPv6.isValid(text) : ipaddr.IPv4.isValidFourPartDecimal(text);
  if (
    !isPlain ||
    (bitsText !== undefined && !/^\d{1,3}$/.test(bitsText)) ||
    text.includes('%') ||
    more.length > 0
  )
    return 'bad';
  const written = ipaddr.parse(text);
  const address = ipaddr.process(text);
  const offset = written.kind() === address.kind() ? 0 : 96;
  const longest = address.kind() === 'ipv4' ? 32 : 128;
  const bits = bitsText === undefined ? longest : Number(bitsText) - offset;
  if (bits < 0 || bits > longest) return 'bad';
  if (bits < widest[address.kind()]) return 'wide';
  const cleared = address.toByteArray().map((byte, at) => {
    const kept = Math.min(8, Math.max(0, bits - at * 8));
    return byte & (0xff << (8 - kept)) & 0xff;
  });
  return { address: ipaddr.fromByteArray(cleared), bits };
}

/** As `cidr` of PostgreSQL writes it. */
export const writtenNetwork = ({ address, bits }: Network): string => `${address.toString()}/${bits}`;

/** Whether an address lies in a network; what is no address lies in none. */
export function isWithin(address: string, network: Network): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return (
    parsed.kind() === network.address.kind() && parsed.match(network.address as ipaddr.IPv4, network.bits)
  );
}
