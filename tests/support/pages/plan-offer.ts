import type { PlanOffer } from '#shared/money/plan-offer.ts';

/** Plans at prices of an operator, who says the same of both. */
export function planOffer(about: string): PlanOffer {
  const text = { about, includes: [about, `2 ${about}`] };
  return {
    prices: { proMonth: 2_950, proYear: 30_000, whiteLabelMonth: 20_000 },
    texts: { pro: text, white_label: text },
    isUsual: false,
  };
}
