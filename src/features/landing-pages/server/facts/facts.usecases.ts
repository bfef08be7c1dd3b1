import { currencies } from '#shared/money/money.ts';
import { noFacts, type PageAgent, type PageFacts, type PageOffer } from '#shared/landing-pages/page-facts.ts';
import type { PageData } from '#shared/landing-pages/page-data.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { AgentConfiguration } from '#features/agents/agents-configuration.contract.ts';
import { avatarUrlOf } from '#features/agents/agents-public.contract.ts';
import { findPresentedAgents, type PresentedAgent } from '#features/agents/server/agents-facts.usecases.ts';
import { findShownForms } from '#features/forms/server/forms-facts.usecases.ts';
import { presentOffer } from '#features/payments/payments-offers.contract.ts';
import { offersIn } from '#features/paywall/paywall.contract.ts';
import { referencesOf } from '../landing-pages-document.models.ts';

/** What an agent sells, as a page says it; nothing that visitors can't be charged. */
export function pageOffersOf({ payment }: Pick<AgentConfiguration, 'payment'>): PageOffer[] {
  if (!payment.enabled) return [];
  const { least, step } = currencies[payment.currency];
  return offersIn(payment)
    .filter(({ amount }) => amount >= least && amount % step === 0)
    .map((setting) => {
      const offer = presentOffer(payment, setting, 0);
      const { id, type, title, description, buttonText, isRecommended, interval, currency } = offer;
      const { total, trialDays, messages, days } = offer;
      return {
        id,
        type,
        title,
        description,
        buttonText,
        isRecommended,
        interval,
        currency,
        total,
        trialDays,
        messages,
        days,
      };
    });
}

function pageAgentOf(agent: PresentedAgent): PageAgent {
  const { basic, appearance, prompt } = agent.configuration;
  return {
    id: agent.id,
    number: agent.number,
    name: basic.name,
    color: appearance.color,
    avatarUrl: avatarUrlOf(agent.configuration),
    welcome: prompt.welcomeMessage,
    questions: prompt.iceBreakers,
    isLive: agent.isLive,
    offers: pageOffersOf(agent.configuration),
  };
}

/** What the blocks of a page refer to, as it is now. */
export async function readFacts(tx: Transaction, data: PageData, now: Date): Promise<PageFacts> {
  const { agents, forms } = referencesOf(data);
  if (agents.length === 0 && forms.length === 0) return noFacts;
  return {
    agents: Object.fromEntries(
      (agents.length === 0 ? [] : await findPresentedAgents(tx, agents)).map((agent) => [
        String(agent.number),
        pageAgentOf(agent),
      ]),
    ),
    forms: Object.fromEntries((await findShownForms(tx, forms, now)).map((form) => [form.publicId, form])),
  };
}

/** Everything of an account that blocks may show; of agents only those that the member reaches. */
export async function readAllFacts(
  tx: Transaction,
  reaches: (agentId: string) => boolean,
  now: Date,
): Promise<PageFacts> {
  const agents = (await findPresentedAgents(tx, null)).filter(({ id }) => reaches(id));
  return {
    agents: Object.fromEntries(agents.map((agent) => [String(agent.number), pageAgentOf(agent)])),
    forms: Object.fromEntries((await findShownForms(tx, null, now)).map((form) => [form.publicId, form])),
  };
}
