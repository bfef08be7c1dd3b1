import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { lstat, readFile } from 'node:fs/promises';
import { newId } from '#shared/ids.ts';
import { readableOn } from '#shared/readable-color.ts';
import { systemClock, type Clock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/settings.ts';
import type { Passwords } from '#platform/crypto/password.ts';
import { createSecretBox, SecretError, type SecretBox } from '#platform/crypto/secret-box.ts';
import type { Database } from '#platform/database/database.ts';
import { ensureFact, writeFact } from '#platform/database/instance-facts.ts';
import { createTranslator } from '#platform/i18n/translator.ts';
import { createJobs, type Jobs } from '#platform/jobs/jobs.ts';
import { createCssCompiler } from '#platform/custom-css/css-compiler.ts';
import { createDocumentParser } from '#platform/documents/document-parser.ts';
import { createImageDrawer } from '#platform/images/image-drawer.ts';
import { createDnsLookups, type DnsLookups } from '#platform/dns/dns-lookups.ts';
import type { Logger } from '#platform/log/logger.ts';
import { createRateLimiter, type RateLimiter } from '#platform/rate-limit/rate-limit.ts';
import { openRealtime } from '#platform/realtime/realtime.ts';
import { registerProcess } from '#platform/process/server-process.ts';
import { createSafeFetch, type SafeFetch } from '#platform/safe-fetch/safe-fetch.ts';
import { portOf } from '#platform/safe-fetch/outbound-guard.ts';
import { isSampleAccount } from '#features/sample-data/server/sample-data.usecases.ts';
import { createSmtpProvider } from '#providers/email/smtp/smtp.adapter.ts';
import { createSpeechProviders } from '#providers/speech/speech.registry.ts';
import { createLlmProviders, type LlmProvidersOptions } from '#providers/llm/llm.registry.ts';
import { createStripeVendor } from '#providers/payments/stripe/stripe.adapter.ts';
import { findSender } from '#features/accounts/server/accounts-name.usecases.ts';
import { createReplyAddresses } from '#features/inbox/server/reply-mails/reply-address.models.ts';
import { usualPrices } from '#features/billing/billing.contract.ts';
import type { PlanSale } from '#features/billing/server/billing-offers.models.ts';
import { countCharging } from '#features/billing/server/billing.usecases.ts';
import { createFeatureFlags } from '#features/feature-flags/server/feature-flags.usecases.ts';
import { trialOfServed } from '#features/operator-settings/server/operator-settings.models.ts';
import { createOperatorSettings } from '#features/operator-settings/server/operator-settings.usecases.ts';
import type { ClientFeature } from '#features/accounts/accounts-clients.contract.ts';
import { createPlanStatuses } from '#features/accounts/server/accounts-plan-status.usecases.ts';
import { createMailPreferences } from '#features/mail/server/mail-preferences.usecases.ts';
import { createMailUsecases } from '#features/mail/server/mail.usecases.ts';
import type { PaymentVendors } from '#features/payments/server/connecting/connections.usecases.ts';
import { writeDurably } from '#platform/process/durable-file.ts';
import { createBrands } from '#features/white-label/server/white-label-brands.usecases.ts';
import { defaultTrialDays } from '#features/accounts/accounts.contract.ts';
import { defaultBrand } from '#features/white-label/white-label.contract.ts';
import { loadMailRenderer } from '../mail-renderer.ts';
import { localesFolder, projectFolder } from '../project-folder.ts';
import { StartError } from '../start-error.ts';

/** Since when plans are sold, and how long the trial was then; as it stands in the database. */
type SaleFact = {
  at: string;
  trialDays?: number;
};

export type ServiceOptions = {
  config: Config;
  log: Logger;
  database: Database;
  dataDir: string;
  /** Address that people use, known once the server listens when it is not set. */
  publicUrl(): string;
  clock?: Clock;
  safeFetch?: SafeFetch;
  /** Stands in for the DNS. */
  dns?: DnsLookups;
  llm?: Partial<LlmProvidersOptions>;
  /** Where vendors of speech answer, by their ids, when they are stand-ins. */
  speechBaseUrls?: Partial<Record<string, string>>;
  /** Where Stripe answers, when it is a stand-in. */
  stripeBaseUrl?: string;
  /** Stand in for the payment vendors. */
  paymentVendors?: PaymentVendors;
  passwords?: Passwords;
  /** Stands in for the queue of background work. */
  jobs?: Jobs;
  /** Stands in for the limits of what one party may do in a while. */
  limiter?: RateLimiter;
  /** No other process looks at the database: what nobody listens to in this one need not be told. */
  isAlone?: boolean;
  /** Builds the browser's files where they are missing. Called once the encryption key is known to fit. */
  prepareScreens?: () => Promise<void>;
};

/** What everything else is made of: the database, the clock, limits, mail, and how plans are sold. */
export async function createBaseServices(options: ServiceOptions) {
  const { config, log, database, publicUrl } = options;
  const clock = options.clock ?? systemClock;
  const box = createSecretBox(await readKeys(config, options.dataDir));
  await checkKey(database, box);
  await options.prepareScreens?.();
  const self = await registerProcess(database);
  const realtime = await openRealtime({
    database,
    log,
    processLock: self.lockNumber,
    isAlone: options.isAlone === true,
  });
  const translator = createTranslator(localesFolder);
  const limiter = options.limiter ?? createRateLimiter(database, clock);
  const jobs = options.jobs ?? createJobs({ database, log });
  const safeFetch =
    options.safeFetch ?? createSafeFetch({ allowPrivate: config.allowPrivateAddresses ?? [] });
  const documents = createDocumentParser({ log });
  const drawer = createImageDrawer({ log });
  const css = createCssCompiler({ log });
  const llm = createLlmProviders({
    assertAllowed: async (url) => {
      safeFetch.assertAllowedUrl(url);
      return { lookup: safeFetch.lookupFor(portOf(url)) };
    },
    localBaseUrls: config.localModelUrls ?? [],
    ...options.llm,
  });
  const speech = createSpeechProviders({
    fetch: safeFetch.asFetch({ timeoutMs: 30_000, maxBytes: 8 * 1_048_576, maxRedirects: 0 }),
    trustedFetch: globalThis.fetch,
    localBaseUrls: config.localModelUrls ?? [],
    baseUrls: options.speechBaseUrls ?? {},
  });
  const stripe = createStripeVendor({
    fetch: safeFetch.asFetch({ timeoutMs: 25_000, maxRedirects: 0 }),
    ...(options.stripeBaseUrl && { baseUrl: options.stripeBaseUrl }),
    ...(config.platformStripeKey && { platformKey: config.platformStripeKey }),
  });
  // Since when this server asks for money: from its first start that does, or since it began anew.
  let sale: { since: Date; trialDays: number } | null = null;
  const operatorSettings = await createOperatorSettings({
    database,
    clock,
    log,
    box,
    realtime,
    translator,
    config,
    openMail: createSmtpProvider,
    async prepare({ plans, trialDays }) {
      if (plans !== 'paid') return;
      const begun: SaleFact = { at: clock.now().toISOString(), trialDays: trialOfServed(trialDays) };
      const fact = await ensureFact(database, 'plans-paid-since', begun);
      sale = { since: new Date(fact.at), trialDays: fact.trialDays ?? defaultTrialDays };
    },
    countCharging,
    found: () => ({ publicUrl: publicUrl(), dataDir: options.dataDir }),
    beginSelling: (tx, now, trialDays) =>
      writeFact(tx, 'plans-paid-since', { at: now.toISOString(), trialDays } satisfies SaleFact),
  });
  const arePlansFree = (): boolean => operatorSettings.current().plans === 'free';
  const planSale = (): PlanSale => {
    const { planPrices, planTexts } = operatorSettings.current();
    return { prices: planPrices ?? usualPrices, texts: planTexts };
  };
  const planStatuses = createPlanStatuses({
    database,
    clock,
    realtime,
    plans: () => ({
      areFree: arePlansFree(),
      since: sale?.since ?? null,
      trialDays: sale?.trialDays ?? defaultTrialDays,
    }),
  });
  const featureFlags = await createFeatureFlags({
    database,
    clock,
    log,
    realtime,
    clientOf: planStatuses.clientOf,
  });
  const brands = createBrands({
    database,
    realtime,
    planStatuses,
    publicUrl,
    serverAccountId: () => operatorSettings.current().brandAccountId,
  });
  const { originFor } = brands;
  const brand = {
    name: defaultBrand.brandName,
    color: defaultBrand.primaryColor,
    ink: '#032e29',
    logoUrl: null,
  };

  const mailPreferences = createMailPreferences({ database, clock, box, publicUrl });
  const replyAddresses =
    config.mailReplyAddress && (config.imapUrl || config.mailWebhookSecret)
      ? createReplyAddresses(config.mailReplyAddress, box)
      : null;
  const senderOf = (accountId: string) => findSender(database, accountId);
  const mail = createMailUsecases({
    isSilent: (accountId) => isSampleAccount(database, accountId),
    senderOf,
    database,
    preferences: mailPreferences,
    clock,
    log,
    jobs,
    translator,
    limiter,
    provider: operatorSettings.mail,
    from: () => operatorSettings.current().mailFrom,
    async lookOf(accountId) {
      const own = await (accountId === null ? brands.ofServer() : brands.of(accountId));
      const origin = brands.originOf(own);
      if (!own.isWhiteLabel) return { brand, origin, isOwn: false };
      const logoUrl = own.logoUrl && origin + own.logoUrl;
      const { name, primaryColor: color } = own;
      return { brand: { name, color, ink: readableOn(color), logoUrl }, origin, isOwn: true };
    },
    publicUrl,
    render: await loadMailRenderer(path.join(projectFolder, 'dist')),
  });
  const platformAccountId = (await ensureFact(database, 'platform-account', { accountId: newId('acc') }))
    .accountId;
  const isPlanExpired = async (accountId: string): Promise<boolean> =>
    (await planStatuses.of(accountId))?.isActive === false;

  const isFeatureOff = async (accountId: string, feature: ClientFeature): Promise<boolean> =>
    (await planStatuses.clientOf(accountId))?.featuresOff.includes(feature) === true;

  return {
    config,
    log,
    database,
    publicUrl,
    clock,
    box,
    self,
    realtime,
    translator,
    limiter,
    jobs,
    safeFetch,
    documents,
    drawer,
    css,
    llm,
    speech,
    stripe,
    operatorSettings,
    featureFlags,
    openingOf: operatorSettings.openingOf,
    replyAddresses,
    senderOf,
    brand,
    brands,
    originFor,
    dns: options.dns ?? createDnsLookups(),
    mailPreferences,
    mail,
    arePlansFree,
    planSale,
    platformAccountId,
    planStatuses,
    isPlanExpired,
    isFeatureOff,
    paymentVendors: options.paymentVendors,
    givenPasswords: options.passwords,
  };
}

export type BaseServices = Awaited<ReturnType<typeof createBaseServices>>;

/** The key ring: from the setting, else from the file that the first start makes in the data folder. */
async function readKeys(config: Config, dataDir: string): Promise<string[]> {
  if (config.encryptionKey) return config.encryptionKey.split(',');
  const file = path.join(dataDir, 'encryption-key');
  const kept = await keptKeys(file);
  if (kept !== null) {
    const keys = kept.trim().split(',');
    if (!keys.every((key) => /^[0-9a-f]{64}$/i.test(key)))
      throw new StartError(`The file ${file} does not hold an encryption key of 64 hexadecimal digits.`);
    return keys;
  }
  const made = randomBytes(32).toString('hex');
  await writeDurably(file, `${made}\n`, 0o600);
  return [made];
}

/**
 * What the key file holds; null where none was ever made. A new key in place of one that can't be read would
 * lose it.
 */
async function keptKeys(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    // A link that leads nowhere, as to a disk that is not mounted, stands for a key, too.
    const isAbsent =
      code === 'ENOENT' &&
      (await lstat(file).then(
        () => false,
        () => true,
      ));
    if (isAbsent) return null;
    const wayOut = 'Let this user read it, or set ENCRYPTION_KEY to what it holds.';
    throw new StartError(
      `The encryption key in ${file} can't be read (${code}). ${wayOut} Nothing was changed.`,
      { cause: error },
    );
  }
}

/**
 * Refuses to start with a key that can't open what this database holds; writes the check value at the first
 * start.
 */
async function checkKey(database: Database, box: SecretBox): Promise<void> {
  const { sealed } = await ensureFact(database, 'key-check', { sealed: box.seal('chatelier', 'key-check') });
  try {
    box.open(sealed, 'key-check');
  } catch (error) {
    if (!(error instanceof SecretError)) throw error;
    throw new StartError(
      'The encryption key does not belong to this database: what is stored can not be opened with it. Set ENCRYPTION_KEY to the key that was used before (it may be in the file encryption-key of the old data folder). Nothing was changed.',
    );
  }
}
