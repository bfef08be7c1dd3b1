/** What may be bought of an agent, as its paywall offers it. */
export type PageOffer = {
  /** Its key among the offers of its agent. */
  id: string;
  type: 'subscription' | 'pack' | 'once';
  /** Empty: what it gives says it. */
  title: string;
  description: string;
  /** Empty: the page's own words. */
  buttonText: string;
  isRecommended: boolean;
  /** How often a subscription is paid. */
  interval: 'month' | 'year' | null;
  currency: string;
  /** What is paid, with tax; in the currency's smallest unit. */
  total: number;
  trialDays: number;
  /** Of a pack. */
  messages: number | null;
  /** How long it lasts; null is as long as it is paid, or forever. */
  days: number | null;
};

/** An agent as pages show it. */
export type PageAgent = {
  id: string;
  number: number;
  name: string;
  /** `#rrggbb`. */
  color: string;
  avatarUrl: string | null;
  welcome: string;
  questions: readonly string[];
  /** Whether visitors may chat with it. */
  isLive: boolean;
  offers: readonly PageOffer[];
};

/** A form as pages show it. */
export type PageForm = {
  id: string;
  publicId: string;
  name: string;
  /** Whether it takes answers. */
  isOpen: boolean;
};

/**
 * What the blocks of a page refer to: agents by their number, forms by their public id. What is not here was
 * deleted, or is somebody else's.
 */
export type PageFacts = {
  agents: Readonly<Record<string, PageAgent>>;
  forms: Readonly<Record<string, PageForm>>;
};

export const noFacts: PageFacts = { agents: {}, forms: {} };
