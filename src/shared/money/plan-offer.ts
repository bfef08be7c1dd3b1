/** What plans cost on this server, in US cents. */
export type PlanPrices = {
  proMonth: number;
  /** Less than twelve months. */
  proYear: number;
  whiteLabelMonth: number;
};

/** What the operator says of a plan in one language; where it is empty, the product's own words stand. */
export type PlanText = {
  about: string;
  /** What is in it, a line each. */
  includes: string[];
};
export type PlanTexts = {
  pro: PlanText;
  white_label: PlanText;
};

/** The plans as public pages show them, in the language of the page; `isUsual`: at the product's own prices. */
export type PlanOffer = {
  prices: PlanPrices;
  texts: PlanTexts | null;
  isUsual: boolean;
};
