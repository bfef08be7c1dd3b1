/** A card that exists in tests only, and what becomes of a payment by it. */
export type TestCard = {
  name: CardName;
  /** As it is printed on a card. */
  number: string;
  first: 'succeeds' | 'declined' | 'funds' | 'confirms';
  /** Whether it can be charged again when a subscription is renewed. */
  renews: boolean;
};

export const cardNames = ['succeeds', 'declined', 'funds', 'confirms', 'fails-later'] as const;
export type CardName = (typeof cardNames)[number];

/**
 * The numbers are those that Stripe publishes for tests, so that nobody has to learn others. No bank has ever
 * given them out.
 */
export const testCards: Readonly<Record<CardName, TestCard>> = {
  succeeds: { name: 'succeeds', number: '4242 4242 4242 4242', first: 'succeeds', renews: true },
  declined: { name: 'declined', number: '4000 0000 0000 0002', first: 'declined', renews: false },
  funds: { name: 'funds', number: '4000 0000 0000 9995', first: 'funds', renews: false },
  confirms: { name: 'confirms', number: '4000 0025 0000 3155', first: 'confirms', renews: true },
  'fails-later': { name: 'fails-later', number: '4000 0000 0000 0341', first: 'succeeds', renews: false },
};

/**
 * The test card that was chosen by name or typed as a number; `missing` when nothing was, `not_a_test_card`
 * for any other number.
 */
export function readCard(chosen: string, typed: string): TestCard | 'missing' | 'not_a_test_card' {
  if (chosen !== 'typed')
    return cardNames.some((name) => name === chosen) ? testCards[chosen as CardName] : 'missing';
  const given = typed.replace(/[\s-]/g, '');
  if (given === '') return 'missing';
  return (
    Object.values(testCards).find(({ number }) => number.replaceAll(' ', '') === given) ?? 'not_a_test_card'
  );
}

/** The last four digits: all of a card that is ever shown. */
export const lastFour = (name: CardName): string => testCards[name].number.slice(-4);
