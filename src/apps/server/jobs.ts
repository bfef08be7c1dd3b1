import { z } from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';
import { registerAccountDataJobs } from '#features/account-data/server/account-data.jobs.ts';
import { registerExperimentsJobs } from '#features/analytics/server/experiments/experiments.jobs.ts';
import { registerAnalyticsUpkeepJobs } from '#features/analytics/server/events/upkeep.jobs.ts';
import { registerThresholdsJobs } from '#features/analytics/server/thresholds/thresholds.jobs.ts';
import { registerReportLettersJobs } from '#features/analytics/server/reports/letters.jobs.ts';
import { registerAgentsJobs } from '#features/agents/server/agents.jobs.ts';
import { resetMailJob } from '#features/auth/server/auth.usecases.ts';
import { registerBackupsJobs } from '#features/backups/server/backups.jobs.ts';
import { registerBillingJobs } from '#features/billing/server/billing.jobs.ts';
import { registerCallsJobs } from '#features/calls/server/calls.jobs.ts';
import { registerContactsJobs } from '#features/contacts/server/contacts.jobs.ts';
import { registerClonedVoicesJobs } from '#features/cloned-voices/server/cloned-voices.jobs.ts';
import { registerConversationsJobs } from '#features/conversations/server/conversations.jobs.ts';
import { registerFormsJobs } from '#features/forms/server/forms.jobs.ts';
import { registerInboxJobs } from '#features/inbox/server/inbox.jobs.ts';
import { registerIntegrationsJobs } from '#features/integrations/server/integrations.jobs.ts';
import { registerKnowledgeJobs } from '#features/knowledge/server/knowledge.jobs.ts';
import { registerLandingPagesJobs } from '#features/landing-pages/server/landing-pages.jobs.ts';
import { sendMailJob } from '#features/mail/server/mail.usecases.ts';
import { registerOnboardingJobs } from '#features/onboarding/server/onboarding.jobs.ts';
import { registerMoneyNoticesJobs } from '#features/payments/server/notices/notices.jobs.ts';
import { registerPaymentsJobs } from '#features/payments/server/payments.jobs.ts';
import { registerPaywallJobs } from '#features/paywall/server/paywall.jobs.ts';
import { registerSampleDataJobs } from '#features/sample-data/server/sample-data.jobs.ts';
import { registerSimulatorJobs } from '#features/simulator/server/simulator.jobs.ts';
import { registerStoresJobs } from '#features/stores/server/stores.jobs.ts';
import { registerSummariesJobs } from '#features/summaries/server/summaries.jobs.ts';
import { registerTemplatesJobs } from '#features/templates/server/templates.jobs.ts';
import { registerTestMoneyJobs } from '#features/test-money/server/test-money.jobs.ts';
import { registerWhiteLabelJobs } from '#features/white-label/server/white-label.jobs.ts';
import { fillSampleAccount } from './sample-company/fill.ts';
import type { Services } from './services.ts';

const cleanUpJob = defineJob({
  name: 'platform.clean-up',
  payload: z.object({}),
  retryLimit: 0,
  expireInSeconds: 300,
  concurrency: 1,
});

/** Every kind of background work. */
export function registerJobs(services: Services): void {
  const { jobs } = services;
  jobs.handle(sendMailJob, ({ id }) => services.mail.deliver(id));
  jobs.handle(resetMailJob, ({ email, within }) => services.auth.sendResetMail(email, within));
  jobs.handle(cleanUpJob, async () => {
    await services.limiter.sweep();
    await services.attachments.sweep();
    await services.auth.removeOldSessions();
    await services.audit.sweep();
    await services.accountData.sweep();
    await services.mail.sweep();
    await services.oauth.sweep();
    await services.repeatedRequests.sweep();
    await services.push.sweep();
    await services.storeOrders.sweep();
    await services.pageCalls.sweep();
    await services.webhookDispatch.sweep();
    await services.landingPages.counting.sweep();
  });
  jobs.schedule(cleanUpJob, '17 * * * *');
  registerAccountDataJobs(jobs, services.accountData);
  registerKnowledgeJobs(jobs, services.knowledge);
  registerAgentsJobs(
    jobs,
    services.agentsImages,
    services.firstQuestions,
    services.agents,
    services.modelEnds,
  );
  registerIntegrationsJobs(jobs, services.integrations);
  registerBackupsJobs(jobs, services.backups);
  registerBillingJobs(jobs, services.billing);
  registerCallsJobs(jobs, services.calls, services.recordings);
  registerContactsJobs(jobs, services.contactsMany, services.contactsImport);
  registerFormsJobs(jobs, services.forms);
  registerClonedVoicesJobs(jobs, services.clonesAtVendors);
  registerConversationsJobs(jobs, services.idleVisitors, services.teamwork, services.handBack);
  registerInboxJobs(
    jobs,
    services.replyMails,
    services.inboundMail,
    services.inboxNotices,
    services.push,
    services.inbox,
  );
  registerLandingPagesJobs(jobs, services.landingPages);
  registerOnboardingJobs(jobs, services.letters);
  registerExperimentsJobs(jobs, services.experiments);
  registerReportLettersJobs(jobs, services.reportLetters);
  registerThresholdsJobs(jobs, services.thresholds);
  registerAnalyticsUpkeepJobs(jobs, services.analyticsUpkeep);
  registerPaymentsJobs(jobs, services.payments);
  registerMoneyNoticesJobs(jobs, services.payments);
  registerPaywallJobs(jobs, services.paywall);
  registerSampleDataJobs(jobs, services.sampleData, (account, now, isWanted) =>
    fillSampleAccount(services, registerJobs, account, { now, isWanted }),
  );
  registerSimulatorJobs(jobs, services.simulator);
  registerStoresJobs(jobs, services.storeOrders, services.stores, services.conversations);
  registerSummariesJobs(jobs, services.summaries);
  registerTemplatesJobs(jobs, services.templates);
  registerTestMoneyJobs(jobs, services.testMoney);
  registerWhiteLabelJobs(jobs, services.domains);
}
