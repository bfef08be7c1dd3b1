import type { Language } from '../languages.ts';
import type { PriceBreakdown, TaxBehaviour } from './money.ts';

/** What can be wrong with a click on the simulated bank's pages; the text is `test-money:problem.<name>`. */
export type TestMoneyProblem = 'declined' | 'funds' | 'refused' | 'missing' | 'not_a_test_card' | 'too_many';

export type TestMoneyCardChoice = {
  name: string;
  number: string;
};
export type TestMoneyPaymentLine = {
  id: string;
  amount: number;
  refunded: number;
  isPaid: boolean;
  lastFour: string;
  at: string;
};

/**
 * What both pages of the simulated bank show of what was ordered. Amounts in the currency's smallest unit,
 * moments ISO 8601.
 */
type Ordered = {
  id: string;
  language: Language;
  title: string;
  description: string;
  email: string;
  currency: string;
  price: PriceBreakdown;
  taxPercent: number;
  taxBehaviour: TaxBehaviour;
  interval: 'month' | 'year' | null;
  payments: readonly TestMoneyPaymentLine[];
  cards: readonly TestMoneyCardChoice[];
};

/** The simulated bank's payment page. `trial` was taken without a payment so far. */
export type TestMoneyPageState = Ordered & {
  state: 'open' | 'confirming' | 'paid' | 'trial' | 'expired' | 'called_off';
  trialDays: number;
  /** When a trial ends and the first payment is due. */
  firstChargeAt: string | null;
  /** Why the last try came to nothing. */
  failure: TestMoneyProblem | null;
  successUrl: string;
  cancelUrl: string;
};

/** The simulated bank's page for a customer who paid before. */
export type TestMoneyPortalState = Ordered & {
  returnUrl: string;
  subscription: {
    status: 'trialing' | 'active' | 'past_due' | 'canceled';
    periodEnd: string;
    isEnding: boolean;
    lastFour: string;
  } | null;
};
