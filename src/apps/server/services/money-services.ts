import { createBillingUsecases } from '#features/billing/server/billing.usecases.ts';
import { createIdleVisitors } from '#features/conversations/server/erasure/idle-visitors.usecases.ts';
import { createForms } from '#features/forms/server/forms-all.usecases.ts';
import { createInvoices } from '#features/invoices/server/invoices.usecases.ts';
import { createPaymentsSetup } from '#features/payments/server/connecting/setup.usecases.ts';
import { createPaymentsUsecases } from '#features/payments/server/payments.usecases.ts';
import { createPaywall } from '#features/paywall/server/paywall.usecases.ts';
import type { BaseServices } from './base-services.ts';
import type { AgentServices } from './agent-services.ts';
import type { VendorServices } from './vendor-services.ts';
import type { ConversationServices } from './conversation-services.ts';

/** What is sold: by accounts to their visitors, and plans to accounts. */
export function createMoneyServices(
  base: BaseServices,
  agent: AgentServices,
  vendor: VendorServices,
  conversation: ConversationServices,
) {
  const {
    clock,
    box,
    realtime,
    translator,
    limiter,
    jobs,
    documents,
    drawer,
    brand,
    mail,
    arePlansFree,
    platformAccountId,
    planStatuses,
    isPlanExpired,
    config,
    log,
    database,
    publicUrl,
    originFor,
  } = base;
  const { agents } = agent;
  const { vendors, paymentConnections, platformEndpoints, paymentsPlatform } = vendor;
  const { conversations } = conversation;
  const paywall = createPaywall({
    database,
    clock,
    termsOf: (visitor) => conversations.paywallTermsOf(visitor),
  });
  const invoices = createInvoices({ database, clock, box, translator, publicUrl });
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
    planStatuses,
    isPlanExpired,
    publicUrl,
    originFor,
  });
  const idleVisitors = createIdleVisitors({ database, clock, buyersAmong: payments.buyersAmong });
  const paymentsSetup = createPaymentsSetup({
    connections: paymentConnections,
    vendors,
    platform: paymentsPlatform,
    publicUrl,
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
    areOff: (accountId) => base.isFeatureOff(accountId, 'forms'),
    publicUrl,
    originFor,
    chats: {
      fill: conversations.fillFromForm,
      fillCard: conversations.fillCard,
      filled: conversations.formFilled,
    },
  });
  const platformSeller = {
    name: config.platformSellerName,
    address: config.platformSellerAddress.replaceAll(/(?<!\s)\s*;\s*/g, '\n'),
    country: config.platformSellerCountry,
    taxNumber: config.platformSellerTaxNumber,
  };
  const billing = createBillingUsecases({
    offered: base.planSale,
    database,
    clock,
    log,
    translator,
    brandName: brand.name,
    planStatuses,
    vendors,
    mail,
    connections: paymentConnections,
    publicUrl,
    invoices,
    platformAccountId,
    seller: platformSeller,
    arePlansFree,
    platform: { accountId: platformAccountId, stripeKey: config.platformStripeKey },
  });

  return { paywall, invoices, payments, idleVisitors, paymentsSetup, forms, billing };
}

export type MoneyServices = ReturnType<typeof createMoneyServices>;
