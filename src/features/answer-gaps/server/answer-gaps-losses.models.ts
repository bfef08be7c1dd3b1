import type { AnswerGap, OpenGap } from '../answer-gaps.contract.ts';

/** What came in by an agent, and how many visitors it had in the same days. */
export type AgentWorth = {
  money: readonly { currency: string; net: number }[];
  visitors: number;
};

/**
 * What visitors who left would have brought, had they been as the others of the agent; rounded to the smallest unit. An
 * agent that brought nothing loses nothing.
 */
export function lostBy(
  left: number,
  { money, visitors }: AgentWorth,
): { currency: string; amount: number }[] {
  if (visitors === 0) return [];
  return money
    .map(({ currency, net }) => ({ currency, amount: Math.round((left * net) / visitors) }))
    .filter(({ amount }) => amount > 0);
}

/**
 * What costs most comes first. Amounts are compared within the currency in which most is lost; others follow by how many
 * left, and by how many asked. The order of equal ones stays.
 */
export function costliestFirst(gaps: readonly AnswerGap[]): AnswerGap[] {
  const sums = new Map<string, number>();
  for (const { lost } of gaps)
    for (const { currency, amount } of lost ?? []) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  const [main] = [...sums].toSorted(([, one], [, other]) => other - one)[0] ?? [];
  const amountOf = ({ lost }: AnswerGap): number =>
    lost?.find(({ currency }) => currency === main)?.amount ?? 0;
  const askedOf = ({ messageIds }: OpenGap): number => messageIds.length;
  return gaps.toSorted((a, b) => amountOf(b) - amountOf(a) || b.left - a.left || askedOf(b) - askedOf(a));
}
