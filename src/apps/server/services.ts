import { trialOfServed } from '#features/operator-settings/server/operator-settings.models.ts';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { fallbackLanguage, toLanguage } from '#shared/languages.ts';
import { findWorkingMember, findWorkingMembers } from '#features/accounts/server/accounts.usecases.ts';
import { createDeadProcessDetector } from '#platform/process/server-process.ts';
import { createThresholds } from '#features/analytics/server/thresholds/thresholds.usecases.ts';
import { createAccountData } from '#features/account-data/server/account-data.usecases.ts';
import { createAccountLimits } from '#features/account-limits/server/account-limits.usecases.ts';
import { createFlaggedAgents } from '#features/abuse/server/flagging/flagged-agents.usecases.ts';
import { createIpBlocks } from '#features/abuse/server/blocking/ip-blocks.usecases.ts';
import { createBackups } from '#features/backups/server/backups.usecases.ts';
import { createServerPictures } from '#features/server-pictures/server/server-pictures.usecases.ts';
import { createTestimonials } from '#features/testimonials/server/testimonials.usecases.ts';
import { createGapLosses } from '#features/answer-gaps/server/answer-gaps-losses.usecases.ts';
import { createAnnouncements } from '#features/announcements/server/announcements.usecases.ts';
import { createBlogEditor } from '#features/blog/server/blog-editor.usecases.ts';
import { createBlogUsecases } from '#features/blog/server/blog.usecases.ts';
import { findAgentFacts } from '#features/agents/server/agents-facts.usecases.ts';
import { createLetters } from '#features/onboarding/server/onboarding-letters.usecases.ts';
import { createOnboarding } from '#features/onboarding/server/onboarding.usecases.ts';
import { createSampleData } from '#features/sample-data/server/sample-data.usecases.ts';
import { createRepeatedRequests } from '#features/repeated-requests/server/repeated-requests.usecases.ts';
import { createChatMessages } from '#features/webhooks/server/delivery/chat-messages.usecases.ts';
import { createWebhookDispatch } from '#features/webhooks/server/delivery/dispatch.usecases.ts';
import { createSuperadminAccounts } from '#features/superadmin/server/accounts/accounts.usecases.ts';
import { createJobFailures } from '#features/superadmin/server/health/job-failures.usecases.ts';
import { createHealth } from '#features/superadmin/server/health/health.usecases.ts';
import { createSuperadminUsers } from '#features/superadmin/server/users/users.usecases.ts';
import { createOverview } from '#features/superadmin/server/overview/overview.usecases.ts';
import { createSuperadminDomains } from '#features/white-label/server/domains/superadmin-domains.usecases.ts';
import { createDomains } from '#features/white-label/server/domains/domains.usecases.ts';
import { createWhiteLabel } from '#features/white-label/server/white-label.usecases.ts';
import { createSuperadminWebhooks } from '#features/webhooks/server/webhooks-superadmin.usecases.ts';
import { createWebhooksUsecases } from '#features/webhooks/server/webhooks.usecases.ts';
import { createSimulatorUsecases } from '#features/simulator/server/simulator.usecases.ts';
import { scopeOf } from './guards.ts';
import { productVersion, projectFolder } from './project-folder.ts';
import { isReachableByOthers } from './reachable.ts';
import { createAnalyticsServices, createReportServices } from './services/analytics-services.ts';
import { createAgencyServices } from './services/agency-services.ts';
import { createBaseServices, type BaseServices, type ServiceOptions } from './services/base-services.ts';
import { createPeopleServices } from './services/people-services.ts';
import { createStoreServices } from './services/store-services.ts';
import { createVendorServices } from './services/vendor-services.ts';
import { createAgentServices } from './services/agent-services.ts';
import { createLandingPageServices, createPublishedPages } from './services/landing-page-services.ts';
import { createConversationServices } from './services/conversation-services.ts';
import { createMcpServers } from './services/mcp-services.ts';
import { createPublicApi } from './services/public-api-services.ts';
import { createMoneyServices } from './services/money-services.ts';

export type Services = Awaited<ReturnType<typeof createServicesOn>>;

/** Everything that handlers and jobs work with, made once for each process. */
export const createServices = async (options: ServiceOptions): Promise<Services> =>
  createServicesOn(await createBaseServices(options), options.dataDir);

/** All use cases on what lies below them, which several of these may share. */
export async function createServicesOn(base: BaseServices, dataDir: string) {
  const people = createPeopleServices(base);
  const vendor = createVendorServices(base);
  const agent = createAgentServices(base, people);
  const store = createStoreServices(base);
  const published = createPublishedPages(base);
  const conversation = await createConversationServices(base, agent, vendor, store, published);
  const money = createMoneyServices(base, agent, vendor, conversation);
  const landingPages = createLandingPageServices(base, agent, conversation, money, published);
  const { clock, self, realtime, limiter, jobs, mail, platformAccountId, database, translator, publicUrl } =
    base;
  const { sessions, twoFactor } = people;
  const { testMoney } = vendor;
  const { knowledge, agents } = agent;
  const { conversations } = conversation;
  const { payments, billing } = money;
  const accountData = createAccountData({
    database,
    clock,
    jobs,
    limiter,
    realtime,
    mail,
    sessions,
    twoFactor,
    translator,
    agents,
    billing,
    clonedVoices: conversation.clonedVoices,
    recordings: conversation.recordings,
    subscribers: payments.pauses,
    releasing: {
      planStatuses: base.planStatuses,
      brands: base.brands,
      trialDays: () => trialOfServed(base.operatorSettings.current().trialDays),
    },
    publicUrl,
  });
  const gapLosses = createGapLosses({
    clock,
    answerGaps: conversation.answerGaps,
    figures: payments.figures,
  });
  const agencies = createAgencyServices(base, people, accountData);
  const simulator = createSimulatorUsecases({
    database,
    clock,
    log: base.log,
    jobs,
    limiter,
    translator,
    integrations: agent.integrations,
    simulating: conversation.simulating,
    conversations,
    isOn: (accountId) => base.featureFlags.isOn('simulator', accountId),
  });
  const whiteLabel = createWhiteLabel({
    database,
    clock,
    limiter,
    drawer: base.drawer,
    brands: base.brands,
    planStatuses: base.planStatuses,
  });
  const ownHost = (): string => new URL(publicUrl()).hostname;
  const domainTarget = (): string => base.config.domainTarget ?? ownHost();
  const domains = createDomains({
    database,
    clock,
    dns: base.dns,
    brands: base.brands,
    planStatuses: base.planStatuses,
    mail: base.mail,
    translator: base.translator,
    publicUrl,
    target: domainTarget,
    own: () => [ownHost()],
  });
  const superadminDomains = createSuperadminDomains({
    database,
    clock,
    brands: base.brands,
    domains,
    target: domainTarget,
  });
  const blog = createBlogUsecases({ database, folder: path.join(projectFolder, 'content/blog') });
  const blogEditor = createBlogEditor({ database, clock, blog });
  const accountLimits = createAccountLimits({ database, clock });
  const ipBlocks = await createIpBlocks({ database, clock, log: base.log, realtime });
  const flaggedAgents = createFlaggedAgents({ database, clock, realtime });
  const backups = createBackups({
    database,
    clock,
    log: base.log,
    jobs,
    box: base.box,
    sessions,
    folder: path.join(dataDir, 'backups'),
    version: productVersion(),
    kept: () => base.operatorSettings.current().backupsKept,
  });
  const testimonials = createTestimonials({ database, clock });
  const serverPictures = createServerPictures({ database, clock, limiter, drawer: base.drawer });
  const announcements = createAnnouncements({ database, clock, planStatuses: base.planStatuses });
  const superadmin = {
    overview: createOverview({ database, clock, jobs }),
    accounts: createSuperadminAccounts({ database, clock, realtime, planStatuses: base.planStatuses }),
    jobFailures: createJobFailures({ database, jobs }),
    health: createHealth({
      database,
      clock,
      jobs,
      mail,
      endingAgents: agent.modelEnds.endingAgents,
      stripeLacks: billing.lacking,
      disk: async () => {
        const room = await statfs(dataDir).catch(() => null);
        return room && { freeBytes: room.bavail * room.bsize, allBytes: room.blocks * room.bsize };
      },
      facts: () => ({
        publicUrl: publicUrl(),
        isPublicUrlSet: base.config.publicUrl !== null,
        isReachableByOthers: isReachableByOthers(base.config, publicUrl()),
        keyFile: base.config.encryptionKey === null ? path.join(dataDir, 'encryption-key') : null,
        arePlansFree: base.arePlansFree(),
        hasStripeKey: base.config.platformStripeKey !== null,
        dataFolder: base.config.databaseUrl === null ? dataDir : null,
        privateAddresses: base.config.allowPrivateAddresses ?? [],
        version: productVersion(),
        node: process.versions.node,
      }),
    }),
    users: createSuperadminUsers({ database, clock, realtime, sessions, twoFactor }),
  };
  const onboarding = createOnboarding({
    database,
    clock,
    doMailsLeave: mail.leaves,
    partsOff: async (accountId) => (await base.featureFlags.own(accountId)).off,
  });
  const letters = createLetters({
    database,
    clock,
    log: base.log,
    mail,
    platformAccountId,
    arePlansFree: base.arePlansFree,
    proofLinkFor: people.emailProof.linkFor,
    publicUrl,
  });
  const sampleData = createSampleData({
    database,
    clock,
    log: base.log,
    limiter,
    jobs,
    nameIn: (language) =>
      translator.text(toLanguage(language) ?? fallbackLanguage, 'onboarding:sampleData.account'),
    async removeAccount(accountId) {
      const [owner] = await database.system((tx) => findWorkingMembers(tx, accountId));
      const member = owner && (await people.accounts.member(owner.userId, accountId));
      if (member?.account.id === accountId)
        await accountData.removeSample(scopeOf(database, member, '127.0.0.1'));
    },
  });
  const repeatedRequests = createRepeatedRequests({ database, clock });
  const analytics = createAnalyticsServices(base, agent, vendor, conversation, money);
  const readerOf: Parameters<typeof createReportServices>[2]['readerOf'] = async (accountId, userId) => {
    const working = await findWorkingMember(database, accountId, userId);
    const member = working && (await people.accounts.member(userId, accountId));
    if (member?.account.id !== accountId || member.isVisit) return null;
    const { email, language } = member.user;
    return { scope: scopeOf(database, member, null), email, language };
  };
  const thresholds = createThresholds({
    database,
    clock,
    log: base.log,
    analytics: analytics.analytics,
    async ownerScopeOf(accountId) {
      const members = await database.system((tx) => findWorkingMembers(tx, accountId));
      const owner = members.find(({ role }) => role === 'owner');
      return (owner && (await readerOf(accountId, owner.userId))?.scope) ?? null;
    },
  });
  const publicApi = createPublicApi(
    base,
    people,
    agent,
    conversation,
    money,
    { ...analytics, thresholds },
    repeatedRequests,
  );
  const mcpServers = createMcpServers(base, people, agent, conversation, money, { ...analytics, thresholds });
  // What accounts pay the platform with test money is told to the platform.
  testMoney.listen(async (accountId, body, headers) =>
    accountId === platformAccountId
      ? (await billing.listening())?.receive(body, headers)
      : payments.events.receive(accountId, 'test', body, headers),
  );
  const chatMessages = createChatMessages({
    database,
    translator,
    agentNameOf: (accountId, agentId) =>
      database.account(accountId, async (tx) => (await findAgentFacts(tx, agentId))?.name ?? null),
    publicUrl,
  });
  const webhooks = createWebhooksUsecases({ clock, box: base.box, safeFetch: base.safeFetch, chatMessages });
  const webhookDispatch = createWebhookDispatch({
    database,
    clock,
    log: base.log,
    box: base.box,
    safeFetch: base.safeFetch,
    chatMessages,
    realtime,
    mail,
    publicUrl,
  });
  const reporting = createReportServices(base, analytics.analytics, {
    simulator,
    brandImage: whiteLabel.image,
    readerOf,
  });
  const deathListeners = [
    (processId: string) => conversations.interruptAnswersOf(processId),
    (processId: string) => conversation.liveCalls.hangUpCallsOf(processId),
    ...knowledge.deathListeners,
  ];
  const watchDeaths = createDeadProcessDetector(database, self, deathListeners);

  return {
    ...base,
    ...people,
    ...vendor,
    ...agent,
    ...store,
    ...conversation,
    ...money,
    ...analytics,
    thresholds,
    ...reporting,
    brandName: base.brand.name,
    paymentVendors: vendor.vendors,
    teamwork: conversation.conversations.teamwork,
    handBack: conversation.conversations.handBack,
    accountData,
    accountLimits,
    gapLosses,
    announcements,
    backups,
    testimonials,
    serverPictures,
    landingPages,
    ipBlocks,
    flaggedAgents,
    agencies,
    simulator,
    blog,
    blogEditor,
    superadmin,
    whiteLabel,
    domains,
    superadminDomains,
    superadminWebhooks: createSuperadminWebhooks({ database, clock }),
    mcpServers,
    publicApi,
    onboarding,
    letters,
    sampleData,
    repeatedRequests,
    webhooks,
    webhookDispatch,
    watchDeaths,
  };
}
