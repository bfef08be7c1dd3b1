import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { lstat, readFile } from 'node:fs/promises';
import { AppError, commonErrors } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { languages } from '#shared/languages.ts';
import { systemClock, type Clock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/settings.ts';
import { createPasswords, type Passwords } from '#platform/crypto/password.ts';
import { createSecretBox, SecretError, type SecretBox } from '#platform/crypto/secret-box.ts';
import type { Database } from '#platform/database/database.ts';
import { ensureFact } from '#platform/database/instance-facts.ts';
import { createTranslator } from '#platform/i18n/translator.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import { readLanguage } from '#platform/language/detect-language.ts';
import { createCssCompiler } from '#platform/custom-css/css-compiler.ts';
import { createDocumentParser } from '#platform/documents/document-parser.ts';
import { createImageDrawer } from '#platform/images/image-drawer.ts';
import type { Logger } from '#platform/log/logger.ts';
import { createRateLimiter } from '#platform/rate-limit/rate-limit.ts';
import { openRealtime } from '#platform/realtime/realtime.ts';
import { createDeathWatch, registerProcess } from '#platform/process/server-process.ts';
import { createSafeFetch, type SafeFetch } from '#platform/safe-fetch/safe-fetch.ts';
import { vapidContact } from '#platform/web-push/vapid.ts';
import { portOf } from '#platform/safe-fetch/outbound-guard.ts';
import { createSmtpProvider } from '#providers/email/smtp/smtp.adapter.ts';
import { createLlmProviders, type LlmProvidersOptions } from '#providers/llm/llm.registry.ts';
import { createStripeVendor } from '#providers/payments/stripe/stripe.adapter.ts';
import { createStandings } from '#features/accounts/server/accounts-standings.usecases.ts';
import { createAccountsPicture } from '#features/accounts/server/accounts-picture.usecases.ts';
import { createAccountsUsecases } from '#features/accounts/server/accounts.usecases.ts';
import { createPreparedAgents } from '#features/agents/server/agents-prepared.usecases.ts';
import { createAgentsGeneration } from '#features/agents/server/agents-generation.usecases.ts';
import { createAgentsImages } from '#features/agents/server/agents-images.usecases.ts';
import { createAgentsInstall } from '#features/agents/server/agents-install.usecases.ts';
import { createAgentUsage } from '#features/agents/server/agents-usage.usecases.ts';
import { createAgentsUsecases } from '#features/agents/server/agents.usecases.ts';
import { createSessionsUsecases } from '#features/auth/server/auth-sessions.usecases.ts';
import { createAccountData } from '#features/account-data/server/account-data.usecases.ts';
import { createAccountReview } from '#features/account-review/server/account-review.usecases.ts';
import { createAuditUsecases } from '#features/audit/server/audit.usecases.ts';
import { createTwoFactor } from '#features/auth/server/auth-two-factor.usecases.ts';
import { createAuthUsecases } from '#features/auth/server/auth.usecases.ts';
import { createBillingUsecases } from '#features/billing/server/billing.usecases.ts';
import { createContactsCare, createEraseContact } from '#features/contacts/server/contacts-care.usecases.ts';
import { createContactsFiles } from '#features/contacts/server/contacts-files.usecases.ts';
import { createContactsImport } from '#features/contacts/server/contacts-import.usecases.ts';
import { createContactsMany } from '#features/contacts/server/contacts-many.usecases.ts';
import { createContactsTags } from '#features/contacts/server/contacts-tags.usecases.ts';
import { createContactsTimeline } from '#features/contacts/server/contacts-timeline.usecases.ts';
import { createContactsUsecases } from '#features/contacts/server/contacts.usecases.ts';
import { createAttachments } from '#features/conversations/server/conversations-attachments.usecases.ts';
import { createMaterial } from '#features/conversations/server/conversations-material.usecases.ts';
import { createPictures } from '#features/conversations/server/conversations-pictures.usecases.ts';
import { createAnswerer } from '#features/conversations/server/conversations-answer.usecases.ts';
import { eraseConversations } from '#features/conversations/server/conversations-erasure.usecases.ts';
import { createEstimate } from '#features/conversations/server/conversations-estimate.usecases.ts';
import { createUnsureReader } from '#features/conversations/server/conversations-unsure.models.ts';
import { createIdleVisitors } from '#features/conversations/server/conversations-idle.usecases.ts';
import { createConversationsUsecases } from '#features/conversations/server/conversations.usecases.ts';
import { createIdentityUsecases } from '#features/conversations/server/conversations-identity.usecases.ts';
import { createCustomFieldsUsecases } from '#features/custom-fields/server/custom-fields.usecases.ts';
import { createFeedbackUsecases } from '#features/feedback/server/feedback.usecases.ts';
import { createForms } from '#features/forms/server/forms-all.usecases.ts';
import { createInboxAssist } from '#features/inbox/server/inbox-assist.usecases.ts';
import { createBrowsers, ensurePushKeys } from '#features/inbox/server/inbox-browsers.usecases.ts';
import { createNotices } from '#features/inbox/server/inbox-notices.usecases.ts';
import { createPush } from '#features/inbox/server/inbox-push.usecases.ts';
import { createAnswerGaps } from '#features/answer-gaps/server/answer-gaps.usecases.ts';
import { createReplyMails } from '#features/inbox/server/inbox-reply-mails.usecases.ts';
import { createInboxUsecases } from '#features/inbox/server/inbox.usecases.ts';
import { createInvoices } from '#features/invoices/server/invoices.usecases.ts';
import { createIntegrationsUsecases } from '#features/integrations/server/integrations.usecases.ts';
import { createKnowledgeUsecases } from '#features/knowledge/server/knowledge.usecases.ts';
import { eraseMails } from '#features/mail/server/mail-erasure.usecases.ts';
import { createMailWishes } from '#features/mail/server/mail-wishes.usecases.ts';
import { createMailUsecases } from '#features/mail/server/mail.usecases.ts';
import { createApiKeysUsecases } from '#features/api-keys/server/api-keys.usecases.ts';
import { createOfficeHours } from '#features/conversations/server/conversations-hours.usecases.ts';
import { createConversationsApi } from '#features/conversations/server/conversations-api.usecases.ts';
import { anonymisePurchases } from '#features/payments/server/payments-erasure.usecases.ts';
import {
  createPaymentConnections,
  type PaymentVendors,
} from '#features/payments/server/payments-connections.usecases.ts';
import { createPlatformEndpoint } from '#features/payments/server/payments-platform-endpoint.usecases.ts';
import { createPaymentsPlatform } from '#features/payments/server/payments-platform.usecases.ts';
import { createPaymentsSetup } from '#features/payments/server/payments-setup.usecases.ts';
import { createSubscriberNotes } from '#features/payments/server/payments-service.usecases.ts';
import { createPaymentsUsecases } from '#features/payments/server/payments.usecases.ts';
import { createPaywall } from '#features/paywall/server/paywall.usecases.ts';
import { createQrCodesUsecases } from '#features/qr-codes/server/qr-codes.usecases.ts';
import { createTeamUsecases } from '#features/team/server/team.usecases.ts';
import { createSavedRepliesUsecases } from '#features/saved-replies/server/saved-replies.usecases.ts';
import { createTestMoney } from '#features/test-money/server/test-money.usecases.ts';
import { createSummaries } from '#features/summaries/server/summaries.usecases.ts';
import { createTemplatesUsecases } from '#features/templates/server/templates.usecases.ts';
import { writeDurably } from '#platform/process/durable-file.ts';
import { defaultBrand } from '#features/white-label/white-label.contract.ts';
import { loadMailRenderer } from './mail-renderer.ts';
import { readSite } from './read-site.ts';
import { createBuiltInEngine } from './built-in-engine.ts';
import { projectFolder } from './project-folder.ts';
import { StartError } from './start-error.ts';
import { createStoredCopyLinks } from './stored-copy-links.ts';

export type ServiceOptions = {
  config: Config;
  log: Logger;
  database: Database;
  dataDir: string;
  /** Address that people use, known once the server listens when it is not set. */
  publicUrl(): string;
  clock?: Clock;
  safeFetch?: SafeFetch;
  llm?: Partial<LlmProvidersOptions>;
  /** Where Stripe answers, when it is a stand-in. */
  stripeBaseUrl?: string;
  /** Stand in for the payment vendors. */
  paymentVendors?: PaymentVendors;
  passwords?: Passwords;
  /** Builds the browser's files where they are missing. Called once the encryption key is known to fit. */
  prepareScreens?: () => Promise<void>;
};

export type Services = Awaited<ReturnType<typeof createServices>>;

/** Everything that handlers and jobs work with, made once for each process. */
export async function createServices(options: ServiceOptions) {
  const { config, log, database } = options;
  const clock = options.clock ?? systemClock;
  const box = createSecretBox(await readKeys(config, options.dataDir));
  await checkKey(database, box);
  await options.prepareScreens?.();
  const self = await registerProcess(database);
  const realtime = await openRealtime({ database, log, processLock: self.lockNumber });
  const translator = createTranslator(path.join(projectFolder, 'locales'));
  const limiter = createRateLimiter(database, clock);
  const jobs = createJobs({ database, log });
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
  const stripe = createStripeVendor({
    fetch: safeFetch.asFetch({ timeoutMs: 25_000, maxRedirects: 0 }),
    ...(options.stripeBaseUrl && { baseUrl: options.stripeBaseUrl }),
    ...(config.platformStripeKey && { platformKey: config.platformStripeKey }),
  });
  const mailProvider = config.smtpUrl ? createSmtpProvider(config.smtpUrl) : null;
  const brand = {
    name: defaultBrand.brandName,
    color: defaultBrand.primaryColor,
    ink: '#032e29',
    logoUrl: null,
  };

  const mailWishes = createMailWishes({ database, clock, box, publicUrl: options.publicUrl });
  const mail = createMailUsecases({
    database,
    wishes: mailWishes,
    clock,
    log,
    jobs,
    translator,
    limiter,
    provider: mailProvider,
    from: config.mailFrom ?? '',
    brand,
    render: await loadMailRenderer(path.join(projectFolder, 'dist')),
  });
  const arePlansFree = (config.plans ?? (config.platformStripeKey ? 'paid' : 'free')) === 'free';
  // Written at the first start that asks for money, and never again.
  const paidSince = arePlansFree
    ? null
    : new Date((await ensureFact(database, 'plans-paid-since', { at: clock.now().toISOString() })).at);
  const platformAccountId = (await ensureFact(database, 'platform-account', { accountId: newId('acc') }))
    .accountId;
  const standings = createStandings({
    database,
    clock,
    realtime,
    plans: { areFree: arePlansFree, since: paidSince },
  });
  const isLapsed = async (accountId: string): Promise<boolean> =>
    (await standings.of(accountId))?.isActive === false;
  const accounts = createAccountsUsecases({ database, clock, standings });
  const accountsPicture = createAccountsPicture({ database, clock, limiter, accounts, drawer });
  const passwords = options.passwords ?? createPasswords();
  const sessions = createSessionsUsecases({
    database,
    clock,
    limiter,
    realtime,
    mail,
    passwords,
    publicUrl: options.publicUrl,
  });
  const twoFactor = createTwoFactor({
    database,
    clock,
    box,
    limiter,
    mail,
    sessions,
    brandName: brand.name,
    publicUrl: options.publicUrl,
  });
  const accountReview = createAccountReview({ database, clock, realtime });
  const auth = createAuthUsecases({
    database,
    clock,
    limiter,
    jobs,
    realtime,
    mail,
    box,
    accounts,
    twoFactor,
    beginReview: accountReview.begin,
    passwords,
    publicUrl: options.publicUrl,
    signUpOpen: config.signUp === 'open',
  });
  const audit = createAuditUsecases({ database, clock });
  const team = createTeamUsecases({
    database,
    clock,
    limiter,
    realtime,
    mail,
    accounts,
    standings,
    sessions,
    passwords,
    publicUrl: options.publicUrl,
  });
  const feedback = createFeedbackUsecases({ database, clock, limiter, mail, publicUrl: options.publicUrl });
  const integrations = createIntegrationsUsecases({
    database,
    clock,
    box,
    realtime,
    llm,
    findsLocal: (config.localModelUrls ?? []).length > 0,
    assertAllowedUrl: (url) => void safeFetch.assertAllowedUrl(url),
  });
  const knowledge = createKnowledgeUsecases({
    database,
    clock,
    log,
    jobs,
    realtime,
    limiter,
    safeFetch,
    documents,
    processId: self.id,
    maxUploadBytes: config.maxUploadBytes ?? 15_728_640,
    crawlRequestsPerSecond: config.crawlRequestsPerSecond ?? 1,
    isLapsed,
    embed: async (accountId, choice, texts, purpose, signal) => {
      const ready = await integrations.ready(accountId, choice.provider);
      if (!ready?.provider.embed) throw new AppError(commonErrors.unavailable);
      return ready.provider.embed({ ...ready.connection, model: choice.model, texts, purpose, signal });
    },
  });
  const subscriberNotes = createSubscriberNotes({ clock, jobs });
  const agents = createAgentsUsecases({
    database,
    clock,
    realtime,
    subscribers: subscriberNotes,
    translator,
    box,
    knowledge,
    limiter,
    drawer,
    css,
    readSite: (url, accountId) => readSite(url, accountId, { safeFetch, documents }),
  });
  const templates = createTemplatesUsecases({
    database,
    clock,
    limiter,
    translator,
    agents: createPreparedAgents({ database, clock, box, realtime }),
    knowledge,
    folder: path.join(projectFolder, 'content/templates'),
  });
  const apiKeys = createApiKeysUsecases({ database, clock, limiter });
  const qrCodes = createQrCodesUsecases({ database, clock, limiter, publicUrl: options.publicUrl });
  const testMoney = createTestMoney({ database, clock, box, jobs, publicUrl: options.publicUrl });
  const agentsImages = createAgentsImages({ database, clock, limiter, drawer });
  const agentUsage = createAgentUsage({
    database,
    clock,
    log,
    realtime,
    translator,
    mail,
    publicUrl: options.publicUrl,
  });
  const agentsGeneration = createAgentsGeneration({
    log,
    limiter,
    translator,
    documents,
    css,
    knowledge,
    integrations,
    usage: agentUsage,
  });
  const customFields = createCustomFieldsUsecases({ clock });
  const contacts = createContactsUsecases({ clock });
  const eraseContact = createEraseContact({
    anonymisePurchases,
    eraseConversations: (tx, contactId) => eraseConversations(tx, contactId, clock.now()),
    eraseMails: (accountId, email) => eraseMails(database, accountId, email),
  });
  const contactsMany = createContactsMany({ database, clock, jobs, realtime, erase: eraseContact });
  const contactsCare = createContactsCare({ clock, realtime, erase: eraseContact, contacts });
  const contactsFiles = createContactsFiles({ clock });
  const contactsImport = createContactsImport({ database, clock, limiter, jobs, realtime });
  const contactsTags = createContactsTags({ clock });
  const contactsTimeline = createContactsTimeline({ database, clock });
  const storedCopyLinks = createStoredCopyLinks(box, clock);
  const attachments = createAttachments({
    database,
    clock,
    documents,
    drawer,
    signStoredCopy: storedCopyLinks.sign,
  });
  const vendors: PaymentVendors = { stripe, 'test-money': testMoney.vendor, ...options.paymentVendors };
  const paymentConnections = createPaymentConnections({ database, clock, box, realtime, vendors });
  const platformEndpoints = createPlatformEndpoint({ database, box, publicUrl: options.publicUrl });
  const paymentsPlatform = createPaymentsPlatform({
    database,
    clock,
    vendors,
    connections: paymentConnections,
    endpoints: platformEndpoints,
    publicUrl: options.publicUrl,
  });
  const isUnsure = createUnsureReader(
    languages.map((language) => translator.namespace(language, 'built-in')),
  );
  const summaries = createSummaries({
    database,
    clock,
    log,
    jobs,
    limiter,
    translator,
    mail,
    agents,
    integrations,
    usage: agentUsage,
    isUnsure,
    publicUrl: options.publicUrl,
  });
  const pushKeys = await ensurePushKeys(database, box);
  const push = createPush({
    database,
    clock,
    log,
    box,
    jobs,
    translator,
    safeFetch,
    keys: pushKeys,
    contact: () => vapidContact(options.publicUrl(), config.mailFrom),
  });
  const browsers = createBrowsers({
    database,
    clock,
    box,
    assertAllowedUrl: (url) => void safeFetch.assertAllowedUrl(url),
    publicKey: pushKeys.publicKey,
  });
  const conversations = createConversationsUsecases({
    database,
    clock,
    log,
    realtime,
    translator,
    box,
    agents,
    answerer: createAnswerer({
      clock,
      log,
      knowledge,
      integrations,
      material: createMaterial({ attachments }),
      pictures: createPictures({ attachments, limiter, log }),
      builtIn: createBuiltInEngine(translator),
      translator,
    }),
    signStoredCopy: storedCopyLinks.sign,
    processId: self.id,
    usage: agentUsage,
    limiter,
    paymentMode: async (accountId, isPreview) => ({
      isTest: (await paymentConnections.paymentMode(accountId, isPreview)) === 'test',
    }),
    freeVisitorsPerAddress: config.freeVisitorsPerAddress ?? 20,
    lapsedAt: async (accountId) => (await standings.of(accountId))?.lapsedAt ?? null,
    isUnsure,
    estimateMicros: createEstimate({ integrations }),
    sumUpSoon: (tx) => summaries.lookSoon(tx),
    tellTeam: push.raise,
    readLanguage,
    ownForms: {
      open: (visitor, formId, place) => forms.cards.open(visitor, formId, place),
      cards: (accountId, ids) => forms.cards.cards(accountId, ids),
      answers: (accountId, ids) => forms.cards.answers(accountId, ids),
    },
  });
  const officeHours = createOfficeHours({ clock });
  const inboxAssist = createInboxAssist({
    log,
    limiter,
    agents,
    integrations,
    usage: agentUsage,
    conversations,
  });
  const inboxNotices = createNotices({
    database,
    clock,
    log,
    translator,
    mail,
    publicUrl: options.publicUrl,
  });
  const inbox = createInboxUsecases({
    database,
    clock,
    realtime,
    conversations,
    attachments,
    canAssist: inboxAssist.canAssist,
    mailsLeave: mail.leaves,
    tellTeam: push.raise,
  });
  const answerGaps = createAnswerGaps({ clock, limiter, agents, knowledge, conversations, isUnsure });
  const replyMails = createReplyMails({
    database,
    clock,
    log,
    realtime,
    limiter,
    mail,
    agents,
    conversations,
    publicUrl: options.publicUrl,
  });
  const savedReplies = createSavedRepliesUsecases({ clock });
  const paywall = createPaywall({
    database,
    clock,
    termsOf: (visitor) => conversations.paywallTermsOf(visitor),
  });
  const invoices = createInvoices({ database, clock, box, translator, publicUrl: options.publicUrl });
  const payments = createPaymentsUsecases({
    database,
    invoices,
    clock,
    log,
    box,
    limiter,
    realtime,
    translator,
    jobs,
    mail,
    agents,
    vendors,
    connections: paymentConnections,
    platform: paymentsPlatform,
    platformEndpoints,
    balance: (visitor) => paywall.balance(visitor),
    standings,
    isLapsed,
    publicUrl: options.publicUrl,
  });
  const idleVisitors = createIdleVisitors({ database, clock, buyersAmong: payments.buyersAmong });
  const paymentsSetup = createPaymentsSetup({
    connections: paymentConnections,
    vendors,
    platform: paymentsPlatform,
    publicUrl: options.publicUrl,
  });
  const forms = createForms({
    database,
    clock,
    box,
    realtime,
    translator,
    limiter,
    jobs,
    mail,
    documents,
    drawer,
    payments: payments.forms,
    publicUrl: options.publicUrl,
    chats: {
      fill: conversations.fillFromForm,
      fillCard: conversations.fillCard,
      filled: conversations.formFilled,
    },
  });
  const platformSeller = {
    name: config.platformSellerName,
    address: config.platformSellerAddress.replaceAll(/\s*;\s*/g, '\n'),
    country: config.platformSellerCountry,
    taxNumber: config.platformSellerTaxNumber,
  };
  const billing = createBillingUsecases({
    database,
    clock,
    log,
    translator,
    brandName: brand.name,
    standings,
    vendors,
    mail,
    connections: paymentConnections,
    publicUrl: options.publicUrl,
    invoices,
    platformAccountId,
    seller: platformSeller,
    platform: arePlansFree ? null : { accountId: platformAccountId, stripeKey: config.platformStripeKey },
  });
  const accountData = createAccountData({
    database,
    clock,
    jobs,
    limiter,
    realtime,
    mail,
    sessions,
    agents,
    billing,
    subscribers: payments.care,
    publicUrl: options.publicUrl,
  });
  // What accounts pay the platform with test money is told to the platform; a server that became free has
  // nobody to tell.
  testMoney.listen(async (accountId, body, headers) =>
    accountId === platformAccountId
      ? billing.sale?.events.receive(body, headers)
      : payments.events.receive(accountId, 'test', body, headers),
  );
  const agentsInstall = createAgentsInstall({
    database,
    limiter,
    translator,
    safeFetch,
    mail,
    agents,
    publicUrl: options.publicUrl,
  });
  const conversationsApi = createConversationsApi({ database, clock, agents }, conversations);
  const identity = createIdentityUsecases({ database, clock, box, realtime, agents });
  const deathListeners = [
    (processId: string) => conversations.interruptAnswersOf(processId),
    ...knowledge.deathListeners,
  ];
  const watchDeaths = createDeathWatch(database, self, deathListeners);

  return {
    config,
    customFields,
    forms,
    log,
    clock,
    box,
    database,
    realtime,
    translator,
    limiter,
    jobs,
    safeFetch,
    documents,
    drawer,
    css,
    llm,
    mailProvider,
    self,
    mail,
    mailWishes,
    brandName: brand.name,
    accounts,
    accountsPicture,
    accountReview,
    auth,
    sessions,
    twoFactor,
    audit,
    team,
    accountData,
    feedback,
    integrations,
    knowledge,
    agents,
    subscriberNotes,
    agentsImages,
    agentsGeneration,
    apiKeys,
    conversationsApi,
    qrCodes,
    agentsInstall,
    agentUsage,
    templates,
    testMoney,
    paymentConnections,
    paymentVendors: vendors,
    paywall,
    invoices,
    payments,
    paymentsSetup,
    billing,
    standings,
    contacts,
    contactsTags,
    contactsTimeline,
    attachments,
    conversations,
    idleVisitors,
    teamwork: conversations.teamwork,
    officeHours,
    inbox,
    inboxAssist,
    replyMails,
    answerGaps,
    inboxNotices,
    push,
    browsers,
    savedReplies,
    summaries,
    identity,
    storedCopyLinks,
    watchDeaths,
    contactsMany,
    contactsCare,
    contactsFiles,
    contactsImport,
    publicUrl: options.publicUrl,
  };
}

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
