/**
 * Who comes onto a server who is not there yet. `open`: whoever registers an account · `invitation`: whoever a
 * team invites · `closed`: nobody.
 */
export const signUps = ['open', 'invitation', 'closed'] as const;
export type SignUp = (typeof signUps)[number];

/** What an address says to those who have no account yet. */
export type Opening = {
  signUp: SignUp;
  /** Days for which a new account tries everything; null where nobody is asked for money. */
  trialDays: number | null;
  /** What whoever runs the server says to them, as plain text; empty: nothing. */
  signUpNote: string;
};

/** Most domains from which people may be let in. */
export const mostMailDomains = 50;

const written = /^[\p{L}\p{N}\p{M}.-]{1,253}$/u;
const ascii = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/**
 * The domain of mail addresses as it is compared, in ASCII: `@München.example.` is `xn--mnchen-3ya.example`.
 * Null for what is none, among them numbers of hosts.
 */
export function mailDomainOf(text: string): string | null {
  const name = text.trim().normalize('NFKC').replace(/^@/, '').replace(/\.$/, '');
  if (!written.test(name) || !URL.canParse(`http://${name}`)) return null;
  const { hostname } = new URL(`http://${name}`);
  return ascii.test(hostname) && !/\.\d+$/.test(hostname) ? hostname : null;
}

/**
 * Whether an address lies in one of the domains: in the domain itself, never in one below it or with a name that
 * ends the same way. Without any domain, every address does.
 */
export function isInMailDomains(email: string, domains: readonly string[]): boolean {
  if (domains.length === 0) return true;
  const domain = mailDomainOf(email.slice(email.lastIndexOf('@') + 1));
  return domain !== null && email.includes('@') && domains.includes(domain);
}
