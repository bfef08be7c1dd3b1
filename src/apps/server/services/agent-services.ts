import path from 'node:path';
import { createCodeSandbox } from '#platform/sandbox/code-sandbox.ts';
import { AppError, commonErrors } from '#shared/errors.ts';
import { createPreparedAgents } from '#features/agents/server/agents-prepared.usecases.ts';
import { firstQuestionsJob } from '#features/agents/server/first-questions/first-questions.usecases.ts';
import { createAgentsGeneration } from '#features/agents/server/generation/generation.usecases.ts';
import { createAgentsImages } from '#features/agents/server/look/images.usecases.ts';
import { createAgentsInstall } from '#features/agents/server/install/install.usecases.ts';
import { createModelEnds } from '#features/agents/server/model-health/model-ends.usecases.ts';
import { createModelHealth } from '#features/agents/server/model-health/model-health.usecases.ts';
import { createAgentUsage } from '#features/agents/server/usage/usage.usecases.ts';
import { createAgentsUsecases } from '#features/agents/server/agents.usecases.ts';
import { createAttachments } from '#features/conversations/server/attachments/attachments.usecases.ts';
import { createDocs } from '#features/docs/server/docs.usecases.ts';
import { createFeedbackUsecases } from '#features/feedback/server/feedback.usecases.ts';
import { createFormCards } from '#features/forms/server/chat/cards.usecases.ts';
import { createFunctionAuth } from '#features/custom-functions/server/calling/auth.usecases.ts';
import { createCodeRuns } from '#features/custom-functions/server/calling/code-run.usecases.ts';
import { createHttpCalls } from '#features/custom-functions/server/calling/http-call.usecases.ts';
import { createFunctionRuns } from '#features/custom-functions/server/calling/runs.usecases.ts';
import { createPageCalls } from '#features/custom-functions/server/page-calls/page-calls.usecases.ts';
import { createFunctionsSource } from '#features/custom-functions/server/custom-functions-source.usecases.ts';
import { createOpenapiImport } from '#features/custom-functions/server/importing/openapi.usecases.ts';
import { createFunctionStates } from '#features/custom-functions/server/custom-functions-states.usecases.ts';
import { createFunctionsUsecases } from '#features/custom-functions/server/custom-functions.usecases.ts';
import { createIntegrationsUsecases } from '#features/integrations/server/integrations.usecases.ts';
import { createKnowledgeUsecases } from '#features/knowledge/server/knowledge.usecases.ts';
import { createQrCodesUsecases } from '#features/qr-codes/server/qr-codes.usecases.ts';
import { createPublishGate } from '#features/simulator/server/gate/gate.usecases.ts';
import { createAgentTests } from '#features/simulator/server/suites/suites.usecases.ts';
import { createOwnTemplates } from '#features/templates/server/own/own-templates.usecases.ts';
import { createSuperadminTemplates } from '#features/templates/server/own/superadmin-templates.usecases.ts';
import { createTemplatesUsecases } from '#features/templates/server/templates.usecases.ts';
import { reservedToolNames } from '#features/tools/server/built-in/reserved-names.models.ts';
import { readSite } from '../read-site.ts';
import { projectFolder } from '../project-folder.ts';
import { createMcpAnswers } from '#features/mcp/server/client/answering.usecases.ts';
import { createConnecting } from '#features/mcp/server/client/connecting.usecases.ts';
import { createMcpUsecases } from '#features/mcp/server/mcp.usecases.ts';
import { productVersion } from '../project-folder.ts';
import { createStoredCopyLinks } from '../stored-copy-links.ts';
import type { BaseServices } from './base-services.ts';
import type { PeopleServices } from './people-services.ts';
import { answerConfidences } from '#providers/llm/built-in/confidence.ts';

/** Agents, what they know, and what is made for them. */
export function createAgentServices(
  base: BaseServices,
  { subscriberNotes }: Pick<PeopleServices, 'subscriberNotes'>,
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
    documents,
    drawer,
    css,
    llm,
    mail,
    isPlanExpired,
    planStatuses,
    config,
    log,
    database,
    publicUrl,
    originFor,
  } = base;
  const feedback = createFeedbackUsecases({ database, clock, limiter, mail, publicUrl });
  const integrations = createIntegrationsUsecases({
    database,
    clock,
    log,
    box,
    realtime,
    llm,
    speech: base.speech,
    areOff: (accountId) => base.isFeatureOff(accountId, 'models'),
    findsLocal: (config.localModelUrls ?? []).length > 0,
    operatorModels() {
      const {
        modelPrices: prices,
        firstModels: first,
        newAgentModels: newAgents,
      } = base.operatorSettings.current();
      return { prices, first, newAgents };
    },
    publicUrl,
    assertAllowedUrl: (url) => void safeFetch.assertAllowedUrl(url),
  });
  const connectMcp = createConnecting(safeFetch, productVersion());
  const mcp = createMcpUsecases({
    database,
    clock,
    log,
    box,
    safeFetch,
    connect: connectMcp,
    publicUrl,
  });
  const mcpAnswers = createMcpAnswers({ log, connect: connectMcp, mcp });
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
    isPlanExpired,
    rateAnswers: answerConfidences,
    sourceEnded: (tx, { accountId, collectionId }) =>
      jobs.send(tx, firstQuestionsJob, { accountId, collectionId }),
    embed: async (accountId, choice, texts, purpose, signal) => {
      const ready = await integrations.ready(accountId, choice.provider);
      if (!ready?.provider.embed) throw new AppError(commonErrors.unavailable);
      return ready.provider.embed({ ...ready.connection, model: choice.model, texts, purpose, signal });
    },
  });
  const agentTests = createAgentTests({ clock });
  const publishGate = createPublishGate();
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
    // What nobody can run here is not asked for before publishing.
    publishGate: {
      failing: async (tx, agent) =>
        base.featureFlags.isOn('simulator', agent.accountId) ? publishGate.failing(tx, agent) : [],
    },
    versionedFunctions: createFunctionStates({ clock }),
    tests: agentTests,
    featuresOff: async (accountId) => (await planStatuses.clientOf(accountId))?.featuresOff ?? [],
    modelForNew: integrations.forNewAgents,
    readSite: (url, accountId) => readSite(url, accountId, { safeFetch, documents }),
  });
  const docs = createDocs({ database, clock, limiter, folder: path.join(projectFolder, 'docs/guides') });
  const preparedAgents = createPreparedAgents({ database, clock, box, realtime });
  const ownTemplates = createOwnTemplates({
    database,
    clock,
    agents: preparedAgents,
    knowledge,
    tests: agentTests,
  });
  const templates = createTemplatesUsecases({
    database,
    clock,
    limiter,
    translator,
    agents: preparedAgents,
    knowledge,
    tests: agentTests,
    own: ownTemplates,
    planTerms: () => ({
      prices: base.planSale().prices,
      trialDays: base.operatorSettings.openingOf(null).trialDays,
    }),
    modelForNew: integrations.forNewAgents,
    folder: path.join(projectFolder, 'content/templates'),
    guides: async () => (await docs.all()).map(({ title, body }) => ({ title, body })),
  });
  const superadminTemplates = createSuperadminTemplates({
    database,
    clock,
    own: ownTemplates,
    ofProduct: templates.ofProduct,
    lifecycle: agents,
    agents: preparedAgents,
    knowledge,
  });
  const qrCodes = createQrCodesUsecases({ database, clock, limiter, originFor });
  const agentsImages = createAgentsImages({ database, clock, limiter, drawer });
  const agentUsage = createAgentUsage({
    database,
    clock,
    log,
    realtime,
    translator,
    mail,
    publicUrl,
  });
  const modelHealth = createModelHealth({ database, clock, log, realtime });
  const modelEnds = createModelEnds({ database, clock, log, translator, integrations, mail, publicUrl });
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
  const codeSandbox = createCodeSandbox();
  const functionRuns = createFunctionRuns({
    runCode: createCodeRuns({ sandbox: codeSandbox, safeFetch }),
    callHttp: createHttpCalls({
      safeFetch,
      auth: createFunctionAuth({ safeFetch, now: () => clock.now() }),
    }),
  });
  const functions = createFunctionsUsecases({
    database,
    clock,
    box,
    limiter,
    runs: functionRuns,
    reservedNames: reservedToolNames,
    assertAllowedUrl: (url) => void safeFetch.assertAllowedUrl(url),
  });
  const openapiImport = createOpenapiImport({
    documents,
    fetch: safeFetch,
    limiter,
    assertAllowedUrl: (url) => void safeFetch.assertAllowedUrl(url),
  });
  const pageCalls = createPageCalls({ database, clock, log, realtime, limiter });
  const functionsSource = createFunctionsSource({ database, box, runs: functionRuns, pageCalls });
  const storedCopyLinks = createStoredCopyLinks(box, clock);
  const attachments = createAttachments({
    database,
    clock,
    documents,
    drawer,
    signStoredCopy: storedCopyLinks.sign,
  });
  // Conversations show forms and are filled by them: what is shown stands here, what fills them stands above both.
  const formCards = createFormCards({ database, clock, box, originFor });
  const agentsInstall = createAgentsInstall({
    database,
    limiter,
    translator,
    safeFetch,
    mail,
    agents,
    publicUrl,
    originFor,
  });

  return {
    feedback,
    integrations,
    mcp,
    mcpAnswers,
    knowledge,
    agents,
    docs,
    templates,
    superadminTemplates,
    qrCodes,
    agentsImages,
    agentUsage,
    modelHealth,
    modelEnds,
    agentsGeneration,
    agentsInstall,
    storedCopyLinks,
    attachments,
    formCards,
    functions,
    openapiImport,
    functionsSource,
    pageCalls,
    codeSandbox,
  };
}

export type AgentServices = ReturnType<typeof createAgentServices>;
