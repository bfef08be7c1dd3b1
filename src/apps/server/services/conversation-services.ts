import { readLanguage } from '#platform/language/detect-language.ts';
import { vapidContact } from '#platform/web-push/vapid.ts';
import { createFirstQuestions } from '#features/agents/server/first-questions/first-questions.usecases.ts';
import { createQuestionsOfVisitors } from '#features/agents/server/first-questions/questions-of-visitors.usecases.ts';
import { createMaterial } from '#features/conversations/server/attachments/answer-material.usecases.ts';
import { createPictures } from '#features/conversations/server/message-parts/pictures.usecases.ts';
import type { FeatureFlag } from '#features/feature-flags/feature-flags.contract.ts';
import type { ToolSource } from '#features/tools/server/tools.usecases.ts';
import { createToolGates } from '#features/tools/server/requests/gate.usecases.ts';
import { createAnswerer } from '#features/conversations/server/answers/answer.usecases.ts';
import { createEstimate } from '#features/conversations/server/answers/cost-estimate.usecases.ts';
import { createConversationsUsecases } from '#features/conversations/server/conversations.usecases.ts';
import { createIdentityUsecases } from '#features/conversations/server/identity/identity.usecases.ts';
import { createInboxAssist } from '#features/inbox/server/inbox-assist.usecases.ts';
import { createBrowsers, ensurePushKeys } from '#features/inbox/server/notices/browsers.usecases.ts';
import { createNotices } from '#features/inbox/server/notices/notices.usecases.ts';
import { createPush } from '#features/inbox/server/notices/push.usecases.ts';
import { createAnswerGaps } from '#features/answer-gaps/server/answer-gaps.usecases.ts';

import { createImapSource } from '#providers/email/imap/imap.adapter.ts';
import { createInboundMail, mostMailBytes } from '#features/inbox/server/reply-mails/inbound.usecases.ts';
import { createReplyMails } from '#features/inbox/server/reply-mails/reply-mails.usecases.ts';
import { createInboxUsecases } from '#features/inbox/server/inbox.usecases.ts';
import { createComparing } from '#features/conversations/server/comparing/comparing.usecases.ts';
import { createOfficeHours } from '#features/conversations/server/office-hours/hours.usecases.ts';
import { createAsking } from '#features/conversations/server/api/asking.usecases.ts';
import { createSimulating } from '#features/conversations/server/simulating/simulating.usecases.ts';
import { createConversationsApi } from '#features/conversations/server/api/api.usecases.ts';
import { createOpenAiApi } from '#features/openai-api/server/openai-api.usecases.ts';
import { createSavedRepliesUsecases } from '#features/saved-replies/server/saved-replies.usecases.ts';
import { createSummaryRequests } from '#features/summaries/server/summaries-requests.usecases.ts';
import { createSummaries } from '#features/summaries/server/summaries.usecases.ts';
import { createClonesAtVendors } from '#features/cloned-voices/server/cloned-voices-vendors.usecases.ts';
import { createClonedVoices } from '#features/cloned-voices/server/cloned-voices.usecases.ts';
import { createCalls } from '#features/calls/server/calls.usecases.ts';
import { createRecordings } from '#features/calls/server/recordings/recordings.usecases.ts';
import { createVoiceUsecases } from '#features/voice/server/voice.usecases.ts';
import { createCallModels } from '#features/voice/server/live/call-models.usecases.ts';
import { createLiveCalls } from '#features/voice/server/live/live-calls.usecases.ts';
import type { Published } from '#features/landing-pages/server/published/published.usecases.ts';
import { createAskKnowledge } from '../ask-knowledge.ts';
import { createBuiltInEngine } from '../built-in-engine.ts';
import { unsureReaderOf } from '../unsure-reader.ts';
import type { BaseServices } from './base-services.ts';
import type { AgentServices } from './agent-services.ts';
import type { StoreServices } from './store-services.ts';
import type { VendorServices } from './vendor-services.ts';

/** What visitors and the team say to each other. */
export async function createConversationServices(
  base: BaseServices,
  agent: AgentServices,
  vendor: VendorServices,
  store: Pick<StoreServices, 'storeTools'>,
  published: Pick<Published, 'cameBy'>,
) {
  const {
    clock,
    box,
    self,
    realtime,
    translator,
    limiter,
    jobs,
    safeFetch,
    mail,
    planStatuses,
    config,
    operatorSettings,
    featureFlags,
    log,
    database,
    publicUrl,
    replyAddresses,
    senderOf,
  } = base;
  const { integrations, knowledge, agents, agentUsage, modelHealth, storedCopyLinks, attachments } = agent;
  const { paymentConnections } = vendor;
  const isUnsure = unsureReaderOf(translator);
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
    replyAddressFor: (place) => replyAddresses?.addressFor(place) ?? null,
    publicUrl,
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
    contact: () => vapidContact(publicUrl(), operatorSettings.current().mailFrom),
  });
  const browsers = createBrowsers({
    database,
    clock,
    box,
    assertAllowedUrl: (url) => void safeFetch.assertAllowedUrl(url),
    publicKey: pushKeys.publicKey,
  });
  const builtIn = createBuiltInEngine(translator);
  const askKnowledge = createAskKnowledge({ knowledge, builtIn, isUnsure });
  const firstQuestions = createFirstQuestions({
    database,
    clock,
    realtime,
    translator,
    knowledge,
    ask: askKnowledge,
  });
  /** Tools of a part that may be switched off; it is looked at for each answer. */
  const whereOn =
    (flag: FeatureFlag, source: ToolSource): ToolSource =>
    async (context) =>
      featureFlags.isOn(flag, context.accountId) ? source(context) : [];
  const callModels = createCallModels();
  const calls = createCalls({ database, clock, log, realtime });
  const answerer = createAnswerer({
    callModels,
    clock,
    log,
    knowledge,
    integrations,
    material: createMaterial({ attachments }),
    pictures: createPictures({ attachments, limiter, log }),
    builtIn,
    translator,
    toolSources: [
      store.storeTools,
      whereOn('customFunctions', agent.functionsSource),
      whereOn('mcpConnections', agent.mcpAnswers.toolsFor),
    ],
    toolGates: createToolGates({ database, clock }),
    realtime,
  });
  const conversations = createConversationsUsecases({
    database,
    clock,
    log,
    realtime,
    translator,
    box,
    agents,
    answerer,
    signStoredCopy: storedCopyLinks.sign,
    processId: self.id,
    usage: agentUsage,
    reportModel: modelHealth.reportModel,
    limiter,
    landingPageOf: published.cameBy,
    questionsIn: createQuestionsOfVisitors({ translator, ofTemplates: agent.templates.questions }),
    paymentMode: async (accountId, isPreview) => ({
      isTest: (await paymentConnections.paymentMode(accountId, isPreview)) === 'test',
    }),
    freeVisitorsPerAddress: config.freeVisitorsPerAddress ?? 20,
    expiredAt: async (accountId) => (await planStatuses.of(accountId))?.expiredAt ?? null,
    isUnsure,
    estimateMicros: createEstimate({ integrations }),
    sumUpSoon: (tx) => summaries.lookSoon(tx),
    mailSummary: (request) => createSummaryRequests({ database, clock, jobs, limiter }).mailCopy(request),
    tellTeam: push.raise,
    readLanguage,
    ownForms: agent.formCards,
    calls,
  });
  const recordings = createRecordings({
    database,
    clock,
    box,
    translator,
    realtime,
    agentOf: conversations.speakingAgentOf,
  });
  const comparing = createComparing({
    agents,
    answerer,
    limiter,
    usage: agentUsage,
    readLanguage,
    isUnsure,
  });
  const cloning = { database, clock, box, log, jobs, integrations };
  const clonedVoices = createClonedVoices(cloning);
  const voice = createVoiceUsecases({
    log,
    translator,
    integrations,
    clonedVoices,
    calls,
    usage: agentUsage,
    conversations,
  });
  const liveCalls = createLiveCalls({
    log,
    clock,
    database,
    processId: self.id,
    integrations,
    usage: agentUsage,
    calls,
    conversations,
    callModels,
    publicUrl,
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
    publicUrl,
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
    addresses: replyAddresses,
    translator,
    senderOf,
    publicUrl,
  });
  const inboundMail = createInboundMail({
    database,
    log,
    limiter,
    translator,
    source: config.imapUrl ? createImapSource(config.imapUrl, mostMailBytes) : null,
    addresses: replyAddresses,
    agents,
    ownAddress: () => {
      const from = operatorSettings.current().mailFrom;
      return /<([^<>]+)>/.exec(from)?.[1] ?? from;
    },
    conversations,
    attachments,
  });
  const savedReplies = createSavedRepliesUsecases({ clock });
  const asking = createAsking({ database, clock, agents, limiter }, conversations);
  const simulating = createSimulating(
    { database, clock, agents, signStoredCopy: storedCopyLinks.sign, isUnsure },
    asking,
  );
  const conversationsApi = createConversationsApi(asking, conversations, limiter);
  const openaiApi = createOpenAiApi({ database, clock, asking, translator });
  const identity = createIdentityUsecases({ database, clock, box, realtime, agents });

  return {
    askKnowledge,
    isUnsure,
    summaries,
    push,
    browsers,
    firstQuestions,
    conversations,
    comparing,
    officeHours,
    voice,
    clonedVoices,
    calls,
    recordings,
    clonesAtVendors: createClonesAtVendors(cloning),
    liveCalls,
    inboxAssist,
    inboxNotices,
    inbox,
    answerGaps,
    replyMails,
    inboundMail,
    savedReplies,
    asking,
    simulating,
    conversationsApi,
    openaiApi,
    identity,
  };
}

export type ConversationServices = Awaited<ReturnType<typeof createConversationServices>>;
