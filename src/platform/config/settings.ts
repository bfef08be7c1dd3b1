import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { countryCodes } from '#shared/contacts/country-codes.ts';

/**
 * One setting: everything that the program, the documentation page and an error line need to know about it.
 */
export type Setting<S extends z.ZodType = z.ZodType> = {
  variable: string;
  doc: string;
  schema: S;
  /** Text as it would stand in the environment; `null` means that the setting is empty unless given. */
  default: string | null;
  /** A secret is never printed. */
  secret?: boolean;
};

function setting<S extends z.ZodType>(definition: Setting<S>): Setting<S> {
  return definition;
}

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);
const integer = (minimum: number, maximum: number) => z.coerce.number().int().min(minimum).max(maximum);
const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be a web address like https://chat.example.com' })
  .transform((text) => new URL(text))
  // Writes are compared with the origin that a browser names, so only an origin can be the public address.
  .refine(
    (url) => url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '',
    'must be a web address without a path',
  )
  .transform((url) => url.origin);
const proxyNames = ['loopback', 'linklocal', 'uniquelocal'];
const proxyList = list.refine(
  (entries) =>
    entries.every(
      (entry) => proxyNames.includes(entry) || ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry),
    ),
  'must be addresses or ranges like 10.0.0.0/8',
);

/**
 * Every setting of the product. Adding one is one entry here; `npm run reference` prints the page from this
 * list.
 */
export const settings = {
  port: setting({
    variable: 'PORT',
    doc: 'Port that the server listens on.',
    schema: integer(0, 65_535),
    default: '3000',
  }),
  host: setting({
    variable: 'HOST',
    doc: 'Address that the server listens on. `127.0.0.1` reaches this machine only, `0.0.0.0` every network of it.',
    schema: z.string().min(1).max(255),
    default: '127.0.0.1',
  }),
  dataDir: setting({
    variable: 'DATA_DIR',
    doc:
      'Folder for everything that must survive a restart: database, uploaded files, encryption key. When ' +
      'empty: `data` in the checkout, or a folder under `/var/lib/chatelier` when root runs a checkout ' +
      "that other users can't enter.",
    schema: z.string().min(1).max(1_000),
    default: null,
  }),
  databaseUrl: setting({
    variable: 'DATABASE_URL',
    doc: 'A PostgreSQL 15+ to use instead of the one that the product brings. Several server processes may share it.',
    schema: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
      .max(2_000),
    default: null,
    secret: true,
  }),
  publicUrl: setting({
    variable: 'PUBLIC_URL',
    doc:
      'Address under which people reach this server; used in mails, the script tag and links. When ' +
      'empty: the address that the server listens on.',
    schema: webAddress,
    default: null,
  }),
  domainTarget: setting({
    variable: 'DOMAIN_TARGET',
    doc:
      'Host name that domains of White Label accounts lead to (as `CNAME`), like `edge.example.com`. When ' +
      'empty: the host of `PUBLIC_URL`.',
    schema: z
      .string()
      .regex(/^([a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63}$/i, 'must be a host name like edge.example.com')
      .toLowerCase(),
    default: null,
  }),
  encryptionKey: setting({
    variable: 'ENCRYPTION_KEY',
    doc:
      '64 hexadecimal digits that encrypt stored secrets. When empty: a key is made at the first start ' +
      'and kept in the data folder. To rotate, write `new,old`.',
    schema: z
      .string()
      .regex(/^[0-9a-f]{64}(,[0-9a-f]{64})*$/i, 'must be 64 hexadecimal digits (several keys: new,old)'),
    default: null,
    secret: true,
  }),
  smtpUrl: setting({
    variable: 'SMTP_URL',
    doc:
      'Mail server, like `smtps://user:password@mail.example.com`. When empty: mails are kept in an ' +
      'outbox that the superadmin reads.',
    schema: z
      .string()
      .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
      .max(2_000),
    default: null,
    secret: true,
  }),
  mailFrom: setting({
    variable: 'MAIL_FROM',
    doc: 'Sender of mails.',
    schema: z.string().min(3).max(320),
    default: 'Chatelier <no-reply@localhost>',
  }),
  mailReplyAddress: setting({
    variable: 'MAIL_REPLY_ADDRESS',
    doc:
      'Mailbox for replies of visitors to mails of the team, like `replies@chat.example.com`. Each mail gets an ' +
      'address of its own within it (`replies+…@chat.example.com`), so it has to take what stands behind `+`. ' +
      'Needs `IMAP_URL` or `MAIL_WEBHOOK_SECRET`. When empty: replies go to the address that the account names.',
    schema: z
      .string()
      .regex(
        /^[a-z0-9._-]{1,16}@[a-z0-9.-]{3,200}$/i,
        'must be an address whose name has at most 16 characters',
      ),
    default: null,
  }),
  imapUrl: setting({
    variable: 'IMAP_URL',
    doc:
      'Where that mailbox is read, like `imaps://user:password@mail.example.com/INBOX`. It is looked into once a ' +
      'minute; what was read is marked as seen.',
    schema: z
      .string()
      .regex(/^imaps?:\/\//, 'must start with imap:// or imaps://')
      .max(2_000),
    default: null,
    secret: true,
  }),
  mailWebhookSecret: setting({
    variable: 'MAIL_WEBHOOK_SECRET',
    doc:
      'Instead of `IMAP_URL`: bearer token with which a mail server hands over what came to that mailbox, as the ' +
      'file `file` of a form: `curl -H "Authorization: Bearer …" -F file=@- https://chat.example.com/api/mail/inbound`.',
    schema: z.string().min(16).max(200),
    default: null,
    secret: true,
  }),
  processMode: setting({
    variable: 'PROCESS_MODE',
    doc: '`web` answers requests, `worker` runs background jobs, `all` does both.',
    schema: z.enum(['web', 'worker', 'all']),
    default: 'all',
  }),
  trustProxy: setting({
    variable: 'TRUST_PROXY',
    doc:
      'Addresses of reverse proxies (comma list, ranges allowed) whose `X-Forwarded-*` headers are ' +
      'believed. Empty: none.',
    schema: proxyList,
    default: '',
  }),
  logLevel: setting({
    variable: 'LOG_LEVEL',
    doc: 'Least severe log line that is written.',
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']),
    default: 'info',
  }),
  logFormat: setting({
    variable: 'LOG_FORMAT',
    doc: '`json` for machines, `pretty` for a terminal. When empty: `pretty` in a terminal, `json` otherwise.',
    schema: z.enum(['json', 'pretty']),
    default: null,
  }),
  metricsToken: setting({
    variable: 'METRICS_TOKEN',
    doc: 'Bearer token that may read `/metrics`. When empty the page does not exist.',
    schema: z.string().min(16).max(200),
    default: null,
    secret: true,
  }),
  plans: setting({
    variable: 'PLANS',
    doc:
      '`paid`: accounts begin with a trial of seven days and then need a plan, which is sold for test ' +
      'money, or through `PLATFORM_STRIPE_KEY` once that is set. `free`: every account has everything, ' +
      'and nobody is asked to subscribe. The superadmin’s own account has everything either way.',
    schema: z.enum(['free', 'paid']),
    default: 'paid',
  }),
  diagnostics: setting({
    variable: 'DIAGNOSTICS',
    doc:
      '`on`: `/labs` also lists pages that check a visitor’s browser and network against this server ' +
      '(realtime, files, styles, widget, PDF). `off`: those pages are not there.',
    schema: z.enum(['on', 'off']),
    default: 'on',
  }),
  platformStripeKey: setting({
    variable: 'PLATFORM_STRIPE_KEY',
    doc:
      'Secret or restricted Stripe key of the account that is paid for plans, and through which owners ' +
      'connect a Stripe account of their own without a key (docs/guides/stripe-connect.md).',
    schema: z
      .string()
      .regex(/^(sk|rk)_(test|live)_\w+$/, 'must be a key like sk_live_… or rk_live_…')
      .max(300),
    default: null,
    secret: true,
  }),
  platformSellerName: setting({
    variable: 'PLATFORM_SELLER_NAME',
    doc: 'Who sells plans, as receipts and invoices for them say it. Empty: the name of the product.',
    schema: z.string().max(120),
    default: '',
  }),
  platformSellerAddress: setting({
    variable: 'PLATFORM_SELLER_ADDRESS',
    doc: 'Address of who sells plans, for the invoices: street, postcode and town, with `;` between lines.',
    schema: z.string().max(400),
    default: '',
  }),
  platformSellerCountry: setting({
    variable: 'PLATFORM_SELLER_COUNTRY',
    doc: 'Country of who sells plans, for the invoices: two letters of ISO 3166.',
    schema: z.enum(['', ...countryCodes]),
    default: '',
  }),
  platformSellerTaxNumber: setting({
    variable: 'PLATFORM_SELLER_TAX_NUMBER',
    doc: 'Tax number of who sells plans, for the invoices.',
    schema: z.string().max(60),
    default: '',
  }),
  allowPrivateAddresses: setting({
    variable: 'ALLOW_PRIVATE_ADDRESSES',
    doc:
      'Private addresses that people of this instance may point the crawler, model connections and tools ' +
      'at (comma list of `host`, `host:port`, ranges like `10.0.0.0/8`, or `*`). Empty: none, so nobody ' +
      'can reach into your network through the server.',
    schema: list,
    default: '',
  }),
  localModelUrls: setting({
    variable: 'LOCAL_MODEL_URLS',
    doc:
      'OpenAI-compatible servers on your own machines that are looked for and offered without a key ' +
      '(comma list; defaults are Ollama and LM Studio). Empty list by `none`.',
    schema: list.transform((urls) => urls.filter((url) => url !== 'none')),
    default: 'http://127.0.0.1:11434/v1,http://127.0.0.1:1234/v1',
  }),
  crawlRequestsPerSecond: setting({
    variable: 'CRAWL_REQUESTS_PER_SECOND',
    doc:
      'Requests a second to one website while it is crawled, after a first burst of ten. Servers on this ' +
      'machine are not slowed down.',
    schema: z.coerce.number().min(0.1).max(50),
    default: '1',
  }),
  freeVisitorsPerAddress: setting({
    variable: 'FREE_VISITORS_PER_ADDRESS',
    doc:
      'To how many new visitors of one network address an agent that asks for payment gives free ' +
      'messages in a day; the next ones are asked to pay at once. Visitors of this machine are not ' +
      'counted.',
    schema: z.coerce.number().int().min(1).max(100_000),
    default: '20',
  }),
  maxUploadBytes: setting({
    variable: 'MAX_UPLOAD_BYTES',
    doc: 'Largest knowledge file in bytes.',
    schema: integer(1_048_576, 104_857_600),
    default: '15728640',
  }),
  analyticsEventMonths: setting({
    variable: 'ANALYTICS_EVENT_MONTHS',
    doc:
      'For how many whole months before this one what happened with agents is kept event by event. Older ' +
      'events are removed each night; figures stay, they come from sums.',
    schema: integer(1, 240),
    default: '13',
  }),
  signUp: setting({
    variable: 'SIGN_UP',
    doc: '`open` lets anybody register, `invitation` only whom a team invites, `closed` nobody new.',
    schema: z.enum(['open', 'invitation', 'closed']),
    default: 'open',
  }),
  stopGraceSeconds: setting({
    variable: 'STOP_GRACE_SECONDS',
    doc:
      'How long running answers may take to finish after the server was asked to stop; what still runs ' +
      'then is marked interrupted.',
    schema: integer(0, 300),
    default: '10',
  }),
} as const;

export type Settings = typeof settings;
export type Config = {
  [K in keyof Settings]:
    | z.output<Settings[K]['schema']>
    | (Settings[K]['default'] extends null ? null : never);
} & {
  /** What the environment says itself; the rest are defaults. */
  given: readonly (keyof Settings)[];
};

/** A setting could not be read; `message` is one line for the person who started the server. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}

/**
 * Reads all settings from an environment. Throws `SettingError` naming the first bad variable; never prints a
 * secret.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const config: Record<string, unknown> = {};
  const named: string[] = [];
  for (const [key, definition] of Object.entries(settings) as [keyof Settings, Setting][]) {
    const given = environment[definition.variable];
    const isGiven = given !== undefined && given.trim() !== '';
    if (isGiven) named.push(key);
    const text = isGiven ? given : definition.default;
    if (text === null) {
      config[key] = null;
      continue;
    }
    const parsed = definition.schema.safeParse(text);
    if (!parsed.success) {
      const shown = definition.secret ? '(hidden)' : JSON.stringify(text);
      throw new SettingError(
        `${definition.variable} is ${shown}: ${parsed.error.issues[0]?.message ?? 'not usable'}. ${definition.doc}`,
      );
    }
    config[key] = parsed.data;
  }
  return { ...config, given: named } as unknown as Config;
}
