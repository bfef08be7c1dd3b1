import type { EndpointsByKey } from '#shared/endpoint.ts';
import type { accountDataEndpoints } from '#features/account-data/account-data.contract.ts';
import type { accountsPictureEndpoints } from '#features/accounts/accounts-picture.contract.ts';
import type { accountsEndpoints } from '#features/accounts/accounts.contract.ts';
import type { agenciesEndpoints } from '#features/agencies/agencies.contract.ts';
import type { agentsLifecycleEndpoints } from '#features/agents/agents-lifecycle.contract.ts';
import type { agentsLookEndpoints } from '#features/agents/agents-look.contract.ts';
import type { agentsInstallEndpoints } from '#features/agents/agents-install.contract.ts';
import type { agentsUsageEndpoints } from '#features/agents/agents-usage.contract.ts';
import type { agentsTeamEndpoints } from '#features/agents/agents-team.contract.ts';
import type { agentsEndpoints } from '#features/agents/agents.contract.ts';
import type { accountKeysEndpoints } from '#features/api-keys/api-keys-account.contract.ts';
import type { apiKeysEndpoints } from '#features/api-keys/api-keys.contract.ts';
import type { auditEndpoints } from '#features/audit/audit.contract.ts';
import type { authEmailEndpoints } from '#features/auth/auth-email.contract.ts';
import type { authEndpoints } from '#features/auth/auth.contract.ts';
import type { billingEndpoints } from '#features/billing/billing.contract.ts';
import type { contactsImportEndpoints } from '#features/contacts/contacts-import.contract.ts';
import type { contactsManyEndpoints } from '#features/contacts/contacts-many.contract.ts';
import type { contactsTimelineEndpoints } from '#features/contacts/contacts-timeline.contract.ts';
import type { docsEndpoints } from '#features/docs/docs.contract.ts';
import type { blogEndpoints } from '#features/blog/blog.contract.ts';
import type { contactsEndpoints } from '#features/contacts/contacts.contract.ts';
import type { approvalsEndpoints } from '#features/conversations/conversations-approvals.contract.ts';
import type { identityEndpoints } from '#features/conversations/conversations-identity.contract.ts';
import type { visitorEndpoints } from '#features/conversations/conversations-visitor.contract.ts';
import type { conversationsEndpoints } from '#features/conversations/conversations.contract.ts';
import type { customFieldsEndpoints } from '#features/custom-fields/custom-fields.contract.ts';
import type { feedbackEndpoints } from '#features/feedback/feedback.contract.ts';
import type { submissionsEndpoints } from '#features/forms/forms-submissions.contract.ts';
import type { formsEndpoints } from '#features/forms/forms.contract.ts';
import type { pageCallEndpoints } from '#features/custom-functions/custom-functions-pages.contract.ts';
import type { functionsEndpoints } from '#features/custom-functions/custom-functions.contract.ts';
import type { invoicesEndpoints } from '#features/invoices/invoices.contract.ts';
import type { recordingsEndpoints } from '#features/calls/calls-recordings.contract.ts';
import type { clonedVoicesEndpoints } from '#features/cloned-voices/cloned-voices.contract.ts';
import type { voiceEndpoints } from '#features/voice/voice.contract.ts';
import type { integrationsEndpoints } from '#features/integrations/integrations.contract.ts';
import type { knowledgeEndpoints } from '#features/knowledge/knowledge-endpoints.contract.ts';
import type { mailEndpoints } from '#features/mail/mail.contract.ts';
import type { onboardingEndpoints } from '#features/onboarding/onboarding.contract.ts';
import type { oauthEndpoints } from '#features/oauth/oauth.contract.ts';
import type { storesEndpoints } from '#features/stores/stores.contract.ts';
import type { landingPagesRewritingEndpoints } from '#features/landing-pages/landing-pages-rewriting.contract.ts';
import type { landingPagesTemplatesEndpoints } from '#features/landing-pages/landing-pages-templates.contract.ts';
import type { landingPagesImagesEndpoints } from '#features/landing-pages/landing-pages-images.contract.ts';
import type { landingPagesExperimentEndpoints } from '#features/landing-pages/landing-pages-experiment.contract.ts';
import type { landingPagesPublishingEndpoints } from '#features/landing-pages/landing-pages-publishing.contract.ts';
import type { landingPagesResultsEndpoints } from '#features/landing-pages/landing-pages-results.contract.ts';
import type { landingPagesEndpoints } from '#features/landing-pages/landing-pages.contract.ts';
import type { mcpEndpoints } from '#features/mcp/mcp.contract.ts';
import type { moneyNoticesEndpoints } from '#features/payments/payments-notices.contract.ts';
import type { papersEndpoints } from '#features/payments/payments-papers.contract.ts';
import type { backupsEndpoints } from '#features/backups/backups.contract.ts';
import type { testimonialsEndpoints } from '#features/testimonials/testimonials.contract.ts';
import type { featureFlagsEndpoints } from '#features/feature-flags/feature-flags.contract.ts';
import type { operatorSettingsEndpoints } from '#features/operator-settings/operator-settings.contract.ts';
import type { paymentsConnectionsEndpoints } from '#features/payments/payments-connections.contract.ts';
import type { paymentsFiguresEndpoints } from '#features/payments/payments-figures.contract.ts';
import type { paymentsPurchasesEndpoints } from '#features/payments/payments-purchases.contract.ts';
import type { paymentsVisitorEndpoints } from '#features/payments/payments-visitor.contract.ts';
import type { qrCodesEndpoints } from '#features/qr-codes/qr-codes.contract.ts';
import type { superadminAccountsEndpoints } from '#features/superadmin/superadmin-accounts.contract.ts';
import type { superadminHealthEndpoints } from '#features/superadmin/superadmin-health.contract.ts';
import type { superadminEndpoints } from '#features/superadmin/superadmin.contract.ts';
import type { teamEndpoints } from '#features/team/team.contract.ts';
import type { serverPicturesEndpoints } from '#features/server-pictures/server-pictures.contract.ts';
import type { templatesSuperadminEndpoints } from '#features/templates/templates-superadmin.contract.ts';
import type { templatesEndpoints } from '#features/templates/templates.contract.ts';
import type { testMoneyEndpoints } from '#features/test-money/test-money.contract.ts';
import type { analyticsExperimentsEndpoints } from '#features/analytics/analytics-experiments.contract.ts';
import type { analyticsServiceEndpoints } from '#features/analytics/analytics-service.contract.ts';
import type { analyticsReportsEndpoints } from '#features/analytics/analytics-reports.contract.ts';
import type { analyticsThresholdsEndpoints } from '#features/analytics/analytics-thresholds.contract.ts';
import type { analyticsEndpoints } from '#features/analytics/analytics.contract.ts';
import type { answerGapsEndpoints } from '#features/answer-gaps/answer-gaps.contract.ts';
import type { noticesEndpoints } from '#features/inbox/inbox-notices.contract.ts';
import type { inboxEndpoints } from '#features/inbox/inbox.contract.ts';
import type { sampleDataEndpoints } from '#features/sample-data/sample-data.contract.ts';
import type { savedRepliesEndpoints } from '#features/saved-replies/saved-replies.contract.ts';
import type { comparingEndpoints } from '#features/conversations/conversations-comparing.contract.ts';
import type { hoursEndpoints } from '#features/conversations/conversations-hours.contract.ts';
import type { handoffEndpoints } from '#features/conversations/conversations-handoff.contract.ts';
import type { accountLimitsEndpoints } from '#features/account-limits/account-limits.contract.ts';
import type { abuseEndpoints } from '#features/abuse/abuse.contract.ts';
import type { announcementsEndpoints } from '#features/announcements/announcements.contract.ts';
import type { accountReviewEndpoints } from '#features/account-review/account-review.contract.ts';
import type { webhooksEndpoints } from '#features/webhooks/webhooks.contract.ts';
import type { webhooksSuperadminEndpoints } from '#features/webhooks/webhooks-superadmin.contract.ts';
import type { simulatorEndpoints } from '#features/simulator/simulator.contract.ts';
import type { whiteLabelDomainEndpoints } from '#features/white-label/white-label-domains.contract.ts';
import type { whiteLabelSuperadminEndpoints } from '#features/white-label/white-label-superadmin.contract.ts';
import type { whiteLabelEndpoints } from '#features/white-label/white-label.contract.ts';

/**
 * The endpoints that screens may call, types only: one line a feature. Nothing of a contract reaches the
 * bundle from here.
 */
declare module '#ui/api/client.ts' {
  interface Endpoints extends EndpointsByKey<typeof accountDataEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof accountsEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof agenciesEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof agentsEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof agentsLifecycleEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof agentsInstallEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof agentsUsageEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof agentsLookEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof agentsTeamEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof auditEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof authEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof billingEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof blogEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof docsEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof contactsEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof contactsTimelineEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof contactsManyEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof contactsImportEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof conversationsEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof visitorEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof handoffEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof approvalsEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof comparingEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof hoursEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof identityEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof customFieldsEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof authEmailEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof feedbackEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof onboardingEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof sampleDataEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof formsEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof submissionsEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof functionsEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof pageCallEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof accountsPictureEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof analyticsEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof analyticsExperimentsEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof analyticsServiceEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof analyticsReportsEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof analyticsThresholdsEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof answerGapsEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof inboxEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof noticesEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof savedRepliesEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof integrationsEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof voiceEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof recordingsEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof clonedVoicesEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof knowledgeEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof landingPagesEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof landingPagesExperimentEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof landingPagesPublishingEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof landingPagesImagesEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof landingPagesTemplatesEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof landingPagesRewritingEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof landingPagesResultsEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof mailEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof invoicesEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof moneyNoticesEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof papersEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof operatorSettingsEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof paymentsConnectionsEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof paymentsFiguresEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof paymentsPurchasesEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof paymentsVisitorEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof apiKeysEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof accountKeysEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof mcpEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof storesEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof oauthEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof qrCodesEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof superadminAccountsEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof superadminHealthEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof superadminEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof teamEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof serverPicturesEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof templatesSuperadminEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof templatesEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof testMoneyEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof accountLimitsEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof abuseEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof featureFlagsEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof backupsEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof testimonialsEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof announcementsEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof accountReviewEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof webhooksEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof webhooksSuperadminEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof simulatorEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof whiteLabelEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof whiteLabelSuperadminEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof whiteLabelDomainEndpoints> {}
}
