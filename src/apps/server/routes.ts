import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Binder } from '#platform/http/bind.ts';
import { deviceOf } from '#platform/http/device.ts';
import { timezoneOf } from '#platform/http/time-zone.ts';
import { setPrivacy } from '#features/accounts/server/accounts-privacy.usecases.ts';
import { presentUser } from '#features/accounts/server/accounts.usecases.ts';
import { accountDataRoutes } from '#features/account-data/server/account-data.routes.ts';
import { accountsPictureRoutes } from '#features/accounts/server/accounts-picture.routes.ts';
import { accountsRoutes } from '#features/accounts/server/accounts.routes.ts';
import { agenciesRoutes } from '#features/agencies/server/agencies.routes.ts';
import { agentsLifecycleRoutes } from '#features/agents/server/lifecycle/lifecycle.routes.ts';
import { agentsLookRoutes } from '#features/agents/server/look/look.routes.ts';
import { agentsInstallRoutes } from '#features/agents/server/install/install.routes.ts';
import { agentsTeamRoutes } from '#features/agents/server/lifecycle/team.routes.ts';
import { createAgentsTeam } from '#features/agents/server/lifecycle/team.usecases.ts';
import { agentsRoutes } from '#features/agents/server/agents.routes.ts';
import { agentsUsageRoutes } from '#features/agents/server/usage/usage.routes.ts';
import { experimentsRoutes } from '#features/analytics/server/experiments/experiments.routes.ts';
import { analyticsReportsRoutes } from '#features/analytics/server/reports/reports.routes.ts';
import { thresholdsRoutes } from '#features/analytics/server/thresholds/thresholds.routes.ts';
import { analyticsRoutes } from '#features/analytics/server/analytics.routes.ts';
import { answerGapsRoutes } from '#features/answer-gaps/server/answer-gaps.routes.ts';
import { accountKeysRoutes } from '#features/api-keys/server/account/account-keys.routes.ts';
import { apiKeysRoutes } from '#features/api-keys/server/api-keys.routes.ts';
import { auditRoutes } from '#features/audit/server/audit.routes.ts';
import { authEmailRoutes } from '#features/auth/server/auth-email.routes.ts';
import { authRoutes, setSessionCookie } from '#features/auth/server/auth.routes.ts';
import { docsRoutes } from '#features/docs/server/docs.routes.ts';
import { blogRoutes } from '#features/blog/server/blog.routes.ts';
import { billingRoutes } from '#features/billing/server/billing.routes.ts';
import { contactsImportRoutes } from '#features/contacts/server/import/imports.routes.ts';
import { contactsManyRoutes } from '#features/contacts/server/bulk/bulk.routes.ts';
import { contactsRoutes } from '#features/contacts/server/contacts.routes.ts';
import { approvalsRoutes } from '#features/conversations/server/approvals/approvals.routes.ts';
import { clonedVoicesRoutes } from '#features/cloned-voices/server/cloned-voices.routes.ts';
import { callsRoutes } from '#features/calls/server/calls.routes.ts';
import { recordingsRoutes } from '#features/calls/server/recordings/recordings.routes.ts';
import { voiceRoutes } from '#features/voice/server/voice.routes.ts';
import { attachmentsRoutes } from '#features/conversations/server/attachments/attachments.routes.ts';
import { visitorRoutes } from '#features/conversations/server/visitors/visitor.routes.ts';
import { conversationsApiRoutes } from '#features/conversations/server/api/api.routes.ts';
import { conversationsRoutes } from '#features/conversations/server/conversations.routes.ts';
import type { AdmittedVisitor } from '#features/conversations/server/sessions/agent-cache.usecases.ts';
import { comparingRoutes } from '#features/conversations/server/comparing/comparing.routes.ts';
import { hoursRoutes } from '#features/conversations/server/office-hours/hours.routes.ts';
import { handoffRoutes } from '#features/conversations/server/handoff/handoff.routes.ts';
import { identityRoutes } from '#features/conversations/server/identity/identity.routes.ts';
import { customFieldsRoutes } from '#features/custom-fields/server/custom-fields.routes.ts';
import { feedbackRoutes } from '#features/feedback/server/feedback.routes.ts';
import { formsRoutes, type ShowPreview } from '#features/forms/server/forms.routes.ts';
import { pageCallsRoutes } from '#features/custom-functions/server/page-calls/page-calls.routes.ts';
import { functionsRoutes } from '#features/custom-functions/server/custom-functions.routes.ts';
import { onboardingRoutes } from '#features/onboarding/server/onboarding.routes.ts';
import { oauthRoutes } from '#features/oauth/server/oauth.routes.ts';
import { openaiApiRoutes } from '#features/openai-api/server/openai-api.routes.ts';
import { noticesRoutes } from '#features/inbox/server/notices/notices.routes.ts';
import { inboundMailRoutes } from '#features/inbox/server/reply-mails/inbound.routes.ts';
import { inboxRoutes } from '#features/inbox/server/inbox.routes.ts';
import { invoicesRoutes } from '#features/invoices/server/invoices.routes.ts';
import { integrationsRoutes } from '#features/integrations/server/integrations.routes.ts';
import { knowledgeRoutes } from '#features/knowledge/server/knowledge.routes.ts';
import { mcpRoutes } from '#features/mcp/server/mcp.routes.ts';
import { mcpServersRoutes } from '#features/mcp-servers/server/mcp-servers.routes.ts';
import { featureFlagsRoutes } from '#features/feature-flags/server/feature-flags.routes.ts';
import { operatorSettingsRoutes } from '#features/operator-settings/server/operator-settings.routes.ts';
import { mailRoutes } from '#features/mail/server/mail.routes.ts';
import { moneyNoticesRoutes } from '#features/payments/server/notices/notices.routes.ts';
import { papersRoutes } from '#features/payments/server/receipts/invoices.routes.ts';
import { paymentsRecordsRoutes } from '#features/payments/server/purchases/owner.routes.ts';
import { paymentsSetupRoutes } from '#features/payments/server/connecting/setup.routes.ts';
import { paymentsRoutes } from '#features/payments/server/payments.routes.ts';
import { paywallRoutes } from '#features/paywall/server/paywall.routes.ts';
import { publicAnalyticsRoutes } from '#features/public-api/server/routes/analytics.routes.ts';
import { publicAgentsRoutes } from '#features/public-api/server/routes/agents.routes.ts';
import { publicFormsRoutes } from '#features/public-api/server/routes/forms.routes.ts';
import { publicPeopleRoutes } from '#features/public-api/server/routes/people.routes.ts';
import { publicPurchasesRoutes } from '#features/public-api/server/routes/purchases.routes.ts';
import { publicApiRoutes } from '#features/public-api/server/public-api.routes.ts';
import { qrCodesRoutes } from '#features/qr-codes/server/qr-codes.routes.ts';
import { accountLimitsRoutes } from '#features/account-limits/server/account-limits.routes.ts';
import { abuseRoutes } from '#features/abuse/server/abuse.routes.ts';
import { backupsRoutes } from '#features/backups/server/backups.routes.ts';
import { testimonialsRoutes } from '#features/testimonials/server/testimonials.routes.ts';
import { announcementsRoutes } from '#features/announcements/server/announcements.routes.ts';
import { accountReviewRoutes } from '#features/account-review/server/account-review.routes.ts';
import { sampleDataRoutes } from '#features/sample-data/server/sample-data.routes.ts';
import { storesRoutes } from '#features/stores/server/stores.routes.ts';
import { visitorShoppingRoutes } from '#features/stores/server/shopping/visitor-shopping.routes.ts';
import { superadminRoutes } from '#features/superadmin/server/superadmin.routes.ts';
import { teamRoutes } from '#features/team/server/team.routes.ts';
import {
  landingPagesRoutes,
  type PageDrawings,
} from '#features/landing-pages/server/landing-pages.routes.ts';
import { savedRepliesRoutes } from '#features/saved-replies/server/saved-replies.routes.ts';
import { serverPicturesRoutes } from '#features/server-pictures/server/server-pictures.routes.ts';
import { superadminTemplatesRoutes } from '#features/templates/server/own/superadmin-templates.routes.ts';
import { templatesRoutes } from '#features/templates/server/templates.routes.ts';
import { testMoneyRoutes } from '#features/test-money/server/test-money.routes.ts';
import { superadminWebhooksRoutes } from '#features/webhooks/server/webhooks-superadmin.routes.ts';
import { webhooksRoutes } from '#features/webhooks/server/webhooks.routes.ts';
import { simulatorRoutes } from '#features/simulator/server/simulator.routes.ts';
import { superadminDomainsRoutes } from '#features/white-label/server/domains/superadmin-domains.routes.ts';
import { whiteLabelRoutes } from '#features/white-label/server/white-label.routes.ts';
import { AppError, commonErrors } from '#shared/errors.ts';
import { scopeOf } from './guards.ts';
import type { Services } from './services.ts';
import { isOfSite, siteOf } from './sites.ts';

/** Every feature's endpoints. A feature that is not listed here does not exist. */
export function bindRoutes(
  binder: Binder<AdmittedVisitor>,
  services: Services,
  state: {
    isSecure(): boolean;
    isStopping(): boolean;
    notFound(request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
    showFormPreview: ShowPreview;
    pageDrawings: PageDrawings;
  },
): void {
  accountsRoutes(binder, services.accounts, services.accountNames);
  accountsPictureRoutes(binder, services.accountsPicture);
  authRoutes(
    binder,
    services.auth,
    services.sessions,
    services.twoFactor,
    services.impersonation,
    {
      async currentUser(user) {
        const member = await services.accounts.member(user.userId, user.accountId);
        if (!member) throw new AppError(commonErrors.notSignedIn);
        return presentUser(member, user.impersonation);
      },
    },
    state.isSecure,
    (request) => siteOf(request).accountId,
  );
  authEmailRoutes(binder, services.emailProof);
  onboardingRoutes(binder, services.onboarding);
  sampleDataRoutes(binder, services.sampleData);
  auditRoutes(binder, services.audit);
  accountDataRoutes(binder, services.accountData);
  accountReviewRoutes(binder, services.accountReview);
  teamRoutes(binder, services.team, {
    setCookie: (reply, session) => setSessionCookie(reply, session, state.isSecure()),
    timezoneOf,
  });
  agenciesRoutes(binder, services.agencies, {
    setCookie: (reply, session) => setSessionCookie(reply, session, state.isSecure()),
  });
  whiteLabelRoutes(binder, services.whiteLabel, services.domains, {
    openingOf: (request) => services.openingOf(siteOf(request).accountId),
    signUpDomains: () => services.operatorSettings.current().signUpDomains,
    brandOfHost: async (request) => siteOf(request).brand,
  });
  customFieldsRoutes(binder, services.customFields);
  feedbackRoutes(binder, services.feedback);
  blogRoutes(binder, services.blogEditor);
  operatorSettingsRoutes(binder, services.operatorSettings);
  featureFlagsRoutes(binder, services.featureFlags);
  accountLimitsRoutes(binder, services.accountLimits);
  announcementsRoutes(binder, services.announcements, (request) => siteOf(request).accountId !== null);
  backupsRoutes(binder, services.backups);
  testimonialsRoutes(binder, services.testimonials);
  serverPicturesRoutes(binder, services.serverPictures);
  superadminDomainsRoutes(binder, services.superadminDomains);
  superadminWebhooksRoutes(binder, services.superadminWebhooks);
  abuseRoutes(binder, services.ipBlocks, services.flaggedAgents);
  superadminRoutes(binder, services.superadmin);
  docsRoutes(binder, services.docs, {
    guideOf: (language) => services.templates.publicDemo('product-guide', language),
  });
  mailRoutes(binder, services.mail);
  integrationsRoutes(binder, services.integrations);
  knowledgeRoutes(binder, services.knowledge);
  agentsRoutes(binder, services.agents);
  agentsTeamRoutes(binder, createAgentsTeam({ database: services.database }));
  agentsLifecycleRoutes(binder, services.agents);
  agentsLookRoutes(binder, services.agentsImages, services.agentsGeneration);
  templatesRoutes(binder, services.templates);
  superadminTemplatesRoutes(binder, services.superadminTemplates, async ({ userId, accountId }) => {
    const member = await services.accounts.member(userId, accountId);
    if (member?.account.id !== accountId) throw new AppError(commonErrors.notSignedIn);
    return scopeOf(services.database, member, null);
  });
  testMoneyRoutes(binder, services.testMoney.owners);
  apiKeysRoutes(binder, services.apiKeys);
  accountKeysRoutes(binder, services.accountKeys);
  conversationsApiRoutes(binder, services.conversationsApi);
  publicApiRoutes(binder);
  publicAgentsRoutes(binder, services.publicApi);
  publicPeopleRoutes(binder, services.publicApi);
  publicFormsRoutes(binder, services.publicApi);
  publicPurchasesRoutes(binder, services.publicApi);
  publicAnalyticsRoutes(binder, services.publicApi);
  mcpServersRoutes(binder, services.mcpServers);
  oauthRoutes(binder, services.oauth, services.limiter);
  openaiApiRoutes(binder, services.openaiApi, services.translator);
  mcpRoutes(binder, services.mcp, services.limiter);
  storesRoutes(binder, services.stores, services.limiter);
  visitorShoppingRoutes(binder, services.visitorShopping, services.limiter, services.conversations.agentOf);
  paywallRoutes(binder, services.paywall);
  functionsRoutes(binder, services.functions, services.openapiImport);
  pageCallsRoutes(binder, services.pageCalls);
  qrCodesRoutes(binder, services.qrCodes, {
    notFound: state.notFound,
    deviceOf: (request) => deviceOf(request).device,
    isOfHost: (request, accountId) => isOfSite(services, request, accountId),
  });
  agentsInstallRoutes(binder, services.agentsInstall);
  agentsUsageRoutes(binder, services.agentUsage);
  invoicesRoutes(binder, services.invoices);
  papersRoutes(binder, services.payments);
  moneyNoticesRoutes(binder, services.payments.notices);
  paymentsRoutes(binder, services.payments, services.limiter, services.agentViews.wall);
  paymentsRecordsRoutes(binder, services.payments);
  paymentsSetupRoutes(binder, services.paymentsSetup, services.limiter);
  billingRoutes(binder, services.billing, services.limiter);
  contactsImportRoutes(binder, services.contactsImport);
  contactsManyRoutes(binder, {
    many: services.contactsMany,
    privacy: services.contactsPrivacy,
    files: services.contactsFiles,
  });
  formsRoutes(binder, services.forms, { limiter: services.limiter, showPreview: state.showFormPreview });
  contactsRoutes(binder, services.contacts, {
    tags: services.contactsTags,
    timeline: services.contactsTimeline,
    accounts: services.accounts,
    setPrivacy: (userId, flags) => setPrivacy(services.database, userId, flags),
  });
  attachmentsRoutes(binder, services.attachments, {
    limiter: services.limiter,
    admitFile: (visitor) => services.conversations.admitFile(visitor),
  });
  callsRoutes(binder, services.calls);
  recordingsRoutes(binder, services.recordings, services.limiter);
  voiceRoutes(binder, services.voice, services.liveCalls, services.limiter);
  clonedVoicesRoutes(binder, services.clonedVoices, services.limiter, services.clock);
  identityRoutes(binder, services.identity, services.limiter);
  visitorRoutes(binder, services.conversations, services.limiter);
  approvalsRoutes(binder, services.conversations.approvals, services.limiter);
  inboxRoutes(binder, services.inbox, services.inboxAssist, services.browsers, services.limiter);
  inboundMailRoutes(binder, services.inboundMail, services.config.mailWebhookSecret);
  noticesRoutes(binder, services.browsers, services.limiter);
  answerGapsRoutes(binder, services.answerGaps, services.gapLosses);
  analyticsRoutes(binder, services.analytics);
  analyticsReportsRoutes(binder, services);
  thresholdsRoutes(binder, services.thresholds);
  experimentsRoutes(binder, services.experiments);
  landingPagesRoutes(binder, services.landingPages, state.pageDrawings);
  savedRepliesRoutes(binder, services.savedReplies);
  hoursRoutes(binder, services.officeHours);
  comparingRoutes(binder, services.comparing);
  handoffRoutes(binder, services.conversations.handoff, services.limiter);
  conversationsRoutes(binder, services.conversations, {
    limiter: services.limiter,
    realtime: services.realtime,
    accounts: services.accounts,
    database: services.database,
    log: services.log,
    clock: services.clock,
    isStopping: state.isStopping,
  });
  webhooksRoutes(binder, services.webhooks, services.limiter);
  simulatorRoutes(binder, services.simulator);
}
